"""`attn-tui --file`: what may be read, what opens, and one sentence for everything else."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from attn_tui.command.arguments import parse
from attn_tui.command.read import reading
from attn_tui.command.requests import Read
from attn_tui.text_file import read_text_file
from tests.tui.commanding import command

LONG = "The animal didn't cross the street.\n" * 200


def file(tmp_path: Path, content: bytes | str) -> str:
    path = tmp_path / "book.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def opened(*argv: str):  # type: ignore[no-untyped-def]
    request = parse(argv)
    assert isinstance(request, Read)
    return reading(request, {})


def test_breaks_become_spaces_so_that_offsets_stay(tmp_path: Path) -> None:
    assert read_text_file(file(tmp_path, "\ufeffa\r\nb\tc\n\n")) == "a  b c"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b" \n\t ", "is empty"),
        (b"a\0b", "is a binary file"),
        (b"caf\xe9", "is not UTF-8: it has the byte 0xe9 at offset 3"),
        (b"a\x1b[2J", "has the control character U+001B at character 1"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    outcome = command("--file", file(tmp_path, content))
    assert outcome.status == 2
    assert said in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_file_of_a_gigabyte_is_refused_without_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(file(tmp_path, b"a"))
    os.truncate(path, 2**30)
    monkeypatch.setattr("builtins.open", lambda *_, **__: pytest.fail("it was opened"))
    outcome = command("--file", str(path))
    assert (outcome.status, "1,024.0 MiB" in outcome.err) == (2, True)


def test_a_stream_without_end_is_refused() -> None:
    with pytest.raises(ValueError, match="no file that can be read to its end"):
        read_text_file("/dev/zero")


def test_what_is_not_there_or_a_folder_is_refused(tmp_path: Path) -> None:
    for name, said in ((str(tmp_path / "no"), "No such file"), (str(tmp_path), "is a folder")):
        outcome = command("--file", name)
        assert outcome.status == 2
        assert said in outcome.err


def test_a_model_with_too_few_positions_is_refused_by_name(tmp_path: Path) -> None:
    outcome = command("--model", "tiny", "--file", file(tmp_path, LONG))
    assert outcome.status == 2
    assert "tiny" in outcome.err
    assert "(64); take --model toy" in outcome.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--mask", "padding:2000"), "needs no padding"),
        (("--mask", "fog"), "not known"),
        (("more",), "one word too many"),
        (("--keys", "river flows"), "--keys is for texts that a walk can hold"),
        (("--device", "cuda:7"), "cuda:7" if find_spec("torch") else "torch"),
    ],
)
def test_options_with_which_nothing_can_be_computed_are_refused(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    outcome = command("--file", file(tmp_path, LONG), *options)
    assert (outcome.status, said in outcome.err) == (2, True)


def test_without_a_named_model_one_is_taken_that_can_and_it_is_said(tmp_path: Path) -> None:
    session, long = opened("--file", file(tmp_path, LONG))
    assert session.model == "toy"
    assert long == "toy reads texts of any length; tiny has fewer positions."
    session, long = opened("--file", file(tmp_path, LONG), "--model", "toy", "--mask", "causal")
    assert (session.mask, long) == ("causal", "")


def test_a_text_that_a_walk_can_hold_opens_the_walk(tmp_path: Path) -> None:
    session, long = opened("--file", file(tmp_path, "Money bank\ngrows\n"))
    assert (session.text, session.model, long) == ("Money bank grows", "tiny", None)
    session, long = opened("--file", file(tmp_path, LONG[:1800]))
    assert (session.model, long) == ("toy", None)


@pytest.mark.parametrize(("name", "said"), [("pipe", "no file that can"), ("", "no file is named")])
def test_what_has_no_end_or_no_name_is_refused_at_once(
    tmp_path: Path, name: str, said: str
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    outcome = command("--file", str(pipe) if name else "")
    assert (outcome.status, said in outcome.err) == (2, True)
    assert command("--file", "~no-such-user-here/x").status == 2
