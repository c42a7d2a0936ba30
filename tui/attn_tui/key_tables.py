"""All tables of keys, by the names that a config file calls them."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui import keys, panel_keys
from attn_tui.key import Key


@dataclass(frozen=True)
class Table:
    """The keys of one screen or panel, and where that is, as in "in the walk".

    `below` are keys of the screen that act there, too, so that none may be the same.
    """

    where: str
    keys: tuple[Key, ...]
    below: tuple[Key, ...] = ()


_SCREEN_OF_A_LESSON = tuple(
    key for key in keys.LESSON_KEYS if key.action in {"other_side", "restore"}
)

TABLES = {
    "walk": Table("in the walk", keys.WALK_KEYS, below=_SCREEN_OF_A_LESSON),
    "long": Table("on the map of a long text", keys.LONG_KEYS),
    "side": Table("side by side", keys.SIDE_KEYS),
    "costs": Table("on the screen of costs", keys.COST_KEYS),
    "home": Table("on the home screen", keys.HOME_KEYS),
    "course": Table("in the list of lessons", keys.COURSE_KEYS),
    "lesson": Table("on the page of a lesson", keys.LESSON_KEYS),
    "editor": Table("where code is written", keys.EDITOR_KEYS),
    "panel": Table("in a panel to read", panel_keys.PANEL_KEYS),
    "models": Table("in the list of models", panel_keys.MODEL_KEYS),
    "places": Table("in the list of devices", panel_keys.PLACE_KEYS),
    "contents": Table("in the list of a lesson's steps", panel_keys.CONTENTS_KEYS),
    "export": Table("in the list of what to save", panel_keys.EXPORT_KEYS),
}
