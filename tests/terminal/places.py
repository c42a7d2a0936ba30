"""Where the app can be when it is ended: a way there for each."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.lessons.code_ask import CODE_ASK
from tests.terminal.lives import Life

CODE = (
    """\
+++
id = "code"
title = "Code"
minutes = 1
needs = []
+++

Write it.

```show
text = "River bank flows"
model = "toy"
stage = "score"
```

"""
    + CODE_ASK
    + """
---

## The end

Done.
"""
)
WRONG = "4321"
"""An answer that no task of the lesson takes."""


def home(folder: Path) -> Life:
    return Life(folder).see("Learn self-attention")


def walk(folder: Path) -> Life:
    return Life(folder, "Money bank grows").see("numpy float32")


def typing(folder: Path) -> Life:
    return walk(folder).keys("/ and so on").see("grows and so on")


def panel(folder: Path) -> Life:
    return walk(folder).keys("M").see("Another model")


def answered(folder: Path) -> Life:
    return answer(Life(folder, "learn", "first-principles"))


def answer(life: Life) -> Life:
    """Give a wrong answer to the task of the second step."""
    life.see("1 of ").keys("n").see("2 of ")
    return life.keys(f"{WRONG}\r").see("too large")


def answers_kept(folder: Path) -> list[str]:
    """What the file of the progress has."""
    (file,) = (folder / "state").rglob("progress.sqlite3")
    with closing(sqlite3.connect(file)) as connection:
        return [row[0] for row in connection.execute("SELECT answer FROM attempts")]


def writing(folder: Path) -> Life:
    (folder / "code.md").write_text(CODE, "utf-8")
    return (
        Life(folder, "learn", str(folder / "code.md")).see("1 of 2").keys("\r").see("Ctrl+Z undo")
    )


def running(folder: Path) -> Life:
    """A loop without end, in a process of its own."""
    life = writing(folder).keys("\x7f" * len("return ..."))
    life.keys("while True: 1").see("while True: 1").keys("\x12").wait_for_children()
    return life


def loading(folder: Path) -> Life:
    """A model whose weights never come: the thread that waits for them cannot be stopped."""
    model = folder / "model"
    model.mkdir()
    os.mkfifo(model / "config.json")
    life = walk(folder).keys("M").see("Another model").keys("/").see("such as")
    return life.keys(f"{model}\r").see("loading")


def refining(folder: Path) -> Life:
    """A long text, of which the rest is computed in the background."""
    (folder / "book.txt").write_text("The animal didn't cross the street.\n" * 4000)
    life = Life(folder, "--model", "toy", "--file", str(folder / "book.txt"))
    return life.see("sample")


PLACES: dict[str, Callable[[Path], Life]] = {
    place.__name__: place
    for place in (home, walk, typing, panel, answered, writing, running, loading, refining)
}
