"""A TOML table of a lesson file: its fields taken one by one, each fault noted at its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any

from attn_lessons.lesson import Fault, Word
from attn_lessons.source import hidden_character

_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_WHERE = re.compile(r" \(at (line|end).*\)$")


class Block:
    """The fields of a table. What is wrong with one is noted, and a harmless value taken for it."""

    def __init__(
        self, what: str, table: Mapping[str, Any], lines: list[str], first: int, line: int
    ) -> None:
        """`lines` are those of the table, from line `first` of the file on; `line` stands for all."""
        self.what = what
        self.table = table
        self.lines = lines
        self.first = first
        self.line = line
        self.faults: list[Fault] = []
        self._broken = False
        self._taken: set[str] = set()

    @classmethod
    def parse(cls, what: str, lines: list[str], line: int) -> Block:
        """Read the TOML below a fence at `line`; if broken, the block is empty with that fault."""
        block = cls(what, {}, lines, line + 1, line)
        try:
            block.table = tomllib.loads("\n".join(lines))
        except tomllib.TOMLDecodeError as error:
            at = _AT_LINE.search(str(error))
            number = line + (int(at[1]) if at else max(1, len(lines)))
            reason = _WHERE.sub("", str(error))
            block.give_up(f"this is not TOML: {reason}", number)
        except RecursionError:
            block.give_up("this is nested too deeply")
        block._refuse_hidden()
        return block

    def fault(self, sentence: str, name: str | None = None, line: int | None = None) -> None:
        """Note what is wrong, at the line of a field or of the whole block."""
        if self._broken:
            return
        at = line if line is not None else self.line_of(name) if name else self.line
        self.faults.append(Fault(at, sentence))

    def give_up(self, sentence: str, line: int | None = None) -> None:
        """Note why the block cannot be read at all; its missing fields are no faults then."""
        self.fault(sentence, line=line)
        self._broken = True

    def line_of(self, name: str) -> int:
        """The line of the file that a field stands in; the block's if it is not written."""
        word = re.escape(name)
        field = re.compile(rf"(?:^|[{{,\s])[\"']?{word}[\"']?\s*=|^\s*\[+{word}\]")
        for number, text in enumerate(self.lines):
            if field.search(text):
                return self.first + number
        return self.line

    def has(self, name: str) -> bool:
        """Whether the field is written."""
        return name in self.table

    def text(self, name: str, default: str | None = None) -> str:
        """A text; without a default it must be there and say something."""
        value = self._take(name, default)
        if isinstance(value, str) and (value.strip() or default is not None):
            return value
        if value is not None:
            self.fault(f"{name} must be a text in quotes", name)
        return ""

    def one_of(self, name: str, known: Collection[str], default: str | None = None) -> str:
        """A text that is one of those known."""
        value = self.text(name, default)
        if value and value != default and value not in known:
            close = get_close_matches(value, list(known), 1)
            hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}"
            self.fault(f"there is no {name} {value!r}; {hint}", name)
        return value

    def whole(self, name: str, default: int | None = None) -> int:
        """A whole number, 0 or more."""
        value = self._take(name, default)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        if value is not None:
            self.fault(f"{name} must be a whole number counted from 0", name)
        return 0

    def number(self, name: str, default: float | None = None) -> float:
        """A finite number."""
        value = self._take(name, default)
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300:
            return float(value)
        if value is not None:
            self.fault(f"{name} must be a number", name)
        return 0.0

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false."""
        value = self._take(name, default)
        if not isinstance(value, bool):
            self.fault(f"{name} must be true or false", name)
            return default
        return value

    def texts(self, name: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of texts."""
        value = self._take(name, default)
        if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
            return tuple(value)
        if value is not None:
            self.fault(f"{name} must be a list of texts: [ ... ]", name)
        return ()

    def word(self, name: str) -> Word:
        """A row or a column: a token, the name of a dimension, or a number."""
        value = self._take(name, None)
        if _is_word(value):
            word: Word = value
            return word
        if value is not None:
            self.fault(f"{name} must be a word in quotes or a number counted from 0", name)
        return 0

    def cell(self, name: str) -> tuple[Word, Word]:
        """A cell [row, column]."""
        value = self._take(name, None)
        if isinstance(value, list) and len(value) == 2 and all(map(_is_word, value)):
            return (value[0], value[1])
        if value is not None:
            self.fault(f'{name} must be [row, column], as in ["bank", 0]', name)
        return (0, 0)

    def mapping(self, name: str, default: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """A table of free content."""
        value = self._take(name, default)
        if isinstance(value, Mapping):
            return value
        if value is not None:
            self.fault(f"{name} must be a table: {{ ... }}", name)
        return {}

    def part(self, name: str) -> Block:
        """A table within this one, whose faults are noted here."""
        line = self.line_of(name)
        part = Block(name, self.mapping(name), self.lines[max(0, line - self.first) :], line, line)
        part.faults = self.faults
        part._broken = not self.has(name)
        return part

    def parts(self, name: str, mark: str) -> tuple[Block, ...]:
        """A list of tables; each is looked for at the line that has the text of its field `mark`."""
        value = self._take(name, None)
        if value is not None and not (
            isinstance(value, list) and all(isinstance(item, Mapping) for item in value)
        ):
            self.fault(f"{name} must be a list of tables: [ {{ {mark} = ... }}, ... ]", name)
        parts = []
        start = max(0, self.line_of(name) - self.first)
        for item in value if isinstance(value, list) else []:
            if isinstance(item, Mapping):
                text = str(item.get(mark, ""))
                found = [n for n in range(start, len(self.lines)) if text and text in self.lines[n]]
                start = found[0] if found else start
                at = self.first + start
                part = Block(name, item, self.lines[start:], at, at)
                part.faults = self.faults
                parts.append(part)
        return tuple(parts)

    def refuse_others(self) -> None:
        """Note the fields that nobody has taken: they are misspelt or do not belong here."""
        for name in self.table:
            if name not in self._taken:
                close = get_close_matches(name, sorted(self._taken), 1)
                hint = f"; did you mean {close[0]}?" if close else ""
                self.fault(f"{self.what} has no field {name!r}{hint}", name)

    def _take(self, name: str, default: Any) -> Any:  # noqa: ANN401 - whatever TOML holds
        self._taken.add(name)
        value = self.table.get(name, default)
        if value is None:
            self.fault(f"{self.what} needs {name}")
        return value

    def _refuse_hidden(self) -> None:
        """TOML can spell in quotes what may not stand in the file."""
        for name, value in self.table.items():
            found = next(filter(None, map(hidden_character, _all_texts(value))), None)
            if found:
                self.fault(f"{found} has no place in {name}; delete it", name)


def _is_word(value: Any) -> bool:  # noqa: ANN401 - whatever TOML holds
    if isinstance(value, str):
        return value != ""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _all_texts(value: Any) -> list[str]:  # noqa: ANN401 - whatever TOML holds
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for item in value.items() for part in item for text in _all_texts(part)]
    if isinstance(value, list):
        return [text for item in value for text in _all_texts(item)]
    return []
