"""Slow links: pictures are dropped and never queued, the last is never lost, keys are answered."""

from __future__ import annotations

import re

from tests.terminal.pty_terminal import start_python, wait_until_alike
from tests.terminal.thin_link import RATE, counted, read_thinly

SIZE = (200, 50)
SENTENCE = (
    "Write a poem about a man fishing on a river bank where the money grows and the old bank is "
    "closed to him because it was too tired to carry on."
)
WALK = ("--model", "tiny", SENTENCE)
SLOW = "This connection is slow"
TRUE_COLOUR = re.compile(rb"[34]8;2;")


def opened(terminal):
    terminal.wait_for_text("float32").wait_for_silence(0.5)
    return terminal


def said_slow(terminal):
    return any(SLOW in line for line in terminal.screen_lines())


def test_twenty_quick_refreshes_are_never_more_than_a_second_behind(tmp_path):
    keys = "34" * 10  # each changes nearly the whole screen
    with counted(tmp_path, *WALK, size=SIZE) as (terminal, pictures):
        opened(terminal)
        terminal.bytes_since()
        for key in keys:
            pictures.drain()
            terminal.keys(key)
            pictures.wait()
            read_thinly(terminal, 0.1)
        carried = len(terminal.bytes_since())
        assert carried > RATE, "the link was never full"
        terminal.wait_for(said_slow).wait_for_silence(0.6)
        assert len(terminal.bytes_since()) < RATE
        with start_python("-m", "attn_tui", "--slow", *WALK, size=SIZE) as quick:
            opened(quick).keys("4")
            wait_until_alike(terminal, quick)


def test_keys_are_answered_while_the_terminal_reads_nothing(tmp_path):
    with counted(tmp_path, *WALK, size=SIZE) as (terminal, pictures):
        opened(terminal)
        for key in "3434343434":
            pictures.drain()
            terminal.keys(key)
            pictures.wait()
        terminal.keys("q")
        assert terminal.wait_for_exit() == 0


def test_slow_draws_few_colours_and_few_frames(tmp_path):
    with counted(tmp_path, "--slow", *WALK, size=SIZE) as (terminal, pictures):
        opened(terminal)
        assert not TRUE_COLOUR.search(terminal.bytes_since())
        terminal.keys("3")
        terminal.wait_for_silence(0.5)
        terminal.bytes_since()
        began = terminal.received_at
        for key in "4567":
            pictures.drain()
            terminal.keys(key)
            pictures.wait()
        finished = terminal.wait_for_silence(0.5)
        frames = terminal.bytes_since().count(b"\x1b[1;1H")
        assert 0 < frames <= (finished - began) / 0.25 + 1
        assert any("7 Softmax" in line for line in terminal.screen_lines())
        assert not said_slow(terminal)


def test_a_chosen_palette_stays_on_a_slow_link():
    with start_python(
        "-m", "attn_tui", "--slow", "--palette", "truecolor", "Money bank grows"
    ) as it:
        opened(it)
        assert TRUE_COLOUR.search(it.bytes_since())


def test_a_quick_terminal_is_never_called_slow():
    with start_python("-m", "attn_tui", *WALK, size=SIZE) as terminal:
        opened(terminal)
        terminal.bytes_since()
        for key in "3434":
            terminal.keys(key)
            terminal.wait_for_silence(0.2)
        assert SLOW.encode() not in terminal.bytes_since()
        assert not said_slow(terminal)


def test_a_terminal_that_answers_is_asked_and_waited_for(tmp_path):
    with counted(tmp_path, *WALK, size=SIZE) as (terminal, pictures):
        opened(terminal).bytes_since()
        terminal.keys("\x1b[?2026;2$y")
        terminal.keys("3")
        terminal.wait_for(lambda it: b"\x1b[?2026$p" in it.received).wait_for_silence(0.3)
        terminal.bytes_since()
        for key in "45":
            pictures.drain()
            terminal.keys(key)
            pictures.wait()
        terminal.wait_for_silence(0.3)
        assert terminal.bytes_since() == b""
        terminal.keys("\x1b[?2026;2$y")
        terminal.wait_for_text("5 Scale").wait_for_silence(0.3)
        assert b"\x1b[?2026$p" in terminal.bytes_since()


def test_a_terminal_that_answers_no_more_is_not_waited_for(tmp_path):
    with counted(tmp_path, *WALK, size=SIZE) as (terminal, pictures):
        opened(terminal).bytes_since()
        terminal.keys("\x1b[?2026;2$y")
        for key in "34":
            pictures.drain()
            terminal.keys(key)
            pictures.wait()
        terminal.wait_for(lambda it: b"\x1b[?2026$p" in it.received)
        terminal.wait_for_text("4 Score").wait_for_silence(0.3)
        terminal.bytes_since()
        terminal.keys("3")
        terminal.wait_for_text("3 Project").wait_for_silence(0.3)
        assert b"\x1b[?2026$p" not in terminal.bytes_since()
