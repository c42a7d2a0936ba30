"""What a plot shows: numbers, names the cursor's place; the widget decides how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Series:
    """Numbers under one name of the legend; values that are not finite are not drawn."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class Bars:
    """Bars side by side, one for each label and series.

    `lit` is the series that stands out from the others, `cursor` the bar of the cursor's cell. Of
    more bars than fit, `part` says which are shown: those near the cursor, or the largest of the
    lit series in their own order, the cursor's among them.
    """

    title: str
    x_name: str
    y_name: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    cursor: int | None = None
    lit: int = 0
    part: Literal["near", "largest"] = "near"
    decimals: int = 2
    remark: str = ""


@dataclass(frozen=True)
class Curves:
    """Lines over the positions 0, 1, 2, ...; `cursor` is the position that is marked."""

    title: str
    x_name: str
    y_name: str
    series: tuple[Series, ...]
    cursor: int | None = None
    lit: int = 0
    remark: str = ""


@dataclass(frozen=True)
class Point:
    """A token at its place in a plane."""

    label: str
    x: float
    y: float


@dataclass(frozen=True)
class Plane:
    """Labelled points; the one of the cursor stands out and, where `goal` is given, moves there."""

    title: str
    x_name: str
    y_name: str
    points: tuple[Point, ...]
    cursor: int | None = None
    goal: tuple[float, float] | None = None
    remark: str = ""


@dataclass(frozen=True)
class Line:
    """Points in the order of x, joined; those that are not finite are not drawn."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True)
class Lines:
    """Lines over any numbers; `log` names the axes that are logarithmic.

    `marks` says whether each point has its mark; `cursor` is the x that is marked, `unit` what the
    numbers of y are counted in on logarithmic axes. `y_ends` are where y ends, if that is known.
    """

    title: str
    x_name: str
    y_name: str
    lines: tuple[Line, ...]
    log: Literal["", "y", "xy"] = ""
    marks: bool = False
    cursor: float | None = None
    y_ends: tuple[float, float] | None = None
    unit: Literal["", "s", "bytes"] = ""
    remark: str = ""


PlotSpec = Bars | Curves | Plane | Lines
