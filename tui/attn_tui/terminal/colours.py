"""Which palette fits what the terminal can show."""

from __future__ import annotations

from collections.abc import Mapping

from attn_tui.view.board import PaletteName

_NAMES: dict[str, PaletteName] = {
    "truecolor": "truecolor", "256": "256", "standard": "16", "windows": "16",
}  # fmt: skip


def palette_name(color_system: str | None, environ: Mapping[str, str]) -> PaletteName:
    """The palette for a console's colour system; none where NO_COLOR is set to anything."""
    if environ.get("NO_COLOR"):
        return "none"
    return _NAMES.get(color_system or "", "none")
