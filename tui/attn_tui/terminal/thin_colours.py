"""Half the bytes a colour, and few levels a ramp: the 256 colours in place of all of them."""

from __future__ import annotations

from typing import Any

from rich.color import ColorSystem
from textual.app import App


def thin_colours(app: App[Any]) -> bool:
    """Let an app that draws with all colours draw with 256; False if it had no more before."""
    if app.console.color_system != "truecolor":
        return False
    app.console._color_system = ColorSystem.EIGHT_BIT
    for screen in app.screen_stack:
        for pane in screen.query("*"):
            if getattr(pane, "palette_name", None) == "truecolor":
                pane.palette_name = "256"  # type: ignore[attr-defined]
    return True
