"""Numbers as people write them."""

from __future__ import annotations

import math
import re

LONGEST = 40

_DECIMAL = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d{1,3})?")
_MINUS = str.maketrans({"−": "-", "–": "-"})


def parse_number(text: str) -> float | None:
    """0.5, .5, 0,5, 1/2, 50% or 5e-1 as a number; None for anything else and what is not finite."""
    written = text.strip().translate(_MINUS).replace(" ", "").lower()
    if len(written) > LONGEST:
        return None
    percent = written.endswith("%")
    above, slash, below = written.removesuffix("%").partition("/")
    number = _decimal(above)
    if slash:
        divisor = _decimal(below)
        if number is None or not divisor:
            return None
        number /= divisor
    if number is None or not math.isfinite(number):
        return None
    return number / 100 if percent else number


def figure(value: float) -> str:
    """A number for a sentence: with at most three decimals, a tiny one as a power of ten."""
    if not math.isfinite(value):
        return {math.inf: "∞", -math.inf: "-∞"}.get(value, "nan")
    if value == int(value) and abs(value) < 1e9:
        return str(int(value))
    shown = f"{value:.3f}".rstrip("0").rstrip(".")
    return shown if float(shown) != 0 else f"{value:.1e}"


def _decimal(written: str) -> float | None:
    return float(written.replace(",", ".")) if _DECIMAL.fullmatch(written) else None
