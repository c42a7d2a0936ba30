"""`--cell`: the arithmetic of one cell, by words or by numbers."""

import csv
import io

import pytest

from attn_engine.stages import STAGE_KEYS
from tests.tui.commanding import MONEY, command, show_json, strict_json
from tests.tui.test_command_show import array, named

TWO_BANKS = "The bank by the river bank"


def cell_json(*argv):
    outcome = command("show", *argv, "--format", "json")
    assert (outcome.status, outcome.err) == (0, "")
    return strict_json(outcome.out)


@pytest.mark.parametrize("head", ["0", "1"])
@pytest.mark.parametrize("step", STAGE_KEYS)
def test_the_products_add_up_to_the_cell(step, head):
    words = (step, MONEY, "--head", head, "--layer", "1")
    document = show_json(*words)
    result = named(document, document["result"])
    row, column = 2, 0
    found = cell_json(*words, "--cell", f"{row},{column}")
    assert list(found) == [
        "schema", "stage", "matrix", "head", "row", "column", "terms", "result", "text",
    ]  # fmt: skip
    cell = result[row] if result.ndim == 1 else result[row, column]
    assert found["result"] == cell
    assert sum(term["product"] for term in found["terms"]) == pytest.approx(cell, abs=1e-5)
    for term in found["terms"]:
        assert term["a"] * term["b"] == pytest.approx(term["product"], abs=1e-6)


@pytest.mark.parametrize("matrix", ["q", "k", "v"])
def test_project_explains_the_matrix_that_is_named(matrix):
    document = show_json("project", MONEY, "--matrix", matrix)
    found = cell_json("project", MONEY, "--matrix", matrix, "--cell", "1,1")
    assert found["result"] == array(document["matrices"][0])[1, 1]


def test_cells_are_named_by_word_in_any_case_or_by_number():
    by_number = cell_json("score", MONEY, "--cell", "1,0")
    assert (by_number["row"], by_number["column"]) == (1, 0)
    assert cell_json("score", MONEY, "--cell", "BANK,Money") == by_number
    assert cell_json("score", MONEY, "--cell", "bank , 0") == by_number
    dimension = show_json("embed", MONEY)["matrices"][-1]["labels"][1][2]
    assert cell_json("embed", MONEY, "--cell", f"bank,{dimension}")["column"] == 2


def test_a_comma_can_be_the_word():
    found = cell_json("score", "Money , bank", "--cell", ",,bank")
    assert (found["row"], found["column"]) == (1, 2)


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("bank,river", "'bank' is at several rows; say which by number: 1, 5"),
        ("river,bank", "'bank' is at several columns; say which by number: 1, 5"),
        ("rivr,by", "no row 'rivr'; did you mean river? The rows are "),
        ("zzz,by", "no row 'zzz'; the rows are "),
        ("6,0", "no row 6; the rows are 0 to 5"),
        ("0,99", "no column 99; the columns are 0 to 5"),
        ("bank", "--cell is ROW,COLUMN, as in "),
        ("", "--cell is ROW,COLUMN, as in "),
        (",", "--cell is ROW,COLUMN, as in "),
    ],
)
def test_a_cell_that_is_not_there_is_refused_naming_those_that_are(cell, sentence):
    outcome = command("show", "score", TWO_BANKS, "--cell", cell)
    assert (outcome.status, outcome.out) == (2, b"")
    assert sentence in outcome.err


def test_text_has_a_line_for_each_term_then_the_sum_and_the_cell():
    found = cell_json("score", MONEY, "--cell", "bank,money")
    lines = command("show", "score", MONEY, "--cell", "bank,money").text.splitlines()
    terms = [line for line in lines if " x " in line and " = " in line and line.startswith("  ")]
    assert len(terms) == len(found["terms"])
    for line, term in zip(terms, found["terms"], strict=True):
        assert float(line.rpartition("=")[2]) == pytest.approx(term["product"], abs=1e-5)
    total = next(line for line in lines if line.startswith("the products add up to "))
    cell = next(line for line in lines if line.startswith("scores[1, 0] is "))
    assert float(total.rpartition(" ")[2]) == pytest.approx(found["result"], rel=1e-5)
    assert float(cell.rpartition(" ")[2]) == pytest.approx(found["result"], rel=1e-5)


def test_csv_has_the_terms_and_their_sum():
    found = cell_json("score", MONEY, "--cell", "1,0")
    text = command("show", "score", MONEY, "--cell", "1,0", "--format", "csv").text
    lines = list(csv.reader(io.StringIO(text)))
    assert lines[0] == ["label", "a", "b", "product"]
    assert [line[0] for line in lines[1:]] == [*(t["label"] for t in found["terms"]), "sum"]
    assert sum(float(line[3]) for line in lines[1:-1]) == pytest.approx(float(lines[-1][3]))


@pytest.mark.parametrize("words", [("--format", "npz"), ("--head", "all")])
def test_what_a_cell_cannot_be_printed_as_is_refused(words):
    outcome = command("show", "score", MONEY, "--cell", "0,0", *words)
    assert outcome.status == 2
    assert outcome.err.startswith("attn-tui: --cell ")


def test_of_many_terms_those_that_are_zero_are_counted_and_not_listed():
    text = command("show", "embed", MONEY, "--cell", "0,3", "--model", "toy").text
    assert len(text.splitlines()) < 15
    assert "terms that are 0" in text
