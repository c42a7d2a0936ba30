"""From what a terminal sends to keys, where Textual's own parser takes it for something else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS as NUMBERS
from textual._xterm_parser import (
    BRACKETED_PASTE_END,
    BRACKETED_PASTE_START,
    XTermParser,
    _re_mouse_event,
)
from textual.keys import Keys
from textual.message import Message

ESC = "\x1b"
BEGINNINGS = "[O]P_^"
"""What stands after Esc in the sequence of a key or in an answer; anything else is a key itself."""

KEPT = frozenset({"\x1b\t", "\x1b\x7f"})
"""Shift+Tab of the Linux console, and the word before the cursor deleted."""

KEYPAD = {"\x1bOl": ",", "\x1bOX": "="}
"""Keys of the keypad in application mode that Textual's table lacks."""

NOTHING = frozenset({"\x1bOE"})
"""The 5 of a keypad without figures."""

_NUMBERED = re.compile(r"\x1b\[(?!27;)(\d+)(?:;\d+)*~")
_WHOLE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-Z\\-~]")
_REPORT = re.compile(r"\x1b\[(\?[\d;]*\$y|M.{0,3}|<.*)")
_ANSWERS = re.compile(r"\x1b[\]P_^][^\x07\x1b]*(?:\x07|\x1b\\)")


class KeyParser(XTermParser):
    """Textual's parser, and besides: Esc and a key that come at once, unknown keys, late answers.

    Esc and a character become a key whose `character` is both of them, whatever its name is. A
    whole sequence that means nothing is dropped, where Textual types its characters, as it does
    with a terminal's answer to a question that was not asked here. Of an Esc in what is pasted
    Textual makes keys, which come before the rest.
    """

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pasted: str | None = None
        """What has come of a paste whose end has not."""

    def feed(self, data: str) -> Iterable[Message]:
        """The messages of some data, without the answers in it; a paste is taken as it is."""
        if not data:
            yield from super().feed(data)
        while data:
            if self._pasted is None:
                typed, starts, data = data.partition(BRACKETED_PASTE_START)
                if kept := _ANSWERS.sub("", typed):
                    yield from super().feed(kept)
                self._pasted = "" if starts else None
            else:
                pasted, ends, data = (self._pasted + data).partition(BRACKETED_PASTE_END)
                self._pasted = None if ends else pasted
                if ends:
                    yield events.Paste(pasted.replace("\0", ""))

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        if alt and len(sequence) == 1:
            return (escaped(sequence),)
        if len(sequence) == 2 and sequence[0] == ESC and sequence not in KEPT:
            return () if sequence[1] in BEGINNINGS else (escaped(sequence[1]),)
        if sequence in NOTHING:
            return (events.Key(Keys.Ignore, sequence),)
        return self._of_sequence(KEYPAD.get(sequence, sequence))

    def _of_sequence(self, sequence: str) -> Iterable[events.Key]:
        """The keys of a whole sequence or of a character; none for what is not whole."""
        numbered = _NUMBERED.fullmatch(sequence)
        if numbered and f"{numbered[1]}~" not in NUMBERS:
            return (_from_table(sequence),)
        keys = [_named(key, sequence) for key in super()._sequence_to_key_events(sequence)]
        if not keys and _WHOLE.fullmatch(sequence) and not _is_report(sequence):
            return (events.Key(Keys.Ignore, sequence),)
        return keys


def escaped(character: str) -> events.Key:
    """Esc and a character that came at once, by the name that Textual has for both."""
    found = ANSI_SEQUENCES_KEYS.get(ESC + character)
    if isinstance(found, tuple) and len(found) == 1:
        return events.Key(found[0].value, ESC + character)
    name = events.Key(_name(character), None).key
    if len(name) == 1 and name.isupper():
        name = f"shift+{name.lower()}"
    return events.Key(f"alt+{name}", ESC + character)


def _name(character: str) -> str:
    """The name of the key that a character alone is."""
    plain = next(iter(XTermParser()._sequence_to_key_events(character)), None)
    return plain.key if plain else character


def _named(key: events.Key, sequence: str) -> events.Key:
    """A key whose name is no control character."""
    modifiers, _, base = key.key.rpartition("+")
    if not base or base.isprintable():
        return key
    if not modifiers:
        return _from_table(sequence)
    return events.Key(f"{modifiers}+{_from_table(base).key}", None)


def _from_table(sequence: str) -> events.Key:
    """The key of a sequence in Textual's table; a key to be ignored if it stands for none there."""
    found = ANSI_SEQUENCES_KEYS.get(sequence)
    if isinstance(found, tuple) and len(found) == 1:
        return events.Key(found[0].value, None)
    return events.Key(Keys.Ignore, sequence)


def _is_report(sequence: str) -> bool:
    """Whether it is, or may become, a report of the mouse or of a mode."""
    return bool(_re_mouse_event.match(sequence) or _REPORT.fullmatch(sequence))


def understand_keys(driver_module: Any) -> None:  # noqa: ANN401 - a module of Textual's
    """Let a driver of Textual read its keys with our parser."""
    if hasattr(driver_module, "XTermParser"):
        driver_module.XTermParser = KeyParser
