"""A small lesson with a task of every kind by lines, and the same progress on the screen."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from attn_lessons.progress import DAY, Progress
from attn_lessons.reader import read_lesson
from attn_tui.plain.lesson import PlainLesson
from tests.tui.lesson_making import SMALL, lesson, page_text
from tests.tui.plain_driving import progress_file, run_plain, script
from tests.tui.walking import press


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "small.md"
    file.write_text(SMALL, "utf-8")
    return file


class Learner:
    """Says lines to a lesson in this process."""

    def __init__(self, path: Path, step: int) -> None:
        self.progress = Progress.open(path.with_name("progress.sqlite3"))
        self.progress.visit("small", step)
        self.plain = PlainLesson(read_lesson(path), self.progress, {})
        self.begun = self.plain.begin()

    def say(self, *lines: str) -> list[str]:
        return [said for line in lines for said in self.plain.hear(line)]


async def test_done_by_lines_it_is_done_on_the_screen(tmp_path: Path, path: Path) -> None:
    taught = read_lesson(path)
    outcome = run_plain(tmp_path, str(path), lines="\n".join(script(taught)) + "\n")
    assert (outcome.returncode, outcome.stderr) == (0, b"")
    said = outcome.stdout.decode()
    assert "6 of 6 tasks right, 1 at the first try." in said
    assert f"Go on with: attn-tui learn {path} --plain" in said

    shutil.copy(progress_file(tmp_path), tmp_path / "progress.sqlite3")
    async with lesson(tmp_path) as (pilot, screen):
        assert screen.state.step == screen.state.last
        assert "All 6 tasks are done." in page_text(screen)
        await press(pilot, "b")
        assert "def scores(x)" in page_text(screen)


async def test_begun_on_the_screen_it_goes_on_by_lines(tmp_path: Path, path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        await press(pilot, "n", "2")
        for _ in range(5):
            await press(pilot, "enter")
        assert screen.state.tasks["choice"].right
    target = progress_file(tmp_path)
    target.parent.mkdir()
    shutil.copy(tmp_path / "progress.sqlite3", target)
    said = run_plain(tmp_path, str(path)).stdout.decode()
    assert "It goes on where you were.\nStep 2 of 7. Choose and order.\n" in said
    assert "Task 2 of 2, an order." in said
    assert "Which word has two meanings?" not in said


def test_an_order_is_written_in_numbers_that_stay_what_they_were(path: Path) -> None:
    learner = Learner(path, 1)
    learner.say("2")
    listed = learner.say("task")
    numbers = {line.partition(". ")[2]: line.partition(". ")[0] for line in listed[1:4]}
    wrong = f"{numbers['an']} {numbers['bank']} {numbers['ban']}"
    assert learner.say("1 2") == ["Write all 3 numbers, each once, as in 3 2 1."]
    assert learner.say(wrong)[0].startswith("Not right. The first is right.")
    assert learner.say(f"{numbers['an']}, {numbers['ban']}, {numbers['bank']}")[0] == "Right."


def test_a_choice_is_a_number_or_a_letter(path: Path) -> None:
    learner = Learner(path, 1)
    assert learner.say("A") == ["Not right. A river is wet, that is all."]
    assert learner.say("7") == ["Answer with a number from 1 to 2."]
    assert learner.say("b")[0] == "Right: bank."


@pytest.mark.parametrize("answer", ["River", "flows, River", "0", "2, 0", ":cell 0, 0"])
def test_a_cell_is_a_column_or_a_row_and_a_column(path: Path, answer: str) -> None:
    learner = Learner(path, 3)
    said = learner.say(answer)
    assert said[0].startswith("Right:") is not answer.startswith(":")


def test_code_may_be_the_body_alone_and_a_full_stop_runs_it(path: Path) -> None:
    learner = Learner(path, 5)
    assert learner.say("return x", "hint") == []
    assert learner.say(":hint") == ["Hint: One product."]
    assert learner.say(":again")[0].startswith("Task, code to write.")
    said = learner.say("print('so')", "return x", ".")
    assert said[0].startswith("Not right. With x of shape")
    assert said[1:3] == ["It printed:", "so"]
    assert learner.say("", "return x @ x.T", ".")[1] == "Right, on 3 random inputs."
    attempts = learner.progress.attempts("small", "code")
    assert attempts[-1].answer == "def scores(x):\n    return x @ x.T\n"


def test_a_goal_is_reached_by_commands(path: Path) -> None:
    learner = Learner(path, 4)
    assert learner.say("check") == [
        "Not yet. Row bank, column bank has 0.479; it takes 0.7 or more."
    ]
    said = learner.say("/ The bank is old")
    assert "Text: The bank is old" in said
    assert "Reached. Row bank, column bank has 0.781." in said
    assert "Nobody else to ask." in said


def test_a_skipped_task_is_taken_up_again(path: Path) -> None:
    learner = Learner(path, 2)
    said = learner.say("skip")
    assert said[0] == "Skipped; again takes it up."
    assert "Half and half." in said
    assert learner.say("again")[0] == "Task, a number. How much nature is in bank?"
    assert learner.say("3")[0] == "Right: 3."
    assert learner.say("again", "3")[-1] == "Enter: step 4."


def test_what_is_due_again_is_said_and_can_be_done(path: Path, monkeypatch) -> None:
    learner = Learner(path, 2)
    learner.say("5", "3")
    assert not any("another try" in line for line in learner.begun)
    later = time.time() + 3 * DAY
    monkeypatch.setattr("attn_lessons.progress.time.time", lambda: later)
    again = Learner(path, 3)
    assert "Worth another try: step 3. go 3 goes there, then type again." in again.begun
    assert again.say("go 3", "again")[-2] == "Task, a number. How much nature is in bank?"
    assert again.say("3")[0] == "Right: 3."
    assert len(again.progress.attempts("small", "number")) == 3
    assert again.progress.review_due() == ()


def test_one_goes_back_and_on_no_further_than_the_task(path: Path) -> None:
    learner = Learner(path, 2)
    assert learner.say("next") == [
        "First this task; hint helps, skip lets it be, task reads it again."
    ]
    assert learner.say("go 5") == ["That step is not open yet."]
    assert learner.say("back")[0] == "Step 2 of 7. Choose and order."
    assert learner.say("where") == [
        "Step 2 of 7 of the lesson Every kind of task. 0 of 6 tasks right."
    ]
    assert learner.say("go 1")[0] == "Step 1 of 7."
    assert learner.say("back") == ["This is the first step."]


def test_what_cannot_be_done_is_said_in_a_sentence(path: Path) -> None:
    learner = Learner(path, 0)
    for line, said in {
        "head 9": "There is no head 9; there are 0 to 1.",
        "layer x": "A layer is a number counted from 0, as in layer 1.",
        "row tree": "There is no row 'tree'; the rows are River, bank, flows.",
        "cell": "Cell needs more, as in cell River, money.",
        "show stop": "There is no step stop; the steps are tokenize,",
        "mask all": "there are causal, window:W and padding:N",
        "model nowhere": "nowhere",
        "near xyzzy": "xyzzy",
        "text": "The text is empty",
        "dance": '"dance" is no command; help lists the commands.',
        "answer 5": '"answer 5" is no command',
    }.items():
        heard = learner.say(line)
        assert len(heard) == 1, line
        assert said in heard[0], line
        assert heard[0].endswith(".")
    assert learner.say("show")[0] == "Shown: step 1, Embed."
