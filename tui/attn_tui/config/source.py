"""The text of the config file, to say in which line something is wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Source:
    """Gathers the faults of a file, each at its line."""

    path: Path
    text: str
    _found: list[tuple[int, str]] = field(default_factory=list)

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong, in the order of the lines."""
        return tuple(sentence for _, sentence in sorted(self._found, key=lambda found: found[0]))

    def fault(self, section: str, name: str, sentence: str) -> None:
        """Note what is wrong with the setting `name` of a section, "" being above all sections.

        It begins with FILE:LINE; with FILE where it is written in a way that is not looked for.
        """
        line = self._line(section, name)
        where = f"{self.path}:{line}" if line else str(self.path)
        self._found.append((line or 0, f"{where}: {sentence}"))

    def _line(self, section: str, name: str) -> int | None:
        inside = ""
        dotted = ".".join(filter(None, (section, name)))
        for number, line in enumerate(self.text.splitlines(), 1):
            if header := re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line):
                inside = _unquoted(header[1])
                if inside == dotted:
                    return number
                continue
            setting = re.match(r"\s*([^=#]+?)\s*=", line)
            if setting and ".".join(filter(None, (inside, _unquoted(setting[1])))) == dotted:
                return number
        return None


def _unquoted(name: str) -> str:
    return re.sub(r"[\"'\s]", "", name)
