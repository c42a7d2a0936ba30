"""`attn-tui export`: the file that the words ask for, or a sentence."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

from attn_engine import load_model, trace
from attn_tui.command.arguments import parse
from attn_tui.command.requests import Computation, Export
from tests.tui.commanding import MONEY, RIVER, command, show_json, strict_json

BEGINNINGS = {
    "html": b"<!DOCTYPE html>",
    "svg": b"<svg ",
    "txt": RIVER.encode(),
    "csv": b"query/key,River,bank,flows",
    "npz": b"PK",
    "json": b'{"schema": 1, "text": "River bank flows"',
    "py": b'"""A walk through self-attention',
}


@pytest.mark.parametrize("suffix", BEGINNINGS)
def test_the_suffix_tells_the_format(suffix, tmp_path) -> None:
    path = tmp_path / f"walk.{suffix}"
    step = ("--step", "softmax") if suffix in {"svg", "csv"} else ()
    outcome = command("export", RIVER, "--model", "toy", "--output", str(path), *step)
    assert (outcome.status, outcome.out) == (0, b"")
    assert outcome.err.startswith(f"attn-tui: written: {path} (")
    assert outcome.err.endswith("B)\n")
    assert path.read_bytes().startswith(BEGINNINGS[suffix])


@pytest.mark.parametrize("form", ["html", "text", "json", "py"])
def test_without_a_file_it_is_printed_and_the_text_may_be_piped(form) -> None:
    outcome = command("export", "--model", "toy", "--format", form, stdin=RIVER.encode())
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith(BEGINNINGS[{"text": "txt"}.get(form, form)])
    again = command("export", RIVER, "--model", "toy", "--format", form)
    assert again.out == outcome.out


def test_the_numbers_are_those_of_the_public_api(tmp_path) -> None:
    found = trace(load_model("toy"), RIVER, layer=1, mask="causal")
    asked = ("export", RIVER, "--model", "toy", "--layer", "1", "--mask", "causal")
    path = tmp_path / "walk.npz"
    assert command(*asked, "--output", str(path)).status == 0
    with np.load(path) as arrays:
        for stage in found:
            for matrix in stage.matrices:
                np.testing.assert_array_equal(arrays[f"{stage.key}.{matrix.name}"], matrix.values)
    told = strict_json(command(*asked, "--format", "json", "--head", "1").out)
    shown = show_json(
        "softmax", RIVER, "--model", "toy", "--layer", "1", "--mask", "causal", "--head", "1"
    )
    assert told["steps"][7]["matrices"] == shown["matrices"]


@pytest.mark.parametrize("form", ["csv", "json", "npz"])
def test_one_step_is_what_show_prints(form) -> None:
    head = ("--head", "1") if form != "npz" else ("--head", "all")
    asked = (RIVER, "--model", "toy", "--format", form, *head)
    exported = command("export", *asked, "--step", "score")
    shown = command("show", "score", *asked)
    if form == "npz":
        ours, theirs = (np.load(io.BytesIO(each.out)) for each in (exported, shown))
        assert ours.files == theirs.files
        np.testing.assert_array_equal(ours["scores"], theirs["scores"])
    else:
        assert exported.out == shown.out


def test_sentences_and_plots_are_about_the_row_that_is_asked_for() -> None:
    page = command("export", RIVER, "--model", "toy", "--format", "html", "--row", "flows").text
    assert "Weights of “flows”" in page
    assert command("export", RIVER, "--model", "toy", "--format", "html", "--row", "2").text == page


def test_a_picture_is_as_large_as_is_asked_for() -> None:
    asked = ("export", RIVER, "--model", "toy", "--step", "score", "--format", "svg")
    usual, wide = (command(*asked, *more).text for more in ((), ("--width", "160")))
    sizes = [float(svg.partition('viewBox="0 0 ')[2].split()[0]) for svg in (usual, wide)]
    assert sizes[1] / sizes[0] == pytest.approx(160 / 120, rel=0.02)
    assert "River" in usual


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "needs --output FILE"),
        (("--output", "walk.pdf"), "does not tell the format"),
        (("--output", "walk"), "does not tell the format"),
        (("--format", "pdf"), "--format cannot be 'pdf'"),
        (("--format", "csv"), "csv holds one step; name it, as in --step softmax"),
        (("--format", "svg"), "svg holds one step"),
        (("--format", "html", "--step", "score"), "html holds the whole walk"),
        (("--format", "html", "--head", "all"), "html shows one head"),
        (("--format", "html", "--head", "9"), "no head 9; the heads are 0 to 1"),
        (("--format", "html", "--row", "walrus"), "--row: "),
        (("--format", "html", "--width", "100"), "--width and --height are those of svg"),
        (("--format", "svg", "--step", "score", "--width", "9"), "--width cannot be 9"),
        (("--format", "json", "--step", "scores"), "did you mean score?"),
        (("--format", "html", "--layer", "7"), "layer 7 is not there"),
        (("--output", "walk.pdf"), "the suffixes are .html, .svg, .txt, .csv"),
        (("--output", "/nowhere/at/all/walk.html"), "/nowhere/at/all"),
        (("--output", f"{'x' * 300}.html"), "File name too long"),
        (("--output", "/dev/full", "--format", "json"), "No space left on device"),
        (("one too many", "--format", "html"), "one word too many"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(words, said) -> None:
    outcome = command("export", RIVER, "--model", "toy", *words)
    assert outcome.status == 2
    assert outcome.out == b""
    assert said in outcome.err
    assert outcome.err.count("\n") == 1


def test_without_a_text_it_asks_for_one() -> None:
    outcome = command("export", "--format", "json")
    assert outcome.status == 2
    assert "the text is empty" in outcome.err


def test_a_file_that_is_there_is_kept_unless_forced(tmp_path) -> None:
    path = tmp_path / "walk.json"
    path.write_text("mine")
    asked = ("export", RIVER, "--model", "toy", "--output", str(path))
    outcome = command(*asked)
    assert outcome.status == 2
    assert "already; --force writes over it" in outcome.err
    assert path.read_text() == "mine"
    assert command(*asked, "--force").status == 0
    assert json.loads(path.read_text())["text"] == RIVER


def test_the_words_make_the_request() -> None:
    assert parse(
        ["export", MONEY, "--output", "a.svg", "--step", "score", "--height", "50"]
    ) == Export(Computation(), MONEY, "a.svg", step="score", size=(120, 50))
    assert parse(["--model", "toy", "export", "--head", "all", "--format", "npz"]) == Export(
        Computation("toy"), format="npz", all_heads=True
    )


def test_its_help_names_every_option() -> None:
    text = command("export", "--help").text
    options = ("--output", "--force", "--format", "--step", "--layer", "--head", "--row", "--width")
    assert all(option in text for option in options)
    assert max(map(len, text.splitlines())) <= 80


def test_a_picture_has_all_colours_whatever_the_shell_has(monkeypatch) -> None:
    asked = ("export", MONEY, "--model", "toy", "--step", "softmax", "--format", "svg")
    monkeypatch.setenv("TERM", "xterm-256color")
    picture = command(*asked).out
    for name, value in {"NO_COLOR": "1", "COLORFGBG": "0;15"}.items():
        monkeypatch.setenv(name, value)
    assert command(*asked).out == picture
    assert command(*asked, "--palette", "16").out != picture
