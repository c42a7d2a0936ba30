"""A fault of the app's own ends it in one sentence, with a report in a file."""

from __future__ import annotations

import os

import pytest

from attn_tui.terminal import reports
from tests.terminal.lives import Life
from tests.terminal.modes import FOUND
from tests.terminal.places import WRONG, answer, answers_kept

FAULTY = """
import os, sys
{break_it}
from attn_tui.command.main import run
run()
"""
IN_A_KEY = """
from attn_tui.app import AttnApp
def action_toggle_theme(self):
    raise ZeroDivisionError("division of \\x1b[31m[bold]nothing\\x07")
AttnApp.action_toggle_theme = action_toggle_theme
"""
IN_A_STYLE = 'from attn_tui.app import AttnApp\nAttnApp.CSS = "Screen { colour: }"\n'
IN_THE_START = """
from attn_tui.screens.walk import WalkScreen
WalkScreen.compose = lambda self: 1 / 0
"""
IN_THE_KEYBOARD = """
from textual.drivers.linux_driver import LinuxDriver
LinuxDriver.run_input_thread = lambda self: 1 / 0
"""
TRACEBACK = "most recent call last"


def broken(folder, break_it, *words, **variables):
    python = ("-c", FAULTY.format(break_it=break_it))
    return Life(folder, *words, python=python, **variables)


def assert_told(life, folder, what):
    before, after = life.settings()
    assert after == before
    assert life.modes() == FOUND
    said = " ".join(life.said())
    assert said.count("attn-tui:") == 1
    assert what in said
    assert "your progress is kept" in said
    (report,) = (folder / "state").rglob("fault-*.txt")
    assert report.name in said.replace(" ", "")
    return said, report.read_text()


def test_in_the_middle(tmp_path):
    with broken(tmp_path, IN_A_KEY, "--model", "toy", "Money bank grows") as life:
        life.see("numpy float32").keys("t")
        assert life.end() == 1
        said, report = assert_told(life, tmp_path, "ZeroDivisionError")
    assert TRACEBACK not in said
    assert "\x1b" not in said
    assert TRACEBACK in report
    assert "action_toggle_theme" in report


@pytest.mark.parametrize("break_it", [IN_A_STYLE, IN_THE_START, IN_THE_KEYBOARD])
def test_anywhere_else(tmp_path, break_it):
    with broken(tmp_path, break_it, "Money bank grows") as life:
        assert life.end() == 1
        said, _ = assert_told(life, tmp_path, "a fault of its own")
    assert TRACEBACK not in said


def test_the_traceback_is_shown_to_who_asks_for_it(tmp_path):
    variables = {reports.SHOW_TRACEBACK: "1"}
    with broken(tmp_path, IN_THE_START, "Money bank grows", **variables) as life:
        assert life.end() == 1
        said, _ = assert_told(life, tmp_path, "ZeroDivisionError")
    assert TRACEBACK in said


def test_progress_is_kept(tmp_path):
    with broken(tmp_path, IN_A_KEY, "learn", "first-principles") as life:
        answer(life).keys("\t").see("Tab page").keys("t")
        assert life.end() == 1
        assert_told(life, tmp_path, "ZeroDivisionError")
    assert answers_kept(tmp_path) == [WRONG]


def test_a_folder_that_takes_no_report_is_no_second_fault(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(reports, "_folders", lambda: [tmp_path / "file" / "folder"])
    (tmp_path / "file").write_text("in the way")
    reports.tell_fault("Traceback\nValueError: no")
    err = capsys.readouterr().err
    assert "ValueError: no" in err
    assert "report" not in err


def test_only_the_latest_reports_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(reports, "_folders", lambda: [tmp_path])
    for number in range(reports.KEPT + 5):
        (tmp_path / f"fault-20260101-0000{number:02}-1.txt").write_text("old")
    reports.tell_fault("Traceback\nValueError: no")
    left = sorted(os.listdir(tmp_path))
    assert len(left) == reports.KEPT
    assert "fault-20260101-000005-1.txt" not in left
