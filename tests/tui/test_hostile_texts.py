"""Any text at all, walked through and asked for: the output is clean, and every column holds.

24 texts by default; ATTN_TUI_TEXTS=2000 in the environment draws that many from all of Unicode.
"""

from __future__ import annotations

import asyncio
import csv
import io
import os
import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from unittest.mock import patch

import pyte
from hypothesis import HealthCheck, given, settings
from rich.cells import cell_len
from textual.strip import Strip

from attn_tui.app import AttnApp
from attn_tui.command.main import main
from attn_tui.computing import Models
from attn_tui.terminal.cells import cells_of
from attn_tui.terminal.front_buffer import FrontBuffer
from attn_tui.terminal.pen import Pens
from attn_tui.text_input import accept_text
from attn_tui.view.session import Session
from attn_tui.widgets.text_line import TextLine
from tests.terminal.escapes import strays
from tests.tui.commanding import command, strict_json
from tests.tui.hostile_texts import any_text
from tests.tui.random_keys import settle

TEXTS = int(os.environ.get("ATTN_TUI_TEXTS", "24"))
many = settings(
    max_examples=TEXTS,
    deadline=None,
    derandomize=TEXTS < 1000,
    database=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
MODELS: Models = {}
WIDTH, HEIGHT = 100, 30


def sent(strips: list[Strip], columns: int = WIDTH) -> str:
    """The bytes with which a blank terminal is made to show the strips."""
    front = FrontBuffer(Pens("truecolor"))
    front.resize(columns, len(strips))
    front.draw((y, 0, strip) for y, strip in enumerate(strips))
    return "".join(chunk.output for chunk in front.stage())


def drawn(output: str, columns: int = WIDTH, lines: int = HEIGHT) -> pyte.Screen:
    screen = pyte.Screen(columns, lines)
    stream = pyte.Stream(screen)
    stream.feed("\x1b[?7l" + output)
    return screen


def pyte_draws(text: str) -> bool:
    """Whether pyte places it: it stops at marks of combining class 0, as in Devanagari."""
    return all(unicodedata.category(c)[0] != "M" or unicodedata.combining(c) for c in text)


def glyphs(cells: tuple[str, ...]) -> Iterator[tuple[int, int, str]]:
    """Column, width and text of each; pyte puts an accent on the second half of a wide one."""
    starts = [x for x, cell in enumerate(cells) if cell]
    for x, end in pairwise([*starts, len(cells)]):
        yield x, end - x, cells[x]


def composed(cell: str) -> str:
    """An accent in its letter, as pyte puts it there."""
    return unicodedata.normalize("NFC", cell)


def walkable(text: str) -> str | None:
    try:
        return accept_text(text)
    except ValueError:
        return None


def check_picture(strips: list[Strip]) -> None:
    """Nothing stray is sent, and what arrives stands in the columns in which it was drawn."""
    output = sent(strips)
    assert strays(output) == []
    screen = drawn(output, lines=len(strips))
    for y, strip in enumerate(strips):
        text = strip.text
        assert cell_len(text) == WIDTH
        if pyte_draws(text):
            for x, width, cell in glyphs(cells_of(text)):
                shown = "".join(screen.buffer[y][x + more].data for more in range(width))
                assert composed(shown) == composed(cell), f"column {x} of {text}"


def test_any_text_is_walked_through_in_a_clean_picture_whose_columns_hold() -> None:
    """Typed into the line first, so that the line is drawn with it, too."""
    with asyncio.Runner() as runner:
        app = AttnApp(Session("Money bank grows", model="toy", step="score"), MODELS)
        running = app.run_test(size=(WIDTH, HEIGHT))
        pilot = runner.run(running.__aenter__())

        async def walk(text: str) -> None:
            await settle(pilot)
            await app.screen.run_action("edit")
            await settle(pilot)
            line = app.screen.query_one(TextLine)
            line.value = text
            await settle(pilot)
            check_picture(app.screen._compositor.render_strips())
            assert line.value == text
            await line.action_submit()
            await settle(pilot)
            check_picture(app.screen._compositor.render_strips())
            if walkable(text) and not app.screen.query(TextLine):
                assert app.screen.session.text == walkable(text)
            for line in app.screen.query(TextLine):
                line.action_cancel()

        @many
        @given(any_text)
        def check(text: str) -> None:
            runner.run(walk(text))

        try:
            check()
        finally:
            runner.run(running.__aexit__(None, None, None))


@many
@given(any_text)
def test_any_text_is_shown_exactly_to_programs_and_harmlessly_to_people(text: str) -> None:
    accepted = walkable(text)
    outcome = command("show", "softmax", "--model", "toy", "--format", "json", "--", text)
    if accepted is None or outcome.status:
        assert outcome.status == 2
        assert strays(outcome.err, lines=True) == []
        return
    assert strays(outcome.out, lines=True) == []
    tokens = strict_json(outcome.out)["tokens"]
    assert all(token["text"] == accepted[token["start"] : token["end"]] for token in tokens)
    for form in ("text", "csv"):
        shown = to_terminal("show", "softmax", "--model", "toy", "--format", form, "--", text)
        assert strays(shown, lines=True) == []
    table = command("show", "softmax", "--model", "toy", "--format", "csv", "--", text).text
    header = next(csv.reader(io.StringIO(table, newline="")))
    assert header[1:] == [token["text"] for token in tokens]


def to_terminal(*argv: str) -> bytes:
    """What the command sends to a terminal of 80 columns."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    out.isatty = lambda: True  # type: ignore[method-assign]
    with patch("attn_tui.command.show._width", lambda terminal: 80):
        assert main(argv, None, out, io.StringIO()) == 0
    return out.buffer.getvalue()  # type: ignore[attr-defined,no-any-return]
