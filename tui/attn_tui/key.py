"""One command with its keys, and what is made of a table of them: bindings, and the footer's hints."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.binding import BindingType

NAMES = {
    "move(0,-1)": "left", "move(0,1)": "right", "move(-1,0)": "up", "move(1,0)": "down",
    "choose(0,-1)": "left", "choose(0,1)": "right", "choose(-1,0)": "up", "choose(1,0)": "down",
    "move(-1)": "up", "move(1)": "down", "dtype(-1)": "left", "dtype(1)": "right",
    "move(-10)": "page_up", "move(10)": "page_down", "move(-999)": "first", "move(999)": "last",
    "scroll(-1)": "up", "scroll(1)": "down", "scroll(-999)": "first", "scroll(999)": "last",
    "scroll(-10)": "page_up", "scroll(10)": "page_down", "read(-1)": "page_up", "read(1)": "page_down",
    "move(-10,0)": "page_up", "move(10,0)": "page_down",
    "edge(-1)": "first_column", "edge(1)": "last_column",
    "walk(-1)": "previous_step", "walk(1)": "next_step",
    "turn(-1)": "previous_step", "turn(1)": "next_step",
    "way(-1)": "previous_way", "way(1)": "next_way",
    "leaf(-1)": "earlier", "leaf(1)": "later",
    "change('head_before')": "previous_head", "change('head')": "next_head",
    "change('layer_before')": "previous_layer", "change('layer')": "next_layer",
    "head(-1)": "previous_head", "head(1)": "next_head",
    "layer(-1)": "previous_layer", "layer(1)": "next_layer",
    "zoom(False)": "zoom_out", "zoom(True)": "zoom_in",
    "length(0)": "whole", "length(16)": "exact",
    "app.toggle_theme": "theme", "app.command_palette": "commands", "back": "leave",
    "copy(True)": "copy_matrix",
}  # fmt: skip
"""The commands whose names are not those of their actions."""


@dataclass(frozen=True)
class Key:
    """One command: the keys that run it (Textual's names), its action, and how it is told.

    `shown` is how the keys are written in the help, under the heading `group`; `hint` is how the
    footer writes keys and word, "" for a key it leaves to the help; `palette` says whether the
    command palette lists it. `table` is the screen or panel whose key it is.
    """

    keys: str
    action: str
    shown: str
    what: str
    group: str
    hint: str = ""
    palette: bool = True
    table: str = ""

    @property
    def command(self) -> str:
        """The name that a config file calls it by, such as next_step, whatever its keys are."""
        if self.action in NAMES:
            return NAMES[self.action]
        action, _, argument = self.action.removeprefix("app.").rstrip(")").partition("(")
        argument = argument.strip("'")
        return argument if action == "change" else "_".join(filter(None, (action, argument)))

    @property
    def id(self) -> str:
        """The command with its table, such as walk.next_step."""
        return f"{self.table}.{self.command}"


def in_table(table: str, *keys: Key) -> tuple[Key, ...]:
    """The keys as those of a screen or a panel."""
    return tuple(replace(key, table=table) for key in keys)


def bindings(keys: tuple[Key, ...], of: str = "") -> list[BindingType]:
    """Textual's bindings for a table of keys; `of` names whose actions they are, as in "screen."."""
    from textual.binding import Binding  # noqa: PLC0415 - a config file is checked without Textual

    return [
        Binding(key.keys, of + key.action, key.what, show=False, id=key.id)
        for key in keys
        if key.keys
    ]


def hints(keys: tuple[Key, ...]) -> tuple[str, ...]:
    """What the footer says of a table of keys."""
    return tuple(key.hint for key in keys if key.hint)
