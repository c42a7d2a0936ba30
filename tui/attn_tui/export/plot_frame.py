"""What the plots of the page share: a drawing with a name, axes with few round ticks, a legend."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from attn_tui.export.page_words import word

WIDTH, HEIGHT = 760, 270
LEFT, RIGHT, TOP, BOTTOM = 62, 14, 44, 62
"""The margins: figures of the y axis, title and legend, labels of the x axis."""

CHARACTER = 6.6
"""About the width of a letter of the small labels."""


@dataclass(frozen=True)
class Range:
    """Numbers from `low` to `high` on a line from `start` to `stop`."""

    low: float
    high: float
    start: float
    stop: float

    def place(self, value: float) -> float:
        """Where a number lies."""
        share = (value - self.low) / ((self.high - self.low) or 1.0)
        return self.start + share * (self.stop - self.start)

    def ticks(self) -> Iterator[tuple[float, str]]:
        """Round numbers, four to nine of them, and how they are written."""
        span = (self.high - self.low) or 1.0
        power = math.floor(math.log10(span))
        share = next(share for share in (1.0, 0.5, 0.2, 0.1) if span / (10.0**power * share) >= 4)
        step = share * 10.0**power
        decimals = max(0, (share < 1) - power)
        for count in range(math.ceil(self.low / step), math.floor(self.high / step) + 1):
            yield count * step, f"{count * step:,.{decimals}f}"


def finite(values: Iterable[float]) -> list[float]:
    """Those of the numbers that can be drawn."""
    return [value for value in values if math.isfinite(value)]


def y_range(values: Sequence[float]) -> Range:
    """The y axis for numbers, zero on it, and a little room above and below."""
    low, high = min([0.0, *values]), max([0.0, *values])
    room = 0.08 * ((high - low) or 1.0)
    low, high = (low - room if low < 0 else low), high + (room if high > 0 or low == high else 0)
    return Range(low, high, HEIGHT - BOTTOM, TOP)


def drawing(title: str, about: str, parts: Iterable[str]) -> str:
    """The SVG of a plot under its title; `about` says what is on its axes."""
    name = word(title)
    return "\n".join(
        (
            f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{name}. {word(about)}">',
            f'<text class="title" x="{LEFT}" y="15">{name}</text>',
            *parts,
            "</svg>",
        )
    )


def y_axis(axis: Range, name: str) -> Iterator[str]:
    """Figures, faint lines, and the line of zero."""
    for tick, text in axis.ticks():
        y = axis.place(tick)
        kind = "zero" if abs(tick) < 1e-12 else "grid"
        yield f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="tick" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{text}</text>'
    yield f'<text class="name" x="4" y="{TOP - 10}">{word(name)}</text>'


def x_name(name: str) -> str:
    """The name of the x axis, at its end."""
    return f'<text class="name" x="{WIDTH - RIGHT}" y="{HEIGHT - 6}" text-anchor="end">{word(name)}</text>'


def remark(text: str) -> Iterator[str]:
    """What is said of the plot, at its foot."""
    if text:
        yield f'<text class="name" x="{LEFT}" y="{HEIGHT - 6}">{word(text)}</text>'


def legend(names: Sequence[str], lit: int) -> Iterator[str]:
    """The names of several series, in a line under the title."""
    if len(names) < 2:
        return
    x = float(LEFT)
    for place, name in enumerate(names):
        kind = series_class(place, lit)
        yield f'<rect class="{kind}" x="{x:.1f}" y="23" width="10" height="8"/>'
        yield f'<text class="tick" x="{x + 14:.1f}" y="31">{word(name)}</text>'
        x += 30 + CHARACTER * len(name)


def series_class(place: int, lit: int) -> str:
    """The colour of a series: the lit one stands out."""
    return "lit" if place == lit else f"series{place % 4}"
