"""What attention costs, as a table, as plots and in words: pure, from measurements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from attn_engine import Cost, NotMeasured, cost_slope
from attn_tui.view.labels import fit
from attn_tui.view.numbers import duration, memory
from attn_tui.view.plot_spec import Line, Lines

Quantity = Literal["seconds", "bytes"]

ABOUT = {
    "naive": "a new n × n array a step",
    "in-place": "one n × n array",
    "strips": "strips of query rows, never n × n",
    "fused": "torch's kernel, never n × n",
}
"""What each method holds in memory."""

SHORT, LONG = 1000, 4000
"""The lengths that are compared in words."""

LENGTH_CELLS, CELLS, MOST_CELLS = 6, 18, 22


@dataclass(frozen=True)
class Measured:
    """All measurements so far, those of a method in the order of its lengths."""

    costs: tuple[Cost, ...] = ()
    missing: tuple[NotMeasured, ...] = ()

    def plus(self, result: Cost | NotMeasured) -> Measured:
        """With one more."""
        if isinstance(result, Cost):
            return Measured((*self.costs, result), self.missing)
        return Measured(self.costs, (*self.missing, result))

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that were measured, in their order."""
        return tuple(dict.fromkeys(cost.method for cost in self.costs))

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths that were measured, short ones first."""
        return tuple(sorted({cost.n for cost in self.costs}))

    def of(self, method: str) -> tuple[Cost, ...]:
        """The measurements of a method."""
        return tuple(cost for cost in self.costs if cost.method == method)

    def at(self, method: str, n: int) -> Cost | None:
        """One measurement."""
        return next((cost for cost in self.of(method) if cost.n == n), None)


def slope(costs: Iterable[Cost], of: Quantity) -> float | None:
    """The slope on logarithmic axes; None where there are too few measurements."""
    try:
        return cost_slope(costs, of)
    except ValueError:
        return None


def plot_of(measured: Measured, of: Quantity) -> Lines:
    """A line for each method on logarithmic axes, its slope beside its name."""
    lines = []
    for method in measured.methods:
        costs = measured.of(method)
        found = slope(costs, of)
        name = method if found is None else f"{method} n^{found:.1f}"
        x, y = zip(*((float(cost.n), float(getattr(cost, of))) for cost in costs), strict=True)
        lines.append(Line(name, x, y))
    time = of == "seconds"
    return Lines(
        title="Time" if time else "Extra memory",
        x_name="tokens n",
        y_name="time" if time else "memory beyond the inputs",
        lines=tuple(lines),
        log="xy",
        marks=True,
        unit="s" if time else "bytes",
        remark="on logarithmic axes n² has slope 2, n slope 1",
    )


def table_of(measured: Measured, width: int = 80) -> tuple[str, ...]:
    """Lines of text: a row a length, time and memory of each method, the slopes last.

    The cells are as wide as `width` allows; none where it holds no cell whole.
    """
    methods = measured.methods
    cell_width = min(MOST_CELLS, (width - 2 - LENGTH_CELLS) // max(1, len(methods)))
    if cell_width < CELLS:
        return ()
    rows = [("tokens", *methods)]
    for n in measured.lengths:
        cells = (_cell(measured.at(method, n)) for method in methods)
        rows.append((f"{n:,}", *cells))
    rows.append(("slope", *(_slopes(measured.of(method)) for method in methods)))
    return tuple(
        fit(first, LENGTH_CELLS, "right") + "".join(fit(cell, cell_width, "right") for cell in rest)
        for first, *rest in rows
    )


def _cell(cost: Cost | None) -> str:
    return "-" if cost is None else f"{duration(cost.seconds)}, {memory(cost.bytes)}"


def _slopes(costs: tuple[Cost, ...]) -> str:
    found = (slope(costs, "seconds"), slope(costs, "bytes"))
    return ", ".join("-" if each is None else f"{each:.1f}" for each in found)


def words_of(measured: Measured) -> tuple[str, ...]:
    """What four times the length costs, as measured; then which methods hold no n x n array."""
    times = [_growth(measured, method, "seconds") for method in measured.methods]
    sizes = [_growth(measured, method, "bytes") for method in measured.methods]
    if not any(times):
        return ()
    return (
        f"From {SHORT:,} to {LONG:,} tokens, n² says 16 times as much. "
        f"Measured, in time: {', '.join(filter(None, times))}; "
        f"in extra memory: {', '.join(filter(None, sizes))}.",
    )


def _growth(measured: Measured, method: str, of: Quantity) -> str:
    short, long = measured.at(method, SHORT), measured.at(method, LONG)
    if short is None or long is None or not getattr(short, of):
        return ""
    times = getattr(long, of) / getattr(short, of)
    return f"{method} {times:.0f}x" if times >= 9.5 else f"{method} {times:.1f}x"
