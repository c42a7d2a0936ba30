"""The first picture waits for nothing that it does not need; what others need comes after it."""

from __future__ import annotations

from pathlib import Path
from pkgutil import iter_modules

import pytest

import attn_tui.screens
from tests.terminal.pty_terminal import environment, start_python

HEAVY = {"torch", "transformers"}
TELLING = """
import os
import sys

told = sys.argv.pop(1)

def tell():
    with open(f"{told}.part", "x") as file:
        file.write("\\n".join(sys.modules))
    os.replace(file.name, told)
"""
AT_FIRST = """
from attn_tui.terminal.link import Link

send = Link.send

def first(self, update):
    tell()
    Link.send = send
    send(self, update)

Link.send = first
"""
LATER = """
import signal
from attn_tui import warming

warm = warming._import

def told_after():
    warm()
    tell()
    os.kill(os.getpid(), signal.SIGTERM)

warming._import = told_after
warming.AFTER = 0.1
"""
RUN = """
from attn_tui.command.main import run
run()
"""
"""The app, which writes down what is imported when it sends its first picture; or when it is warm,
and ends.
"""


def modules(when: str, tmp_path: Path, *arguments: str) -> set[str]:
    told = tmp_path / "modules"
    env = environment(XDG_STATE_HOME=str(tmp_path / "state"))
    program = TELLING + when + RUN
    with start_python("-c", program, str(told), *arguments, env=env) as terminal:
        terminal.wait_for(lambda _: told.exists())
    return set(told.read_text().split("\n"))


def test_home_does_without_even_numpy(tmp_path: Path) -> None:
    imported = modules(AT_FIRST, tmp_path)
    assert "attn_tui.screens.home" in imported
    assert not imported & {"numpy", "plotext", *HEAVY}


@pytest.mark.parametrize("arguments", [("Money bank grows",), ("learn",), ("learn", "context")])
def test_nothing_heavy_is_imported_before_the_first_picture(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    assert not modules(AT_FIRST, tmp_path, *arguments) & HEAVY


@pytest.mark.parametrize("arguments", [(), ("Money bank grows",)])
def test_what_later_screens_need_is_there_before_a_key(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    imported = modules(LATER, tmp_path, *arguments)
    screens = {f"attn_tui.screens.{each.name}" for each in iter_modules(attn_tui.screens.__path__)}
    assert imported >= {*screens, "attn_tui.export.writers", "plotext", "markdown_it", "sqlite3"}
    assert not imported & HEAVY
