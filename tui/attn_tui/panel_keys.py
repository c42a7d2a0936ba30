"""The keys of the panels that lie over a screen."""

from __future__ import annotations

from attn_tui.key import Key, in_table
from attn_tui.keys import LIST_ENDS

PANEL, LIST = "In a panel", "In a list"

PANEL_KEYS = in_table(
    "panel",
    Key("down,j", "scroll(1)", "↓ j", "One line on", PANEL),
    Key("up,k", "scroll(-1)", "↑ k", "One line back", PANEL),
    Key("pagedown,ctrl+d,space", "scroll(10)", "PgDn Ctrl+D Space", "Ten lines on", PANEL),
    Key("pageup,ctrl+u", "scroll(-10)", "PgUp Ctrl+U", "Ten lines back", PANEL),
    Key("home,g", "scroll(-999)", "Home g", "To the beginning", PANEL),
    Key("end,G", "scroll(999)", "End G", "To the end", PANEL),
    Key("escape,q,enter,question_mark", "leave", "Esc q Enter ?", "Back", PANEL),
)
"""The panels to read: this help, the terms of a cell, the code."""

_MOVES = (
    Key("down,j", "move(1)", "↓ j", "The next line", LIST),
    Key("up,k", "move(-1)", "↑ k", "The line before", LIST),
    *LIST_ENDS,
)
_LIST = (*_MOVES, Key("enter", "choose", "Enter", "Choose it", LIST))

MODEL_KEYS = in_table(
    "models",
    *_LIST,
    Key("slash", "other", "/", "Type a name", LIST, "/ type a name"),
    Key("escape,q,M", "leave", "Esc q M", "Back", LIST),
)
"""The list of models."""

PLACE_KEYS = in_table(
    "places",
    *_LIST,
    Key("left,h", "dtype(-1)", "← h", "The dtype before", LIST),
    Key("right,l", "dtype(1)", "→ l", "The next dtype", LIST),
    Key("escape,q,B", "leave", "Esc q B", "Back", LIST),
)
"""The list of backends and devices."""

CONTENTS_KEYS = in_table("contents", *_LIST, Key("escape,q,i", "leave", "Esc q i", "Back", LIST))
"""The list of a lesson's steps."""

EXPORT_KEYS = in_table(
    "export",
    *_MOVES,
    Key("enter", "write", "Enter", "Write the file", LIST),
    Key("slash", "name", "/", "Another name for the file", LIST),
    Key("escape,q,S", "leave", "Esc q S", "Back", LIST),
)
"""The list of what can be taken away."""
