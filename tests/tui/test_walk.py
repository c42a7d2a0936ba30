"""The walk by keys: every step, every switch, and what each pane then shows."""

from __future__ import annotations

import re

import numpy as np
import pytest
from textual.widgets import Input

from attn_tui.key import hints
from attn_tui.keys import COURSE_KEYS, EDITOR_KEYS, HOME_KEYS, LESSON_KEYS, PANES_HINTS, WALK_KEYS
from attn_tui.screens.course import CourseScreen
from attn_tui.screens.home import HomeScreen
from attn_tui.screens.lesson import LessonScreen
from attn_tui.screens.walk import WalkScreen
from attn_tui.view.titles import STEP_KEYS
from attn_tui.widgets.arithmetic_line import ArithmeticLine
from attn_tui.widgets.code_editor import CodeEditor
from attn_tui.widgets.key_hints import MOST_HINTS
from tests.tui.walking import ANIMAL, press, screen_text, walk


async def test_each_digit_goes_to_its_step_and_shows_the_engines_matrix() -> None:
    async with walk() as (pilot, screen):
        for digit, key in enumerate(STEP_KEYS):
            await press(pilot, str(digit))
            assert screen.session.step == key
            stage = screen.trace[key]
            shown = screen.frame.board.result.values
            if key != "tokenize":
                assert shown is not None
                np.testing.assert_array_equal(shown, stage[stage.result].of_head(0).values)
            assert f"{digit} {stage.title}" in screen_text(pilot)


async def test_n_and_b_walk_through_all_steps_and_stop_at_the_ends() -> None:
    async with walk() as (pilot, screen):
        await press(pilot, "b")
        assert screen.session.step == "tokenize"
        for key in STEP_KEYS[1:]:
            await press(pilot, "n")
            assert screen.session.step == key
        await press(pilot, "n")
        assert screen.session.step == "heads"


async def test_the_arithmetic_of_the_cell_under_the_cursor_is_on_screen() -> None:
    async with walk(step="score", layer=1, row=7, key=1) as (pilot, screen):
        score = float(screen.trace["score"]["scores"].values[0, 7, 1])
        assert "S[it, animal] = Q·Kᵀ = " in screen_text(pilot)
        assert f"= {score:.2f}" in screen_text(pilot)
        await press(pilot, "left", "down")
        assert screen.frame.board.cursor == (8, 0)
        assert "S[was, The]" in screen_text(pilot)


async def test_it_looks_at_the_animal_and_at_the_street_when_the_text_is_changed_in_place() -> None:
    async with walk(step="softmax", row=7) as (pilot, screen):
        await press(pilot, "L", "g")
        assert screen.session.layer == 1
        assert screen.trace.tokens[screen.session.key].text == "animal"
        await press(pilot, "slash")
        await press(pilot, *["backspace"] * len("tired"), *"wide", "enter")
        await press(pilot, "g")
        assert screen.session.text == ANIMAL.replace("tired", "wide")
        assert screen.trace.tokens[screen.session.key].text == "street"
        assert not screen.query(Input)


async def test_a_refused_text_stays_in_the_line_and_escape_brings_the_old_one_back() -> None:
    async with walk() as (pilot, screen):
        await press(pilot, "slash")
        screen.query_one(Input).value = "   "
        await press(pilot, "enter")
        assert "the text is empty" in screen_text(pilot).lower()
        assert screen.query(Input)
        await press(pilot, "escape")
        assert screen.session.text == ANIMAL
        assert "animal" in screen_text(pilot)


async def test_a_hundred_thousand_pasted_characters_are_refused_in_one_sentence() -> None:
    async with walk() as (pilot, screen):
        await press(pilot, "slash")
        screen.query_one(Input).value = "word " * 20_000
        await press(pilot, "enter")
        assert "characters and the limit is" in screen_text(pilot)
        assert screen.session.text == ANIMAL


@pytest.mark.parametrize(
    "text",
    [
        "[/] [bold]x[/bold] $accent",
        "日本語 の 文",
        "🙂 👩‍👩‍👧 🇩🇪 ok",
        "שלום עולם",
        "e\u0301" * 5,
        "a",
    ],
)
async def test_any_printable_text_walks_through_all_steps(text: str) -> None:
    async with walk(text) as (pilot, screen):
        for digit in range(10):
            await press(pilot, str(digit), "down", "right", "g")
        assert screen.session.text == text
        assert screen.frame is not None


async def test_the_switches_change_what_is_computed_and_the_title_says_so() -> None:
    async with walk(size=(120, 36), step="softmax") as (pilot, screen):
        await press(pilot, "H")
        assert "head 1 of 2" in screen_text(pilot)
        await press(pilot, "m")
        assert screen.trace.mask == "causal"
        assert np.all(np.triu(screen.trace["softmax"]["weights"].values, 1) == 0)
        await press(pilot, "m")
        assert screen.trace.mask == "window:3"
        await press(pilot, "m")
        assert screen.trace.tokens[-1].special
        await press(pilot, "m", "v")
        assert screen.trace.mask is None
        assert screen.trace.variant == "plain"
        assert "plain attention" in screen_text(pilot)
        await press(pilot, "v", "o")
        assert not screen.trace["position"]["p"].values.any()
        assert "no positions" in screen_text(pilot)


