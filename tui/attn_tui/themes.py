"""The themes, a dark and a light one for each palette: calm, with amber for what the cursor is on."""

from __future__ import annotations

from textual.theme import Theme

from attn_tui.view.chrome import Chrome, chrome
from attn_tui.view.colour import PaletteName

DARK, LIGHT = "attn-dark", "attn-light"


def themes(palette: PaletteName) -> tuple[Theme, Theme]:
    """The dark and the light theme of a palette, under the names that every palette has."""
    return _theme(DARK, palette, dark=True), _theme(LIGHT, palette, dark=False)


def _theme(name: str, palette: PaletteName, *, dark: bool) -> Theme:
    colours = chrome(dark, palette)
    return Theme(
        name=name,
        primary=colours.primary,
        secondary=colours.quiet,
        accent=colours.accent,
        foreground=colours.text,
        background=colours.ground,
        surface=colours.surface,
        panel=colours.panel,
        success=colours.success,
        warning=colours.accent,
        error=colours.error,
        dark=dark,
        variables=_smooth(colours) if palette == "truecolor" else _few(colours, palette),
    )


def _smooth(colours: Chrome) -> dict[str, str]:
    """Our own variables where any colour can be shown, and so may be mixed."""
    return {
        "foreground-muted": colours.label,
        "foreground-disabled": f"{colours.text} 35%",
        "line-number": f"{colours.text} 40%",
        "scrim": f"{colours.ground} 60%",
        "field-style": "none",
    }


def _few(colours: Chrome, palette: PaletteName) -> dict[str, str]:
    """Every variable that our widgets and Textual's own take, so that none is a mixed colour.

    What lies below a panel stays as it is; a line to type in is underlined where it has no ground
    of its own.
    """
    text, quiet, accent, ground = colours.text, colours.quiet, colours.accent, colours.ground
    chosen = {"background": accent, "foreground": ground, "text-style": "bold"}
    plain = {"background": colours.panel, "foreground": text, "text-style": "none"}
    return {
        # By name, or Textual makes them lighter by nothing, which moves some by one.
        "primary": colours.primary,
        "secondary": quiet,
        "accent": accent,
        "foreground": text,
        "background": ground,
        "surface": colours.surface,
        "panel": colours.panel,
        "success": colours.success,
        "warning": accent,
        "error": colours.error,
        "line-number": quiet,
        "scrim": "transparent",
        "field-style": "none" if palette == "256" else "underline",
        "boost": "transparent",
        **{f"text{name}": text for name in ("", "-primary", "-secondary", "-error")},
        "text-accent": colours.primary,
        "text-success": quiet,
        "text-warning": accent,
        **{f"text-{name}": quiet for name in ("muted", "disabled")},
        **{f"{name}-muted": colours.panel for name in ("primary", "secondary", "accent")},
        **{f"{name}-muted": colours.panel for name in ("success", "warning", "error")},
        "foreground-muted": colours.label,
        "foreground-disabled": quiet,
        "background-muted": ground,
        "border": quiet,
        "border-blurred": quiet,
        "surface-active": colours.panel,
        **{f"block-cursor-{name}": value for name, value in chosen.items()},
        **{f"block-cursor-blurred-{name}": value for name, value in plain.items()},
        "block-hover-background": colours.panel,
        "input-cursor-background": text,
        "input-cursor-foreground": ground,
        "input-cursor-text-style": "none",
        "input-selection-background": accent,
        "input-selection-foreground": ground,
        "screen-selection-background": accent,
        "screen-selection-foreground": ground,
        **{f"scrollbar{name}": quiet for name in ("", "-hover", "-active")},
        **{f"scrollbar-{name}": ground for name in ("background", "corner-color")},
        **{f"scrollbar-background-{name}": ground for name in ("hover", "active")},
        "link-color": text,
        "link-color-hover": ground,
        "link-background": "transparent",
        "link-background-hover": accent,
    }
