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


def counted(count: int, noun: str) -> str:
    """So many of something: 1 step, 2 steps."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def weight(value: float) -> str:
    """An attention weight with two digits that count: 0.31, 0.0000076; under 1e-9 just that."""
    if value == 0 or value >= 0.095:
        return number(value)
    decimals = 1 - math.floor(math.log10(value))
    return f"{value:.{decimals}f}" if decimals <= 10 else "under 1e-9"


def product(a: float, b: float) -> str:
    """Both factors of a product, "(-1.20)×1.66"."""
    return f"{in_brackets(a)}×{in_brackets(b)}"


def in_brackets(value: float) -> str:
    """The number as a factor or an addend, in brackets when it is negative."""
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


def amount(value: float, unit: str) -> str:
    """A number with its unit, which may be "s" or "bytes", at the size that people read."""
    if unit == "s":
        return duration(value)
    if unit == "bytes":
        return memory(value)
    return weight(value) if 0 < value < 1 else f"{value:,.0f}"


def duration(seconds: float) -> str:
    """A time as people say it: "4 ms", "3.2 s", "2 min 5 s", "1 h 20 min"."""
    if seconds < 0.001:
        return f"{1e6 * seconds:.3g} µs"
    if seconds < 0.9995:
        return f"{1000 * seconds:.3g} ms"
    if seconds < 9.95:
        return f"{seconds:.1f} s".replace(".0 s", " s")
    whole = round(seconds)
    if whole < 120:
        return f"{whole} s"
    if whole < 7200:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def size(n_bytes: int) -> str:
    """The memory of a device: "768 B", "35 kB", "1.2 GB"; in powers of ten, as on its label."""
    value, unit = float(n_bytes), "B"
    for larger in ("kB", "MB", "GB", "TB"):
        if round(value) < 1000:
            break
        value, unit = value / 1000, larger
    return f"{value:.1f} {unit}" if unit != "B" and value < 10 else f"{value:.0f} {unit}"


def memory(n_bytes: float) -> str:
    """Bytes as "12 MiB", with three digits at most."""
    for size, unit in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
        if n_bytes >= 0.9995 * size:
            count = n_bytes / size
            return f"{count:,.0f} {unit}" if count >= 1000 else f"{count:.3g} {unit}"
    return f"{n_bytes:.0f} B"
