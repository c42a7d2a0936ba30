"""The screen of a long text, its numbers against the trace, which keeps every matrix."""

from __future__ import annotations

import itertools
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import pytest
from textual.pilot import Pilot

import attn_engine as ae
from attn_engine.long_text import LongText
from attn_tui.app import AttnApp
from attn_tui.long_maps import Job, LongMaps
from attn_tui.long_messages import LongDone, MapReady, TextOpened, Working
from attn_tui.screens.home import HomeScreen
from attn_tui.screens.long import LongScreen
from attn_tui.screens.walk import WalkScreen
from attn_tui.terminal.options import TerminalOptions
from attn_tui.view.long_map import MapAsked
from attn_tui.view.long_view import Stretch
from attn_tui.view.session import Session
from attn_tui.widgets.board import MatrixBoard
from attn_tui.widgets.key_hints import KeyHints
from attn_tui.widgets.plot import StepPlot
from tests.tui.walking import press, screen_text, settle, until

SENTENCE = "The animal didn't cross the street because it was too tired. Money bank grows. "
TEXT = (SENTENCE * 20).strip()
N_TOKENS = 320


@asynccontextmanager
async def long(
    text: str = TEXT, size: tuple[int, int] = (80, 24), **session: Any
) -> AsyncIterator[tuple[Pilot[None], LongScreen]]:
    """A long text on the toy, all maps of which have arrived."""
    app = AttnApp(Session(text, model="toy", **session), long="A remark.")
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, LongScreen)
        yield pilot, screen


def weights(layer: int = 0, head: int = 0, mask: str | None = None) -> Any:
    trace = ae.trace(ae.load_model("toy"), TEXT, layer, mask)
    assert len(trace.tokens) == N_TOKENS
    return trace["softmax"]["weights"].values[head]


def drawn(screen: LongScreen) -> Any:
    board = screen.query_one(MatrixBoard).board
    assert board is not None
    return board.result.values


@pytest.mark.parametrize("mask", [None, "causal"])
async def test_the_whole_map_is_the_pooled_weights(mask: str | None) -> None:
    async with long(mask=mask) as (pilot, screen):
        found = screen.shown.map
        assert not found.sampled
        sums = np.add.reduceat(weights(mask=mask), found.column_edges[:-1], axis=1)
        rows = found.row_edges
        pooled = np.array([sums[a:b].mean(axis=0) for a, b in itertools.pairwise(rows)])
        np.testing.assert_allclose(found.map[0], pooled, atol=2e-6)
        widths = np.diff(found.column_edges)
        np.testing.assert_allclose(drawn(screen), pooled * widths.mean() / widths, atol=2e-6)
        text = screen_text(pilot)
        assert "query ↓ 0-319 at 0" in text
        assert "key   → 0-319 at 0" in text
        assert "all 320 query rows are computed" in text
        assert mask or "no mask" in text
        assert "A remark." in text


async def test_the_row_of_the_cursor_is_told_in_words() -> None:
    async with long() as (pilot, screen):
        await press(pilot, "down", "H", "right")
        row = weights(head=1)[screen.view.row]
        best = int(row.argmax())
        tokens = screen.maps.text.tokens
        said = " ".join(screen_text(pilot).split())
        assert f"looks most at token {best} “{tokens[best].text}”: {row.max():.3f}"[:-1] in said
        assert f"Token {screen.view.row} “{tokens[screen.view.row].text}”" in said
        assert "A remark." not in said
        await press(pilot, "g")
        assert screen.view.column == best