async def test_w_shows_query_key_and_value_in_turn() -> None:
    async with walk(step="project") as (pilot, screen):
        for name in ("k", "v", "q"):
            await press(pilot, "w")
            expected = screen.trace["project"][name].values[0]
            np.testing.assert_array_equal(screen.frame.board.result.values, expected)


async def test_the_key_and_the_dimension_under_the_cursor_are_remembered_apart() -> None:
    async with walk(step="score", key=5, dimension=2) as (pilot, screen):
        await press(pilot, "8")
        assert screen.frame.board.cursor == (0, 2)
        await press(pilot, "right", "7")
        assert screen.frame.board.cursor == (0, 5)
        await press(pilot, "1")
        assert screen.frame.board.cursor == (0, 3)


async def test_the_terms_panel_lists_every_term_and_ends_at_the_value() -> None:
    async with walk(step="score", row=7, key=10) as (pilot, screen):
        value = screen.frame.arithmetic.value
        await press(pilot, "enter")
        text = screen_text(pilot)
        assert text.count("×") >= len(screen.frame.arithmetic.terms)
        assert value in text
        await press(pilot, "escape")
        assert pilot.app.screen is screen


@pytest.mark.parametrize("step", ["score", "softmax"])
async def test_in_ascii_the_arithmetic_writes_dots_for_what_it_leaves_out(step: str) -> None:
    async with walk(step=step, row=7, key=2, model="tiny", size=(64, 24)) as (_, screen):
        line = screen.query_one(ArithmeticLine)
        whole = line.render().plain
        line.ascii_only = True
        shown = line.render().plain
    assert "…" in whole
    assert "..." in shown
    assert "…" not in shown
    assert len(shown) <= 62
    if step == "score":
        assert shown.endswith(f" + ...{whole[whole.rindex(' = ') :]}")


async def test_the_code_panel_shows_the_source_and_the_live_shapes() -> None:
    async with walk(step="score", size=(120, 36)) as (pilot, _):
        await press(pilot, "c")
        text = screen_text(pilot)
        assert "def score(" in text
        assert "head 2, query 11, key 11" in text


async def test_the_help_lists_every_key_and_the_footer_fits_eighty_columns() -> None:
    async with walk(size=(120, 80)) as (pilot, _):
        await press(pilot, "question_mark")
        text = screen_text(pilot)
        for key in WALK_KEYS:
            assert re.search(f"{re.escape(key.shown)} +{re.escape(key.what)}", text), key
    for shown in (*map(hints, (WALK_KEYS, HOME_KEYS, LESSON_KEYS, EDITOR_KEYS)), PANES_HINTS):
        assert len(shown) <= MOST_HINTS
        assert len("   ".join(shown)) <= 78


async def test_every_key_of_the_table_runs_an_action_that_exists() -> None:
    owners = (
        (WalkScreen, WALK_KEYS), (HomeScreen, HOME_KEYS), (CourseScreen, COURSE_KEYS),
        (LessonScreen, (*LESSON_KEYS, *WALK_KEYS)), (CodeEditor, EDITOR_KEYS),
    )  # fmt: skip
    for owner, keys in owners:
        for key in keys:
            name = key.action.split("(")[0]
            target = name.removeprefix("app.")
            assert name.startswith("app.") or hasattr(owner, f"action_{target}"), key


async def test_below_the_smallest_size_it_says_so_and_recovers() -> None:
    async with walk(size=(50, 12)) as (pilot, _):
        assert "This terminal is 50 x 12." in screen_text(pilot)
        await pilot.resize_terminal(80, 24)
        await press(pilot, "4")
        assert "4 Score" in screen_text(pilot)


async def test_escape_goes_home_and_home_walks_through_the_chosen_sentence() -> None:
    async with walk() as (pilot, _):
        await press(pilot, "escape")
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        await press(pilot, "j", "j", "j", "enter")
        assert isinstance(pilot.app.screen, WalkScreen)
        assert pilot.app.screen.session.text == home.offered[1].text


async def test_a_trace_that_comes_too_late_is_dropped() -> None:
    async with walk() as (pilot, screen):
        from attn_tui.tracing import TraceFailed, TraceReady

        kept = screen.trace
        screen.post_message(TraceReady(screen.request - 1, object()))
        screen.post_message(TraceFailed(screen.request - 1, "too late"))
        await pilot.pause()
        assert screen.trace is kept
        assert "too late" not in screen_text(pilot)


async def test_negative_factors_stand_in_brackets_wherever_they_stand() -> None:
    async with walk("The animal", (120, 36), model="tiny", step="score") as (pilot, _):
        line = next(each for each in screen_text(pilot).split("\n") if "Q·Kᵀ = " in each)
        assert "(-" in line.partition("×")[2]
        assert not re.search(r"(?<!\()-[\d.]+×|×-", line)
