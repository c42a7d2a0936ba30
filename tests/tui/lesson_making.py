"""A small lesson with a task of every kind, and an app that is open on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from attn_lessons.progress import Progress
from attn_lessons.reader import read_lesson
from attn_tui.app import AttnApp
from attn_tui.computing import Models
from attn_tui.screens.lesson import LessonScreen
from attn_tui.view.session import Session
from attn_tui.widgets.page_text import PageText
from tests.lessons.code_ask import CODE_ASK
from tests.tui.walking import settle

SMALL = (
    """\
+++
id = "small"
title = "Every kind of task"
minutes = 3
needs = []
+++

A bank is **two things**.

```show
text = "River bank flows"
model = "toy"
stage = "embed"
cell = ["bank", "nature"]
```

---

## Choose and order

```ask
id = "choice"
kind = "choice"
prompt = "Which *word* has two meanings?"
options = [
  { text = "River", why = "A river is wet, that is all." },
  { text = "bank", right = true },
]
hints = ["It stands in the middle.", "It is bank."]
explanation = "So it needs its neighbours."
```

```ask
id = "order"
kind = "order"
prompt = "Put the pieces in order."
items = ["an", "ban", "bank"]
hints = ["Short before long."]
explanation = "Each is made of the one before."
```

---

## Work it out

```show
stage = "project"
```

```ask
id = "number"
kind = "number"
prompt = "How much nature is in bank?"
reference = { stage = "embed", cell = ["bank", "nature"] }
hints = ["As much as money."]
explanation = "Half and half."
```

---

## Predict

```show
stage = "softmax"
layer = 0
head = 1
cell = ["flows", "flows"]
```

```ask
id = "cell"
kind = "cell"
prompt = "Which word gets the largest weight of flows?"
reference = { stage = "softmax", pick = "largest", row = "flows" }
hints = ["Where does it flow?"]
explanation = "The river."
```

---

## Break it

```ask
id = "goal"
kind = "goal"
prompt = "Let bank give itself 0.7."
goal = { stage = "softmax", row = "bank", column = "bank", at_least = 0.7, layer = 0, head = 1 }
solution = { text = "The bank is old" }
hints = ["Leave out the river."]
explanation = "Nobody else to ask."
then = { stage = "heads", plot = true, cell = ["bank", "money"] }
```

---

## Write it

```show
stage = "score"
```

"""
    + CODE_ASK
    + """
---

## What you can now do

- Answer everything.
"""
)


def lesson_app(folder: Path, models: Models | None = None) -> AttnApp:
    """An app that is open on the small lesson, at the step that the progress in `folder` has."""
    path = folder / "small.md"
    path.write_text(SMALL, "utf-8")
    progress = Progress.open(folder / "progress.sqlite3")
    return AttnApp(Session(""), models, lesson=read_lesson(path), progress=progress)


@asynccontextmanager
async def lesson(
    folder: Path, size: tuple[int, int] = (120, 36), models: Models | None = None
) -> AsyncIterator[tuple[Pilot[None], LessonScreen]]:
    """The small lesson, taken up where it was left."""
    app = lesson_app(folder, models)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        yield pilot, screen
    app.progress.close()


def page_text(screen: LessonScreen) -> str:
    """All that the page says, as one line."""
    lines = [line for part in screen.query(PageText) for line in part.lay_out(part.size.width)]
    return " ".join(
        " ".join("".join(run.text for run in line).strip("▌│") for line in lines).split()
    )
