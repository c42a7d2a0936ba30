"""An hour of use: the memory of the app after 10,000 keys to that after the first minute's.

Both are measured at the end of a round, in the walk, so that the same things are on the screen.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from itertools import islice

from benchmarks.app_process import app_process
from benchmarks.figure import Figure
from benchmarks.memory_steps import ESCAPE, rounds
from tests.terminal.pty_terminal import Terminal, environment, start_python

MINUTE, HOUR = 1, 60
"""Rounds of 168 keys; a person who looks at what they do presses one in 0.36 seconds."""
SILENCE, AFTER_ESCAPE, AT_REST = 0.02, 0.15, 0.4
"""Seconds without output after which a key has done what it does; Esc may begin another key."""
BREATH = 8
"""After so many keys the app comes to rest, so that none waits for long."""
SIZE = (120, 36)


def figures() -> Iterator[Figure]:
    """The ratio of the resident memory after an hour to that after a minute."""
    (few, after_a_minute), (many, after_an_hour) = memory_after(MINUTE, HOUR)
    yield Figure(
        f"memory after {many:,} keys to that after {few}",
        after_an_hour / after_a_minute,
        1.1,
        "x",
        f"{after_an_hour / 1024:.0f} MiB to {after_a_minute / 1024:.0f} MiB",
    )


def memory_after(*counts: int) -> list[tuple[int, int]]:
    """How many keys so many rounds have, and the KiB that the app holds then in a real terminal."""
    found, pressed = [], 0
    with tempfile.TemporaryDirectory() as state:
        env = environment(XDG_STATE_HOME=state, HF_HUB_OFFLINE="1")
        with start_python("-m", "attn_tui", "Money bank grows", env=env, size=SIZE) as terminal:
            terminal.wait_for_text("numpy float32")
            for number, keys in enumerate(islice(rounds(0), max(counts)), start=1):
                for key in keys:
                    press(terminal, key)
                    pressed += 1
                    if pressed % BREATH == 0:
                        terminal.wait_for_silence(AT_REST)
                if number in counts:
                    terminal.wait_for_silence(AT_REST)
                    found.append((pressed, resident(app_process(terminal))))
    return found


def press(terminal: Terminal, key: str) -> None:
    """Press a key, and let what it does be drawn."""
    terminal.keys(key)
    terminal.wait_for_silence(AFTER_ESCAPE if key == ESCAPE else SILENCE)
    terminal.bytes_since()
    if terminal.process.poll() is not None:
        raise RuntimeError("the app has ended before its time")


def resident(pid: int) -> int:
    """KiB of a process that are in memory."""
    shown = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(pid)], check=True, capture_output=True, text=True
    )
    return int(shown.stdout)
