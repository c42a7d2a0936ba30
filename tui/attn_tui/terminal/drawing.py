"""How everything is drawn: decided once when the app starts, asked for by whatever draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from textual.app import App

from attn_tui.terminal.colours import palette_name, starts_light
from attn_tui.terminal.options import TerminalOptions
from attn_tui.view.colour import PaletteName


@dataclass(frozen=True)
class Drawing:
    """The palette, whether nothing but ASCII is drawn, and whether the first theme is light."""

    palette: PaletteName = "truecolor"
    ascii: bool = False
    light: bool = False


def decide(
    options: TerminalOptions, color_system: str | None, environ: Mapping[str, str]
) -> Drawing:
    """How to draw in this terminal. Without colours nothing is known to be light."""
    palette = palette_name(color_system, environ, options.palette)
    if options.slow and options.palette == "auto" and palette == "truecolor":
        palette = "256"  # half the bytes a colour, and fewer of them
    light = options.theme == "light" or (options.theme == "auto" and starts_light(environ))
    return Drawing(palette, options.ascii, palette != "none" and light)


def drawing_of(app: App[Any]) -> Drawing | None:
    """How `app` is drawn; None for an app that has not decided."""
    return getattr(app, "drawing", None)
