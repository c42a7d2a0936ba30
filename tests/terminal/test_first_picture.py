"""The first picture waits for nothing that it does not need."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.pty_terminal import environment, start_python

HEAVY = {"torch", "transformers"}
TOLD = """
import os
import sys
from attn_tui.terminal.link import Link

send, told = Link.send, sys.argv.pop(1)

def first(self, update):
    with open(f"{told}.part", "x") as file:
        file.write("\\n".join(sys.modules))
    os.replace(file.name, told)
    Link.send = send
    send(self, update)

Link.send = first
from attn_tui.command.main import run
run()
"""
"""The app, which writes down what is imported when it sends its first picture."""


def modules_at_first_picture(tmp_path: Path, *arguments: str) -> set[str]:
    told = tmp_path / "modules"
    env = environment(XDG_STATE_HOME=str(tmp_path / "state"))
    with start_python("-c", TOLD, str(told), *arguments, env=env) as terminal:
        terminal.wait_for(lambda _: told.exists())
    return set(told.read_text().split("\n"))


def test_home_does_without_even_numpy(tmp_path: Path) -> None:
    modules = modules_at_first_picture(tmp_path)
    assert "attn_tui.screens.home" in modules
    assert not modules & {"numpy", "plotext", *HEAVY}


@pytest.mark.parametrize("arguments", [("Money bank grows",), ("learn",), ("learn", "context")])
def test_nothing_heavy_is_imported_before_the_first_picture(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    modules = modules_at_first_picture(tmp_path, *arguments)
    assert not modules & HEAVY
