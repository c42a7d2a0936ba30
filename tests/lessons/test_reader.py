"""Lesson files: what is read of them, and each fault found at its line."""

import os
import re
from dataclasses import replace

import pytest

from attn_lessons.check import check_lesson
from attn_lessons.lesson import LessonFaults, Show
from attn_lessons.reader import course, following, read_lesson
from attn_lessons.source import MOST_BYTES
from tests.lessons.lesson_making import GOOD, spoilt, written


def test_what_a_show_leaves_out_is_as_before(tmp_path):
    first, second = read_lesson(written(tmp_path)).steps
    assert first.scene == Show(
        "Money bank grows", "toy", "score", variant="plain", positions=False, cell=("bank", "Money")
    )
    # A cell belongs to its step; all else stays.
    assert second.scene == Show(
        "Money bank grows", "toy", "softmax", variant="plain", positions=False, mask="causal"
    )
    assert (first.prose, first.line, second.prose, second.line) == (
        "Some prose.",
        8,
        "More prose.",
        31,
    )


def test_a_step_without_a_show_has_the_scene_of_the_one_before(tmp_path):
    text = GOOD.replace("---\n\nMore", "---\n\nNothing new.\n\n---\n\nMore")
    first, between, _ = read_lesson(written(tmp_path, text)).steps
    assert between.show is None
    assert between.scene == first.scene


def test_what_a_task_leads_to_is_shown_after_it_and_kept(tmp_path):
    text = GOOD.replace("tolerance = 0.01\n", 'tolerance = 0.01\nthen = { pane = "plane" }\n')
    first, second = read_lesson(written(tmp_path, text)).steps
    assert first.scene.pane is None
    assert first.asks[0].then == replace(first.scene, pane="plane")
    assert second.scene.pane == "plane"


PLANTED = [
    (('stage = "softmax"\nmask', 'stage = "sofmax"\nmask'), 34, "did you mean softmax?"),
    (('cell = ["bank", "Money"]\n```', 'cell = ["banc", "Money"]\n```'), 16, "there is no row 'banc'"),
    (('cell = ["bank", "Money"]\n```', 'cell = ["bank", 7]\n```'), 16, "columns are 0 to 2"),
    (('cell = ["bank", "Money"] }', 'cell = ["bank", "gold"] }'), 23, "there is no column 'gold'"),
    (('hints = ["Multiply in pairs."]', "hints = []"), 19, "at least one hint"),
    (("tolerance = 0.01", "tolerance = = 0.01"), 24, "this is not TOML"),
    (("tolerance = 0.01", "tolerence = 0.01"), 24, "did you mean tolerance?"),
    (
        ("tolerance = 0.01", 'tolerance = 0.01\nthen = { layer = 7 }'),
        25,
        "layer 7 is not there",
    ),
    (('id = "small"', 'id = "embed"'), 1, "the course has a lesson 'embed'"),
    (("Some prose.", "<div>lost</div>\n\nSome prose."), 8, "HTML is not drawn"),
    (("at_least = 0.99", "at_least = 0.99, at_most = 1.0"), 42, "a goal has one of"),
    (("minutes = 3\n", "minutes = 99999\n"), 4, "at most 600 minutes"),
    (("needs = []", 'needs = ["small"]'), 5, "a lesson cannot need itself"),
    (('text = "Money bank grows"', f'text = "{"bank " * 500}"'), 11, "at most 2000 characters"),
    (('"Fifteen."', '"15. Or so."'), 26, "begins like an item of a list"),
    (('"    return ..."', f'"    return {"1 + " * 3000}1"'), 54, "start is"),
    (("minutes = 3\n", "minutes = 'three'\n"), 4, "minutes must be a whole number"),
    (('mask = "causal"', 'mask = "windows:2"'), 35, "mask"),
    (('model = "toy"', 'model = "/nowhere"'), 12, "there is no model"),
    (('kind = "number"', 'kind = "guess"'), 21, "there is no kind 'guess'"),
    (("Some prose.", "Some \x1b[31mprose."), 8, "an escape sequence (U+001B)"),
    (("Some prose.", "Some &#x1b;[31mprose."), 8, "an escape sequence (U+001B)"),
    (('"Multiply in pairs."', '"Multiply \\u001b[2J"'), 25, "an escape sequence (U+001B)"),
    (("Some prose.", "prose " * 30), 8, "break this line"),
    (("Some prose.", "    " + "x = 1; " * 10), 8, "this line does not fit"),
    (("\n\n---\n\nMore", "\n\nAfter.\n\n---\n\nMore"), 29, "a step ends with its blocks"),
    (("Some prose.\n", "Some prose.\n---\n"), 9, "makes a heading of it"),
    (('id = "self"', 'id = "dot"'), 39, "there is a task 'dot' already"),
    (('text = "bank" }', 'text = "Money bank" }'), 42, "the solution does not reach the goal"),
    (("at_least = 0.99", "at_least = 0.1"), 42, "the goal is reached already"),
    (("tolerance = 0.01", "tolerance = -1"), 24, "tolerance must be 0 or more"),
    (('reference = "x @ x.T"', 'reference = "x @ y"'), 54, "NameError"),
    (('reference = "x @ x.T"', "reference = \"__import__('os').fork()\""), 54, "may not use it"),
    (('inputs = { x = ["n", "d"] }', 'inputs = { y = ["n", "d"] }'), 55, "name the arguments"),
    (('Money bank grows"\nmodel', '"\nmodel'), 11, "text"),
    (('explanation = "All pairs."\n```\n', 'explanation = "All pairs."\n'), 48, "is not closed"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "line", "sentence"), PLANTED, ids=[planted[2] for planted in PLANTED]
)
def test_a_fault_is_found_at_its_line_and_nothing_else_is(tmp_path, change, line, sentence):
    faults = check_lesson(written(tmp_path, spoilt(change)))
    assert [fault.line for fault in faults] == [line]
    assert sentence in faults[0].sentence
    assert faults[0].sentence.isprintable()


