"""`attn-tui doctor`: what will work here, and how to fix the rest."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from attn_tui.command.doctor_python import (
    examine_devices,
    examine_packages,
    examine_python,
    examine_state_folder,
    examine_torch,
)
from attn_tui.command.doctor_terminal import (
    examine_colours,
    examine_encoding,
    examine_multiplexer,
    examine_size,
    examine_terminal,
)
from attn_tui.command.findings import printed
from attn_tui.command.output import write


def doctor(out: TextIO | None) -> int:
    """Print what was found to `out`; the exit status is 0 also where there is something to fix."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    findings = [
        *examine_terminal(streams, os.environ),
        *examine_size(streams),
        *examine_colours(os.environ),
        *examine_encoding(sys.stderr, os.environ),
        *examine_multiplexer(os.environ),
        *examine_python(),
        *examine_packages(),
        *examine_torch(),
        *examine_devices(),
        *examine_state_folder(),
    ]
    write(printed(findings).encode(), None, out)
    return 0
