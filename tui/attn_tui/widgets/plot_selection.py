"""Which bars are shown where there is no room for all, and what is said of the others."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attn_tui.view.figures import Figures, figure
from attn_tui.view.labels import cut, label
from attn_tui.view.plot_spec import Bars

NARROWEST, READABLE, WIDEST = 3, 6, 14
"""Cells of a slot, which holds the bars of one label and a blank: the fewest with which all bars
are shown, those of a part of them, and the most."""


@dataclass(frozen=True)
class Selection:
    """The bars shown, in their order, the cells of each slot, and a note on the bars left out."""

    shown: tuple[int, ...]
    slot: int
    note: str = ""


def select(spec: Bars, width: int) -> Selection:
    """The bars of the spec that fit in so many cells."""
    count = len(spec.labels)
    fewest = max(NARROWEST, len(spec.series) + 1)
    slot = min(WIDEST, width // max(count, 1))
    if slot >= fewest:
        return Selection(tuple(range(count)), slot)
    slot = max(READABLE, fewest)
    fitting = max(1, width // slot)
    if spec.part == "largest":
        return _largest(spec, fitting, slot)
    middle = spec.cursor or 0
    first = max(0, min(middle - fitting // 2, count - fitting))
    shown = range(first, min(count, first + fitting))
    note = f"{spec.x_name}s {first}-{shown[-1]} of {count}{_elsewhere(spec, shown)}"
    return Selection(tuple(shown), slot, note)


def value_text(spec: Bars, value: float, width: int, infinity: str = "∞") -> str:
    """A value in so few cells; the zero before its point goes before any decimal does."""
    if math.isinf(value):
        return ("-" if value < 0 else "") + infinity
    bare = f"{value:.{spec.decimals}f}".replace("0.", ".", 1)
    if abs(value) < 1 and len(bare) == width:
        return bare
    return figure(value, Figures(spec.decimals, width))


def _largest(spec: Bars, fitting: int, slot: int) -> Selection:
    ranked = _ranked(spec)
    cursor = () if spec.cursor is None or spec.cursor in ranked[:fitting] else (spec.cursor,)
    shown = (*ranked[: fitting - len(cursor)], *cursor)
    note = f"the {len(shown) - len(cursor)} largest of {len(spec.labels)} {spec.x_name}s"
    return Selection(tuple(sorted(shown)), slot, note + (", and the cursor's" if cursor else ""))


def _elsewhere(spec: Bars, shown: range) -> str:
    """The largest of the bars that are not shown."""
    others = [bar for bar in _ranked(spec) if bar not in shown]
    if not others:
        return ""
    bar = others[0]
    name = cut(label(spec.labels[bar]), 12)
    where = f"{bar}" if name == str(bar) else f"{bar} {name}"
    value = value_text(spec, spec.series[spec.lit].values[bar], 8)
    return f", largest elsewhere {value} ({where})"


def _ranked(spec: Bars) -> list[int]:
    """The bars of the lit series from the largest magnitude to the smallest."""
    values = spec.series[spec.lit].values
    known = [bar for bar, value in enumerate(values) if math.isfinite(value)]
    return sorted(known, key=lambda bar: -abs(values[bar]))
