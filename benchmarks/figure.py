"""A measured figure beside its target, and the table that shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True)
class Figure:
    """One figure: `value` should be at most `target`; `unit` is "x" for a ratio."""

    name: str
    value: float
    target: float
    unit: str
    measured: str

    @property
    def is_met(self) -> bool:
        return self.value <= self.target


def ratio(name: str, values: Sequence[float], floor: Sequence[float], target: float) -> Figure:
    """The median ratio of some seconds to the floor's, each pair measured one after the other.

    Pairs keep what else the machine does out of it: that slows both.
    """
    ratios = [ours / base for ours, base in zip(values, floor, strict=True)]
    measured = f"medians {1e3 * median(values):.0f} ms to {1e3 * median(floor):.0f} ms"
    return Figure(name, median(ratios), target, "x", measured)


def p95(values: Iterable[float]) -> float:
    """The value that 95 in 100 stay below."""
    return quantiles(values, n=20)[-1]


def table(figures: Iterable[Figure]) -> str:
    """The figures as lines of equal columns."""
    rows = [("figure", "value", "target", "", "measured"), *map(_row, figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _row(figure: Figure) -> tuple[str, ...]:
    return (
        figure.name,
        f"{figure.value:.2f} {figure.unit}",
        f"<= {figure.target:g} {figure.unit}",
        "ok" if figure.is_met else "MISSED",
        figure.measured,
    )
