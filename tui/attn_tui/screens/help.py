"""The help: every key of the screen below, from the table that its bindings are made of."""

from __future__ import annotations

from itertools import groupby

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.content import Content

from attn_tui.key import Key
from attn_tui.key_names import shown
from attn_tui.keymap import Keymap, keymap_of, own
from attn_tui.panel_keys import PANEL_KEYS
from attn_tui.screens.panel import Panel
from attn_tui.view.labels import fit
from attn_tui.view.safe_text import visible

Part = str | tuple[str, str]

NARROWEST = 7
"""Columns that the keys have at least."""


class HelpScreen(Panel):
    """Keys by group, as they are set; then which keys other texts name; then what the model is."""

    def __init__(self, keys: tuple[Key, ...], about: str = "") -> None:
        super().__init__("Keys", Content())
        self.keys = keys
        self.about = about

    def compose(self) -> ComposeResult:
        """The keys of the app that it is shown in."""
        keymap = keymap_of(self.app)
        keys = (*keymap.applied(self.keys), *keymap.applied(PANEL_KEYS))
        self.body = Content.assemble(
            *changed_lines(keymap, self.keys), *key_lines(keys), *about_lines(self.about)
        )
        yield from super().compose()


def key_lines(keys: tuple[Key, ...]) -> list[Part]:
    """A heading for each group, a line for each key."""
    parts: list[Part] = []
    for group, members in groupby(keys, key=lambda key: key.group):
        lines = tuple(members)
        width = max(NARROWEST, *(cell_len(key.shown) + 2 for key in lines))
        parts.append((f"{group}\n", "bold"))
        for key in lines:
            parts += [("  " + fit(key.shown, width), "$accent"), f"{key.what}\n"]
        parts.append("\n")
    return parts


def changed_lines(keymap: Keymap, keys: tuple[Key, ...]) -> list[Part]:
    """The keys that lessons and other texts name, where they are not the ones that are set."""
    lines = []
    for before, after in keymap.changed(keys):
        here = after.keys.split(",")
        gone = " ".join(shown(each) for each in before.keys.split(",") if each not in here)
        if gone:
            lines.append(f"  {gone} is {shown(own(here))} here: {after.what}\n")
    if not lines:
        return []
    return [("Lessons and other texts name the standard keys\n", "bold"), *lines, "\n"]


def about_lines(about: str) -> list[Part]:
    """What the model is and what it cannot show."""
    return [("The model\n", "bold"), f"  {visible(about)}\n"] if about else []
