"""Answers: computed by the engine, told apart from wrong ones, and those met with what they mean."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from attn_engine import load_model
from attn_lessons.answers import Seen, answer_of, judge, shuffled
from attn_lessons.lesson import CellAsk, Reference, Show
from attn_lessons.numbers import figure, parse_number
from attn_lessons.places import find, traced
from attn_lessons.reader import course, read_lesson
from tests.lessons.lesson_making import spoilt, written

TASKS = [
    pytest.param(ask, step.scene, id=f"{lesson.id}/{ask.id}")
    for lesson in course()
    for step in lesson.steps
    for ask in step.asks
]
COMPUTED = [task for task in TASKS if task.values[0].kind in {"number", "cell"}]
PLAIN = Show("Money bank grows", "toy", "softmax", variant="plain", positions=False)


@cache
def other_model(name: str, seed: int):
    """The model with all that was learned or written replaced by random numbers."""
    model = load_model(name)
    random = np.random.default_rng(seed)

    def another(array):
        return None if array is None else random.normal(0, 1, array.shape).astype(array.dtype)

    layers = tuple(
        replace(layer, w_q=another(layer.w_q), w_k=another(layer.w_k), w_v=another(layer.w_v))
        for layer in model.layers
    )
    positions = random.normal(0, 1, (64, model.d_model)).astype("float32")
    return replace(
        model, table=another(model.table), layers=layers, positions=lambda n: positions[:n].copy()
    )


@pytest.mark.parametrize(("ask", "scene"), TASKS)
def test_each_task_takes_the_computed_answer(ask, scene):
    assert judge(ask, scene, answer_of(ask, scene)).right


@pytest.mark.parametrize(("ask", "scene"), TASKS)
def test_each_task_meets_wrong_answers_with_a_sentence(ask, scene):
    right = answer_of(ask, scene)
    wrong = {
        "number": lambda: [right + 1, -right - 1, "", "nan"],
        "cell": lambda: [(row, c) for row in range(2) for c in range(2) if (row, c) != right],
        "choice": lambda: [n for n in range(len(ask.options)) if n != right],
        "order": lambda: [right[::-1], shuffled(ask, 1), right[:1]],
        "goal": lambda: [Seen(traced(scene), scene.model, scene.head)],
        "code": lambda: [
            f"{ask.signature}\n{ask.start}",
            "",
            right.replace("return", "return 2 *"),
        ],
    }[ask.kind]()
    for answer in wrong:
        verdict = judge(ask, scene, answer)
        assert not verdict.right
        assert verdict.text.endswith((".", "?"))
        assert "wrong" not in verdict.text.lower()


@pytest.mark.parametrize(("ask", "scene"), COMPUTED)
def test_other_weights_have_other_answers(ask, scene):
    right = answer_of(ask, scene)
    others = {answer_of(ask, scene, lambda name, s=seed: other_model(name, s)) for seed in range(8)}
    if ask.reference.stage == "tokenize" or right == 0:
        # Tokens are cut without weights, and what is masked gets nothing from any.
        assert others == {right}
    else:
        assert others != {right}


def test_another_text_has_another_answer(tmp_path):
    ask = read_lesson(written(tmp_path)).steps[0].asks[0]
    text = spoilt(
        ('text = "Money bank grows"', 'text = "Money bank money"'), ('"Money"] }', "0] }")
    )
    changed = read_lesson(written(tmp_path, text)).steps[0]
    assert answer_of(ask, PLAIN) == answer_of(changed.asks[0], changed.scene) == 15
    assert answer_of(ask, replace(PLAIN, text="Money river bank")) == 15
    assert answer_of(ask, replace(PLAIN, variant="learned")) != 15


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0.5", 0.5), (".5", 0.5), ("1/2", 0.5), ("0,5", 0.5), ("50%", 0.5), ("5e-1", 0.5),
        (" - 1 / 2 ", -0.5), ("−.5", -0.5), ("+3.", 3.0), ("1/2/3", None), ("1/0", None),
        ("", None), ("nan", None), ("inf", None), ("1e999", None), ("½", None), ("0x10", None),
        ("1_0", None), ("9" * 10**6, None), ("e5", None), (".", None), ("1e400/1e400", None),
    ],
)  # fmt: skip
def test_numbers_are_read_as_people_write_them(text, number):
    assert parse_number(text) == number


@pytest.mark.parametrize(
    ("given", "meaning"),
    [
        ("12", "12 stands in row bank, column grows. Asked is row bank, column Money."),
        ("-15", "The size is right, the sign is not."),
        ("150", "The digits are right; the decimal point is not in its place."),
        (15 / np.sqrt(8), "5.303 is what this cell holds in the step scale; score is asked."),
        ("14.2", "14.2 is too small."),
        ("many", "That is no number; write it like 0.5, .5 or 1/2."),
        ("4", "4 is too small."),
    ],
)
def test_a_wrong_number_is_met_with_what_it_would_mean(tmp_path, given, meaning):
    ask = read_lesson(written(tmp_path)).steps[0].asks[0]
    assert judge(ask, PLAIN, given).text == meaning


# bank's weights are 0.1833, 0.7532, 0.0634; Money has 5 of money, bank and grows have 3 each.
@pytest.mark.parametrize(
    ("given", "meaning"),
    [
        (0.1833 * 5 + 0.7532 * 3, "3.176 comes out if 0.063 × 3 (grows) is left out."),
        (0.1833 * 10 + 0.8166 * 3, "4.283 comes out if 0.183 × 5 (Money) is counted twice."),
        (-0.1833 * 5 + 0.8166 * 3, "1.533 comes out if 0.183 × 5 (Money) has lost its sign."),
        ("3.40", "Close. Round less on the way."),
        ("17", "17 is too large. A mean lies between its numbers."),
    ],
)
def test_a_slip_in_the_sum_is_named(tmp_path, given, meaning):
    ask = read_lesson(written(tmp_path)).steps[0].asks[0]
    reference = Reference("sum", "bank", "money")
    ask = replace(ask, reference=reference, otherwise="A mean lies between its numbers.")
    assert judge(ask, PLAIN, given).text == meaning


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.99999994, "1"),
        (2.0001, "2"),
        (-np.inf, "-∞"),
        (np.inf, "∞"),
        (0.25, "0.25"),
        (1e-5, "1.0e-05"),
    ],
)
def test_figures_of_a_sentence(value, shown):
    assert figure(value) == shown


def test_a_masked_cell_is_judged(tmp_path):
    ask = CellAsk("id", "?", ("h",), "e", 1, Reference("mask", "Money", pick="largest"))
    scene = replace(PLAIN, mask="causal")
    assert judge(ask, scene, (0, 0)).right
    assert judge(ask, scene, (0, 2)).text == "grows has -∞ there; another is larger."


def test_a_mirrored_cell_is_recognised_where_the_matrix_is_not_symmetric(tmp_path):
    ask = read_lesson(written(tmp_path)).steps[0].asks[0]
    scene = replace(PLAIN, model="tiny", variant="learned")
    mirrored = replace(ask, reference=Reference("score", "Money", "bank"))
    text = judge(ask, scene, answer_of(mirrored, scene)).text
    assert text.endswith("stands in row Money, column bank. Asked is row bank, column Money.")


def test_a_goal_counts_only_where_it_is_asked(tmp_path):
    text = spoilt(("at_least = 0.99 }", "at_least = 0.99, layer = 0, head = 1 }"))
    text = text.replace('variant = "plain"\n', "").replace("{ text", "{ mask = 'window:1', text")
    lesson = read_lesson(written(tmp_path, text))
    (_, step), ask = lesson.steps, lesson.asks[1]
    alone = traced(replace(step.scene, text="bank"))
    assert judge(ask, step.scene, Seen(alone, "toy", 1)).right
    elsewhere = judge(ask, step.scene, Seen(alone, "toy", 0))
    assert elsewhere.text == "This is asked in head 1; the panes show head 0."
    nobody = judge(ask, step.scene, Seen(traced(replace(step.scene, text="river")), "toy", 1))
    assert nobody.text == "The task is about bank, which is not there now."


def test_one_of_several_places_of_a_word_is_enough(tmp_path):
    ask = read_lesson(written(tmp_path)).asks[1]
    two = traced(Show("bank river bank", mask="window:1", variant="plain"))
    assert judge(ask, PLAIN, Seen(two, "toy", 0)).right


def test_words_are_found_by_name_number_and_place():
    labels = ("The", "bank", "the", "bank", "@", "a@1")
    for word, index in (
        ("bank", 1), ("bank@3", 3), ("the", 2), ("The", 0), ("THE", 0), (5, 5), ("@", 4), ("BANK@3", 3),
    ):  # fmt: skip
        assert find(word, labels, "row") == index
    for word in ("bank@2", "bank@9", "river", 6, "", "a@1"):
        with pytest.raises(ValueError, match="there is no row"):
            find(word, labels, "row")


def test_a_shuffled_order_is_never_the_right_one():
    ask = next(ask for lesson in course() for ask in lesson.asks if ask.kind == "order")
    orders = {shuffled(ask, seed) for seed in range(50)}
    assert ask.items not in orders
    assert len(orders) > 1
    assert shuffled(ask, 3) == shuffled(ask, 3)
