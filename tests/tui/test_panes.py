"""The pictures of the course: their numbers by hand, the way in and the way back."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import exp, log, sqrt

import numpy as np
import pytest

import attn_engine as ae
from attn_tui.view.frame import frame_of
from attn_tui.view.panes import pane_of, panes, with_pane
from attn_tui.view.panes.pane_view import PaneView
from attn_tui.view.plot_spec import Plane
from attn_tui.view.session import Session
from attn_tui.view.titles import PANES
from tests.tui.walking import press, screen_text, settle, walk

RIVER = "River bank flows"
CAT = "the cat ate the mouse"


@cache
def traced(text: str = RIVER, model: str = "toy", **how: object) -> ae.Trace:
    return ae.trace(ae.load_model(model), text, **how)


def seen(name: str, trace: ae.Trace, cell: tuple[int, int] = (0, 0), **options: object) -> PaneView:
    return pane_of(name, options, trace, Session(trace.text, pane_cell=cell))


def test_every_picture_has_a_title():
    assert [name for name, _ in PANES] == list(panes())


def test_one_hot_rows_have_columns_for_words_that_the_table_lacks():
    trace = traced("COVID reached the bank")
    view = seen("one-hot", trace)
    row = view.board.result.values[0]
    assert view.board.result.columns.labels[int(row.argmax())] == "covid"


@pytest.mark.parametrize("name", panes())
@pytest.mark.parametrize("cell", [(0, 0), (2, 1), (999, 999)])
def test_every_picture_explains_the_cell_of_its_cursor(name: str, cell: tuple[int, int]):
    for trace in (traced(), traced(CAT, "tiny", layer=1), traced("it", mask="padding:3")):
        view = seen(name, trace, cell)
        row, column = view.board.cursor
        value = float(view.board.result.values[row, column])
        if view.arithmetic.pieces:
            assert sum(view.arithmetic.products) == pytest.approx(value, abs=1e-5)
        else:
            assert view.arithmetic.value in view.arithmetic.whole or float(value).is_integer()
        assert view.prose
        assert all(sentence.endswith(".") for sentence in view.prose)


def test_tf_idf_by_hand():
    view = seen("tfidf", traced(), (0, 1), texts=["cat cat dog", "dog"])
    np.testing.assert_allclose(view.board.result.values, [[2 * log(2), 0], [0, 0]])
    assert view.arithmetic.whole == "1 × log(2/2) = 1 × 0 = 0"


def test_the_bags_of_both_dogs_are_alike():
    assert "very same row" in seen("bag-of-words", traced()).prose[1]


def test_the_sum_of_words_lands_on_queen():
    trace = traced("king")
    view = seen("analogy", trace)
    np.testing.assert_allclose(view.board.result.values[0], view.board.result.values[1])
    assert view.plot.labels[0] == "queen"
    with pytest.raises(ValueError, match="kong"):
        seen("analogy", trace, sum="kong-man")


def test_where_bank_moves_by_hand():
    # Measured from the middle of the seven points, (30.5, 30.2) / 7.
    bank = np.array([4.5, 4.5]) - np.array([30.5, 30.2]) / 7
    river = np.array([7.5, 7.5]) - np.array([30.5, 30.2]) / 7
    own, other = exp(bank @ bank / sqrt(2)), exp(bank @ river / sqrt(2))
    share = other / (own + other)
    goal = share * 7.5 + (1 - share) * 4.5
    plot = seen("plane", traced()).plot
    assert isinstance(plot, Plane)
    assert plot.goal == pytest.approx((goal, goal))
    assert plot.goal == pytest.approx((6.5, 6.5), abs=0.01)
    by_water = seen("plane", traced(), words=["river", "water", "nature"]).plot
    assert isinstance(by_water, Plane)
    assert by_water.goal == pytest.approx((6.7, 6.7), abs=0.05)


def test_bank_stays_without_company():
    plot = seen("plane", traced("The bank is old")).plot
    assert isinstance(plot, Plane)
    assert plot.goal is None


def test_multiplications_are_counted():
    assert "3 × 131 × 8 = 3,144 multiplications, 3,120 by 0" in seen("lookup", traced()).prose[0]


def test_three_likenesses_disagree_about_bank():
    trace = traced("Money bank grows", variant="plain", positions=False)
    view = seen("similarity", trace, (1, 0))
    assert view.prose == (
        "“bank” and “Money”: distance 3.74, cosine 0.69, dot product 15.00.",
        "Most like “bank”: “grows” by distance, “grows” by cosine, “Money” by dot product.",
    )


@pytest.mark.parametrize("model", ["toy", "tiny"])
def test_without_positions_a_shuffle_only_moves_rows(model: str):
    trace = traced(CAT, model, positions=False)
    view = seen("shuffle", trace, swap=["cat", "mouse"])
    out = trace["heads"]["out"].values
    np.testing.assert_allclose(view.board.result.values, out[[0, 4, 2, 3, 1]], atol=2e-6)
    assert "no order is seen" in view.prose[1]


def test_what_tells_the_order():
    assert "positions tell the order" in seen("shuffle", traced(CAT)).prose[1]
    causal = traced(CAT, mask="causal", positions=False)
    assert "the mask tells the order" in seen("shuffle", causal).prose[1]


def test_the_table_of_the_syllabus():
    expected = [[0, 1, 0], [0.84, 0.54, 0], [0.91, -0.42, 0], [0.14, -0.99, 0.01]]
    values = seen("sinusoids", traced()).board.result.values
    np.testing.assert_array_equal(values[:4].round(2), expected)
    assert seen("bands", traced()).board.result.values.shape == (100, 400)


@pytest.mark.parametrize("k", [-4, 3])
def test_a_step_turns_every_place(k: int):
    view = seen("rotation", traced(), k=k, positions=10)
    assert "agree" in view.prose[1]
    known = slice(max(0, -k), 10)
    table = ae.sinusoidal(20, 6)[np.arange(10)[known] + k]
    np.testing.assert_allclose(view.board.result.values[known], table, atol=1e-14)


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("nosuch", {}, "there is no pane 'nosuch'"),
        ("bands", {"width": 3}, "has no option 'width'; it takes positions, d_model, base"),
        ("bands", {"positions": 0}, "must be a whole number from 1 to 2000"),
        ("rotation", {"d_model": 3}, "must be even"),
        ("sinusoids", {"base": "e"}, "must be a number above 1"),
        ("tfidf", {"texts": []}, "must be a list of 1 to 24 texts"),
        ("tfidf", {"texts": ["?!"]}, "no words"),
        ("plane", {"words": ["bank", "cat"]}, "'cat' is not in the plane"),
        ("shuffle", {"swap": ["bank", "cat"]}, "'cat' cannot be swapped"),
    ],
)
def test_wrong_options_are_told(name: str, options: dict[str, object], sentence: str):
    with pytest.raises(ValueError, match=sentence.replace("(", r"\(").replace("?", r"\?")):
        seen(name, traced(), **options)


def test_a_picture_of_nothing_leaves_the_step_and_says_why():
    session = with_pane(Session(RIVER, "toy"), "analogy", {"sum": "kong"})
    frame = frame_of(traced(), session)
    assert "kong" in frame.prose[0]
    assert frame.board.result.symbol == "tokens"


async def test_the_palette_leads_to_a_picture_and_esc_back_to_the_cell():
    async with walk(RIVER, step="score", row=1, key=2) as (pilot, screen):
        await press(pilot, "colon")
        await press(pilot, *"tf-idf")
        await press(pilot, "enter")
        assert screen.session.pane == "tfidf"
        await press(pilot, "down", "right", "right")
        assert screen.session.pane_cell == (1, 2)
        assert "TF-IDF" in screen_text(pilot)
        assert "Esc the step" in screen_text(pilot)
        await press(pilot, "escape")
        assert screen.session == replace(screen.session, pane=None, row=1, key=2, step="score")
        assert screen.frame is not None
        assert screen.frame.board.cursor == (1, 2)


@pytest.mark.parametrize("key", ["n", "7", "w"])
async def test_going_to_a_step_leaves_the_picture(key: str):
    async with walk(RIVER) as (pilot, screen):
        screen.action_look("bands")
        await settle(pilot)
        assert screen.session.zoom == "all"
        await press(pilot, "p")
        assert screen.prediction is None
        await press(pilot, key)
        assert screen.session.pane is None
        assert screen.session.zoom == "window"


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 36), (200, 40)])
async def test_every_picture_fits(size: tuple[int, int]):
    async with walk(RIVER, size=size) as (pilot, screen):
        for name in panes():
            screen.action_look(name)
            await settle(pilot)
            assert dict(PANES)[name] in screen_text(pilot)


async def test_the_plane_is_drawn_where_only_one_fits_and_follows_the_text():
    async with walk(RIVER) as (pilot, screen):
        screen.action_look("plane")
        await settle(pilot)
        assert "to (6.5, 6.5)" in screen_text(pilot)
        screen.want(replace(screen.wanted, text="Money bank grows"))
        await settle(pilot)
        assert "to (3.1, 4.0)" in screen_text(pilot)
