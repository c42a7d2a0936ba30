"""The section [keys] of the config file: keys of one's own for the commands."""

from __future__ import annotations

from typing import Any

from attn_tui.command.errors import suggestion
from attn_tui.config.source import Source
from attn_tui.key import Key
from attn_tui.key_names import SHOWN, key_named, printable, shown
from attn_tui.key_tables import TABLES, Table
from attn_tui.keymap import Keymap
from attn_tui.terminal.reach import FIXED, why_refused
from attn_tui.view.task_state import TYPED

Place = tuple[str, str]
"""A section and the name of a setting in it."""


def keymap_from(settings: dict[str, Any], source: Source) -> Keymap:
    """The keys that are set; what is wrong is noted and left out.

    A command of [keys] is set wherever there is one of that name, a command of [keys.walk] in the
    walk only, whatever [keys] says.
    """
    tables = {name: each for name, each in settings.items() if isinstance(each, dict)}
    everywhere = {name: each for name, each in settings.items() if name not in tables}
    reader = _Reader(source)
    reader.read("keys", everywhere, TABLES)
    for name, commands in tables.items():
        if name in TABLES:
            reader.read(f"keys.{name}", commands, {name: TABLES[name]})
        else:
            advice = f"there are {', '.join(TABLES)}"
            said = f"there is no screen {name!r}{suggestion(name, TABLES, advice)}"
            source.fault("keys", name, said)
    keymap = Keymap(reader.chosen)
    _find_clashes(keymap, reader.places, source)
    return keymap


class _Reader:
    """Gathers the keys of commands, by their ids, and where they were set."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.chosen: dict[str, tuple[str, ...]] = {}
        self.places: dict[str, Place] = {}

    def read(self, section: str, commands: dict[str, Any], tables: dict[str, Table]) -> None:
        """Take the settings of a section, which are of the commands of these tables."""
        known = [key for table in tables.values() for key in table.keys]
        for name, value in commands.items():
            meant = [key for key in known if key.command == name]
            if not meant:
                names = sorted({key.command for key in known})
                advice = "all commands are listed by attn-tui doctor --config"
                said = f"[{section}] has no command {name!r}{suggestion(name, names, advice)}"
                self.source.fault(section, name, said)
                continue
            written = [value] if isinstance(value, str) else value
            problem = _not_keys(name, written) or next(
                filter(None, (self._set(key, written) for key in meant)), None
            )
            if problem:
                self.source.fault(section, name, problem)
            else:
                self.places |= dict.fromkeys((key.id for key in meant), (section, name))

    def _set(self, key: Key, written: list[str]) -> str | None:
        """Give a command its keys besides those that are fixed; what is wrong with them, if any."""
        names = [name for name in key.keys.split(",") if name in FIXED]
        for each in written:
            name = key_named(each)
            problem = _unknown(each) if name is None else _problem(name, key)
            if problem:
                return problem
            names += filter(None, (name,))
        self.chosen[key.id] = tuple(dict.fromkeys(names))
        return None


def _not_keys(name: str, written: object) -> str | None:
    if not isinstance(written, list) or not all(isinstance(each, str) for each in written):
        return f'keys are written as in {name} = "n" or {name} = ["n", "f2"]'
    return None if written else f"{name} needs a key; to give its key away, name another here"


def _unknown(written: str) -> str:
    known = (*SHOWN, "f1", "ctrl+u")
    advice = 'a key is written as in "n", "N", "/", "space", "pageup", "ctrl+u" or "f2"'
    return f"{written!r} is no key{suggestion(written, known, advice)}"


def _problem(name: str, key: Key) -> str | None:
    """Why a command cannot have a key; None if it can."""
    if name in key.keys.split(","):
        return None
    reason = why_refused(name)
    if reason:
        return f"{key.command} cannot be {shown(name)}: {reason}"
    if name in FIXED:
        return f"{key.command} cannot be {shown(name)}, which keeps its meaning everywhere"
    character = printable(name)
    if key.table == "editor" and character:
        return f"{key.command} cannot be {shown(name)}, which is typed where code is written"
    if key.table == "lesson" and character and character in TYPED:
        return f"{key.command} cannot be {shown(name)}: numbers are typed with it in lessons"
    return None


def _find_clashes(keymap: Keymap, places: dict[str, Place], source: Source) -> None:
    """Note each key that two commands of one screen would have."""
    for table in TABLES.values():
        owners: dict[str, Key] = {}
        for key in keymap.applied((*table.keys, *table.below)):
            for name in key.keys.split(","):
                other = owners.setdefault(name, key)
                if other is key:
                    continue
                mine, first = (key, other) if key.id in places else (other, key)
                source.fault(
                    *places[mine.id],
                    f"{shown(name)} cannot be {mine.command} {table.where}, as it is "
                    f"{first.command} there; give that another key, too",
                )
