"""Walking through a sentence never loads torch, installed or not."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figure import Figure
from tests.terminal.pty_terminal import start_python

SCRIPT = """
import sys
from pathlib import Path
from attn_tui.command.main import run
report, sys.argv = Path(sys.argv[1]), ["attn-tui", "Money bank grows"]
try:
    run()
finally:
    report.write_text("\\n".join(sys.modules))
"""


def figures() -> Iterator[Figure]:
    """How many modules of torch are loaded once every step has been looked at."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "modules"
        with start_python("-c", SCRIPT, str(report)) as terminal:
            terminal.wait_for_text("numpy float32")
            for step in "0123456789":
                terminal.keys(step)
                terminal.wait_for_silence(0.3)
            terminal.keys("q")
            terminal.wait_for_exit()
        loaded = report.read_text().split()
    torch = sum(name == "torch" or name.startswith("torch.") for name in loaded)
    yield Figure("modules of torch after all ten steps", torch, 0, "", f"{len(loaded)} modules")
