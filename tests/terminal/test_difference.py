"""The measure itself, against sums by hand and against the writer, which may never beat it."""

from __future__ import annotations

import pyte
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from attn_tui.terminal.front_buffer import FrontBuffer
from attn_tui.terminal.pen import Pens
from tests.terminal.difference import blank_frame, frame_of, minimal_difference

WIDTH, HEIGHT = 16, 3
STYLES = [
    Style(),
    Style(color="#ff0000"),
    Style(color="#ff0000", bgcolor="#000080"),
    Style(color="#00ff00", bgcolor="#000080", bold=True),
    Style(bgcolor="#800000", underline=True),
]
segments = st.lists(
    st.builds(
        Segment, st.text("ab  █", min_size=1, max_size=6), st.sampled_from(STYLES), st.none()
    ),
    max_size=5,
)
a_line = segments.map(lambda them: Strip(them).adjust_cell_length(WIDTH, STYLES[2]))
a_frame = st.lists(a_line, min_size=HEIGHT, max_size=HEIGHT)


def shown(text: str):
    screen = pyte.Screen(20, 4)
    pyte.Stream(screen).feed(text)
    return frame_of(screen)


def test_sums_by_hand():
    blank = blank_frame(20, 4)
    assert minimal_difference(blank, blank) == 0
    assert minimal_difference(blank, shown("a")) == len("\x1b[Ha")
    assert minimal_difference(blank, shown("\x1b[3;5Ha")) == len("\x1b[3;5Ha")
    assert minimal_difference(blank, shown("\x1b[31ma")) == len("\x1b[H\x1b[31ma\x1b[m")
    # The space between is cheaper written than jumped over.
    assert minimal_difference(shown(" x"), shown("axb")) == len("\x1b[Haxb")
    # A whole line of ground is erased, not written.
    ground = "\x1b[48;2;1;2;3m\x1b[K"
    assert minimal_difference(blank, shown(ground)) == len(f"\x1b[H{ground}\x1b[m")


@settings(max_examples=100, deadline=None)
@given(a_frame, a_frame)
def test_the_writer_comes_near_it_and_never_below(before, after):
    front = FrontBuffer(Pens("truecolor"), erases_with_background=True)
    front.resize(WIDTH, HEIGHT)
    screen = pyte.Screen(WIDTH, HEIGHT)
    stream = pyte.Stream(screen)
    stream.feed("\x1b[?7l")
    frames, sizes = [], []
    for frame in (before, after):
        front.draw((y, 0, strip) for y, strip in enumerate(frame))
        update = front.stage()
        output = "".join(chunk.output for chunk in update)
        stream.feed(output)
        front.commit(update)
        frames.append(frame_of(screen))
        sizes.append(len(output.encode()))
    least = minimal_difference(*frames)
    assert least <= sizes[1] <= 1.5 * least
