"""Predict: the veil hides the row everywhere, and a guess is met with how far off and why."""

from __future__ import annotations

import pytest

from attn_tui.view.prediction import parse_value
from attn_tui.widgets.board import MatrixBoard
from attn_tui.widgets.plot import StepPlot
from tests.tui.walking import press, screen_text, walk


async def test_nothing_on_screen_gives_the_veiled_row_away() -> None:
    async with walk(step="softmax", row=7, layer=1, size=(120, 36)) as (pilot, screen):
        figures = {f"{value:.2f}" for value in screen.frame.board.result.values[7]} - {"0.00"}
        assert any(figure in screen_text(pilot) for figure in figures)
        await press(pilot, "p")
        text = screen_text(pilot)
        row = next(line for line in text.splitlines() if line.strip().startswith("it "))
        assert "?" in row
        assert not any(figure in row.split("?")[-1] for figure in figures)
        assert "] = ?" in text
        assert screen.query_one(StepPlot).spec is None
        assert all(word.weight == 0 for word in screen.frame.words)


async def test_the_right_cell_is_met_with_right_and_the_wrong_one_with_its_place() -> None:
    async with walk(step="softmax", row=7, layer=1) as (pilot, screen):
        await press(pilot, "p", "end", "home", "right", "enter")
        assert "Right: “animal” is the largest" in screen_text(pilot)
        await press(pilot, "p", "right", "enter")
        assert "the largest is “animal”" in screen_text(pilot)
        assert screen.prediction is None


async def test_a_typed_value_is_compared_with_the_cell() -> None:
    async with walk(step="scale", row=7, key=1) as (pilot, screen):
        truth = float(screen.frame.board.result.values[7, 1])
        await press(pilot, "p", *f"{truth:.3f}", "enter")
        assert "Right: it is" in screen_text(pilot)
        await press(pilot, "p", *"99", "enter")
        assert "you said 99.00" in screen_text(pilot)
        await press(pilot, "p", *"1/", "enter")
        assert "is not a number" in screen_text(pilot)
        assert screen.prediction is not None


async def test_giving_up_lifts_the_veil_and_leaves_the_session_as_it_was() -> None:
    async with walk(step="score", row=3, key=2) as (pilot, screen):
        await press(pilot, "p", "escape")
        assert screen.prediction is None
        assert not screen.frame.veiled
        assert (screen.session.row, screen.session.key) == (3, 2)


@pytest.mark.parametrize(
    ("typed", "value"), [("0.5", 0.5), (".5", 0.5), ("1/2", 0.5), ("-1.2", -1.2), ("3", 3.0)]
)
def test_numbers_are_read_as_learners_write_them(typed: str, value: float) -> None:
    assert parse_value(typed) == value


@pytest.mark.parametrize("typed", ["1/0", "-", "..", "1/2/3"])
def test_what_is_no_number_is_refused_in_a_sentence(typed: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        parse_value(typed)


async def test_a_typed_value_is_not_lost_by_a_key_that_leads_elsewhere() -> None:
    async with walk(step="softmax", row=7, layer=1) as (pilot, screen):
        await press(pilot, "p", "5", "n")
        assert screen.session.step == "softmax"
        assert screen.prediction.typed == "5"
        assert "Your value for the cell" in screen_text(pilot)
        assert "Enter checks it, Esc gives it up" in screen_text(pilot)
        await press(pilot, "escape", "n")
        assert screen.session.step == "sum"
        await press(pilot, "p", "n")
        assert screen.session.step == "heads"


@pytest.mark.parametrize("typed", ["", "5"])
async def test_predicting_goes_on_where_it_is_asked_for_again(typed: str) -> None:
    async with walk(step="softmax", row=7, layer=1) as (pilot, screen):
        await press(pilot, "p", "right", *typed)
        asked = screen.prediction
        await press(pilot, "p")
        assert screen.prediction == asked
        assert screen.prediction.typed == typed
        text = screen_text(pilot)
        assert "You are predicting this row already: Enter checks it, Esc gives it up." in text
        assert ("Your value for the cell" if typed else "Predict the row of “it”") in text
        await press(pilot, "enter")
        assert screen.prediction is None


async def test_a_row_that_is_looked_up_is_not_lit_in_its_table_while_it_is_predicted() -> None:
    async with walk(step="embed", row=1) as (pilot, screen):
        assert "W_E" in screen_text(pilot)
        await press(pilot, "p")
        board = screen.query_one(MatrixBoard).board
        assert board.veiled == 1
        assert (board.left, board.top) == (None, None)
        await press(pilot, "escape")
        assert "W_E" in screen_text(pilot)
