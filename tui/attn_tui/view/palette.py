"""The colours of values: one colour means one thing, and figures stay readable on every one.

Signed values run from blue over a neutral colour at 0 to red; weights from the ground over teal to
a light green in the dark, to a deep green in the light. No ramp relies on telling red from green.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attn_tui.view.board import Kind
from attn_tui.view.colour import RGB, PaletteName, ramp, readable, rgb

STEPS = 63
"""Levels of a ramp, an odd number so that 0 is the middle one."""

MASKED, NOT_A_NUMBER, VEILED = STEPS, STEPS + 1, STEPS + 2
LEVELS = STEPS + 3

GLYPHS, GLYPHS_BELOW = " ░▒▓█", " -=≡#"
ASCII_GLYPHS, ASCII_GLYPHS_BELOW = " .+*@", " -~=#"
"""Shades of rising magnitude, for values above and below 0."""

CURSOR, ASCII_CURSOR = "◆", "o"
"""Stands for the cursor's cell among shades: a shade, reversed, would be another shade."""


@dataclass(frozen=True)
class Ink:
    """The colours of one cell: its ground and its figure."""

    ground: RGB
    figure: RGB


@dataclass(frozen=True)
class Palette:
    """The inks of every level for signed values and weights; None where colour is switched off."""

    signed: tuple[Ink, ...] | None
    weights: tuple[Ink, ...] | None

    def inks(self, kind: Kind) -> tuple[Ink, ...] | None:
        """The inks of a kind of matrix, one for each level of `levels`."""
        return self.weights if kind in {"weights", "one-hot"} else self.signed


def levels(values: NDArray[Any], kind: Kind, bound: float) -> NDArray[np.intp]:
    """The level of each value: 0..62 on its ramp, MASKED for -inf, NOT_A_NUMBER for nan.

    values and result: any shape. Signed values are 31 at 0; values beyond `bound` take the last
    level. Whole numbers carry no colour: they are all 31. An open cell of a mask is 31.
    """
    numbers = np.asarray(values, dtype=float)
    lost = np.isnan(numbers)
    scaled = np.clip(np.where(lost, 0.0, numbers) / (bound or 1.0), -1.0, 1.0)
    middle = STEPS // 2
    level: NDArray[np.intp]
    if kind in {"weights", "one-hot"}:
        level = np.rint(np.maximum(scaled, 0.0) * (STEPS - 1)).astype(np.intp)
    elif kind == "signed":
        level = np.rint(scaled * middle).astype(np.intp) + middle
    else:
        level = np.full(numbers.shape, middle, dtype=np.intp)
    level[np.isneginf(numbers)] = MASKED
    level[lost] = NOT_A_NUMBER
    return level


@lru_cache(maxsize=16)
def palette(dark: bool, name: PaletteName = "truecolor") -> Palette:
    """The palette for a dark or a light ground and for what the terminal can show."""
    if name == "none":
        return Palette(None, None)
    look = _LOOKS[name][not dark]
    smooth = name == "truecolor"
    return Palette(_inks(look.signed, look, smooth), _inks(look.weights, look, smooth))


def shades(ascii_only: bool = False) -> tuple[str, str]:
    """The shades of values above and below 0, of rising magnitude; the first is the blank of 0."""
    return (ASCII_GLYPHS, ASCII_GLYPHS_BELOW) if ascii_only else (GLYPHS, GLYPHS_BELOW)


