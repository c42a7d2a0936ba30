"""The running sentences of the course."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Sentence:
    """A text to walk through, and in one line what to look for in it."""

    text: str
    why: str


def sentences() -> tuple[Sentence, ...]:
    """The sentences of `sentences.toml`, in its order."""
    table = tomllib.loads(files("attn_lessons").joinpath("sentences.toml").read_text("utf-8"))
    return tuple(Sentence(**entry) for entry in table["sentence"])
