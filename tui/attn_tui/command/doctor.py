"""`attn-tui doctor`: what will work here, and how to fix the rest."""

from __future__ import annotations

import os
import sys
from typing import Literal, TextIO

from attn_tui.command.doctor_config import examine_config
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
from attn_tui.config.file import read_config


def doctor(out: TextIO | None, about: Literal["all", "keys", "config"] = "all") -> int:
    """Print what was found to `out`; the exit status is 0 also where there is something to fix.

    About keys or config alone, do what was asked for these. Raises CommandError where keys are to
    be shown and there is no keyboard.
    """
    if about == "keys":
        from attn_tui.command.doctor_keys import show_keys  # noqa: PLC0415 - Textual's parser

        return show_keys(sys.stdin, sys.stdout)
    if about == "config":
        from attn_tui.config.starter import starter  # noqa: PLC0415

        write(starter().encode(), None, out)
        return 0
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
        *examine_config(read_config()),
    ]
    write(printed(findings).encode(), None, out)
    return 0
