"""Keys that come faster than the screen settles, as over a slow line: none is lost or misread."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from attn_tui.app import AttnApp
from attn_tui.screens.home import HomeScreen
from attn_tui.screens.lesson import LessonScreen
from attn_tui.screens.walk import WalkScreen
from attn_tui.view.session import Session
from attn_tui.widgets.code_editor import CodeEditor
from attn_tui.widgets.plot import StepPlot
from tests.tui.walking import ANIMAL, press, screen_text, settle, walk


def send(pilot: Pilot[None], *keys: str) -> None:
    """Put the keys into the queue in one go, as a terminal that reads several at once does."""
    from textual.events import Key

    characters = {"slash": "/", "question_mark": "?"}
    for key in keys:
        character = key if len(key) == 1 else characters.get(key)
        pilot.app.post_message(Key(key, character))


@pytest.mark.parametrize("keys", [["enter"] * 3, ["enter", "escape", "escape", "enter", "enter"]])
async def test_a_screen_asked_for_twice_comes_once(keys: list[str]) -> None:
    app = AttnApp(Session(text="", model="toy"))
    async with app.run_test(size=(80, 24)) as pilot:
        send(pilot, *keys)
        await settle(pilot)
        kinds = [type(screen) for screen in app.screen_stack]
        assert len(set(kinds)) == len(kinds) <= 2
        assert kinds[-1] in {WalkScreen, HomeScreen, LessonScreen}


async def test_what_is_typed_right_after_the_slash_goes_into_the_line() -> None:
    async with walk() as (pilot, screen):
        send(pilot, "slash", "q", "t", "slash")
        await settle(pilot)
        line = screen.query_one(Input)
        assert line.value == f"{ANIMAL}qt/"


async def test_keys_for_a_panel_that_is_not_there_yet_do_no_harm() -> None:
    async with walk(step="score") as (pilot, _):
        send(pilot, "c", "k", "k", "j", "escape", "escape", "question_mark", "pagedown", "escape")
        await settle(pilot)
        assert pilot.app.is_running


@pytest.mark.parametrize("key", ["pagedown", "pageup", "down", "up", "enter"])
async def test_keys_for_a_list_of_commands_that_is_not_there_yet_do_no_harm(key: str) -> None:
    async with walk() as (pilot, _):
        send(pilot, "colon", key, key)
        await settle(pilot)
        assert pilot.app.is_running


@pytest.mark.parametrize("key", ["M", "K", "slash", "S", "B", "a", "D"])
async def test_a_key_right_after_the_one_that_quits_begins_nothing(key: str) -> None:
    async with walk() as (pilot, screen):
        send(pilot, "q", key)
        await settle(pilot)
        assert pilot.app._exit
        assert pilot.app._exception is None
        assert pilot.app.screen_stack == [screen]


async def test_the_plot_is_there_when_the_walk_is_opened_from_home() -> None:
    app = AttnApp(Session(text="", model="toy"))
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await press(pilot, "down", "down", "enter", "7")
        plot = app.screen.query_one(StepPlot)
        assert plot.region.height >= 9
        assert plot.region.bottom <= 36
        assert "entropy" in screen_text(pilot)


async def test_backspace_and_letters_that_come_at_once_act_in_their_order() -> None:
    async with walk("Money bank") as (pilot, screen):
        await press(pilot, "slash")
        send(pilot, *["backspace"] * 10, *"river", "left", "left", "backspace", "X", "end", "s")
        await settle(pilot)
        assert screen.query_one(Input).value == "riXers"


async def test_keys_of_the_editor_that_come_at_once_act_in_their_order() -> None:
    async with walk() as (pilot, screen):
        editor = CodeEditor()
        await screen.mount(editor)
        editor.open("ab", [])
        editor.focus()
        await settle(pilot)
        send(pilot, "backspace", "x", "home", "backspace", "y", "end", "enter", "z")
        await settle(pilot)
        assert editor.text == "yax\nz"


async def test_pasted_lines_are_joined_by_spaces() -> None:
    from textual.events import Paste

    async with walk("a") as (pilot, screen):
        await press(pilot, "slash", "backspace")
        screen.query_one(Input).post_message(Paste("river\nbank\r\nflows"))
        await press(pilot, "enter")
        assert screen.session.text == "river bank flows"


async def test_moves_that_come_while_a_layer_is_computed_do_not_call_it_off() -> None:
    async with walk(step="softmax") as (pilot, screen):
        send(pilot, "L", "j", "j", "l")
        await settle(pilot)
        assert screen.session.layer == screen.trace.layer == 1
        assert (screen.session.row, screen.session.key) == (2, 1)
        assert screen.frame.status[1] == "layer 1 of 2"


async def test_a_jump_to_the_edge_keeps_the_rows_moved_while_a_layer_is_computed() -> None:
    async with walk(step="softmax") as (pilot, screen):
        send(pilot, "L", "j", "j", "end")
        await settle(pilot)
        assert (screen.session.row, screen.session.key) == (2, len(screen.trace.tokens) - 1)
