"""The line that is typed in: stand-ins on the screen, the true text underneath."""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from textual import events
from textual.app import App, ComposeResult

from attn_tui.app import AttnApp
from attn_tui.keys import TYPING_HINTS
from attn_tui.screens.home import HomeScreen
from attn_tui.screens.walk import WalkScreen
from attn_tui.view.safe_text import visible
from attn_tui.view.session import Session
from attn_tui.widgets.choices import Choices
from attn_tui.widgets.key_hints import KeyHints
from attn_tui.widgets.text_line import TextLine
from tests.tui.walking import press, settle

FAMILY = "👨\u200d👩\u200d👧"


class LineApp(App[None]):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        yield TextLine(self.text)


@asynccontextmanager
async def line(text: str):
    app = LineApp(text)
    async with app.run_test(size=(60, 4)) as pilot:
        widget = app.query_one(TextLine)
        widget.focus()
        await pilot.pause()
        yield pilot, widget


def cursor_columns(widget: TextLine) -> tuple[int, int]:
    """The first column that is drawn as the cursor, and the one after the last."""
    widget._cursor_visible = True
    style = widget.get_component_rich_style("input--cursor")
    at, drawn = 0, []
    for text, look, _ in widget.render_line(0):
        if look is not None and look.bgcolor == style.bgcolor and look.reverse == style.reverse:
            drawn.append((at, at + cell_len(text)))
        at += cell_len(text)
    return drawn[0][0], drawn[-1][1]


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("a\u200bb", [(0, 1), (1, 7), (7, 8), (8, 9)]),
        ("\u202eab", [(0, 6), (6, 7), (7, 8), (8, 9)]),
        ("漢b", [(0, 2), (2, 3), (3, 4)]),
        ("e\u0301b", [(0, 1), (1, 2), (2, 3)]),
        (FAMILY + "b", [(0, 2), (2, 3), (3, 4)]),
        ("🇩🇪🇫🇷", [(0, 4), (4, 8), (8, 9)]),
        ("\x1b[", [(0, 1), (1, 2), (2, 3)]),
    ],
)
async def test_the_cursor_steps_over_what_is_shown_as_one(text, columns):
    async with line(text) as (pilot, widget):
        await pilot.press("home")
        seen = []
        for _ in columns:
            seen.append(cursor_columns(widget))
            await pilot.press("right")
        assert seen == columns
        assert widget.cursor_at_end
        for expected in reversed(columns[:-1]):
            await pilot.press("left")
            assert cursor_columns(widget) == expected
        assert widget.render_line(0).text.rstrip() == visible(text)
        assert widget.value == text


@pytest.mark.parametrize(
    ("text", "keys", "left"),
    [
        ("ae\u0301", ["backspace"], "ae"),
        ("a\u200b", ["backspace"], "a"),
        ("a" + FAMILY, ["backspace"], "a"),
        ("a🇩🇪", ["backspace"], "a"),
        (FAMILY + "b", ["home", "delete"], "b"),
        ("e\u0301b", ["home", "delete"], "b"),
        ("\ue000b", ["home", "right", "x"], "\ue000xb"),
        ("a\u200bc", ["home", "right", "shift+right", "x"], "axc"),
        ("", ["backspace", "delete", "left", "right"], ""),
    ],
)
async def test_what_is_edited_is_the_true_text(text, keys, left):
    async with line(text) as (pilot, widget):
        await pilot.press(*keys)
        assert widget.value == left


async def test_what_has_no_look_of_its_own_is_typed_and_shown():
    async with line("a") as (pilot, widget):
        for character in "\u202e\u200d\u00a0 b":
            widget.post_message(events.Key(character, character))
        await pilot.pause()
        assert widget.value == "a\u202e\u200d\u00a0 b"
        assert "‹202E›" in widget.render_line(0).text


async def test_a_click_puts_the_cursor_where_the_eye_is():
    async with line("a\u200b漢e\u0301z") as (pilot, widget):
        for column, index in ((0, 0), (1, 1), (6, 1), (7, 2), (8, 2), (9, 3), (10, 5), (30, 6)):
            await pilot.click(TextLine, offset=(1 + column, 0))
            assert widget.cursor_position == index, column


async def test_every_column_of_a_click_leads_to_a_character():
    @given(st.text(st.characters(exclude_categories=()), max_size=12))
    @settings(max_examples=60, deadline=None)
    def check(text):
        widget.value = text
        for column in range(cell_len(visible(text)) + 2):
            assert widget._position_to_cell(widget._cell_offset_to_index(column)) <= column

    async with line("") as (_, widget):
        check()


async def test_the_line_on_home_says_its_keys_and_is_gone_after_its_walk() -> None:
    app = AttnApp(Session(text="", model="toy"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "slash", *"hello")
        assert app.screen.query_one(KeyHints).hints == TYPING_HINTS
        await press(pilot, "enter")
        assert isinstance(app.screen, WalkScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, HomeScreen)
        assert not app.screen.query(TextLine)
        assert "? help" in app.screen.query_one(KeyHints).hints
        await press(pilot, "down")
        assert app.screen.query_one(Choices).chosen == 1
