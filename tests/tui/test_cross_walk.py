"""Cross-attention by keys: two texts on screen, and every pane right for rectangular matrices."""

from dataclasses import replace

import numpy as np
import pytest

from attn_tui.view.frame import frame_of
from attn_tui.view.status import status_of
from attn_tui.view.titles import STEP_KEYS
from attn_tui.widgets.sentence_line import SentenceLine
from tests.tui.walking import press, screen_text, settle, walk

RIVER, MONEY = "River bank flows", "Money bank grows in the river"
KEYS = MONEY.split()


async def test_the_text_of_the_keys_is_typed_changed_and_emptied():
    async with walk(RIVER, step="softmax") as (pilot, screen):
        assert not screen.query_one("#keys").display
        await press(pilot, "K", *"bank zyx", "enter")
        assert screen.session.keys == "bank zyx"
        assert [token.text for token in screen.trace.key_tokens] == ["bank", "zyx"]
        assert screen.trace["softmax"]["weights"].shape == (2, 3, 2)
        lines = screen_text(pilot).splitlines()
        assert "cross-attention" in lines[0]
        assert lines[1].split() == ["queries", *RIVER.split()]
        assert lines[2].split() == ["keys", "bank", "zyx"]
        await press(pilot, "K", "escape")
        assert screen.session.keys == "bank zyx"
        await press(pilot, "K", *["backspace"] * 8, "enter")
        assert screen.session.keys is None
        assert screen.trace["softmax"]["weights"].shape == (2, 3, 3)
        assert "cross-attention" not in screen_text(pilot)


async def test_the_attention_lies_on_the_keys_and_a_click_picks_one():
    async with walk(RIVER, keys=MONEY, layer=1, step="softmax", row=1) as (pilot, screen):
        words, keys = screen.frame.words, screen.frame.key_words
        weights = screen.trace["softmax"]["weights"].values[0, 1]
        assert [word.weight for word in keys] == weights.tolist()
        assert not any(word.weight for word in words)
        assert [word.chosen for word in words] == [False, True, False]
        line = screen.query_one("#keys", SentenceLine)
        await pilot.click(line, offset=(1 + 8 + len(" Money ") + 1, 0))
        await settle(pilot)
        assert (screen.session.row, screen.session.key) == (1, 1)
        await pilot.click(screen.query_one("#queries"), offset=(1 + 8 + 1, 0))
        await settle(pilot)
        assert (screen.session.row, screen.session.key) == (0, 1)


@pytest.mark.parametrize(("size", "variant"), [((80, 24), "plain"), ((120, 36), "learned")])
async def test_every_cell_of_every_step_is_told_as_the_engine_has_it(size, variant):
    async with walk(RIVER, keys=MONEY, size=size, variant=variant) as (pilot, screen):
        for step in STEP_KEYS:
            await press(pilot, str(STEP_KEYS.index(step)), *["up"] * 6, *["down"] * 5, "end")
            for _ in "qkv" if step == "project" else "-":
                board = screen.frame.board
                rows = KEYS if screen.session.rows_are_keys else RIVER.split()
                assert list(board.result.rows.labels) == rows
                assert board.cursor == tuple(side - 1 for side in board.result.values.shape)
                shown = screen.frame.arithmetic
                assert (shown.row, shown.column) == (rows[-1], board.result.columns.labels[-1])
                if board.result.columns.name == "key":
                    assert list(board.result.columns.labels) == KEYS
                if step == "project":
                    await press(pilot, "w", *["down"] * 5, "end")


async def test_the_lit_key_of_k_is_the_lit_column_of_the_scores():
    async with walk(RIVER, keys=MONEY, step="project", projection="k") as (pilot, screen):
        await press(pilot, "down", "down", "down", "down")
        assert (screen.session.row, screen.session.key) == (0, 4)
        assert screen.frame.plot.title == "Query of “River”, key and value of “the”"
        board = screen.frame.board
        assert (board.left.symbol, board.left.rows.labels[4]) == ("H_KV", "the")
        await press(pilot, "n")
        assert screen.frame.board.cursor == (0, 4)


async def test_a_row_longer_than_the_sentence_is_predicted():
    async with walk(RIVER, keys=MONEY, layer=1, step="softmax", row=2) as (pilot, screen):
        await press(pilot, "p")
        assert not any(word.weight for word in screen.frame.key_words)
        weights = screen.trace["softmax"]["weights"].values[0, 2]
        best = int(np.argmax(weights))
        await press(pilot, "home", *["right"] * best, "enter")
        assert f"“{KEYS[best]}” is the largest" in screen_text(pilot)


async def test_padding_pads_the_keys_and_hides_with_the_special_tokens():
    async with walk(RIVER, keys=MONEY, step="mask") as (pilot, screen):
        await press(pilot, "m", "m", "m")
        assert screen.session.mask == "padding:8"
        assert screen.trace["mask"]["mask"].shape == (3, 8)
        await press(pilot, "end")
        assert screen.frame.board.result.columns.special == {6, 7}
        await press(pilot, "s")
        assert screen.trace["mask"]["mask"].shape == (3, 6)
        assert list(screen.frame.board.result.columns.labels) == KEYS
        assert "may look at 6 of 8 keys" in screen_text(pilot)
        assert len(screen.frame.key_words) == 6
        await press(pilot, "7", "z", "z")
        assert screen.frame.arithmetic.column == "river"


async def test_another_model_keeps_the_lit_words_of_both_texts():
    async with walk(RIVER, keys=MONEY, step="score", row=2, key=5) as (pilot, screen):
        screen.want(replace(screen.wanted, model="tiny"))
        await settle(pilot)
        assert screen.trace.model.name == "tiny"
        assert screen.trace.key_tokens[screen.session.key].text.strip() == "river"
        assert status_of(screen.trace, screen.session)[1] == "cross-attention"
        for step in STEP_KEYS:
            frame_of(screen.trace, replace(screen.session, step=step))
