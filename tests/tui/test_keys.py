"""The keys: each command can be reached in every terminal, and keys that are set count everywhere."""

from __future__ import annotations

import pytest
from textual.keys import _character_to_key
from textual.widgets import Input

from attn_tui.app import AttnApp
from attn_tui.key_names import key_named, name_of_character, shown
from attn_tui.key_tables import TABLES
from attn_tui.keymap import Keymap
from attn_tui.keys import HOME_KEYS, LONG_KEYS, SIDE_KEYS, WALK_KEYS
from attn_tui.screens.help import HelpScreen
from attn_tui.screens.home import HomeScreen
from attn_tui.screens.places import PlaceScreen
from attn_tui.screens.walk import WalkScreen
from attn_tui.terminal.options import TerminalOptions
from attn_tui.terminal.reach import lost_in, why_refused
from attn_tui.view.titles import STEPS
from attn_tui.widgets.key_hints import KeyHints, fitting
from tests.tui.lesson_making import lesson_app
from tests.tui.walking import press, screen_text, settle, toy_session, walk

MINE = Keymap(
    {
        "walk.predict": ("ctrl+r",),
        "walk.next_step": ("N", "f2"),
        "walk.left": ("left", "A"),
        "walk.leave": ("escape", "X"),
        "walk.quit": ("Q",),
        "walk.commands": ("semicolon",),
        "walk.edit": ("underscore",),
        "walk.place": ("ctrl+backslash",),
        "lesson.hint": ("u",),
        "editor.run": ("ctrl+g",),
    }
)


def mine(**session: object) -> AttnApp:
    return AttnApp(toy_session("Money bank grows", **session), options=TerminalOptions(keymap=MINE))


@pytest.mark.parametrize("table", TABLES)
def test_every_command_comes_through_in_every_terminal(table: str) -> None:
    keys = TABLES[table].keys
    names = [name for key in keys for name in key.keys.split(",")]
    assert len(set(names)) == len(names), "one key, two commands"
    for key in keys:
        if key.action == "app.suspend_process":
            continue  # the key of all terminals for it, and a shell's without it
        assert any(not why_refused(name) and not lost_in(name) for name in key.keys.split(",")), key
        if key.id != "editor.undo":
            assert not any(map(why_refused, key.keys.split(","))), key


@pytest.mark.parametrize("table", sorted(set(TABLES) - {"editor", "costs"}))
def test_what_is_moved_over_is_moved_over_by_arrows_and_letters(table: str) -> None:
    commands = {key.command: set(key.keys.split(",")) for key in TABLES[table].keys}
    assert commands["down"] == {"down", "j"}
    assert commands["up"] == {"up", "k"}
    for command, keys in {
        "page_up": {"pageup", "ctrl+u"},
        "page_down": {"pagedown", "ctrl+d"},
    }.items():
        assert keys <= commands[command]


def test_names_of_commands_are_the_same_for_good() -> None:
    names = {key.command for key in (*WALK_KEYS, *LONG_KEYS, *SIDE_KEYS, *HOME_KEYS)}
    assert names >= {
        "left", "down", "up", "right", "first_column", "last_column", "page_up", "page_down",
        "largest", "next_step", "previous_step", *(f"step_{key}" for key, _ in STEPS), "predict",
        "terms", "code", "projection", "zoom", "operands", "plot", "specials", "meaning",
        "differences", "edit", "edit_keys", "model", "place", "next_head", "previous_head",
        "next_layer", "previous_layer", "mask", "variant", "positions", "costs", "theme",
        "commands", "help", "leave", "quit", "zoom_in", "zoom_out", "exact", "whole", "refine",
    }  # fmt: skip
    for table in TABLES.values():
        commands = [key.command for key in table.keys]
        assert len(set(commands)) == len(commands)


def test_keys_are_named_as_textual_names_them_and_shown_as_they_are_written() -> None:
    for code in range(0x20, 0x7F):
        assert name_of_character(chr(code)) == _character_to_key(chr(code))
        assert key_named(chr(code)) == name_of_character(chr(code))
    for table in TABLES.values():
        for key in table.keys:
            written = [shown(name) for name in key.keys.split(",")]
            assert set(key.shown.split(" ")) <= set(written), key
            assert all(key_named(each) == name for each, name in
                       zip(written, key.keys.split(","), strict=True) if each.isascii())  # fmt: skip


