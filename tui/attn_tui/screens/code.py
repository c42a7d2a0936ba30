"""The function that computed a step, syntax-coloured, above it the shapes that it worked on."""

from __future__ import annotations

import re

from textual.content import Content
from textual.highlight import HighlightTheme, highlight

from attn_tui.screens.panel import Panel
from attn_tui.view.code import Listing
from attn_tui.view.numbers import duration


class ThemeColours(HighlightTheme):
    """Textual's own highlighting in unmixed colours of the theme."""

    STYLES: dict[tuple[str, ...], str] = {  # noqa: RUF012 - as Textual has it
        token: re.sub(r" \d+%", "", look) for token, look in HighlightTheme.STYLES.items()
    }


class CodeScreen(Panel):
    """Formula, live shapes, source."""

    def __init__(self, listing: Listing) -> None:
        heading = f"{listing.title}: the code that ran, in {duration(listing.seconds)}"
        super().__init__(heading, Content("\n").join(code_blocks(listing)))


def code_blocks(listing: Listing) -> list[Content]:
    """The blocks of the page, top to bottom."""
    name = max(len(name) for name, _, _ in listing.shapes)
    shapes = [
        Content.assemble((f"{matrix:<{name}}", "$accent"), f"  ({axes})  ", (dtype, "$secondary"))
        for matrix, axes, dtype in listing.shapes
    ]
    source = highlight(listing.source.rstrip(), language="python", theme=ThemeColours)
    return [Content(listing.formula), Content(""), *shapes, Content(""), source]
