"""Names for files: what they hold, as the first words of the text, and never one that is taken."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attn_tui.command.requests import ExportFormat

WORDS = 3


def file_name(*parts: str, suffix: str) -> str:
    """A name such as attn-score-the-animal.svg; letters and digits of any script, nothing else."""
    words = [word for part in parts for word in _words(part.lower())]
    return "-".join(["attn", *words])[:60].rstrip("-") + suffix


def suffix_of(form: ExportFormat) -> str:
    """What the name of a file in a format ends in."""
    return ".txt" if form == "text" else f".{form}"


def first_words(text: str) -> str:
    """The first words of a text."""
    return " ".join(_words(text)[:WORDS])


def _words(text: str) -> list[str]:
    """Runs of letters and digits; an apostrophe parts no word."""
    return re.findall(r"[^\W_]+", re.sub("['’]", "", text))


def free_name(path: Path) -> Path:
    """The path, or the next that is free: walk.svg, walk-2.svg, walk-3.svg."""
    numbered = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return path if not path.exists() else next(each for each in numbered if not each.exists())
