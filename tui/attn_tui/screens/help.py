"""The help: every key of the screen below, from the table that its bindings are made of."""

from __future__ import annotations

from itertools import groupby

from textual.content import Content

from attn_tui.keys import Key
from attn_tui.screens.panel import Panel
from attn_tui.view.safe_text import visible

Part = str | tuple[str, str]


class HelpScreen(Panel):
    """Keys by group, then what the model is."""

    def __init__(self, keys: tuple[Key, ...], about: str = "") -> None:
        super().__init__("Keys", Content.assemble(*key_lines(keys), *about_lines(about)))


def key_lines(keys: tuple[Key, ...]) -> list[Part]:
    """A heading for each group, a line for each key."""
    parts: list[Part] = []
    for group, members in groupby(keys, key=lambda key: key.group):
        parts.append((f"{group}\n", "bold"))
        for key in members:
            parts += [(f"  {key.shown:<7}", "$accent"), f"{key.what}\n"]
        parts.append("\n")
    return parts


def about_lines(about: str) -> list[Part]:
    """What the model is and what it cannot show."""
    return [("The model\n", "bold"), f"  {visible(about)}\n"] if about else []