async def test_zooming_ends_in_exact_cells_with_their_figures() -> None:
    async with long() as (pilot, screen):
        await press(pilot, *["down"] * 12, *["right"] * 30)
        lengths = []
        for _ in range(6):
            await press(pilot, "z")
            lengths.append(len(screen.view.columns))
        assert lengths == sorted(lengths, reverse=True)
        assert lengths[-1] == 8
        rows, columns = screen.view.rows, screen.view.columns
        exact = weights()[rows.slice, columns.slice]
        np.testing.assert_allclose(drawn(screen), exact, atol=2e-6)
        at = weights()[screen.view.row, screen.view.column]
        assert f"{at:.6f}" in screen_text(pilot)
        assert f"{rows.said()} at {screen.view.row}" in screen_text(pilot)
        await press(pilot, "0")
        assert len(screen.view.rows) == len(screen.view.columns) == N_TOKENS
        await press(pilot, "e")
        assert len(screen.view.rows) == 16
        await press(pilot, "minus")
        assert (len(screen.view.rows), len(screen.view.columns)) == (24, 32)


async def test_moving_past_the_edge_takes_the_window_along() -> None:
    async with long() as (pilot, screen):
        await press(pilot, "e", *["down"] * 20, "end")
        assert screen.view.row == 20
        assert screen.view.column == N_TOKENS - 1
        exact = weights()[screen.view.rows.slice, screen.view.columns.slice]
        np.testing.assert_allclose(drawn(screen), exact, atol=2e-6)


async def test_another_layer_comes_of_the_one_below() -> None:
    async with long() as (pilot, screen):
        await press(pilot, "e", "L")
        np.testing.assert_allclose(drawn(screen), weights(layer=1)[:16, :16], atol=2e-6)
        assert "layer 1 of 2" in screen_text(pilot)
        await press(pilot, "L")
        np.testing.assert_allclose(drawn(screen), weights()[:16, :16], atol=2e-6)


async def test_the_plot_has_the_means_of_the_rows() -> None:
    async with long(size=(120, 36)) as (pilot, screen):
        await press(pilot, "e")
        spec = screen.query_one(StepPlot).spec
        rows = weights()[:16]
        assert spec.lines[0].y == pytest.approx(rows.max(axis=1), abs=2e-6)
        assert spec.lines[1].y == pytest.approx(rows[:, 0], abs=2e-6)
        bits = -(rows * np.log2(rows)).sum(axis=1)
        assert spec.lines[2].y == pytest.approx(2.0**-bits, rel=1e-3)
        assert "largest" in screen_text(pilot)


async def test_where_map_and_plot_do_not_both_fit_a_key_changes_between_them() -> None:
    async with long() as (pilot, _screen):
        assert "2^-entropy" not in screen_text(pilot)
        await press(pilot, "d")
        assert "2^-entropy" in screen_text(pilot)
        await press(pilot, "d")
        assert "2^-entropy" not in screen_text(pilot)


async def test_enter_walks_through_few_rows_and_escape_comes_back() -> None:
    async with long() as (pilot, screen):
        await press(pilot, "enter")
        assert "Zoom in with z" in screen_text(pilot)
        await press(pilot, "e")
        assert "Enter walks through tokens 0-15 alone" in " ".join(screen_text(pilot).split())
        await press(pilot, "enter")
        walk = pilot.app.screen
        assert isinstance(walk, WalkScreen)
        assert walk.session.text == SENTENCE.strip()
        await press(pilot, "escape")
        assert pilot.app.screen is screen
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_escape_stops_and_r_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    reached, released = threading.Event(), threading.Event()
    maps = LongText.maps

    def slow(*arguments: Any, **options: Any) -> Iterator[Any]:
        for turn, found in enumerate(maps(*arguments, **options)):
            if turn == 1:
                reached.set()
                released.wait(30)
            yield found

    monkeypatch.setattr(LongText, "maps", slow)
    monkeypatch.setattr("attn_tui.long_maps.SAMPLE", 64)
    app = AttnApp(Session(TEXT, model="toy"), long="")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, reached)
        assert "sampled: 64 of 320 query rows" in screen_text(pilot)
        await pilot.press("escape")
        assert "stopped at 64 of 320 query rows; r goes on" in screen_text(pilot)
        released.set()
        await settle(pilot)
        assert "stopped at 64 of 320" in screen_text(pilot)
        await press(pilot, "r")
        assert "all 320 query rows are computed" in screen_text(pilot)


