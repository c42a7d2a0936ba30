"""Bad input and failing outputs: one sentence on stderr, status 2, nothing half done."""

import os
import stat

import pytest

from attn_tui.text_input import CHARACTER_LIMIT
from tests.tui.commanding import MONEY, command


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("",), "the text is empty"),
        (("show", "score", " "), "the text is empty"),
        (("show", "score", "a\x1b[2J"), "control character U+001B at character 1"),
        (("show", "score", "x" * (CHARACTER_LIMIT + 1)), "the limit is 20,000"),
        (("show", "score", "a " * 1025), "1,025 tokens and the limit is 1,024"),
        (("show", "score", MONEY, "--mask", "padding:1000000000"), "1,000,000,000 tokens"),
        (("show", "score", MONEY, "--mask", "padding:1"), "too short for the text"),
        (("show", "score", MONEY, "--mask", "causl"), "causl"),
        (("show", "score", MONEY, "--layer", "2"), "0 to 1"),
        (("show", "score", MONEY, "--layer", "-1"), "0 to 1"),
        (("show", "score", MONEY, "--head", "4"), "no head 4; the heads are 0 to 3"),
        (("show", "tokenize", MONEY, "--head", "4"), "no head 4; the heads are 0 to 3"),
        (("show", "score", MONEY, "--head", "-1"), "no head -1; the heads are 0 to 3"),
        (("show", "score", MONEY, "--variant", "plain", "--head", "1"), "no head 1"),
        (("show", "score", MONEY, "--matrix", "score"), "did you mean scores? It has q, k, scores"),
        (("show", "score", MONEY, "--model", "gpt-99"), "gpt-99"),
        (("show", "score", MONEY, "--dtype", "int8"), "int8"),
        (("show", "score", MONEY, "--backend", "numpy", "--device", "cuda"), "cuda"),
        (("show", "sofmax", MONEY), "did you mean softmax?"),
        (("show", "\x1b[31m",), "'\\x1b[31m'"),
        ((MONEY, "--mask", "causl"), "causl"),
        (("--model", "gpt-99"), "gpt-99"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(words, sentence):
    outcome = command(*words)
    assert (outcome.status, outcome.out) == (2, b"")
    assert outcome.err.startswith("attn-tui: ")
    assert outcome.err.count("\n") == 1
    assert outcome.err[:-1].isprintable()
    assert sentence in outcome.err


@pytest.mark.parametrize(
    ("piped", "sentence"),
    [
        (b"", "the text is empty"),
        (b"\n \n", "the text is empty"),
        (b"bank \xff", "not UTF-8: it has the byte 0xff at offset 5"),
        (b"nul\0", "control character U+0000 at character 3"),
        (b"y\n" * 3 * CHARACTER_LIMIT, "more than 20,000 characters"),
    ],
    ids=["empty", "blank", "not UTF-8", "NUL", "endless"],
)
def test_a_bad_pipe_is_one_sentence(piped, sentence):
    outcome = command("show", "score", stdin=piped)
    assert (outcome.status, outcome.out) == (2, b"")
    assert sentence in outcome.err


def test_without_a_text_the_home_screen_refuses_what_is_no_terminal(monkeypatch):
    outcome = command()
    assert outcome.status == 2
    assert "not a terminal" in outcome.err


def test_a_file_is_written_with_the_same_bytes(tmp_path):
    target = tmp_path / "softmax.json"
    words = ("show", "softmax", MONEY, "--format", "json")
    outcome = command(*words, "--output", str(target))
    assert (outcome.status, outcome.out) == (0, b"")
    assert target.read_bytes() == command(*words).out
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(target.stat().st_mode) == 0o666 & ~umask
    assert [path.name for path in tmp_path.iterdir()] == ["softmax.json"]


def test_a_link_keeps_pointing_and_the_mode_stays(tmp_path):
    target, link = tmp_path / "real.csv", tmp_path / "link.csv"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    assert command("show", "score", MONEY, "--force", "--output", str(link)).status == 0
    assert link.is_symlink()
    assert target.read_text().startswith("query/key,")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@pytest.mark.parametrize("name", ["", ".", "missing/x.json", "x" * 300], ids=lambda name: name[:9])
def test_a_file_that_cannot_be_written_is_one_sentence(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = command("show", "score", MONEY, "--format", "json", "--output", name)
    assert outcome.status == 2
    assert outcome.err.startswith("attn-tui: cannot write ")
    assert outcome.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_the_old_file_as_it_was(tmp_path, monkeypatch):
    target = tmp_path / "kept.json"
    target.write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    outcome = command("show", "score", MONEY, "--force", "--output", str(target))
    assert outcome.err == f"attn-tui: cannot write '{target}': No space left on device\n"
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["kept.json"]


def test_a_device_is_written_to_and_not_replaced():
    outcome = command("show", "score", MONEY, "--format", "text", "--output", os.devnull)
    assert outcome.status == 0
    assert not stat.S_ISREG(os.stat(os.devnull).st_mode)
