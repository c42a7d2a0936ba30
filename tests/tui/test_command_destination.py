"""`--output FILE` of `show`, in each of its uses: the rules are those of `export`."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

import attn_engine
from attn_engine import Cost
from tests.tui.commanding import RIVER, command

SOFTMAX = ("show", "softmax", RIVER, "--model", "toy")
NEAR = ("show", "embed", "--near", "tired", "--model", "toy")
COST = ("show", "cost")


@pytest.fixture(autouse=True)
def _known_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        attn_engine, "measure_costs", lambda *_, **__: iter([Cost("naive", 500, 0.001, 1)])
    )


@pytest.mark.parametrize("words", [SOFTMAX, NEAR, COST], ids=lambda words: words[1])
def test_a_file_that_is_there_is_kept_unless_forced(words, tmp_path) -> None:
    path = tmp_path / "mine.json"
    path.write_text("mine")
    asked = (*words, "--output", str(path))
    outcome = command(*asked)
    assert (outcome.status, outcome.out) == (2, b"")
    assert (
        outcome.err == f"attn-tui: there is a file {str(path)!r} already; --force writes over it\n"
    )
    assert path.read_text() == "mine"
    assert command(*asked, "--force").status == 0
    assert json.loads(path.read_text())["schema"] == 1


@pytest.mark.parametrize("suffix", ["txt", "text", "csv", "json", "CSV"])
def test_the_suffix_tells_the_format(suffix, tmp_path) -> None:
    path = tmp_path / f"walk.{suffix}"
    assert command(*SOFTMAX, "--output", str(path)).status == 0
    form = {"txt": "text"}.get(suffix, suffix.lower())
    assert path.read_bytes() == command(*SOFTMAX, "--format", form).out


def test_the_suffix_of_arrays_writes_arrays(tmp_path) -> None:
    path = tmp_path / "walk.npz"
    assert command(*SOFTMAX, "--output", str(path)).status == 0
    printed = np.load(io.BytesIO(command(*SOFTMAX, "--format", "npz").out))
    with np.load(path) as arrays:
        assert arrays.files == printed.files
        np.testing.assert_array_equal(arrays["weights"], printed["weights"])


def test_a_format_that_is_named_wins_over_the_suffix(tmp_path) -> None:
    path = tmp_path / "walk.npz"
    assert command(*SOFTMAX, "--format", "csv", "--output", str(path)).status == 0
    assert path.read_bytes() == command(*SOFTMAX, "--format", "csv").out


def test_without_a_suffix_text_is_written(tmp_path) -> None:
    path = tmp_path / "walk"
    assert command(*SOFTMAX, "--output", str(path)).status == 0
    assert path.read_bytes() == command(*SOFTMAX).out


@pytest.mark.parametrize("words", [SOFTMAX, NEAR, COST], ids=lambda words: words[1])
@pytest.mark.parametrize("name", ["walk.pdf", "walk.html"])
def test_a_suffix_of_none_of_its_formats_is_refused(words, name, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = command(*words, "--output", name)
    assert (outcome.status, outcome.out) == (2, b"")
    assert outcome.err == (
        f"attn-tui: --output {name!r} does not tell the format; the suffixes are .txt, .json, "
        ".csv, .npz, or give --format\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "name", "said"),
    [
        (NEAR, "near.csv", "--near prints text or json, not csv"),
        (COST, "cost.npz", "show cost prints text, json or csv, not npz"),
        ((*SOFTMAX, "--cell", "0,0"), "cell.npz", "npz cannot hold"),
    ],
)
def test_a_suffix_of_what_it_cannot_print_is_refused(words, name, said, tmp_path) -> None:
    outcome = command(*words, "--output", str(tmp_path / name))
    assert outcome.status == 2
    assert said in outcome.err
    assert list(tmp_path.iterdir()) == []
