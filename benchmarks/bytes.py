"""What the app sends in a terminal, to the least that the same change of the screen needs."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.figure import Figure
from tests.terminal.difference import blank_frame, minimal_difference
from tests.terminal.pty_terminal import Terminal, start_python
from tests.terminal.thin_link import RATE, counted, read_thinly

SENTENCE = (
    "Write a poem about a man fishing on a river bank where the money grows and the old bank is "
    "closed to him because it was too tired to carry on."
)
WALK = ("--model", "tiny", SENTENCE)
SIZES = ((80, 24), (120, 36), (200, 50))
SILENCE, IDLE = 0.8, 5.0
"""Seconds without output after which a picture is finished, and in which an idle one is watched."""

CHANGES = {
    "cell move": ("\x1b[C", "\x1b[B", "\x1b[D", "\x1b[A", "\x1b[F", "\x1b[D", "\x1b[H", "\x1b[C"),
    "step": ("5", "6", "7", "8", "9", "3", "4"),
    "scroll": ("\x1b[6~", "\x1b[6~", "\x1b[5~"),
    "panel or theme": ("?", "\x1b", "c", "\x1b", "t", "t"),
}


def figures() -> Iterator[Figure]:
    """Ratios of bytes, the worst of three sizes, and how far a thin link falls behind."""
    starts: list[float] = []
    resizes: list[float] = []
    idle = 0
    changes: dict[str, list[tuple[int, int]]] = {name: [] for name in CHANGES}
    for size in SIZES:
        with start_python("-m", "attn_tui", *WALK, size=size) as terminal:
            terminal.wait_for_text("float32").wait_for_silence(1.0)
            starts.append(to_a_paint(terminal))
            terminal.keys("4")
            terminal.wait_for_silence(SILENCE)
            for name, keys in CHANGES.items():
                changes[name] += [change(terminal, key) for key in keys]
            terminal.wait_for_silence(IDLE)
            idle += len(terminal.bytes_since())
            terminal.resize(size[0] - 9, size[1] - 2)
            terminal.wait_for(lambda it: it.received).wait_for_silence(SILENCE)
            resizes.append(to_a_paint(terminal))
    for name, sizes in changes.items():
        yield ratio(f"bytes of a {name} to the minimal difference", sizes)
    yield Figure("bytes of a start to a full paint", max(starts), 1.2, "x", "the worst of 3 sizes")
    yield Figure("bytes of a resize to a full paint", max(resizes), 1.2, "x", "the worst of 3")
    yield Figure("bytes while idle", idle, 0, "bytes", f"{len(SIZES)} times {IDLE:.0f} s")
    yield behind()


def change(terminal: Terminal, key: str) -> tuple[int, int]:
    """Bytes that a key brings, and the fewest possible."""
    before = terminal.frame()
    terminal.bytes_since()
    terminal.keys(key)
    terminal.wait_for(lambda it: it.frame() != before).wait_for_silence(SILENCE)
    return len(terminal.bytes_since()), minimal_difference(before, terminal.frame())


def to_a_paint(terminal: Terminal) -> float:
    """What came since it was last asked, to the least for the whole screen."""
    least = minimal_difference(blank_frame(*terminal.size), terminal.frame())
    return len(terminal.bytes_since()) / least


def ratio(name: str, sizes: list[tuple[int, int]]) -> Figure:
    sent, least = (median(column) for column in zip(*sizes, strict=True))
    worst = max(ours / minimum for ours, minimum in sizes if minimum)
    return Figure(name, worst, 1.5, "x", f"the worst; medians {sent:.0f} to {least:.0f} bytes")


def behind() -> Figure:
    """Twenty steps, ten a second, over a thin link: seconds of it that are still to come then."""
    with (
        tempfile.TemporaryDirectory() as folder,
        counted(Path(folder), *WALK, size=SIZES[-1]) as (terminal, pictures),
    ):
        terminal.wait_for_text("float32").wait_for_silence(1.0)
        for key in "34" * 10:
            pictures.drain()
            terminal.keys(key)
            pictures.wait()
            read_thinly(terminal, 0.1)
        terminal.bytes_since()
        terminal.wait_for_silence(1.0)
        left = len(terminal.bytes_since())
    return Figure(
        "behind twenty quick refreshes at 64 KB/s, 200x50", left / RATE, 1, "s", f"{left} bytes"
    )
