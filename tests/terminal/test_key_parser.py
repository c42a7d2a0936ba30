"""What terminals send for their keys, from their own documentation and terminfo, and what is read."""

from __future__ import annotations

import pytest
from textual import events

from attn_tui.terminal.escape_keys import apart
from attn_tui.terminal.key_parser import KeyParser, escaped


def read(text: str) -> list[str]:
    """The names of the keys, once nothing more comes; Esc and a key at once are two."""
    parser = KeyParser()
    found = [*parser.feed(text), *parser.feed("")]
    keys = [message for message in found if isinstance(message, events.Key)]
    return [each.key for key in keys for each in apart(key) or (key,)]


SENT = {
    "xterm": {
        "\x1b[A": "up", "\x1bOA": "up", "\x1b[D": "left", "\x1bOD": "left",
        "\x1b[H": "home", "\x1b[F": "end", "\x1bOH": "home", "\x1bOF": "end",
        "\x1b[5~": "pageup", "\x1b[6~": "pagedown", "\x1b[2~": "insert", "\x1b[3~": "delete",
        "\x1b[Z": "shift+tab", "\x7f": "backspace", "\x1bOP": "f1", "\x1bOS": "f4",
        "\x1b[15~": "f5", "\x1b[24~": "f12", "\x1b[1;5C": "ctrl+right", "\x1b[1;2A": "shift+up",
        "\x1b[15;2~": "shift+f5", "\x1bOM": "enter", "\x1bOk": "plus", "\x1bOl": "comma",
        "\x1bOX": "equals_sign", "\x1bOp": "0", "\x15": "ctrl+u", "\x04": "ctrl+d",
        "\x1f": "ctrl+underscore",
    },
    "tmux": {"\x1b[1~": "home", "\x1b[4~": "end", "\x1bOP": "f1", "\x1b[Z": "shift+tab"},
    "GNU screen": {"\x1b[1~": "home", "\x1b[4~": "end", "\x1bOB": "down", "\x7f": "backspace"},
    "VS Code": {"\x1b[H": "home", "\x1b[F": "end", "\x1bOC": "right", "\x1b[3~": "delete"},
    "macOS Terminal": {"\x1bOH": "home", "\x1b[25~": "f13", "\x1b[34~": "f20", "\x7f": "backspace"},
    "the Linux console": {
        "\x1b[[A": "f1", "\x1b[[E": "f5", "\x1b[17~": "f6", "\x1b[1~": "home", "\x1b[4~": "end",
        "\x1b\t": "shift+tab", "\x08": "backspace",
    },
    "rxvt": {"\x1b[7~": "home", "\x1b[8~": "end", "\x1b[11~": "f1", "\x1b[33~": "f19"},
    "any": {"é": "é", "\u4e00": "\u4e00", "(": "left_parenthesis", ";": "semicolon"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("sequence", "key"), [each for sent in SENT.values() for each in sent.items()]
)
def test_a_key_is_what_it_says_on_it(sequence: str, key: str) -> None:
    assert read(sequence) == [key]


@pytest.mark.parametrize(
    ("character", "key"),
    [("j", "j"), ("J", "J"), ("b", "b"), ("f", "f"), ("1", "1"), ("/", "slash"),
     ("?", "question_mark"), (":", "colon"), ("(", "left_parenthesis"), ("\r", "enter"),
     (" ", "space"), ("é", "é")],
)  # fmt: skip
def test_esc_and_a_key_at_once_are_both(character: str, key: str) -> None:
    assert read("\x1b" + character) == ["escape", key]
    assert read("\x1b" + character + "kk") == ["escape", key, "k", "k"]


def test_esc_and_an_arrow_that_tmux_made_one_key_are_both() -> None:
    assert read("\x1b[1;3B") == ["escape", "down"]
    assert read("\x1b\x1b[B") == ["escape", "down"]


@pytest.mark.parametrize(
    "sequence",
    ["\x1b[?62;22c", "\x1b[>1;4600;0c", "\x1b[99~", "\x1b[25;9~", "\x1bOE", "\x1b[2A",
     "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\", "\x1b]10;rgb:ffff/ffff/ffff\x07", "\x1bP>|tmux 3.4\x1b\\"],
)  # fmt: skip
def test_what_is_no_key_types_nothing(sequence: str) -> None:
    assert read(sequence) == []
    assert read(sequence + "n") == ["n"]


def test_a_paste_stays_one_and_bad_bytes_stay_signs() -> None:
    (paste,) = KeyParser().feed("\x1b[200~river\nbank\x1b[201~")
    assert isinstance(paste, events.Paste)
    assert paste.text == "river\nbank"
    assert read("\ufffdn") == ["replacement_character", "n"]


@pytest.mark.parametrize("cut", [1, 8, 9, 14, 15, 20])
def test_an_escape_in_a_paste_stays_where_it_is(cut: int) -> None:
    sent = "a\x1b[200~one \x1b[31mred\x1b[0m two\x1b]52;c;eA==\x07\x1b[201~b"
    parser = KeyParser()
    first, paste, last = [*parser.feed(sent[:cut]), *parser.feed(sent[cut:])]
    assert isinstance(paste, events.Paste)
    assert paste.text == "one \x1b[31mred\x1b[0m two\x1b]52;c;eA==\x07"
    assert [key.key for key in (first, last) if isinstance(key, events.Key)] == ["a", "b"]


def test_alt_of_the_word_keys_of_macos_keeps_its_name_for_the_line_that_is_typed() -> None:
    assert (escaped("b").key, escaped("f").key) == ("ctrl+left", "ctrl+right")
