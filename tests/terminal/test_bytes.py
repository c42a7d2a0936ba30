"""What the app sends, against the least that the change of the screen needs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pyte
import pytest

from tests.terminal.difference import Frame, blank_frame, frame_of, minimal_difference
from tests.terminal.pty_terminal import Terminal, environment, start_python

MOST, MOST_OF_A_PAINT = 1.5, 1.2
QUIET = 0.3
"""Seconds without output after which a picture is finished."""
PICTURE_END = b"\x1b[1;1H"
SIZES = ((80, 24), (200, 50))  # the benchmark has one between them, too
SENTENCE = (
    "Write a poem about a man fishing on a river bank where the money grows and the old bank is "
    "closed to him."
)
LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
HOME, END, PAGE_UP, PAGE_DOWN, ESCAPE = "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~", "\x1b"
STEPS = ("3", "7", "9", "0", "n", "4")
MOVES = (RIGHT, DOWN, END, LEFT, DOWN, PAGE_DOWN, UP, HOME, RIGHT)
PANELS = ("?", ESCAPE, "c", ESCAPE, "p", ESCAPE, "t", "t")


def ready(terminal: Terminal, text: str) -> Terminal:
    terminal.wait_for_text(text).wait_for_silence(2 * QUIET)
    return terminal


class Follower:
    """Follows a terminal picture by picture, as a busy machine may part one into several."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.screen = pyte.Screen(*terminal.size)
        self.stream = pyte.ByteStream(self.screen)
        self.stream.feed(terminal.bytes_since())

    def sent_by(self, key: str) -> tuple[int, int]:
        """Bytes sent after a key, and the fewest that lead to the same pictures."""
        before = frame_of(self.screen)
        self.terminal.keys(key)
        self.terminal.wait_for(lambda it: it.frame() != before).wait_for_silence(QUIET)
        received = self.terminal.bytes_since()
        least = 0
        for picture in received.split(PICTURE_END):
            self.stream.feed(picture)
            after = frame_of(self.screen)
            least += minimal_difference(before, after)
            before = after
        return len(received), least


def check(terminal: Terminal, keys: Iterable[str]) -> None:
    follower = Follower(terminal)
    measured = [(key, *follower.sent_by(key)) for key in keys]
    dear = [it for it in measured if it[1] > MOST * it[2]]
    assert not dear, f"key, bytes sent, bytes needed: {dear}"


def check_start(shows: str, *options: str, size: tuple[int, int], env: dict[str, str]) -> None:
    """Of three starts, as a busy machine may part one picture into several."""
    ratios = []
    for _ in range(3):
        with start_python("-m", "attn_tui", *options, env=env, size=size) as terminal:
            ready(terminal, shows)
            ratios.append(len(terminal.bytes_since()) / paint(terminal.frame()))
        if ratios[-1] <= MOST_OF_A_PAINT:
            return
    raise AssertionError(f"bytes of a start to those of a paint: {ratios}")


def paint(frame: Frame) -> int:
    """Bytes of a whole screen, from a cleared one."""
    return minimal_difference(blank_frame(len(frame[0]), len(frame)), frame)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    ("shows", "options"),
    [("Enter open", ()), ("Enter on", ("learn", "1")), ("float32", ("--model", "tiny", SENTENCE))],
    ids=("home", "lesson", "walk"),
)
def test_a_start_paints_once(shows, options, size, tmp_path):
    check_start(shows, *options, size=size, env=environment(HOME=str(tmp_path)))


@pytest.mark.parametrize(("model", "size"), zip(("toy", "tiny"), SIZES, strict=True), ids=str)
def test_moves_steps_and_panels_of_the_walk(model, size):
    with start_python("-m", "attn_tui", "--model", model, SENTENCE, size=size) as terminal:
        ready(terminal, "float32")
        check(terminal, (*STEPS, *MOVES, *PANELS))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_lesson_turns_its_pages(size, tmp_path):
    env = environment(HOME=str(tmp_path))
    with start_python("-m", "attn_tui", "learn", "1", env=env, size=size) as terminal:
        ready(terminal, "Enter on")
        check(terminal, ("\r", "\r", "b", "?", DOWN, DOWN, ESCAPE))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_home_and_its_list(size, tmp_path):
    env = environment(HOME=str(tmp_path))
    with start_python("-m", "attn_tui", env=env, size=size) as terminal:
        ready(terminal, "Enter open")
        check(terminal, (DOWN, DOWN, UP, "/", "a", ESCAPE, "t", "?", ESCAPE))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_long_text(size, tmp_path: Path):
    book = tmp_path / "book.txt"
    book.write_text("the old man fishing on the river bank where money grows " * 300)
    options = ("--model", "toy", "--file", str(book))
    with start_python("-m", "attn_tui", *options, size=size) as terminal:
        ready(terminal, "z zoom")
        check(terminal, (RIGHT, DOWN, END, LEFT, PAGE_DOWN, "z", RIGHT, ESCAPE, "?", ESCAPE))


@pytest.mark.parametrize("sizes", [((120, 36), (200, 50), (60, 18))], ids=str)
@pytest.mark.parametrize("options", [(), ("--model", "tiny", SENTENCE)], ids=("home", "walk"))
def test_a_resize_paints_once(options, sizes):
    with start_python("-m", "attn_tui", *options) as terminal:
        ready(terminal, "?")
        for size in sizes:
            ratios = [ratio_of_resize(terminal, size) for _ in range(3)]
            assert min(ratios) <= MOST_OF_A_PAINT, (size, ratios)


def ratio_of_resize(terminal: Terminal, size: tuple[int, int]) -> float:
    """There from a size that differs in one line: bytes sent, to those of a paint."""
    for lines in (size[1] + 1, size[1]):
        terminal.bytes_since()
        terminal.resize(size[0], lines)
        terminal.wait_for(lambda it: it.received).wait_for_silence(QUIET)
    return len(terminal.bytes_since()) / paint(terminal.frame())


def test_a_storm_of_resizes_paints_a_few_times():
    with start_python("-m", "attn_tui", "--model", "tiny", SENTENCE) as terminal:
        ready(terminal, "float32")
        terminal.bytes_since()
        for step in range(50):
            terminal.resize(150 - step, 40 - step // 4)
            terminal.read_some(1 << 16, 0.002)
        terminal.resize(120, 36)
        terminal.wait_for(lambda it: it.received).wait_for_silence(2 * QUIET)
        assert len(terminal.bytes_since()) <= 4 * paint(terminal.frame())
        with start_python("-m", "attn_tui", "--model", "tiny", SENTENCE, size=(120, 36)) as fresh:
            ready(fresh, "float32")
            terminal.wait_for(lambda it: it.screen_lines() == fresh.screen_lines())


def test_nothing_erases_with_a_background_where_the_terminal_cannot():
    for term in ("screen-256color", "tmux-256color", "xterm-kitty"):
        env = environment(TERM=term)
        with start_python("-m", "attn_tui", "Money bank grows", env=env) as terminal:
            ready(terminal, "float32")
            terminal.keys("4")
            terminal.wait_for_silence(QUIET)
            assert b"\x1b[K" not in terminal.received
    with start_python("-m", "attn_tui", "Money bank grows") as terminal:
        ready(terminal, "float32")
        assert b"\x1b[K" in terminal.received
