"""Which keys reach a program, and which the terminal or what runs in it keeps for itself."""

from __future__ import annotations

FIXED = (
    *("enter", "escape", "tab", "shift+tab", "backspace", "left", "right", "up", "down"),
    *map(str, range(10)),
)
"""The keys that mean the same everywhere, in the app and in its lessons: none is given away."""

REFUSED = {
    "ctrl+a": "it is GNU screen's own key, and often tmux's",
    "ctrl+b": "it is tmux's own key",
    "ctrl+c": "it interrupts programs",
    "ctrl+h": "terminals send it for Backspace",
    "ctrl+i": "terminals send it for Tab",
    "ctrl+j": "terminals send it for Enter, and VS Code takes it",
    "ctrl+left_square_bracket": "terminals send it for Esc",
    "ctrl+m": "terminals send it for Enter",
    "ctrl+p": "Docker and VS Code take it",
    "ctrl+q": "it goes on with output that was stopped, and ends the app",
    "ctrl+s": "it stops the output of many terminals",
    "ctrl+z": "it suspends programs",
}
"""Keys that no command gets, with what becomes of them on their way."""

ALT = "macOS Terminal sends no Alt, and elsewhere it cannot be told from Esc and the key"

_NAVIGATION = ("home", "end", "pageup", "pagedown")
_ARROWS = ("left", "right", "up", "down")
_SHIFTED = tuple(f"shift+{key}" for key in (*_ARROWS, *_NAVIGATION))
_CONTROLLED = tuple(f"ctrl+{key}" for key in (*_ARROWS, *_NAVIGATION))
_FUNCTIONS = tuple(f"f{number}" for number in range(1, 13))

LOST = {
    "tmux": frozenset({"ctrl+b"}),
    "GNU screen": frozenset({"ctrl+a", *_SHIFTED, *_CONTROLLED}),
    "VS Code": frozenset(
        {"ctrl+e", "ctrl+f", "ctrl+j", "ctrl+k", "ctrl+p", "ctrl+q", "ctrl+grave_accent"}
        | {*_FUNCTIONS, "ctrl+pageup", "ctrl+pagedown"}
    ),
    "macOS Terminal": frozenset(
        {*_NAVIGATION, *_SHIFTED, *_CONTROLLED, *_FUNCTIONS, "insert", "delete"}
    ),
    "the Linux console": frozenset({*_SHIFTED, *_CONTROLLED, "f11", "f12"}),
    "a desktop": frozenset({"f1", "f10", "f11", "ctrl+up", "ctrl+down"}),
}
"""Keys that one place does not let through, as it comes: a command with such a key has another, too."""


def why_refused(key: str) -> str | None:
    """Why no command gets a key; None if it may have it."""
    modifiers = set(key.split("+")[:-1])
    if modifiers & {"alt", "super", "meta", "hyper"}:
        return ALT
    if len(modifiers) == 2 or (modifiers and key.rsplit("+", maxsplit=1)[-1] in FIXED[-10:]):
        return "few terminals send it as a key of its own"
    return REFUSED.get(key)


def lost_in(key: str) -> tuple[str, ...]:
    """The places that do not let a key through."""
    return tuple(place for place, lost in LOST.items() if key in lost)
