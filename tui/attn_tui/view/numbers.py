"""Numbers as prose and arithmetic write them."""

from __future__ import annotations

import math


def number(value: float) -> str:
    """The number in two decimals, three below a tenth, and short forms for the very large."""
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    size = abs(value)
    if size == 0:
        return "0"
    if size >= 1e6:
        return f"{value:.2e}"
    if size >= 0.095:
        return f"{value:.2f}"
    return f"{value:.3f}" if size >= 0.0005 else f"{value:.0e}"


def factor(value: float) -> str:
    """The number as a factor in a product, in brackets when it is negative."""
    text = number(value)
    return f"({text})" if text.startswith("-") else text


def percent(weight: float) -> str:
    """A weight as a share of a whole: "67%", "0.4%"."""
    share = 100 * weight
    return f"{share:.0f}%" if share >= 1 or share == 0 else f"{share:.1g}%"


def ordinal(place: int) -> str:
    """1st, 2nd, 3rd, 4th, ..."""
    if 10 <= place % 100 <= 20:
        return f"{place}th"
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place % 10, 'th') }"


def duration(seconds: float) -> str:
    """A time with two digits or so: "4.7 µs", "42 µs", "1.8 ms", "18 ms", "2.3 s"."""
    value, unit = seconds * 1e6, "µs"
    for larger in ("ms", "s"):
        if round(value) < 1000:
            break
        value, unit = value / 1000, larger
    return f"{value:.1f} {unit}" if value < 10 else f"{value:,.0f} {unit}"


def size(nbytes: int) -> str:
    """Bytes with three digits at most: "768 B", "35 kB", "1.2 GB"; powers of ten, as on labels."""
    value, unit = float(nbytes), "B"
    for larger in ("kB", "MB", "GB", "TB"):
        if round(value) < 1000:
            break
        value, unit = value / 1000, larger
    return f"{value:.1f} {unit}" if unit != "B" and value < 10 else f"{value:.0f} {unit}"
