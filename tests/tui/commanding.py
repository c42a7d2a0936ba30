"""What the tests of the command share: running it in this process or in one of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from attn_tui.command.main import main

MONEY = "Money bank grows"
RIVER = "River bank flows"


@dataclass(frozen=True)
class Outcome:
    """The exit status and what was written."""

    status: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()


def command(*argv: str, stdin: bytes = b"") -> Outcome:
    """Run the command in this process, its output going to no terminal."""
    out, err = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    status = main(argv, io.TextIOWrapper(io.BytesIO(stdin)), out, err)
    return Outcome(status, out.buffer.getvalue(), err.getvalue())  # type: ignore[attr-defined]


def strict_json(text: bytes | str) -> Any:
    """Parse JSON and refuse the NaN and Infinity that Python would let pass."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is not JSON")

    return json.loads(text, parse_constant=refuse)


def show_json(*argv: str) -> Any:
    outcome = command("show", *argv, "--format", "json")
    assert (outcome.status, outcome.err) == (0, "")
    return strict_json(outcome.out)


def start(*argv: str, before: str = "", **options: Any) -> subprocess.Popen[bytes]:
    """Start the command in a process of its own; `before` is Python to run first, `run()` last."""
    code = f"import sys\nfrom attn_tui.command import main\n{before}\nmain.run()"
    return subprocess.Popen(
        [sys.executable, "-c", code, *argv],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        **options,
    )
