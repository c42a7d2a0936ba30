"""What a list of the course needs to know of each lesson, read without the engine and in no time."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

_ASK = re.compile(r"^```ask\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ID = re.compile(r'^id = "([^"]+)"$', re.MULTILINE)
_BREAK = re.compile(r"^---$", re.MULTILINE)


@dataclass(frozen=True)
class Head:
    """A lesson of the course: its title, its time, how many steps it has, the ids of its tasks."""

    id: str
    title: str
    minutes: int
    n_steps: int
    tasks: tuple[str, ...]


def course_folder() -> Path:
    """Where the lessons of the course lie, beside course.toml."""
    return Path(str(files("attn_lessons").joinpath("content")))


def course_paths() -> tuple[Path, ...]:
    """The files of the course in the order of course.toml."""
    folder = course_folder()
    table = tomllib.loads((folder / "course.toml").read_text("utf-8"))
    return tuple(folder / f"{name}.md" for name in table["lessons"])


@lru_cache(maxsize=1)
def heads() -> tuple[Head, ...]:
    """The heads of the course, in its order; the files are trusted to be as the checker wants them."""
    return tuple(_head(path.read_text("utf-8")) for path in course_paths())


def _head(text: str) -> Head:
    _, front, body = text.split("+++\n", 2)
    table = tomllib.loads(front)
    asks = _ASK.findall(body)
    tasks = tuple(match[1] for ask in asks if (match := _ID.search(ask)))
    n_steps = 1 + len(_BREAK.findall(body))
    return Head(table["id"], table["title"], table["minutes"], n_steps, tasks)