def test_ten_faults_in_one_file_are_all_found(tmp_path):
    text = spoilt(
        ("minutes = 3", "minutes = true"),
        ("Some prose.", "prose " * 30),
        ('["bank", "Money"]\n```', '["banc", "Money"]\n```'),
        ('["bank", "Money"] }', '["bank", "gold"] }'),
        ('stage = "softmax"\nmask', 'stage = "sofmax"\nmask'),
        ('id = "self"', 'id = "dot"'),
        ("at_least = 0.99", 'at_least = "much"'),
        ('solution = { text = "bank" }', 'solution = { txt = "bank" }'),
        ("inputs = { x", "inputs = { y"),
    )
    text += "\nAfter the blocks.\n"
    found = [fault.line for fault in check_lesson(written(tmp_path, text))]
    assert found == [4, 8, 16, 23, 34, 39, 42, 43, 55, 60]


@pytest.mark.parametrize(
    ("content", "line", "sentence"),
    [
        (b"", 1, "a lesson begins with +++"),
        (b"+++\nid = 'x'\n", 1, "is not closed with +++"),
        (b"+++\nid = 'x'\n\xff\n+++\n", 3, "not UTF-8"),
        (b"\x1b" * (MOST_BYTES + 1), 1, "larger than 256 KiB"),
        (b"+++\nid = " + b"[" * 100_000 + b"\n+++\nHello.\n", 1, "nested too deeply"),
    ],
)
def test_what_is_no_lesson_is_said(tmp_path, content, line, sentence):
    with pytest.raises(LessonFaults) as raised:
        read_lesson(written(tmp_path, content))
    fault = raised.value.faults[0]
    assert fault.line == line
    assert sentence in fault.sentence


def test_folders_pipes_and_nothing_are_refused_without_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe.md")
    for name, sentence in (
        ("pipe.md", "not a file"),
        ("", "a folder"),
        ("none.md", "no such file"),
    ):
        assert sentence in check_lesson(tmp_path / name)[0].sentence


@pytest.mark.parametrize("sign", ["> ", "+ ", "*a ", "``", "[", "&#"])
def test_markdown_that_is_hard_to_read_is_read(tmp_path, sign):
    assert check_lesson(written(tmp_path, spoilt(("Some prose.", sign * 60_000))))


def test_the_course_has_no_faults_and_needs_only_earlier_lessons():
    done: list[str] = []
    for lesson in course():
        assert check_lesson(lesson.path) == ()
        assert lesson.id == lesson.path.stem
        assert set(lesson.needs) <= set(done)
        assert 6 <= lesson.minutes <= 12
        assert 3 <= len(lesson.asks) <= 6
        done.append(lesson.id)


def test_each_lesson_leads_to_the_next_and_one_of_ones_own_to_none():
    first, second, *_, last = course()
    assert following(first) == second
    assert following(last) is None
    assert following(replace(first, id="my-own")) is None


def test_every_lesson_predicts_works_out_and_breaks_something():
    for lesson in course():
        kinds = {ask.kind for ask in lesson.asks}
        assert "goal" in kinds
        assert kinds & {"number", "code"}
        assert any(re.match("Predict", ask.prompt) for ask in lesson.asks) or "cell" in kinds
