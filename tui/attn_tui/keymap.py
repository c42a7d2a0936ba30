"""The keys as a person has set them: which keys run a command, and how they are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from attn_tui.key import Key, hints
from attn_tui.key_names import shown
from attn_tui.terminal.reach import FIXED


@dataclass(frozen=True)
class Keymap:
    """`chosen` are the keys (Textual's names) of the commands, by their ids, that were set."""

    chosen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def applied(self, keys: tuple[Key, ...]) -> tuple[Key, ...]:
        """A table with the keys that are set."""
        return tuple(self._applied(key) for key in keys)

    def _applied(self, key: Key) -> Key:
        if key.id not in self.chosen:
            return key
        mine = self.chosen[key.id]
        return replace(
            key,
            keys=",".join(mine),
            shown=" ".join(map(shown, mine)),
            hint=self._rewritten(key.hint, key) if key.hint else "",
        )

    def _rewritten(self, hint: str, key: Key) -> str:
        """A hint with a key that is still the command's."""
        head, _, what = hint.partition(" ")
        gone = {shown(each) for each in key.keys.split(",")} - set(map(shown, self.chosen[key.id]))
        return f"{shown(own(self.chosen[key.id]))} {what}" if head in gone else hint

    def hints(self, keys: tuple[Key, ...]) -> tuple[str, ...]:
        """What the footer says of a table of keys."""
        return hints(self.applied(keys))

    def rewritten(self, written: tuple[str, ...], keys: tuple[Key, ...]) -> tuple[str, ...]:
        """Hints that name standard keys of a table, with the keys that are set."""
        of = {shown(each): key for key in keys for each in key.keys.split(",")}
        return tuple(
            self._rewritten(hint, key) if (key := of.get(head)) and key.id in self.chosen else hint
            for hint in written
            for head in (hint.partition(" ")[0],)
        )

    def keys_of(self, keys: tuple[Key, ...], *commands: str) -> frozenset[str]:
        """The names of the keys of some commands of a table; without any, of all."""
        return frozenset(
            name
            for key in self.applied(keys)
            if not commands or key.command in commands
            for name in key.keys.split(",")
        )

    def said(self, keys: tuple[Key, ...], command: str) -> str:
        """How a key of a command is written, for a sentence."""
        key = next(key for key in self.applied(keys) if key.command == command)
        return shown(own(key.keys.split(",")))

    def for_textual(self) -> dict[str, str]:
        """The keymap that Textual applies to bindings by their ids."""
        return {name: ",".join(keys) for name, keys in self.chosen.items()}

    def changed(self, keys: tuple[Key, ...]) -> tuple[tuple[Key, Key], ...]:
        """The commands of a table that have other keys than the standard ones, before and after."""
        return tuple(
            (before, after)
            for before, after in zip(keys, self.applied(keys), strict=True)
            if set(before.keys.split(",")) != set(after.keys.split(","))
        )


STANDARD = Keymap()


def own(names: Sequence[str]) -> str:
    """The first of a command's keys that could be another, else the first."""
    return next((name for name in names if name not in FIXED), names[0])


def keymap_of(app: object) -> Keymap:
    """The keymap of an app; the standard one for an app that has none."""
    found = getattr(app, "keymap", STANDARD)
    return found if isinstance(found, Keymap) else STANDARD
