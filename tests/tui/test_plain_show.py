"""`attn-tui show STEP --plain`: a step read out, a line for each row."""

from __future__ import annotations

import numpy as np
import pytest

import attn_engine as ae
from tests.tui.commanding import RIVER, command


def shown(*argv: str) -> list[str]:
    outcome = command("show", *argv, "--plain")
    assert (outcome.status, outcome.err) == (0, "")
    return outcome.text.split("\n")[:-1]


def test_each_row_is_a_sentence_with_the_numbers_of_the_engine() -> None:
    trace = ae.trace(ae.load_model("toy"), RIVER)
    weights = np.asarray(trace["softmax"]["weights"].values)[1]
    lines = shown("softmax", RIVER, "--model", "toy", "--head", "1")
    assert lines[0] == "Shown: step 7, Softmax."
    assert lines[1] == f"Text: {RIVER}"
    at = lines.index("A, the attention weights: 3 rows (query), 3 columns (key).")
    for place, row in enumerate(("River", "bank", "flows")):
        said = lines[at + 1 + place].removeprefix(f"Row {row}: ").rstrip(".").split(", ")
        assert [each.rpartition(" ")[0] for each in said] == ["River", "bank", "flows"]
        assert [float(each.rpartition(" ")[2]) for each in said] == pytest.approx(
            weights[place], abs=0.005
        )


def test_the_arithmetic_of_a_cell_is_a_sentence() -> None:
    lines = shown("score", RIVER, "--model", "toy", "--head", "1", "--cell", "bank,River")
    assert lines[-1].startswith("Cell bank, River: ")
    assert " times " in lines[-1]


def test_signs_are_words_and_what_is_too_long_is_counted() -> None:
    lines = shown("mask", RIVER, "--mask", "causal", "--model", "toy")
    assert "Row River: River 0, bank minus infinity, flows minus infinity." in lines
    lines = shown("embed", RIVER)
    assert "1298 rows are too many to read out." in lines
    assert "Row bank: bank 1, 1297 are 0." in lines
    assert all(line.isascii() for line in lines)


def test_a_cell_that_is_not_there_is_refused() -> None:
    outcome = command("show", "score", RIVER, "--plain", "--cell", "tree,bank")
    assert outcome.status == 2
    assert "no row 'tree'" in outcome.err