async def test_keys_that_are_set_run_their_commands_and_the_old_ones_do_not() -> None:
    app = mine(step="score", key=2)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, WalkScreen)
        await press(pilot, "n", "h", "p", "q", "colon")
        assert (screen.session.step, screen.session.key) == ("score", 2)
        assert screen.prediction is None
        await press(pilot, "A", "left")
        assert screen.session.key == 0
        await press(pilot, "N")
        assert screen.session.step == "scale"
        await press(pilot, "ctrl+r")
        assert screen.prediction is not None
        await press(pilot, "escape", "ctrl+backslash")
        assert isinstance(app.screen, PlaceScreen)
        await press(pilot, "escape", "X")
        assert isinstance(app.screen, HomeScreen)
        await press(pilot, "q")
        assert app._exit is True


async def test_keys_that_are_set_are_told_everywhere() -> None:
    app = mine()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        hints = app.screen.query_one(KeyHints)
        assert hints.hints == (
            "←↑↓→ cell", "N step", "Ctrl+R predict", "c code",
            "_ text", "? help",
        )  # fmt: skip
        assert screen_text(pilot).splitlines()[-1].rstrip().endswith("? help")
        listed = {command.title: command.help for command in app.get_system_commands(app.screen)}
        assert listed["The next step"] == "key N F2"
        await press(pilot, "ctrl+r")
        assert "go on with N." in screen_text(pilot)
        await press(pilot, "question_mark")
        text = screen_text(pilot)
        assert isinstance(app.screen, HelpScreen)
        assert "p is Ctrl+R here: Predict" in text
        assert "← A" in text
        assert "← h" not in text
        await press(pilot, "escape", "semicolon")
        assert type(app.screen).__name__ == "Commands"


async def test_what_is_typed_is_typed_whatever_keys_are_set() -> None:
    app = mine()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "underscore", "X", "A", "N", "semicolon", "Q", "u")
        assert app.screen.query_one(Input).value.endswith("growsXAN;Qu")


async def test_a_hint_and_a_run_have_the_keys_that_are_set(tmp_path) -> None:
    app = lesson_app(tmp_path)
    app.keymap = MINE
    app.set_keymap(MINE.for_textual())
    async with app.run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await press(pilot, "enter")
        assert "u hint" in app.screen.query_one(KeyHints).hints
        await press(pilot, "h")
        assert "It stands in the middle." not in screen_text(pilot)
        await press(pilot, "u")
        assert "It stands in the middle." in screen_text(pilot)


async def test_alt_and_a_key_are_esc_and_then_the_key() -> None:
    async with walk(step="score", row=2) as (pilot, screen):
        await press(pilot, "c")
        assert pilot.app.screen is not screen
        await press(pilot, "alt+j")
        assert pilot.app.screen is screen
        assert screen.session.row == 3
        await press(pilot, "c", "alt+up")
        assert (pilot.app.screen, screen.session.row) == (screen, 2)


@pytest.mark.parametrize("keys", [["ctrl+d"], ["pagedown"], ["space"], ["j"] * 10])
async def test_a_panel_is_read_by_each_fashion(keys: list[str]) -> None:
    async with walk() as (pilot, _):
        await press(pilot, "question_mark", *keys)
        panel = pilot.app.screen.query("VerticalScroll").first()
        assert panel.scroll_offset.y == 10
        await press(pilot, "G")
        assert panel.scroll_offset.y == panel.max_scroll_y > 10
        await press(pilot, "g")
        assert panel.scroll_offset.y == 0
        await press(pilot, "question_mark")


async def test_brackets_and_control_keys_do_what_home_end_and_the_pages_do() -> None:
    async with walk(step="score", row=0, key=5) as (pilot, screen):
        await press(pilot, "left_parenthesis")
        assert screen.session.key == 0
        await press(pilot, "right_parenthesis")
        assert screen.session.key == len(screen.trace.tokens) - 1
        await press(pilot, "ctrl+d")
        assert screen.session.row == 10
        await press(pilot, "ctrl+u")
        assert screen.session.row == 0


def test_the_last_hint_stays_when_there_is_no_room() -> None:
    long = ("Ctrl+R predict it", "Ctrl+Backslash place", "F10 something else", "? help")
    assert fitting(long, 80) == long
    assert fitting(long, 50) == (*long[:2], "? help")
    assert fitting(long, 8) == ("? help",)
    assert fitting(long, 3) == ()
