"""Colours as numbers: mixing in OKLab, and contrast as WCAG counts it.

OKLab is Björn Ottosson's (2020) space in which equal steps look equal; relative luminance and
contrast are those of WCAG 2.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

RGB = tuple[int, int, int]

PaletteName = Literal["truecolor", "256", "16", "none"]
"""What the terminal can show, and so the palette that its colours are taken from."""

READABLE = 4.5
"""The contrast that WCAG 2.1 asks of text at level AA."""


def rgb(text: str) -> RGB:
    """The colour written "#rrggbb"."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def contrast(one: RGB, other: RGB) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: RGB) -> float:
    """The relative luminance of a colour, from 0 to 1."""
    red, green, blue = (_linear(part) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def readable(ground: RGB, preferred: Sequence[RGB]) -> RGB:
    """The first of the preferred colours with enough contrast on `ground`, else black or white."""
    ends = ((0, 0, 0), (255, 255, 255))
    good = (colour for colour in (*preferred, *ends) if contrast(colour, ground) >= READABLE)
    return next(good)


def ramp(stops: Sequence[RGB], steps: int) -> tuple[RGB, ...]:
    """`steps` colours from the first stop to the last, evenly spaced to the eye."""
    return tuple(_at(stops, step / (steps - 1)) for step in range(steps))


def _at(stops: Sequence[RGB], place: float) -> RGB:
    last = len(stops) - 2
    scaled = place * (last + 1)
    index = min(int(scaled), last)
    share = scaled - index
    start, end = _oklab(stops[index]), _oklab(stops[index + 1])
    lightness, green_red, blue_yellow = (
        a + (b - a) * share for a, b in zip(start, end, strict=True)
    )
    return _from_oklab(lightness, green_red, blue_yellow)


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _gamma(share: float) -> int:
    share = min(1.0, max(0.0, share))
    encoded = 12.92 * share if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055
    return round(255 * encoded)


@lru_cache(maxsize=1024)
def _oklab(colour: RGB) -> tuple[float, float, float]:
    r, g, b = (_linear(part) for part in colour)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _from_oklab(lightness: float, green_red: float, blue_yellow: float) -> RGB:
    long = (lightness + 0.3963377774 * green_red + 0.2158037573 * blue_yellow) ** 3
    middle = (lightness - 0.1055613458 * green_red - 0.0638541728 * blue_yellow) ** 3
    short = (lightness - 0.0894841775 * green_red - 1.2914855480 * blue_yellow) ** 3
    return (
        _gamma(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
        _gamma(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
        _gamma(-0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short),
    )
