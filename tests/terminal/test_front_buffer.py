"""The differ against pyte: whatever was on the screen, the output leaves what was asked for."""

from __future__ import annotations

import pyte
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from attn_tui.terminal.front_buffer import FrontBuffer
from attn_tui.terminal.pen import Pens
from tests.terminal.difference import frame_of

CONSOLE = Console(color_system="truecolor", force_terminal=True)
CUTS = (0, 3, 9, 17)
WIDTH, HEIGHT = 24, 3
STYLES = [
    Style(),
    Style(color="#ff0000"),
    Style(color="#ff0000", bgcolor="#000080"),
    Style(bgcolor="#000080"),
    Style(color="red", bold=True, underline=True),
    Style(color="bright_blue", reverse=True, italic=True),
]
ENDS = (*CUTS[1:], WIDTH)
texts = st.lists(st.sampled_from(["a", "b", " ", " ", "漢", "語", "e\u0301", "█"]), max_size=9).map(
    "".join
)
segments = st.lists(st.builds(Segment, texts, st.sampled_from(STYLES), st.none()), max_size=4)


@st.composite
def a_strip(draw, width):
    return Strip(draw(segments)).adjust_cell_length(width, draw(st.sampled_from(STYLES)))


a_line = st.tuples(*(a_strip(end - x) for x, end in zip(CUTS, ENDS, strict=True)))
a_frame = st.lists(a_line, min_size=HEIGHT, max_size=HEIGHT)
a_change = st.tuples(st.integers(0, HEIGHT - 1), st.integers(0, len(CUTS) - 1), a_line)


def terminal():
    screen = pyte.Screen(WIDTH, HEIGHT)
    stream = pyte.Stream(screen)
    stream.feed("\x1b[?7l")
    return screen, stream


def drawn_from_scratch(frame):
    screen, stream = terminal()
    for y, line in enumerate(frame):
        for x, strip in zip(CUTS, line, strict=True):
            stream.feed(f"\x1b[{y + 1};{x + 1}H{strip.render(CONSOLE)}")
    return frame_of(screen)


def buffer(erases_with_background=True):
    front = FrontBuffer(Pens("truecolor"), erases_with_background)
    front.resize(WIDTH, HEIGHT)
    return front


def show(front, stream, pieces):
    front.draw(pieces)
    update = front.stage()
    output = "".join(chunk.output for chunk in update)
    stream.feed(output)
    front.commit(update)
    return output


def whole(frame):
    return [
        (y, x, strip) for y, line in enumerate(frame) for x, strip in zip(CUTS, line, strict=True)
    ]


@settings(max_examples=150, deadline=None)
@given(a_frame, a_frame, st.lists(a_change, max_size=6), st.booleans())
def test_any_frame_after_any_other(before, after, changes, erases):
    screen, stream = terminal()
    stream.feed("rubbish of another program\x1b[H")
    front = buffer(erases)
    show(front, stream, whole(before))
    assert frame_of(screen) == drawn_from_scratch(before)
    show(front, stream, whole(after))
    assert frame_of(screen) == drawn_from_scratch(after)
    lines = [list(line) for line in after]
    for y, chop, line in changes:
        lines[y][chop] = line[chop]
        show(front, stream, [(y, CUTS[chop], line[chop])])
    assert frame_of(screen) == drawn_from_scratch(lines)
    assert show(front, stream, whole(lines)) == ""


def test_halving_a_wide_character_blanks_its_other_half():
    front = buffer()
    screen, stream = terminal()
    show(front, stream, [(0, 0, Strip([Segment("ab漢字cd")]))])
    show(front, stream, [(0, 3, Strip([Segment("xx")]))])
    assert screen.display[0].rstrip() == "ab xx cd"


def test_text_cannot_send_escape_sequences():
    front = buffer()
    _, stream = terminal()
    output = show(front, stream, [(0, 0, Strip([Segment("a\x1b]2;owned\x07\x9b31mb\tc")]))])
    assert "\x1b]" not in output
    assert "\x07" not in output
    assert "\x9b" not in output
    assert "\t" not in output


def test_after_an_emoji_the_place_is_said_again():
    front = buffer()
    _, stream = terminal()
    output = show(front, stream, [(0, 0, Strip([Segment("a\U0001f600b")]))])
    assert "\U0001f600\x1b[1;4Hb" in output


def test_what_was_on_its_way_while_the_size_changed_is_not_held_to_be_there():
    front = buffer()
    front.draw([(0, 0, Strip([Segment("of the old size")]))])
    late = front.stage()
    front.resize(WIDTH + 4, HEIGHT)
    front.commit(late)
    front.draw([(0, 0, Strip([Segment("of the old size")]))])
    assert "of the old size" in "".join(chunk.output for chunk in front.stage())


def test_a_terminal_that_a_picture_is_on_its_way_to_is_not_blank():
    front = buffer()
    front.draw([(0, 0, Strip([Segment("first")]))])
    assert front.is_blank
    assert front.stage()
    assert not front.is_blank
    front.forget()
    assert front.is_blank


def test_pictures_drawn_while_another_is_on_its_way_become_one():
    front = buffer()
    screen, stream = terminal()
    front.draw([(0, 0, Strip([Segment("first ")])), (1, 0, Strip([Segment("first ")]))])
    on_its_way = front.stage()
    front.draw([(0, 0, Strip([Segment("second")]))])
    front.draw([(0, 0, Strip([Segment("third ")]))])
    stream.feed(on_its_way[0].output)
    front.commit(on_its_way)
    (rest,) = front.stage()
    assert "second" not in rest.output
    stream.feed(rest.output)
    front.commit([rest])
    assert [line.rstrip() for line in screen.display[:2]] == ["third", "first"]
    assert front.stage() == ()
