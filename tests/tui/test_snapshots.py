"""How the screens look, as SVG, at the versions pinned in constraints.txt."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from textual.pilot import Pilot

from attn_lessons.progress import Progress
from attn_tui.app import AttnApp
from attn_tui.view.session import Session
from tests.tui.lesson_making import lesson_app
from tests.tui.walking import ANIMAL, press, settle, toy_session

pytestmark = pytest.mark.skipif(
    version("textual") != "8.2.8" or sys.version_info[:2] != (3, 11),
    reason="snapshots are made with Python 3.11 and the Textual pinned in constraints.txt",
)

SCREENS = {
    "home-80x24": ((80, 24), Session(text=""), ()),
    "embed-80x24": ((80, 24), toy_session(text=ANIMAL, step="embed", row=1, dimension=2), ()),
    "score-80x24": ((80, 24), toy_session(text=ANIMAL, step="score", row=7, key=10), ()),
    "mask-80x24": (
        (80, 24),
        toy_session(text=ANIMAL, step="mask", mask="causal", row=4, key=2),
        (),
    ),
    "predict-80x24": ((80, 24), toy_session(text=ANIMAL, step="softmax", layer=1, row=7), ("p",)),
    "softmax-120x36": (
        (120, 36),
        toy_session(text=ANIMAL, step="softmax", layer=1, row=7, key=1),
        (),
    ),
    "score-light-120x36": (
        (120, 36),
        toy_session(text=ANIMAL, step="score", row=7, key=10),
        ("t",),
    ),
    "tiny-project-80x24": ((80, 24), Session(text=ANIMAL, step="project", row=7), ()),
    "tiny-softmax-120x36": (
        (120, 36),
        Session(text=ANIMAL, step="softmax", layer=1, head=2, row=7, key=1),
        (),
    ),
    "heads-200x50": (
        (200, 50),
        toy_session(text="River bank flows", step="heads", head=1, row=1, dimension=1),
        (),
    ),
}


@pytest.mark.parametrize("name", SCREENS)
def test_the_screen_looks_as_it_did(  # type: ignore[no-untyped-def]
    name: str, tmp_path: Path, snap_compare
) -> None:
    size, session, keys = SCREENS[name]

    async def walk(pilot: Pilot[None]) -> None:
        await settle(pilot)
        await pilot.press(*keys)
        await settle(pilot)

    progress = Progress.open(tmp_path / "progress.sqlite3")
    app = AttnApp(session, progress=progress)
    assert snap_compare(app, terminal_size=size, run_before=walk)


LESSON_SCREENS = {
    "lesson-choice-80x24": ((80, 24), ("n", "enter", "h")),
    "lesson-cell-120x36": ((120, 36), ("n", "s", "s", "n", "s", "n", "right", "enter")),
    "lesson-code-120x36": ((120, 36), (*"nssnsnsnsn", "enter")),
    "lesson-contents-80x24": ((80, 24), ("n", "down", "enter", "s", "n", "i")),
}


@pytest.mark.parametrize("name", LESSON_SCREENS)
def test_the_lesson_looks_as_it_did(  # type: ignore[no-untyped-def]
    name: str, tmp_path: Path, snap_compare
) -> None:
    size, keys = LESSON_SCREENS[name]

    async def learn(pilot: Pilot[None]) -> None:
        await settle(pilot)
        for key in keys:
            await press(pilot, key)

    assert snap_compare(lesson_app(tmp_path), terminal_size=size, run_before=learn)
