"""The names of keys: Textual's, those that a person writes, and those that are shown."""

from __future__ import annotations

import unicodedata

SHOWN = {
    "left": "←", "right": "→", "up": "↑", "down": "↓", "home": "Home", "end": "End",
    "pageup": "PgUp", "pagedown": "PgDn", "enter": "Enter", "escape": "Esc", "tab": "Tab",
    "space": "Space", "backspace": "Bksp", "delete": "Del", "insert": "Ins", "shift+tab": "S-Tab",
}  # fmt: skip
"""The keys that have names; a function key and a character are shown as they are."""

WRITTEN = {
    "esc": "escape", "return": "enter", "pgup": "pageup", "pgdn": "pagedown", "page_up": "pageup",
    "page_down": "pagedown", "del": "delete", "ins": "insert", "bksp": "backspace",
    "backtab": "shift+tab", "s-tab": "shift+tab",
}  # fmt: skip
"""Other names that a person may write."""

TEXTUALS = {
    "solidus": "slash", "reverse_solidus": "backslash", "commercial_at": "at",
    "hyphen_minus": "minus", "plus_sign": "plus", "low_line": "underscore",
}  # fmt: skip
"""The characters that Textual calls otherwise than Unicode does."""

FUNCTION_KEYS = tuple(f"f{number}" for number in range(1, 13))
MODIFIERS = ("ctrl", "alt", "shift", "super", "meta", "hyper")


def name_of_character(character: str) -> str:
    """Textual's name for the key of a character."""
    if character.isalnum():
        return character
    name = unicodedata.name(character, "").lower().replace("-", "_").replace(" ", "_")
    return TEXTUALS.get(name, name)


_CHARACTERS = {name_of_character(chr(code)): chr(code) for code in range(0x20, 0x7F)}


def key_named(written: str) -> str | None:
    """Textual's name for what a person calls a key, such as "/", "Ctrl+U" or PgUp; None if none."""
    if len(written) == 1:
        return name_of_character(written) or None
    if written in _CHARACTERS:
        return written
    name = written.lower()
    if name in WRITTEN:
        return WRITTEN[name]
    if name in SHOWN or name in FUNCTION_KEYS or name in _CHARACTERS:
        return name
    modifier, plus, rest = (
        name.rpartition("+") if not name.endswith("++") else (name[:-2], "+", "+")
    )
    if not plus or not modifier or not set(modifier.split("+")) <= set(MODIFIERS):
        return None
    key = key_named(rest)
    return f"{'+'.join(sorted(modifier.split('+')))}+{key}" if key else None


def shown(key: str) -> str:
    """How a key is written on the screen."""
    if key in SHOWN:
        return SHOWN[key]
    modifiers, _, rest = key.rpartition("+")
    if modifiers:
        name = shown(rest)
        held = [each.capitalize() for each in modifiers.split("+")]
        return "+".join((*held, name.upper() if len(name) == 1 else name))
    return _CHARACTERS.get(key, key.upper() if key in FUNCTION_KEYS else key)


def printable(key: str) -> str | None:
    """The character that a key types; None if it types none."""
    if key in _CHARACTERS:
        return _CHARACTERS[key]
    return key if len(key) == 1 else None
