"""The step side by side: figures, map and cell, ways, steps and heads, with torch and without."""

from __future__ import annotations

import re
import sys
import threading
from importlib.util import find_spec

import numpy as np
import pytest

import attn_engine as ae
from attn_engine.side_by_side import Run
from attn_tui.key import hints
from attn_tui.keys import SIDE_KEYS
from attn_tui.screens.side_by_side import SideBySideScreen
from attn_tui.view.session import Session
from attn_tui.view.side_by_side import cell_of, line_of, ways_of
from attn_tui.view.titles import STEP_KEYS
from attn_tui.widgets.key_hints import MOST_HINTS
from tests.tui.real_model import real_model
from tests.tui.walking import ANIMAL, press, screen_text, settle, until, walk

torch_only = pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed")


def runs(text: str = ANIMAL, **how: object) -> tuple[Run, ...]:
    return tuple(ae.side_by_side(ae.trace(ae.load_model("tiny"), text, **how)))


@torch_only
@pytest.mark.parametrize("step", STEP_KEYS)
def test_each_step_has_its_largest_difference_at_the_cursor(step: str) -> None:
    found = runs("it was", mask="causal+padding:8")
    ways = ways_of(found, Session("it was", step=step, head=2, projection="k"))
    assert [way.name for way in ways[:4]] == [
        "numpy float64", "torch float32", "torch float16", "torch bfloat16",
    ]  # fmt: skip
    assert len(ways) == (7 if step == "sum" else 4)
    for way in ways:
        theirs, ours = (grid.values for grid in way.board.before)
        same = theirs == ours
        off = np.abs(np.subtract(theirs, ours, where=~same, out=np.zeros(same.shape), dtype=float))
        assert way.difference.largest == pytest.approx(off.max(), rel=1e-6)
        assert off[way.board.cursor] == off.max()
        assert np.abs(way.board.result.values).max() < 10


@torch_only
def test_lines_and_cell_say_how_far_off_and_where() -> None:
    session = Session(ANIMAL, step="softmax", head=0)
    ways = ways_of(runs(), session)
    half = ways[3]
    assert re.fullmatch(r"torch bfloat16 +[\d.]+e-0\d +[\d.]+e-0\d   \S+, \S+", line_of(half))
    told = cell_of(half, half.board)
    assert re.fullmatch(r"\[\S+, \S+\] bfloat16 [\d.e-]+ - float32 [\d.e-]+ = -?[\d.]+e-0\d", told)
    same = ways_of(runs(), Session(ANIMAL, step="tokenize"))[1]
    assert line_of(same).endswith("nowhere")
    assert "both" in cell_of(same, same.board)


@torch_only
def test_what_overflows_is_said_to_be_no_number() -> None:
    first, second, *_ = runs()
    broken = ae.trace(ae.load_model("tiny"), ANIMAL)
    values = broken["softmax"]["weights"].values.copy()
    values[1, 2, 3] = np.nan
    weights = broken["softmax"]["weights"]
    object.__setattr__(weights, "values", values)
    way = ways_of((first, Run("numpy", "float64", broken)), Session(ANIMAL, step="softmax", head=1))
    assert second.trace is not None
    assert way[0].board.cursor == (2, 3)
    assert " nan " in line_of(way[0])


@torch_only
def test_heads_that_share_keys_are_compared_by_query_head() -> None:
    trace = ae.trace(real_model(), "the animal was too tired")
    ways = ways_of(tuple(ae.side_by_side(trace)), Session("", step="sum", head=3))
    assert len(ways) == 7
    assert all(way.difference.relative < 0.05 for way in ways)


@torch_only
@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 36)])
async def test_the_screen_walks_ways_steps_and_heads_and_leaves_the_walk_as_it_was(
    size: tuple[int, int],
) -> None:
    async with walk(size=size, model="tiny", step="softmax", row=7, key=1) as (pilot, walked):
        kept = walked.session
        await press(pilot, "D")
        screen = pilot.app.screen
        assert isinstance(screen, SideBySideScreen)
        text = screen_text(pilot)
        for word in ("Side by side", "off by", "numpy float64", "torch bfloat16"):
            assert word in text
        assert "computing" not in text
        await press(pilot, "tab", "tab", "tab")
        largest = screen.board.cursor
        assert "bfloat16 keeps 8 bits" in screen_text(pilot)
        await press(pilot, "up", "left")
        assert screen.board.cursor != largest
        await press(pilot, "g")
        assert screen.board.cursor == largest
        await press(pilot, "n", "tab", "H")
        assert (screen.session.step, screen.session.head) == ("sum", 1)
        text = screen_text(pilot)
        assert "fused float32" in text
        assert "One kernel goes from Q, K and V to Z" in text
        assert "head 1 of 4" in text
        await press(pilot, "escape")
        assert pilot.app.screen is walked
        assert walked.session == kept


async def test_without_torch_numpy_is_compared_and_the_way_to_torch_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    async with walk(step="heads") as (pilot, _):
        await press(pilot, "D")
        assert "numpy float64" in screen_text(pilot)
        await press(pilot, "tab")
        assert "pip install 'attn-tui[torch]'" in " ".join(screen_text(pilot).split())


async def test_a_row_that_is_being_predicted_is_not_given_away() -> None:
    async with walk(step="softmax") as (pilot, screen):
        await press(pilot, "p", "D")
        assert pilot.app.screen is screen
        assert "answer first" in screen_text(pilot)


async def test_leaving_early_gives_the_rest_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, going_on, taken = threading.Event(), threading.Event(), []

    def slow(trace: ae.Trace, progress: object) -> object:
        for dtype in ("float32", "float64", "float16"):
            taken.append(dtype)
            yield Run("numpy", dtype, trace)
            if dtype == "float32":
                asked.set()
                going_on.wait(30)

    monkeypatch.setattr(ae, "side_by_side", slow)
    async with walk(step="score") as (pilot, screen):
        await pilot.press("D")
        await until(pilot, asked)
        await pilot.press("escape")
        await pilot.pause()
        assert pilot.app.screen is screen
        going_on.set()
        await settle(pilot)
        assert taken == ["float32", "float64"]


def test_the_footer_fits_and_every_key_runs_an_action() -> None:
    assert len(hints(SIDE_KEYS)) <= MOST_HINTS
    assert len("   ".join(hints(SIDE_KEYS))) <= 78
    for key in SIDE_KEYS:
        name = key.action.partition("(")[0]
        assert name.startswith("app.") or hasattr(SideBySideScreen, f"action_{name}"), key
