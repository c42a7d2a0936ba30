"""What a question asks for is not read out before it is answered, wherever one looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from attn_lessons.lesson import CellAsk, NumberAsk
from attn_lessons.places import find, sheet_of, traced
from attn_lessons.progress import Progress
from attn_lessons.reader import course
from attn_tui.plain.lesson import PlainLesson
from attn_tui.view.labels import label
from tests.tui.plain_driving import changes, right

ASKED = [
    (lesson, number, ask)
    for lesson in course()
    for number, step in enumerate(lesson.steps)
    for ask in step.asks
    if isinstance(ask, NumberAsk | CellAsk)
]


@pytest.mark.parametrize(("lesson", "number", "ask"), ASKED, ids=[ask.id for *_, ask in ASKED])
def test_the_row_that_is_asked_about_is_hidden(tmp_path: Path, lesson, number, ask) -> None:
    progress = Progress.open(tmp_path / "progress.sqlite3")
    progress.visit(lesson.id, number)
    plain = PlainLesson(lesson, progress, {})
    plain.begin()
    while plain.state.active is not ask:
        plain.hear("skip")

    scene = lesson.steps[number].scene
    there = ask.reference.scene(scene)
    sheet = sheet_of(traced(there), there.stage, there.head)
    row = find(ask.reference.row, sheet.rows, "row")
    columns = range(min(len(sheet.columns), 8))
    for line in (*changes(scene, there), f"show {there.stage}"):
        plain.hear(line)
    looks = [f":row {row}", "show", *(f":cell {row}, {column}" for column in columns)]
    heard = [line for look in looks for line in plain.hear(look)]
    heard += plain.hear("all")[: 1 + len(sheet.rows)]  # then comes what it is made of
    name = label(sheet.row(row))
    about = [line for line in heard if line.startswith((f"Row {name}: ", f"Cell {name}, "))]
    assert len(about) >= 3 + len(columns)
    assert {line.partition(": ")[2] for line in about} == {"hidden until you answer."}

    answered = [line for each in right(ask, scene) for line in plain.hear(each)]
    assert answered[0].startswith("Right: ")
    about = [line for line in answered if line.startswith(f"Row {name}: ")]
    assert about
    assert not any("hidden" in line for line in about)
    progress.close()
