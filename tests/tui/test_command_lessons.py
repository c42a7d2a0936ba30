"""`attn-tui lessons` and `attn-tui learn`: the course in text, files checked, the app opened."""

import re

import pytest

from attn_lessons.progress import Progress
from attn_lessons.reader import course
from attn_tui.app import AttnApp
from attn_tui.command import running
from tests.lessons.lesson_making import GOOD, spoilt, written
from tests.tui.commanding import command


@pytest.fixture
def progress(tmp_path, monkeypatch):
    """The progress that the commands see, in a state folder of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path))
    opened = Progress.open()
    yield opened
    opened.close()


def test_the_list_says_how_far_one_is_in_80_columns(progress):
    first, second, *_ = course()
    progress.visit(first.id, len(first.steps) - 1)
    progress.visit(second.id, 2)
    progress.attempt(second.id, second.asks[0].id, "x", right=True)
    lines = command("lessons").text.splitlines()
    assert [line.split()[1] for line in lines[1 : 1 + len(course())]] == [x.id for x in course()]
    assert re.search(rf"0/{len(first.asks)}  read to the end$", lines[1])
    assert re.search(rf"1/{len(second.asks)}  step 3 of {len(second.steps)}$", lines[2])
    assert lines[3].endswith("not begun")
    assert max(map(len, lines)) <= 80


def test_a_task_once_wrong_is_offered_again(progress, monkeypatch):
    lesson = course()[0]
    progress.attempt(lesson.id, lesson.asks[0].id, "x", right=False)
    assert "another try" not in command("lessons").text
    monkeypatch.setattr("attn_lessons.progress.time.time", lambda: 4e9)
    assert f"Worth another try: {lesson.asks[0].id} of {lesson.id}." in command("lessons").text


def test_reset_forgets_one_lesson(progress):
    for lesson in course():
        progress.visit(lesson.id, 1)
    outcome = command("lessons", "reset", course()[0].id)
    assert (outcome.status, outcome.text.count("\n")) == (0, 1)
    assert progress.place(course()[0].id) is None
    assert progress.place(course()[1].id) is not None
    unknown = command("lessons", "reset", "contxt")
    assert unknown.status == 2
    assert "there is no lesson 'contxt'; did you mean context?" in unknown.err


def test_a_damaged_progress_file_is_said_and_the_list_is_printed(progress):
    progress.close()
    for found in progress.path.parent.iterdir():
        found.write_bytes(b"damaged" * 100)
    outcome = command("lessons")
    assert outcome.status == 0
    assert "Your progress file was damaged" in outcome.text
    assert "damaged" not in command("lessons").text


def test_check_says_each_fault_at_its_line(tmp_path):
    path = written(tmp_path, spoilt(("tolerance", "tolerence"), ("minutes = 3", "minutes = -3")))
    outcome = command("lessons", "check", str(path))
    assert outcome.status == 1
    assert outcome.text.splitlines() == [
        f"{path}:4: minutes must be a whole number counted from 0",
        f"{path}:24: ask has no field 'tolerence'; did you mean tolerance?",
    ]
    good = command("lessons", "check", str(written(tmp_path)))
    assert (good.status, good.text) == (0, f"{path}: nothing is wrong\n")


def test_the_lessons_of_the_course_have_no_faults():
    outcome = command("lessons", "check")
    assert outcome.status == 0
    assert outcome.text.count("nothing is wrong") == len(course())


@pytest.fixture
def opened(monkeypatch):
    """The lessons on which the app was opened."""
    lessons = []

    def run(app, **_):
        lessons.append(app.lesson)

    monkeypatch.setattr(running, "check_terminal", lambda *_, **__: None)
    monkeypatch.setattr(AttnApp, "run", run)
    return lessons


def test_learn_opens_a_lesson_a_file_the_first_one_or_the_last(progress, opened, tmp_path):
    assert command("learn").status == 0
    progress.visit(course()[2].id, 1)
    for words in ([], ["embed"], ["3"], [str(written(tmp_path))]):
        assert command("learn", *words).status == 0
    assert [lesson.id for lesson in opened] == [
        "context",
        course()[2].id,
        "embed",
        "embed",
        "small",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (spoilt(("Some prose.", "\x1b[2J")), ":8: an escape sequence (U+001B) has no place"),
        (spoilt(('"bank", "Money"]\n', '"banc", "Money"]\n')), ":16: there is no row 'banc'"),
        (
            spoilt(('stage = "score"\n', 'stage = "score"\npane = "planes"\n')),
            ":14: there is no pane",
        ),
        (GOOD * 400, ":1: the file is larger than 256 KiB"),
        (
            spoilt(("minutes = 3", "minutes = x"), ("tolerance", "tol")),
            "; 1 more: attn-tui lessons",
        ),
    ],
)
def test_a_file_with_faults_is_not_opened(opened, tmp_path, text, sentence):
    outcome = command("learn", str(written(tmp_path, text)))
    assert (outcome.status, opened) == (2, [])
    assert sentence in outcome.err
    assert outcome.err.count("\n") == 1
    assert outcome.err.strip().isprintable()


def test_a_lesson_that_is_not_there_is_said(opened):
    outcome = command("learn", "embd")
    assert "there is no lesson 'embd'; did you mean embed?" in outcome.err
    assert "there is no such file" in command("learn", "nowhere.md").err
    assert opened == []


def test_a_reset_that_cannot_be_kept_says_so(progress):
    progress.close()
    progress.path.unlink()
    progress.path.mkdir()
    outcome = command("lessons", "--reset", "context")
    assert (outcome.status, outcome.text) == (2, "")
    assert "nothing was forgotten: your progress cannot be kept" in outcome.err


def test_a_file_that_is_no_markdown_is_told_from_a_misspelt_lesson(progress, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ok.txt").write_text("mine")
    (tmp_path / course()[0].id).write_text("named like a lesson of the course")
    for words in (("learn", "ok.txt"), ("lessons", "reset", "ok.txt")):
        outcome = command(*words)
        assert (outcome.status, outcome.out) == (2, b"")
        assert outcome.err == (
            "attn-tui: a lesson's file ends in .md, which 'ok.txt' does not; rename it\n"
        )
    assert command("lessons", "reset", course()[0].id).status == 0
