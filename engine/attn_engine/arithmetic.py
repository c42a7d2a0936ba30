"""Arithmetic written out in one line, in figures that add up as shown."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

MOST_TERMS = 8
"""A longer sum names its largest products only, `NAMED_TERMS` of them at most."""
NAMED_TERMS = 6
DECIMALS = (2, 3)
"""The decimals that are tried in turn until the line adds up as shown."""
LARGE = 1e6
"""From here on a number is written as a power of ten."""


Side = Callable[[int], tuple[str, float]]
"""Writes the left side in so many decimals, and says what it comes to as written."""


def figure(value: float, decimals: int = DECIMALS[-1]) -> str:
    """A number with so many decimals, a whole one without; a very small or large one as a power."""
    if not math.isfinite(value):
        return str(value)
    if abs(value) >= LARGE:
        return f"{value:.0e}"
    if value == int(value):
        return str(int(value))
    shown = (f"{value:.{places}f}" for places in range(decimals, DECIMALS[-1] + 1))
    return next((text for text in shown if float(text) != 0), f"{value:.0e}")


def products_line(
    pairs: Sequence[tuple[float, float]], result: float, bias: float | None = None
) -> str:
    """For example "0.50×1.20 + 0.30×(-0.40) = 0.48"; of many the largest, then the sum of the rest.

    A bias is added last: "0.50×1.20 + 0.10 (bias) = 0.70".
    """
    if len(pairs) <= MOST_TERMS:
        named, rest = list(pairs), []
    else:
        ordered = sorted(pairs, key=lambda pair: (-abs(pair[0] * pair[1]), -abs(pair[0])))
        n_named = min(NAMED_TERMS, max(1, sum(a * b != 0 for a, b in pairs)))
        named, rest = ordered[:n_named], ordered[n_named:]
    remainder = math.fsum(a * b for a, b in rest)

    def side(decimals: int) -> tuple[str, float]:
        shown = [(figure(a, decimals), figure(b, decimals)) for a, b in named]
        line = " + ".join(f"{_in_brackets(a)}×{_in_brackets(b)}" for a, b in shown)
        total = math.fsum(float(a) * float(b) for a, b in shown)
        if rest:
            more = figure(remainder, decimals)
            line += f" + ... {len(rest)} more ({more})"
            total += float(more)
        if bias is not None:
            line += f" + {_in_brackets(figure(bias, decimals))} (bias)"
            total += float(figure(bias, decimals))
        return line, total

    return _equation(side, result)


def sum_line(addends: Sequence[float], result: float) -> str:
    """For example "0.80 - 0.42 = 0.38"."""

    def side(decimals: int) -> tuple[str, float]:
        shown = [figure(value, decimals) for value in addends]
        line = " + ".join(shown).replace("+ -", "- ").replace("- inf", "+ -inf")
        return line, sum(map(float, shown))

    return _equation(side, result)


def quotient_line(value: float, under_root: int, result: float) -> str:
    """For example "12.54 / √16 = 12.54 / 4 = 3.13"."""
    root = math.sqrt(under_root)

    def side(decimals: int) -> tuple[str, float]:
        top = figure(value, decimals)
        bottom = figure(root, decimals)
        return f"{top} / √{under_root} = {top} / {bottom}", float(top) / float(bottom)

    return _equation(side, result)


def norm_line(
    value: float, mean: float, spread: float, *, weight: float, bias: float | None, result: float
) -> str:
    """For example "(3 - 1.50) / 0.75 × 0.90 + 0.20 (bias) = 2.00"."""

    def side(decimals: int) -> tuple[str, float]:
        x, m, s, w = (figure(number, decimals) for number in (value, mean, spread, weight))
        line = f"({x} - {_in_brackets(m)}) / {s} × {_in_brackets(w)}"
        total = (float(x) - float(m)) / float(s) * float(w)
        if bias is not None:
            line += f" + {_in_brackets(figure(bias, decimals))} (bias)"
            total += float(figure(bias, decimals))
        return line, total

    return _equation(side, result)


def softmax_line(row: Sequence[float], column: int, result: float) -> str:
    """For example "exp(1 - 3) / (0.14 + 1) = 0.14 / 1.14 = 0.12"; the row has a finite maximum."""
    peak = max(row)
    exps = [math.exp(value - peak) for value in row]

    def side(decimals: int) -> tuple[str, float]:
        power = f"exp({figure(row[column], decimals)} - {_in_brackets(figure(peak, decimals))})"
        top, total = figure(exps[column], decimals), figure(math.fsum(exps), decimals)
        few = len(exps) <= MOST_TERMS // 2
        addends = f"({' + '.join(figure(e, decimals) for e in exps)})" if few else total
        return f"{power} / {addends} = {top} / {total}", float(top) / float(total)

    return _equation(side, result)


def _in_brackets(number: str) -> str:
    return f"({number})" if number.startswith("-") else number


def _equation(side: Side, result: float) -> str:
    """The left side and the result in the fewest decimals in which what is shown adds up.

    Where it never quite does, the sign is ≈ instead of =.
    """
    for decimals in DECIMALS:
        line, total = side(decimals)
        shown = figure(result, decimals)
        adds_up = shown == figure(total, decimals)
        if adds_up and (decimals == DECIMALS[-1] or not _is_exact_later(result, decimals)):
            break
    return f"{line} {'=' if adds_up else '≈'} {shown}"


def _is_exact_later(value: float, decimals: int) -> bool:
    """Whether the most decimals show exactly (as 0.125) what so many round (to 0.12)."""
    error = [abs(value - round(value, places)) for places in (decimals, DECIMALS[-1])]
    return math.isfinite(value) and error[0] > 1e-6 > error[1]
