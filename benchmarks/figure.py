"""A measured figure beside its target, and the table that shows them."""

from __future__ import annotations

from collections.abc import Iterable
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


def ratio(name: str, values: Iterable[float], floor: Iterable[float], target: float) -> Figure:
    """The median of some seconds to the median of the floor's, measured in turns with them."""
    ours, base = median(values), median(floor)
    return Figure(name, ours / base, target, "x", f"{1e3 * ours:.1f} ms to {1e3 * base:.1f} ms")


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
