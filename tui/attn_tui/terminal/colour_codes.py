"""What the colours of a style are to the terminal, in each palette.

The colours of the palettes made for 256 and for 16 colours are written as the values by which the
terminal's own are known, and become just those. Where there are no colours a dark letter means
reversed, as the themes without colour know no others than black and white.
"""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color, ColorSystem, ColorType
from rich.style import Style

from attn_tui.view.colour import RGB, PaletteName, luminance
from attn_tui.view.terminal_colours import SIXTEEN, TWO_HUNDRED_FIFTY_SIX

DARK = 0.2
"""The luminance of a middle grey to the eye; below it a colour is dark."""

_SYSTEMS = {
    "truecolor": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "16": ColorSystem.STANDARD,
}
_OWN = {"256": TWO_HUNDRED_FIFTY_SIX, "16": SIXTEEN}


def colour_codes(style: Style, palette: PaletteName) -> tuple[str, str]:
    """The SGR parameters of the foreground and of the background, "" for what is left alone."""
    if palette == "none":
        return "", ""
    return _code(style.color, palette, True), _code(style.bgcolor, palette, False)


def is_reversed(style: Style) -> bool:
    """Whether, without colours, the style is to be told by reversing what it would be else."""
    if style.color is not None and not style.color.is_default:
        return _is_dark(style.color)
    return style.bgcolor is not None and not _is_dark(style.bgcolor)


@lru_cache(maxsize=4096)
def _code(colour: Color | None, palette: PaletteName, foreground: bool) -> str:
    if colour is None or colour.is_default:
        return ""
    if colour.triplet is not None:
        number = _OWN.get(palette, {}).get(_rgb(colour))
        if number is not None:
            kind = ColorType.STANDARD if palette == "16" else ColorType.EIGHT_BIT
            colour = Color(f"color{number}", kind, number=number)
    return ";".join(colour.downgrade(_SYSTEMS[palette]).get_ansi_codes(foreground))


def _is_dark(colour: Color) -> bool:
    return colour.is_default or luminance(_rgb(colour)) < DARK


def _rgb(colour: Color) -> RGB:
    red, green, blue = colour.triplet or colour.get_truecolor()
    return red, green, blue
