"""Make the pictures of the README from the app itself: python docs/make_pictures.py."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from attn_lessons.progress import Progress
from attn_lessons.reader import course
from attn_tui.app import AttnApp
from attn_tui.terminal.options import TerminalOptions
from attn_tui.view.session import Session

TEXT = "The animal didn't cross the street because it was too tired"
PICTURES = {
    "score": ((100, 30), Session(text=TEXT, model="toy", step="score", row=7, key=10)),
    "softmax": ((120, 36), Session(text=TEXT, layer=1, head=2, step="softmax", row=7, key=1)),
    "heads": (
        (120, 36),
        Session(text="River bank flows", model="toy", step="heads", head=1, row=1, dimension=1),
    ),
}
DRAWN = TerminalOptions(palette="truecolor", theme="dark")
"""Whatever terminal this runs in."""

LESSON, STEP, KEYS = "first-principles", 1, "12"
"""A task with a wrong answer typed in and judged."""


async def picture(app: AttnApp, size: tuple[int, int], *keys: str) -> str:
    """The SVG of an app after some keys, without the web fonts that Textual links to."""
    async with app.run_test(size=size) as pilot:
        await app.workers.wait_for_complete()
        await pilot.press(*keys)
        await pilot.pause()
        await pilot.pause()
        svg = app.export_screenshot(title="attn-tui")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono")


def lesson_app(folder: str) -> AttnApp:
    """The app, open at a step of a lesson that somebody has reached."""
    progress = Progress.open(Path(folder) / "progress.sqlite3")
    progress.visit(LESSON, STEP)
    lesson = next(lesson for lesson in course() if lesson.id == LESSON)
    return AttnApp(Session(""), lesson=lesson, progress=progress, options=DRAWN)


def keep(name: str, svg: str) -> None:
    """Write a picture beside this script."""
    Path(__file__).with_name(f"{name}.svg").write_text(svg, encoding="utf-8")


def main() -> None:
    """Make all of them."""
    for name, (size, session) in PICTURES.items():
        keep(name, asyncio.run(picture(AttnApp(session, options=DRAWN), size)))
    with TemporaryDirectory() as folder:
        keep("lesson", asyncio.run(picture(lesson_app(folder), (120, 36), *KEYS, "enter")))


if __name__ == "__main__":
    main()
