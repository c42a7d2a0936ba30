"""Which palette fits what the terminal can show, and whether its ground is light."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attn_tui.terminal.capable import CAPABLE

if TYPE_CHECKING:
    from attn_tui.terminal.options import PaletteChoice
    from attn_tui.view.colour import PaletteName

_NAMES: dict[str, PaletteName] = {
    "truecolor": "truecolor", "256": "256", "standard": "16", "windows": "16",
}  # fmt: skip

_BY_TERM: dict[str, PaletteName] = {
    **dict.fromkeys(CAPABLE, "truecolor"), "direct": "truecolor", "mono": "none", "m": "none",
    "vt52": "none", "vt100": "none", "vt102": "none", "vt220": "none", "vt320": "none",
}  # fmt: skip
"""What the name of a terminal tells, by the whole of it or by its last part, as in xterm-kitty.

ssh passes TERM on but not COLORTERM, so that such a terminal would be taken for one of few colours.
"""

LIGHT_GROUNDS = frozenset({"7", "9", "10", "11", "12", "13", "14", "15"})
"""The grounds in COLORFGBG that are light; 8 is dark grey."""


def palette_name(
    color_system: str | None, environ: Mapping[str, str], choice: PaletteChoice = "auto"
) -> PaletteName:
    """The palette to draw with: what was chosen, or else what the terminal has.

    `color_system` is what the console found. NO_COLOR counts if it is set to anything, but what was
    chosen on the command line comes first.
    """
    if choice != "auto":
        return choice
    if environ.get("NO_COLOR"):
        return "none"
    found = _NAMES.get(color_system or "", "none")
    if found in {"16", "256"}:
        return _told_by_term(environ.get("TERM", "").lower()) or found
    return found


def starts_light(environ: Mapping[str, str]) -> bool:
    """Whether the terminal says that its ground is light: COLORFGBG is "text;ground"."""
    return environ.get("COLORFGBG", "").rpartition(";")[2] in LIGHT_GROUNDS


def _told_by_term(term: str) -> PaletteName | None:
    return _BY_TERM.get(term) or _BY_TERM.get(term.rpartition("-")[2])
