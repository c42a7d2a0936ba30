"""Every lesson of the course from its first step to its last, by lines through a pipe."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from attn_lessons.lesson import GoalAsk
from attn_lessons.progress import Progress
from attn_lessons.reader import course
from tests.tui.plain_driving import progress_file, run_plain, script

LESSONS = {lesson.id: lesson for lesson in course()}


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_done_from_start_to_end_through_a_pipe(tmp_path: Path, name: str) -> None:
    lesson = LESSONS[name]
    outcome = run_plain(tmp_path, name, lines="\n".join(script(lesson)) + "\n")
    assert (outcome.returncode, outcome.stderr) == (0, b"")

    said = outcome.stdout.decode()
    lines = said.split("\n")
    assert all(line.isprintable() for line in lines)
    assert [line for line in lines[:-1] if not line.strip()] == []
    for number in range(1, len(lesson.steps) + 1):
        assert f"\nStep {number} of {len(lesson.steps)}." in said
    first = sum(isinstance(ask, GoalAsk) for ask in lesson.asks)
    tasks = len(lesson.asks)
    assert f"{tasks} of {tasks} tasks right, {first} at the first try." in lines

    with closing(Progress.open(progress_file(tmp_path))) as progress:
        assert progress.solved(name) == {ask.id for ask in lesson.asks}
        place = progress.place(name)
        assert place is not None
        assert place.step == place.furthest == len(lesson.steps) - 1
        for ask in lesson.asks:
            attempts = progress.attempts(name, ask.id)
            right = [attempt.right for attempt in attempts]
            assert right == ([True] if isinstance(ask, GoalAsk) else [False, True])


def test_a_wrong_answer_is_refused_in_words_and_a_right_one_explained(tmp_path: Path) -> None:
    lesson = LESSONS["first-principles"]
    said = run_plain(tmp_path, lesson.id, lines="\n\n22.3\n15\n").stdout.decode()
    wrong = "Not right. 22.3 is too large. Multiply number by number"
    right = "\nRight: 15.\nIt is 15. bank with itself makes 9 + 9 + 1 = 19"
    assert said.index("Task, a number. Work out the dot product") < said.index(wrong)
    assert said.index(wrong) < said.index(right) < said.index("Row bank: Money 15, bank 19")


def test_the_end_of_a_lesson_leads_to_the_next(tmp_path: Path) -> None:
    with closing(Progress.open(progress_file(tmp_path))) as progress:
        progress.visit("context", len(LESSONS["context"].steps) - 1)
    said = run_plain(tmp_path, "context", lines="\n").stdout.decode()
    assert "0 of 6 tasks right" in said
    assert "Still to do: step 3, 4, 6, 8, 11, 12. go 3 goes there, then type again." in said
    assert "Enter: the next lesson, Pieces of text. quit leaves.\nLesson: Pieces of text." in said
    assert said.endswith("Go on with: attn-tui learn tokenize --plain\n")