def glyph(level: int, kind: Kind, ascii_only: bool = False) -> str:
    """The shade that stands for a level where there is no colour; values below 0 have their own."""
    if level == MASKED:
        return "x" if ascii_only else "·"
    if level >= STEPS:
        return "?"
    above, below = shades(ascii_only)
    if kind in {"weights", "one-hot"}:
        return above[-(-level * (len(above) - 1) // (STEPS - 1))]
    middle = STEPS // 2
    shade = -(-abs(level - middle) * (len(above) - 1) // middle)
    return above[shade] if level >= middle else below[shade]


@dataclass(frozen=True)
class _Look:
    """The stops of both ramps and the colours that are on none."""

    signed: tuple[RGB, ...]
    weights: tuple[RGB, ...]
    masked: RGB
    masked_figure: RGB
    veil: RGB
    figure: RGB
    other_figure: RGB


def _colours(*texts: str) -> tuple[RGB, ...]:
    return tuple(rgb(text) for text in texts)


_DARK = _Look(
    signed=_colours("#2b69cd", "#27498a", "#1d2130", "#7d3136", "#bf3d38"),
    weights=_colours("#191d29", "#13474f", "#1b8078", "#55bd8d", "#cdf3b8"),
    masked=rgb("#080a10"),
    masked_figure=rgb("#7a8196"),
    veil=rgb("#2b2f3f"),
    figure=rgb("#f1f3f9"),
    other_figure=rgb("#0b0d13"),
)
_LIGHT = _Look(
    signed=_colours("#5f97ea", "#a9c6f4", "#f1f0ec", "#f5b9af", "#ec7b6d"),
    weights=_colours("#f0f1ec", "#c2e3cf", "#74bda5", "#2b8479", "#0c4a50"),
    masked=rgb("#dddad1"),
    masked_figure=rgb("#565b6d"),
    veil=rgb("#c6c2b5"),
    figure=rgb("#171a22"),
    other_figure=rgb("#ffffff"),
)

_DARK_256 = _Look(
    signed=_colours(
        "#005fd7", "#0000af", "#000087", "#00005f", "#1c1c1c",
        "#5f0000", "#870000", "#af0000", "#d70000",
    ),
    weights=_colours(
        "#1c1c1c", "#005f5f", "#008787", "#00af87", "#5fd787", "#afffaf", "#d7ffd7",
    ),
    masked=rgb("#080808"),
    masked_figure=rgb("#808080"),
    veil=rgb("#3a3a3a"),
    figure=rgb("#eeeeee"),
    other_figure=rgb("#080808"),
)  # fmt: skip
_LIGHT_256 = _Look(
    signed=_colours(
        "#5f87ff", "#8787ff", "#afafff", "#d7d7ff", "#eeeeee",
        "#ffd7d7", "#ffafaf", "#ff8787", "#ff5f5f",
    ),
    weights=_colours("#eeeeee", "#afd7d7", "#5fd7af", "#00af87", "#008787", "#005f5f"),
    masked=rgb("#dadada"),
    masked_figure=rgb("#585858"),
    veil=rgb("#bcbcbc"),
    figure=rgb("#121212"),
    other_figure=rgb("#ffffff"),
)  # fmt: skip

# A person may have given the sixteen other values, so few are taken, and figures stand on each.
_DARK_16 = _Look(
    signed=_colours("#5555ff", "#0000aa", "#000000", "#aa0000", "#ff5555"),
    weights=_colours("#000000", "#00aaaa", "#55ffff", "#ffffff"),
    masked=rgb("#555555"),
    masked_figure=rgb("#ffffff"),
    veil=rgb("#aaaaaa"),
    figure=rgb("#ffffff"),
    other_figure=rgb("#000000"),
)
_LIGHT_16 = _Look(
    signed=_colours("#0000aa", "#5555ff", "#ffffff", "#ff5555", "#aa0000"),
    weights=_colours("#ffffff", "#55ffff", "#00aaaa", "#000000"),
    masked=rgb("#aaaaaa"),
    masked_figure=rgb("#000000"),
    veil=rgb("#555555"),
    figure=rgb("#000000"),
    other_figure=rgb("#ffffff"),
)

_LOOKS: dict[str, tuple[_Look, _Look]] = {
    "truecolor": (_DARK, _LIGHT),
    "256": (_DARK_256, _LIGHT_256),
    "16": (_DARK_16, _LIGHT_16),
}


def _inks(stops: Sequence[RGB], look: _Look, smooth: bool) -> tuple[Ink, ...]:
    """The inks of a ramp: of its stops alone, or of colours between them too."""
    last = len(stops) - 1
    few = (stops[round(level / (STEPS - 1) * last)] for level in range(STEPS))
    grounds = (*(ramp(stops, STEPS) if smooth else few), look.masked, look.masked, look.veil)
    return tuple(_ink(ground, look, masked=level == MASKED) for level, ground in enumerate(grounds))


def _ink(ground: RGB, look: _Look, *, masked: bool) -> Ink:
    """A ground with a figure that is readable on it."""
    quiet = (look.masked_figure,) if masked else ()
    return Ink(ground, readable(ground, (*quiet, look.figure, look.other_figure)))
