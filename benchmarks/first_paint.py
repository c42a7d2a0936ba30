"""From the start of the process to the last byte of the first whole picture, in a terminal.

The home screen and the walk with its numbers, to a bare Textual app, started in turns.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.figure import Figure, ratio
from tests.terminal.pty_terminal import start_python

ROUNDS = 9
SILENCE = 0.5
"""Seconds without output after which a picture is whole; they don't count."""

STARTS: dict[str, tuple[tuple[str, ...], str]] = {
    "bare": (("benchmarks/bare_app.py",), "bare app"),
    "home": (("-m", "attn_tui"), "Learn self-attention"),
    "walk": (("-m", "attn_tui", "Money bank grows"), "whole numbers"),
}
"""What to start, and a text that it shows when all is computed."""


def figures() -> Iterator[Figure]:
    """First paint of home and of the walk."""
    for start in STARTS:
        seconds_to_paint(start)  # fills the caches of files and bytecode
    seconds: dict[str, list[float]] = {start: [] for start in STARTS}
    for _ in range(ROUNDS):
        for start, taken in seconds.items():
            taken.append(seconds_to_paint(start))
    yield ratio("first paint, home to bare app", seconds["home"], seconds["bare"], 1.5)
    yield ratio("first paint, walk with numbers to bare app", seconds["walk"], seconds["bare"], 2.5)


def seconds_to_paint(start: str) -> float:
    """One start. Raises AssertionError if its picture never came."""
    arguments, shows = STARTS[start]
    with start_python(*arguments) as terminal:
        terminal.wait_for(lambda it: shows.encode() in it.received)
        return terminal.wait_for_silence(SILENCE) - terminal.started_at
