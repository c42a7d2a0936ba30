"""A sentence of the corpus, with marks on the words that training or the report asks about."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Sentence:
    """A text, its kind, and `marks`: the character at which each marked word starts.

    `referent` is the mark of the noun that "it" stands for, `sense` a word that names the meaning
    of the ambiguous word marked "sense"; both are None where there is none.
    """

    text: str
    kind: str
    marks: dict[str, int] = field(default_factory=dict)
    referent: str | None = None
    sense: str | None = None


def parse(
    marked: str, kind: str, referent: str | None = None, sense: str | None = None
) -> Sentence:
    """Reads words parted by spaces, some marked as in `dog@living`; punctuation joins its word."""
    text = ""
    marks: dict[str, int] = {}
    for part in marked.split():
        word, _, mark = part.partition("@")
        if text and not re.fullmatch(r"[.,?!:;]", word):
            text += " "
        if mark:
            marks[mark] = len(text)
        text += word
    return Sentence(text, kind, marks, referent, sense)


def join(sentences: list[Sentence]) -> Sentence:
    """Several sentences in a row as one text, all their marks kept (their names must differ)."""
    text, referent, sense = "", None, None
    marks: dict[str, int] = {}
    for sentence in sentences:
        start = len(text) + 1 if text else 0
        text = f"{text} {sentence.text}" if text else sentence.text
        marks |= {name: start + at for name, at in sentence.marks.items()}
        referent, sense = referent or sentence.referent, sense or sentence.sense
    return Sentence(text, "several", marks, referent, sense)
