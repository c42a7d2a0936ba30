"""`attn-tui --file` on 131,072 tokens: the first map on the screen, in a terminal, and the memory."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.app_process import app_process
from benchmarks.figure import Figure
from tests.terminal.pty_terminal import start_python

N_TOKENS, ROUNDS = 131_072, 3
BARE, LONG = ("benchmarks/bare_app.py",), ("-m", "attn_tui", "--model", "toy", "--file")

WORDS = (
    "the",
    "old",
    "man",
    "fishing",
    "on",
    "river",
    "bank",
    "money",
    "grows",
    "where",
    "it",
    "flows",
)


def figures() -> Iterator[Figure]:
    """Seconds from the start of the process, and its peak beyond that of a bare Textual app."""
    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder) / "book.txt"
        book.write_text(" ".join(Random(0).choices(WORDS, k=N_TOKENS)), encoding="utf-8")
        runs = [first_map(*LONG, str(book), shows="sampled: 512") for _ in range(ROUNDS)]
    _, bare = first_map(*BARE, shows="bare app")
    name = "attn-tui --file, first map of 131,072 tokens on screen"
    yield Figure(name, median(run[0] for run in runs), 5, "s", f"{ROUNDS} starts")
    most = max(run[1] for run in runs)
    yield Figure(f"{name}, extra memory", most - bare, 500, "MiB", f"bare app {bare:.0f} MiB")


def first_map(*arguments: str, shows: str) -> tuple[float, float]:
    """Seconds until the text is on the screen, and the peak of the process in MiB."""
    with start_python(*arguments, size=(120, 36)) as terminal:
        terminal.wait_for_text(shows)
        seconds = terminal.received_at - terminal.started_at
        status = Path(f"/proc/{app_process(terminal)}/status").read_text(encoding="utf-8")
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return seconds, int(peak.split()[1]) / 1024
