"""The config file: what it sets, and one sentence for each mistake in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from attn_tui.command.arguments import parse
from attn_tui.command.doctor_config import examine_config
from attn_tui.config.file import Config, read_config
from attn_tui.config.starter import starter
from attn_tui.key_tables import TABLES
from attn_tui.keymap import STANDARD, Keymap
from attn_tui.terminal.options import AUTOMATIC, TerminalOptions
from attn_tui.terminal.reach import FIXED
from tests.tui.commanding import command


def read(folder: Path, text: str) -> Config:
    path = folder / "config.toml"
    path.write_text(text, "utf-8")
    return read_config(path)


def test_without_a_file_everything_is_as_it_is(tmp_path: Path) -> None:
    found = read_config(tmp_path / "config.toml")
    assert (found.is_there, found.options, found.faults) == (False, AUTOMATIC, ())
    assert read(tmp_path, "").options == AUTOMATIC


def test_the_screen_is_set_and_the_command_line_wins(tmp_path: Path) -> None:
    text = '[screen]\ntheme = "light"\npalette = "16"\nascii = true\nmouse = false\nslow = true\n'
    options = read(tmp_path, text).options
    assert options == TerminalOptions("16", True, False, True, "light", STANDARD)
    assert parse(["hi"], options).terminal == options  # type: ignore[union-attr]
    line = ["--palette", "256", "--no-ascii", "--mouse", "--no-slow", "hi"]
    wanted = TerminalOptions("256", False, True, False, "light", STANDARD)
    assert parse(line, options).terminal == wanted  # type: ignore[union-attr]


def test_a_command_has_its_keys_everywhere_or_on_one_screen(tmp_path: Path) -> None:
    text = '[keys]\nnext_step = ["N", "f2"]\n[keys.lesson]\nnext_step = "+"\n'
    text += 'hint = "Ctrl+U"\npage_up = "pgup"\n'
    found = read(tmp_path, text)
    assert found.faults == ()
    keymap = found.options.keymap
    for table, keys in {"walk": "N,f2", "side": "N,f2", "lesson": "plus"}.items():
        (key,) = (k for k in keymap.applied(TABLES[table].keys) if k.command == "next_step")
        assert key.keys == keys
    assert keymap.chosen["lesson.hint"] == ("ctrl+u",)


def test_keys_with_a_fixed_meaning_stay(tmp_path: Path) -> None:
    keymap = read(tmp_path, '[keys.walk]\nleave = "X"\nleft = "a"\nmeaning = "h"').options.keymap
    assert keymap.chosen == {
        "walk.leave": ("escape", "X"), "walk.left": ("left", "a"), "walk.meaning": ("h",),
    }  # fmt: skip


def test_two_commands_can_change_their_keys(tmp_path: Path) -> None:
    found = read(tmp_path, '[keys.walk]\nnext_step = "b"\nprevious_step = "n"')
    assert found.faults == ()


FAULTS = {
    'nonsense = 1': "config.toml:1: there is no 'nonsense' here; there are [screen] and [keys]",
    'screen = 1': "config.toml:1: screen is a section: write [screen] above its settings",
    '[screen]\ncolor = "16"': "config.toml:2: [screen] has no setting 'color'",
    '[screen]\n\npalete = "16"': "config.toml:3: [screen] has no setting 'palete'; did you mean palette?",
    '[screen]\npalette = "12"': "config.toml:2: palette cannot be '12'",
    '[screen]\nascii = "yes"': "config.toml:2: ascii is true or false, without quotes",
    '[keys]\nnext_stp = "n"': "config.toml:2: [keys] has no command 'next_stp'; did you mean next_step?",
    '[keys.walk]\nhint = "x"': "config.toml:2: [keys.walk] has no command 'hint'",
    '[keys.wlak]\nhelp = "x"': "config.toml:1: there is no screen 'wlak'; did you mean walk?",
    '[keys]\nquit = "foo"': "config.toml:2: 'foo' is no key",
    '[keys]\nquit = "pageupp"': "config.toml:2: 'pageupp' is no key; did you mean pageup?",
    '[keys]\nquit = ""': "config.toml:2: '' is no key",
    '[keys]\nquit = []': "config.toml:2: quit needs a key",
    '[keys]\nquit = 3': 'config.toml:2: keys are written as in quit = "n"',
    '[keys.walk]\nquit = "n"': "config.toml:2: n cannot be quit in the walk, as it is next_step there",
    '[keys.walk]\nhelp = "r"': "config.toml:2: r cannot be help in the walk, as it is restore there",
    '[keys.walk]\nquit = "3"': "config.toml:2: quit cannot be 3, which keeps its meaning",
    '[keys.walk]\nquit = "enter"': "config.toml:2: quit cannot be Enter, which keeps its meaning",
    '[keys.walk]\nquit = "ctrl+a"': "config.toml:2: quit cannot be Ctrl+A: it is GNU screen's own key",
    '[keys.walk]\nquit = "Ctrl+B"': "config.toml:2: quit cannot be Ctrl+B: it is tmux's own key",
    '[keys.walk]\nquit = "ctrl+p"': "config.toml:2: quit cannot be Ctrl+P: Docker",
    '[keys.walk]\nquit = "ctrl+m"': "config.toml:2: quit cannot be Ctrl+M: terminals send it for Enter",
    '[keys.walk]\nquit = "ctrl+["': "config.toml:2: quit cannot be Ctrl+[: terminals send it for Esc",
    '[keys.walk]\nquit = "alt+q"': "config.toml:2: quit cannot be Alt+Q: macOS Terminal",
    '[keys.walk]\nquit = "ctrl+1"': "config.toml:2: quit cannot be Ctrl+1: few terminals",
    '[keys.editor]\nrun = "r"': "config.toml:2: run cannot be r, which is typed",
    '[keys.lesson]\nskip = "."': "config.toml:2: skip cannot be .: numbers are typed",
    '[keys]\nquit = "q': "config.toml:2: this is not TOML",
    'a\n': "config.toml:1: this is not TOML",
}  # fmt: skip


@pytest.mark.parametrize("text", FAULTS)
def test_a_mistake_is_one_sentence_at_its_line(tmp_path: Path, text: str) -> None:
    faults = read(tmp_path, text).faults
    assert faults
    assert faults[0].startswith(f"{tmp_path}/{FAULTS[text]}")
    assert "\n" not in faults[0]


def test_mistakes_are_told_in_the_order_of_their_lines(tmp_path: Path) -> None:
    text = '[keys]\nnext_stp = "n"\n[screen]\nascii = "yes"\n[nonsense]\n'
    faults = read(tmp_path, text).faults
    assert [fault.split(":")[1] for fault in faults] == ["2", "4", "5"]
    assert "next_step? All commands are listed by attn-tui doctor --config" in faults[0]


def test_a_setting_for_all_screens_counts_once(tmp_path: Path) -> None:
    found = read(tmp_path, '[keys]\nquit = "Q"\nhelp = "f1"\n')
    assert len(found.options.keymap.chosen) > 2
    (finding,) = examine_config(found)
    assert finding.sentence.endswith("sets the keys of 2 commands")


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe")
    assert read_config(path).faults == (f"{path} is not in UTF-8; save it as UTF-8",)
    assert read_config(tmp_path).faults == (f"{tmp_path} cannot be read: is a directory",)


def test_the_starter_names_every_command_and_sets_what_is_taken_anyway(tmp_path: Path) -> None:
    text = starter()
    assert read(tmp_path, text).options == AUTOMATIC
    assert all(len(line) <= 100 for line in text.splitlines())
    settings = re.sub(r"^# (?=\w+ = )", "", text, flags=re.MULTILINE)
    found = read(tmp_path, settings)
    assert found.faults == ()
    keymap = found.options.keymap
    assert found.options == TerminalOptions(keymap=keymap)
    for table in TABLES.values():
        for key, same in zip(table.keys, keymap.applied(table.keys), strict=True):
            assert set(key.keys.split(",")) == set(same.keys.split(",")), key
    unnamed = {
        key for table in TABLES.values() for key in table.keys if key.id not in keymap.chosen
    }
    assert all(set(key.keys.split(",")) <= set(FIXED) for key in unnamed)


def test_the_command_refuses_a_faulty_file_and_the_doctor_lists_its_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "attn-tui").mkdir()
    (tmp_path / "attn-tui" / "config.toml").write_text(
        '[screen]\nslow = 1\n[keys]\nquit = "\x1b"\n'
    )
    for words in ([], ["hi"], ["learn"], ["--file", "x"]):
        outcome = command(*words)
        assert outcome.status == 2
        assert "config.toml:2: slow is true or false" in outcome.err or "TOML" in outcome.err
        assert "\x1b" not in outcome.err
        assert outcome.err.count("\n") == 1
    (tmp_path / "attn-tui" / "config.toml").write_text("[screen]\nslow = 1\nascii = 2\nmouse = 3\n")
    told = command("hi").err
    assert told.endswith("without quotes (2 more mistakes: attn-tui doctor lists them)\n")
    said = " ".join(command("doctor").text.split())
    assert "fix config" in said
    assert command("show", "tokenize", "hi").status == 0
    assert command("doctor", "--config").text == starter()


def test_an_unset_keymap_changes_no_table() -> None:
    for table in TABLES.values():
        assert Keymap().applied(table.keys) == table.keys
