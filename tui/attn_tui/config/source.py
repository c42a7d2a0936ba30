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
    faults: list[str] = field(default_factory=list)

    def fault(self, section: str, name: str, sentence: str) -> None:
        """Note what is wrong with the setting `name` of a section, "" being above all sections."""
        self.faults.append(f"{self.at(section, name)}: {sentence}")

    def at(self, section: str, name: str) -> str:
        """FILE:LINE of a setting; only FILE where it is written in a way that is not looked for."""
        line = self._line(section, name)
        return f"{self.path}:{line}" if line else str(self.path)

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
