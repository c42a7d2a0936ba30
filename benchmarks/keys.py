"""A move of the cell, as a person sees it: how long until it is drawn, and in how many bytes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median

from benchmarks.figure import Figure, p95
from tests.terminal.difference import minimal_difference
from tests.terminal.pty_terminal import Terminal, start_python

RIGHT, DOWN, LEFT, UP = "\x1b[C", "\x1b[B", "\x1b[D", "\x1b[A"
THERE_AND_BACK = (RIGHT, DOWN, RIGHT, LEFT, UP, LEFT)
ROUNDS = 10
SILENCE = 0.15
"""Seconds without output after which a frame is finished; they don't count."""

LONG_TEXT = "the cat ate the mouse near the bank " * 64  # 512 tokens
SHORT_TEXT = "Write a poem about a man fishing on a river bank."
SCORE = "4"


def figures() -> Iterator[Figure]:
    """Latency on 512 tokens in a large window; bytes there and on one sentence in a small one."""
    seconds, large = moves(LONG_TEXT, (200, 50))
    yield Figure(
        "key to finished frame, p95, 512 tokens, 200x50",
        1e3 * p95(seconds),
        50,
        "ms",
        f"median {1e3 * median(seconds):.1f} ms of {len(seconds)} moves",
    )
    _, small = moves(SHORT_TEXT, (80, 24))
    for where, sizes in (("512 tokens, 200x50", large), ("one sentence, 80x24", small)):
        sent, least = (median(column) for column in zip(*sizes, strict=True))
        worst = max(ours / minimum for ours, minimum in sizes)
        yield Figure(
            f"bytes of a move to the minimal difference, {where}",
            worst,
            1.5,
            "x",
            f"the worst; medians {sent:.0f} to {least:.0f} bytes",
        )


def moves(text: str, size: tuple[int, int]) -> tuple[list[float], list[tuple[int, int]]]:
    """Seconds of each move, and its bytes beside those of the minimal difference."""
    with start_python("-m", "attn_tui", "--model", "toy", text, size=size) as terminal:
        terminal.wait_for_text("numpy float32").wait_for_silence(1.0)
        terminal.keys(SCORE)
        terminal.wait_for_silence(1.0)
        measured = [move(terminal, arrow) for _ in range(ROUNDS) for arrow in THERE_AND_BACK]
    sizes = [(sent, least) for _, sent, least in measured if least]
    return [seconds for seconds, _, _ in measured], sizes


def move(terminal: Terminal, arrow: str) -> tuple[float, int, int]:
    """One key: seconds to the last byte that it brought, the bytes, and the fewest possible."""
    before = terminal.frame()
    terminal.bytes_since()
    pressed = time.perf_counter()
    terminal.keys(arrow)
    terminal.wait_for(lambda it: it.received)
    seconds = terminal.wait_for_silence(SILENCE) - pressed
    return seconds, len(terminal.bytes_since()), minimal_difference(before, terminal.frame())
