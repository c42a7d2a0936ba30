"""The course as it is shipped: sound, of the size it should have, and answered by the weights."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from itertools import permutations
from math import cos

import numpy as np
import pytest

import attn_engine as ae
from attn_lessons.answers import Seen, answer_of, judge
from attn_lessons.heads import heads
from attn_lessons.lesson import Ask, Lesson, Show
from attn_lessons.places import sheet_of, traced
from attn_lessons.reader import course
from tests.lessons.by_hand import BANK, GROWS, MONEY, plain_bank
from tests.tui.commanding import command

LESSONS = {lesson.id: lesson for lesson in course()}
TASKS = {
    f"{lesson.id}/{ask.id}": (ask, step.scene)
    for lesson in course()
    for step in lesson.steps
    for ask in step.asks
}
each_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=list(LESSONS))
each_task = pytest.mark.parametrize(("ask", "scene"), TASKS.values(), ids=list(TASKS))

# How a lesson is built


def test_the_checker_finds_nothing_wrong():
    outcome = command("lessons", "check")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.text.count("nothing is wrong") == len(LESSONS) == 5


@each_lesson
def test_a_lesson_is_as_long_and_as_varied_as_the_syllabus_wants_it(lesson: Lesson):
    asks = lesson.asks
    assert 6 <= lesson.minutes <= 12
    assert 3 <= len(asks) <= 6
    assert any(ask.prompt.startswith("Predict") for ask in asks)
    assert any(ask.kind in {"number", "cell"} for ask in asks)
    assert any(
        ask.kind in {"number", "code"} and not ask.prompt.startswith("Predict") for ask in asks
    )
    assert any(ask.kind == "goal" for ask in asks)
    assert all(len(step.asks) <= 2 for step in lesson.steps)
    assert lesson.steps[-1].prose.lstrip().startswith("## What you can now do")
    assert not lesson.steps[-1].asks


@each_lesson
def test_a_lesson_leads_to_the_one_after_it(lesson: Lesson):
    ids = list(LESSONS)
    place = ids.index(lesson.id)
    assert all(ids.index(needed) < place for needed in lesson.needs)
    if place + 1 < len(ids):
        said = lesson.steps[-1].prose.split("Next:")[1]
        assert LESSONS[ids[place + 1]].title in said


@each_lesson
def test_something_changes_in_the_panes_at_nearly_every_step(lesson: Lesson):
    turns = zip(lesson.steps, lesson.steps[1:-1], strict=False)
    still = [step for before, step in turns if step.scene == before.scene and not step.asks]
    assert not still


# Answers


BY_HAND = {
    "context/analogy": 2 - 2 + 2.1,
    "context/same-row": 3,
    "context/who-is-heard": (1, 1),
    "tokenize/offset": len("unsuper"),
    "tokenize/case": 386,
    "tokenize/padding-weight": 0,
    "embed/largest-meaning": (0, 1),
    "position/cos-two": cos(2),
    "position/word-before": (2, 1),
    "first-principles/dot": 15,
    "first-principles/flows-looks": (2, 0),
    "first-principles/new-bank": plain_bank(MONEY, BANK, GROWS)[0],
}


def test_every_number_and_cell_was_worked_out_by_hand():
    computed = {name for name, (ask, _) in TASKS.items() if ask.kind in {"number", "cell"}}
    assert computed == set(BY_HAND)


@pytest.mark.parametrize("name", BY_HAND)
def test_what_is_worked_out_by_hand_is_right(name: str):
    ask, scene = TASKS[name]
    by_hand = BY_HAND[name]
    assert answer_of(ask, scene) == pytest.approx(by_hand, abs=1e-4)
    assert judge(ask, scene, by_hand).right
    if ask.kind == "number":
        assert judge(ask, scene, f"{by_hand:.3f}").right
        assert ask.tolerance < 0.006 or judge(ask, scene, f"{by_hand:.2f}").right


@each_task
def test_the_computed_answer_is_right_and_all_that_are_near_it_are_not(ask: Ask, scene: Show):
    right = answer_of(ask, scene)
    assert judge(ask, scene, right).right
    if ask.kind == "number":
        off = 1.01 * ask.tolerance + 1e-4 + abs(right) * 2e-6
        wrong = [right + off, right - off]
    elif ask.kind == "cell":
        wrong = _other_cells(ask, scene, right)
    elif ask.kind == "choice":
        wrong = [place for place in range(len(ask.options)) if place != right]
    elif ask.kind == "order":
        wrong = [items for items in permutations(ask.items) if items != ask.items]
    elif ask.kind == "goal":
        wrong = [Seen(traced(scene), scene.model, scene.head)]
    else:
        wrong = [
            right.replace("return ", "return 1.001 * "),
            right.replace("return ", "return -"),
            f"{ask.signature}\n{ask.start}",
        ]
    assert wrong
    for answer in wrong:
        verdict = judge(ask, scene, answer)
        assert not verdict.right, answer
        assert len(verdict.text.split()) >= 3


def _other_cells(ask: Ask, scene: Show, right: tuple[int, int]) -> list[tuple[int, int]]:
    """All cells but the one that is extreme; no task has two that are."""
    there = ask.reference.scene(scene)
    sheet = sheet_of(traced(there), there.stage, there.head, ask.reference.matrix)
    cells = np.ndindex(len(sheet.rows), len(sheet.columns))
    return [cell for cell in cells if cell != right]


# Answers come from the weights


@cache
def altered(name: str, seed: int) -> ae.Model:
    """The model with a little added to each of its weights and to its positions."""
    model = ae.load_model(name)
    random = np.random.default_rng(seed)

    def moved(array: np.ndarray) -> np.ndarray:
        return (array + random.normal(0, 0.4, array.shape)).astype(array.dtype)

    layers = tuple(
        replace(layer, **{w: moved(getattr(layer, w)) for w in ("w_q", "w_k", "w_v", "w_o")})
        for layer in model.layers
    )
    marks = random.normal(0, 0.4, (64, model.d_model)).astype("float32")
    return replace(
        model,
        table=moved(model.table),
        layers=layers,
        positions=lambda n: model.positions(n) + marks[:n],
    )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", [n for n, (ask, _) in TASKS.items() if ask.kind == "number"])
def test_other_weights_move_the_right_number(name: str, seed: int):
    ask, scene = TASKS[name]
    before, after = (
        answer_of(ask, scene),
        answer_of(ask, scene, lambda model: altered(model, seed)),
    )
    old = judge(ask, scene, before, lambda model: altered(model, seed))
    assert judge(ask, scene, after, lambda model: altered(model, seed)).right
    if ask.reference.stage == "tokenize" or name == "tokenize/padding-weight":
        # No weight cuts tokens, and none brings back what is masked.
        assert after == before
        assert old.right
    else:
        assert abs(after - before) > ask.tolerance
        assert not old.right
        assert not judge(ask, scene, after).right


@pytest.mark.parametrize("name", [n for n, (ask, _) in TASKS.items() if ask.kind == "cell"])
def test_other_weights_lead_to_another_cell(name: str):
    ask, scene = TASKS[name]
    before, led_astray = answer_of(ask, scene), 0
    for seed in range(12):
        # More is added here: a largest cell stays the largest under a little.
        after = answer_of(ask, scene, lambda model, s=seed: _shuffled_table(model, s))
        assert judge(ask, scene, after, lambda model, s=seed: _shuffled_table(model, s)).right
        led_astray += after != before
    assert led_astray


@cache
def _shuffled_table(name: str, seed: int) -> ae.Model:
    """The model whose words have each other's rows and whose weights are another's."""
    model = altered(name, seed)
    random = np.random.default_rng(seed)
    layers = tuple(
        replace(layer, w_q=random.permutation(layer.w_q, axis=1)) for layer in model.layers
    )
    return replace(model, table=random.permutation(model.table), layers=layers)


def test_the_head_of_each_lesson_is_what_its_reader_finds():
    assert heads() == tuple(lesson.head for lesson in course())


def test_the_heads_are_read_without_the_engine():
    code = (
        "import sys; from attn_lessons.heads import heads; heads(); print('numpy' in sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert run.stdout.strip() == "False"