async def test_a_text_that_cannot_be_computed_is_said() -> None:
    app = AttnApp(Session(TEXT, model="tiny"), long="")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "has positions for 64" in " ".join(screen_text(pilot).split())


async def test_odd_characters_stand_in_the_text_as_themselves() -> None:
    async with long("[red]bank[/] \u202egrows 銀行 e\u0301 " * 60) as (pilot, _screen):
        assert "[red]bank[/] ‹202E›grows" in screen_text(pilot)
        await press(pilot, "e")
        assert "銀" in screen_text(pilot)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 36), (200, 50), (20, 5)])
async def test_it_fits_any_size(size: tuple[int, int]) -> None:
    async with long(size=size) as (pilot, screen):
        assert len(screen_text(pilot).split("\n")) == size[1]
        if size[0] >= 60:
            assert all(len(hint) < 20 for hint in screen.query_one(KeyHints).hints)
            assert "? help" in screen_text(pilot)
        await press(pilot, "z", "z", "e", "d", "d")


def test_threads_tell_now_and_then_how_far_they_are() -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += 0.2
        return now[0]

    told: list[Any] = []
    maps, job = LongMaps(Session(TEXT, model="toy"), {}, clock), Job(7, told.append, lambda: False)
    whole = Stretch(0, N_TOKENS)
    maps.open(job)
    assert told == [Working(7, f"cutting {len(TEXT):,} characters into tokens"), TextOpened(7, 320)]
    maps.work((MapAsked(1, whole, whole, (24, 64)),), job)
    below, first, *_, ready, done = told[2:]
    assert (below.what, below.share) == ("layer 1 needs layer 0 first", 0.5)
    assert below.left == pytest.approx(0.8)  # two of the clock's steps are its own
    assert (first.what, first.share) == ("layer 1 needs layer 0 first", 1)
    assert isinstance(ready, MapReady)
    assert (ready.found.rows, done) == ((320, 320), LongDone(7))
    told.clear()
    maps.work((MapAsked(1, whole, whole, (24, 64)),), job)
    assert told == [LongDone(7)]


def test_what_is_no_longer_wanted_ends() -> None:
    told: list[Any] = []
    maps = LongMaps(Session(TEXT, model="toy"), {})
    maps.open(Job(1, told.append, lambda: False))
    told.clear()
    whole = Stretch(0, N_TOKENS)
    maps.work((MapAsked(0, whole, whole, (24, 64)),), Job(2, told.append, lambda: True))
    assert told == []
    maps.work((MapAsked(0, whole, whole, (24, 64)),), Job(3, told.append, lambda: False))
    assert [type(each) for each in told] == [MapReady, LongDone]


async def test_a_text_that_was_left_while_it_was_read_is_taken_up_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reached, released = threading.Event(), threading.Event()
    load_model = ae.load_model

    def slow(*how: Any) -> Any:
        reached.set()
        released.wait(30)
        return load_model(*how)

    monkeypatch.setattr(ae, "load_model", slow)
    app = AttnApp(Session(TEXT, model="toy"), long="")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, reached)
        assert "characters into tokens" in screen_text(pilot)
        screen = app.screen
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        released.set()
        await settle(pilot)
        assert screen.shown is None
        await press(pilot, "escape")
        await settle(pilot)
        assert app.screen is screen
        assert "all 320 query rows are computed" in screen_text(pilot)


@pytest.mark.parametrize("size", [(80, 24), (60, 18), (100, 40)])
async def test_exact_cells_are_exact_without_half_blocks(size: tuple[int, int]) -> None:
    options = TerminalOptions(palette="none")
    app = AttnApp(Session(TEXT, model="toy"), long="A remark.", options=options)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "e")
        screen = app.screen
        assert isinstance(screen, LongScreen)
        assert screen.shown.cells is not None
        rows, columns = (len(each) for each in (screen.view.rows, screen.view.columns))
        assert 8 <= rows <= 16
        np.testing.assert_allclose(drawn(screen), weights()[:rows, :columns], atol=2e-6)
        assert "exact weights" in screen_text(pilot)
