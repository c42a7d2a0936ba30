"""The walk on models as they really are: norms, biases, shared heads, special tokens, many pieces."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

import numpy as np
import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from attn_engine import trace
from attn_tui.screens.walk import WalkScreen
from attn_tui.view.frame import frame_of
from attn_tui.view.session import Session
from attn_tui.view.specials import shown_trace
from attn_tui.view.titles import STEP_KEYS
from tests.tui.real_model import KEY, NAME, real_model
from tests.tui.walking import ANIMAL, press, screen_text, walk

ROOM = 78


def walk_on(
    norms: str = "pre", size: tuple[int, int] = (80, 24), **session: object
) -> AbstractAsyncContextManager[tuple[Pilot[None], WalkScreen]]:
    return walk(size=size, models={KEY: real_model(norms)}, **{"model": NAME, **session})


@pytest.mark.parametrize("norms", ["pre", "post"])
@pytest.mark.parametrize("specials", [True, False])
def test_every_cell_is_the_sum_of_its_terms_in_every_head(norms: str, specials: bool) -> None:
    traced = shown_trace(trace(real_model(norms), ANIMAL, layer=1), specials)
    for step in STEP_KEYS[1:]:
        for head in range(traced.n_heads):
            for projection in ("q", "k", "v") if step == "project" else ("q",):
                session = Session(
                    ANIMAL, step=step, head=head, row=3, key=1, dimension=5, projection=projection
                )
                frame = frame_of(traced, session)
                total = sum(term.product for term in frame.arithmetic.terms)
                value = float(frame.board.result.values[frame.board.cursor])
                assert total == pytest.approx(value, abs=1e-4), (step, head, projection)
                assert all(cell_len(sentence) <= ROOM for sentence in frame.prose), frame.prose


@pytest.mark.parametrize(
    ("norms", "step", "said"),
    [
        ("pre", "project", "H is normalised first: each row to mean 0, spread 1"),
        ("post", "heads", "H + Y is then normalised"),
        ("post", "position", "The sum is normalised"),
        ("pre", "mask", "a decoder: its causal mask is always on"),
    ],
)
def test_the_norms_and_a_decoders_mask_are_told(norms: str, step: str, said: str) -> None:
    traced = trace(real_model(norms), ANIMAL, layer=1)
    assert said in " ".join(frame_of(traced, Session(ANIMAL, step=step)).prose)


def test_the_project_board_multiplies_what_was_projected() -> None:
    traced = trace(real_model("pre"), ANIMAL, layer=1)
    board = frame_of(traced, Session(ANIMAL, step="project", head=3, projection="k")).board
    assert board.left is not None
    assert board.top is not None
    assert board.left.symbol == "LN(H)"
    bias = traced["project"]["b_k"].values[1]
    product = board.left.values @ board.top.values + bias
    np.testing.assert_allclose(board.result.values, product, atol=1e-4)


def test_a_query_head_is_shown_with_the_keys_of_its_group_and_says_so() -> None:
    traced = trace(real_model(), ANIMAL)
    for head, group in ((0, 0), (1, 0), (2, 1), (3, 1)):
        frame = frame_of(traced, Session(ANIMAL, step="score", head=head))
        assert frame.board.left is not None
        assert frame.board.top is not None
        np.testing.assert_array_equal(frame.board.top.values, traced["score"]["k"].values[group].T)
        product = frame.board.left.values @ frame.board.top.values
        np.testing.assert_allclose(frame.board.result.values, product, atol=1e-4)
        assert f"share the keys and values of head {group}" in frame.prose[2]


def test_the_positions_board_adds_token_types() -> None:
    traced = trace(real_model("post"), ANIMAL)
    board = frame_of(traced, Session(ANIMAL, step="position")).board
    assert [grid.symbol for grid in board.before] == ["X", "P", "T"]
    assert board.result.symbol == "X+P+T"
    np.testing.assert_allclose(
        sum(grid.values for grid in board.before), board.result.values, atol=1e-5
    )


async def test_a_long_sum_names_its_largest_terms_and_adds_up_the_rest() -> None:
    async with walk_on(step="project", size=(120, 36), row=3) as (pilot, screen):
        shown = screen.frame.arithmetic
        assert "LN(X+P)·W^Q + b = " in screen_text(pilot)
        assert " more (" in screen_text(pilot)
        assert len(shown.pieces) + shown.zeros == 32 + 1
        assert sum(piece.endswith("[bias]") for piece in shown.pieces) == 1


async def test_s_hides_special_tokens_everywhere_and_brings_the_cursor_back() -> None:
    async with walk_on(step="softmax", norms="post", size=(120, 36), row=2, key=1) as (
        pilot, screen,
    ):  # fmt: skip
        whole = screen.trace["softmax"]["weights"].values[0]
        await press(pilot, "s")
        board = screen.frame.board
        np.testing.assert_array_equal(board.result.values, whole[1:-1, 1:-1])
        assert board.cursor == (1, 0)
        assert [word.text for word in screen.frame.words][:2] == ["The", "animal"]
        assert not any("[CLS]" in text for text in screen.frame.plot.labels)
        text = screen_text(pilot)
        assert "specials hidden" in text
        assert "Special tokens are hidden, not left out: rows now sum to less than 1." in text
        assert "[CLS]" not in text
        await press(pilot, "s")
        assert screen.frame.board.cursor == (2, 1)
        assert "[CLS]" in screen_text(pilot)


async def test_the_labels_of_special_tokens_are_italic() -> None:
    async with walk_on(step="score", size=(120, 36)) as (pilot, _):
        strips = pilot.app.screen._compositor.render_strips()
        found = [
            segment.style.italic
            for strip in strips
            for segment in strip
            if segment.text.strip() == "[CLS]"
        ]
        # In the sentence, and beside the row and above the column that it is.
        assert found[:3] == [True, True, True]


async def test_hiding_says_so_when_there_is_nothing_to_hide() -> None:
    async with walk(step="softmax") as (pilot, screen):
        await press(pilot, "s")
        assert "toy added no special tokens" in screen_text(pilot)
        assert screen.session.specials


async def test_heads_and_layers_go_forth_and_back_round_the_models_own_count() -> None:
    async with walk_on(step="softmax") as (pilot, screen):
        for key, head in (("comma", 3), ("full_stop", 0), ("H", 1)):
            await press(pilot, key)
            assert screen.session.head == head
        for key, layer in (("less_than_sign", 4), ("greater_than_sign", 0), ("L", 1)):
            await press(pilot, key)
            assert (screen.session.layer, screen.trace.layer) == (layer, layer)
        assert "layer 1 of 5 · head 1 of 4 · causal" in screen_text(pilot)


async def test_the_tokenize_step_tells_how_the_word_was_cut() -> None:
    async with walk_on(row=11) as (pilot, screen):
        assert screen.trace.tokens[11].text == "tire"
        text = screen_text(pilot)
        assert "From the left, the longest piece" in text
        assert "##d" in text
        await press(pilot, "home", "pageup", "pageup")
        assert "Added by the model" in screen_text(pilot)
        await press(pilot, "n")
        assert "Added by the model" not in screen_text(pilot)


async def test_the_help_says_what_the_model_is() -> None:
    async with walk_on(size=(120, 80)) as (pilot, _):
        await press(pilot, "question_mark", "end")
        assert "Random numbers." in screen_text(pilot)
