"""Where the keys go is seen without colour, and nothing on the screen moves by itself."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from textual.command import CommandList, CommandPalette
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input, TextArea

from attn_tui.app import AttnApp
from attn_tui.screens.leaving import LeavingScreen
from attn_tui.screens.models import ModelScreen
from attn_tui.screens.walk import WalkScreen
from attn_tui.view.session import Session
from attn_tui.widgets.code_editor import CodeEditor
from attn_tui.widgets.lesson_page import LessonPage
from attn_tui.widgets.text_line import TextLine
from attn_tui.widgets.walk_panes import WalkPanes
from tests.tui.lesson_making import lesson
from tests.tui.walking import press, settle, walk

Cells = tuple[tuple[tuple[str, object], ...], ...]


def without_colour(pilot: Pilot[None]) -> Cells:
    """The characters on the screen, with what a terminal without colours can show of their style."""
    strips = pilot.app.screen._compositor.render_strips()
    return tuple(
        tuple(
            (character, style and (style.bold, style.reverse, style.underline))
            for text, style, _ in strip
            for character in text
        )
        for strip in strips
    )


async def looks(pilot: Pilot[None], widget: Widget) -> tuple[Cells, Cells]:
    """The cells of a widget with the focus and without it."""
    pilot.app.screen.set_focus(widget)
    await settle(pilot)
    region = widget.region
    focused = without_colour(pilot)
    pilot.app.screen.set_focus(None)
    await settle(pilot)
    blurred = without_colour(pilot)
    assert widget.region == region, "nothing moves when the focus does"

    def of(cells: Cells) -> Cells:
        return tuple(line[region.x : region.right] for line in cells[region.y : region.bottom])

    return of(focused), of(blurred)


async def check(pilot: Pilot[None], *kinds: type[Widget]) -> None:
    """Each of the kinds, and all that can have the focus, shows that it has it."""
    chain = pilot.app.screen.focus_chain
    assert {type(widget) for widget in chain} >= set(kinds)
    for widget in chain:
        with_focus, without = await looks(pilot, widget)
        assert with_focus != without, widget


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
async def test_each_side_of_a_lesson_shows_that_it_has_the_keys(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with lesson(tmp_path, size) as (pilot, screen):
        await check(pilot, LessonPage, WalkPanes)
        while screen.state.active is None or screen.state.active.id != "code":
            screen.action_skip() if screen.state.active else screen.action_turn(1)
            await settle(pilot)
        await check(pilot, LessonPage, WalkPanes, CodeEditor)


@pytest.mark.parametrize(
    "keys", [("slash",), ("a",), ("M", "slash"), ("colon",), ("escape", "slash")]
)
async def test_each_line_to_type_in_shows_that_it_has_the_keys(keys: tuple[str, ...]) -> None:
    async with walk("Money bank grows") as (pilot, _):
        await press(pilot, *keys)
        await check(pilot, *([] if keys == ("colon",) else [TextLine]))


@pytest.mark.parametrize("keys", ["", "c", "enter", "question_mark", "M", "B", "D"])
async def test_where_there_is_nothing_to_choose_between_nothing_takes_the_keys(keys: str) -> None:
    async with walk("Money bank grows") as (pilot, _):
        await press(pilot, *filter(None, [keys]))
        await check(pilot)


async def test_the_chosen_command_shows_without_colour() -> None:
    async with walk("Money bank grows") as (pilot, _):
        await press(pilot, "colon", "h")
        await pilot.pause()
        before = without_colour(pilot)
        await press(pilot, "down")
        assert without_colour(pilot) != before


async def test_no_cursor_blinks(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        editor = screen.query_one(TextArea)
        editor.display = True
        editor.focus()
        await settle(pilot)
        assert editor.has_focus
        assert not editor.cursor_blink
    async with walk("Money bank grows") as (pilot, _):
        for keys in (("slash",), ("escape", "a"), ("escape", "colon")):
            await press(pilot, *keys)
            assert not pilot.app.screen.query_one(Input).cursor_blink, keys


async def test_nothing_is_animated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEXTUAL_ANIMATIONS")
    assert AttnApp(Session("")).animation_level == "none"


async def leave_twice(screen: LeavingScreen[object]) -> None:
    screen.dismiss(None)
    screen.dismiss(None)


@pytest.mark.parametrize("key", ["c", "M", "B", "S", "a", "question_mark", "colon"])
async def test_a_panel_that_is_left_twice_leaves_the_screen_below(key: str) -> None:
    async with walk("Money bank grows") as (pilot, screen):
        await press(pilot, key)
        panel = pilot.app.screen
        assert isinstance(panel, LeavingScreen)
        await leave_twice(panel)
        await settle(pilot)
        assert pilot.app.screen is screen


async def test_the_command_palette_is_opened_once() -> None:
    async with walk("Money bank grows") as (pilot, _):
        pilot.app.action_command_palette()
        await settle(pilot)
        pilot.app.push_screen(ModelScreen("toy"))
        await settle(pilot)
        pilot.app.action_command_palette()
        await settle(pilot)
        stack = pilot.app.screen_stack
        assert sum(isinstance(each, CommandPalette) for each in stack) == 1
        assert isinstance(stack[0], WalkScreen)


async def test_a_line_that_is_on_its_way_out_gets_no_keys() -> None:
    async with walk("Money bank grows") as (pilot, screen):
        await press(pilot, "slash")
        line = screen.query_one(TextLine)
        leaving = line.remove()
        screen.set_focus(line)
        await leaving
        screen.set_focus(line)
        await settle(pilot)
        assert screen.focused is None


async def test_a_page_up_in_a_list_without_lines_does_no_harm() -> None:
    async with walk("Money bank grows") as (pilot, screen):
        await press(pilot, "colon", "h")
        palette = pilot.app.screen
        assert isinstance(palette, CommandPalette)
        # As it is before it is laid out for the first time.
        cache = palette.query_one(CommandList)._line_cache
        cache.clear()
        with patch.object(CommandList, "_update_lines"):
            await palette.run_action("command_list('page_up')")
        await press(pilot, "escape")
        assert pilot.app.screen is screen


async def test_a_search_that_ends_as_the_palette_goes_does_no_harm() -> None:
    async with walk("Money bank grows") as (pilot, screen):
        await press(pilot, "colon", "h")
        palette = pilot.app.screen
        assert isinstance(palette, CommandPalette)
        commands = palette.query_one(CommandList)
        await press(pilot, "escape")
        await palette.query("*").remove()
        palette._list_visible = True
        palette._refresh_command_list(commands, [], True)
        assert pilot.app.screen is screen
