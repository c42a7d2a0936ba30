"""`attn-tui show`: every step in every format, checked by NumPy and a hand-written schema."""

import csv
import io

import numpy as np
import pytest
from rich.cells import cell_len

from attn_engine.stages import STAGE_KEYS
from tests.tui.commanding import MONEY, RIVER, command, show_json, strict_json

TOKEN = {"text": str, "id": int, "start": int, "end": int, "special": bool, "unknown": bool}
SCHEMA = {
    "schema": int, "stage": str, "title": str, "formula": str, "model": str, "layer": int,
    "head": (int, str), "backend": str, "device": str, "dtype": str, "tokens": list,
    "result": str, "matrices": list,
}  # fmt: skip
MATRIX = {"name": str, "axes": list, "labels": list, "shape": list, "values": list}


def number(value):
    return {"Infinity": np.inf, "-Infinity": -np.inf, "NaN": np.nan}.get(value, value)


def array(matrix):
    """The values of a JSON matrix as float64."""
    flat = np.array(matrix["values"], dtype=object).reshape(-1)
    return np.array([number(value) for value in flat], float).reshape(matrix["shape"])


def named(document, name):
    return next(array(m) for m in document["matrices"] if m["name"] == name)


def check_shape(values, shape):
    assert len(values) == shape[0]
    if len(shape) > 1:
        for inner in values:
            check_shape(inner, shape[1:])
    else:
        assert all(isinstance(number(value), int | float) for value in values)


def check_schema(document):
    assert list(document) == list(SCHEMA)
    for key, kind in SCHEMA.items():
        assert isinstance(document[key], kind), key
    assert document["schema"] == 1
    for token in document["tokens"]:
        assert {key: type(value) for key, value in token.items()} == TOKEN
    for matrix in document["matrices"]:
        assert {key: type(value) for key, value in matrix.items()} == MATRIX
        assert len(matrix["axes"]) == len(matrix["labels"]) == len(matrix["shape"])
        assert [len(labels) for labels in matrix["labels"]] == matrix["shape"]
        check_shape(matrix["values"], matrix["shape"])
    assert document["result"] in [matrix["name"] for matrix in document["matrices"]]


@pytest.mark.parametrize("layer", ["0", "1"])
@pytest.mark.parametrize("step", STAGE_KEYS)
def test_every_step_says_the_same_in_every_format(step, layer):
    words = ("show", step, MONEY, "--layer", layer)
    document = strict_json(command(*words, "--format", "json").out)
    check_schema(document)
    assert (document["stage"], document["layer"], document["head"]) == (step, int(layer), 0)
    result = named(document, document["result"])

    with np.load(io.BytesIO(command(*words, "--format", "npz").out)) as arrays:
        assert list(arrays["tokens"]) == [token["text"] for token in document["tokens"]]
        assert set(arrays) == {"tokens", *(matrix["name"] for matrix in document["matrices"])}
        for matrix in document["matrices"]:
            # The digits of the JSON give back the very number in its dtype.
            exact = array(matrix).astype(arrays[matrix["name"]].dtype)
            np.testing.assert_array_equal(arrays[matrix["name"]], exact)

    lines = list(csv.reader(io.StringIO(command(*words, "--format", "csv").text)))
    cells = np.array([[float(cell) for cell in line[1:]] for line in lines[1:]])
    np.testing.assert_array_equal(cells, result.reshape(len(lines) - 1, -1))
    assert [line[0] for line in lines[1:]] == [token["text"] for token in document["tokens"]]

    text = command(*words).text
    assert max(map(len, text.splitlines())) <= 80
    for matrix in document["matrices"]:
        assert f"\n{matrix['name']} (" in text


@pytest.mark.parametrize("mask", ["none", "causal", "window:2", "padding:5"])
@pytest.mark.parametrize("layer", ["0", "1"])
def test_every_row_of_weights_sums_to_one_in_every_head(layer, mask):
    document = show_json("softmax", MONEY, "--layer", layer, "--mask", mask, "--head", "all")
    check_schema(document)
    assert document["head"] == "all"
    weights = named(document, "weights")
    assert weights.ndim == 3
    np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-6)


def test_the_matrices_belong_together():
    score, softmax = show_json("score", RIVER), show_json("softmax", RIVER, "--head", "1")
    np.testing.assert_allclose(
        named(score, "q") @ named(score, "k").T, named(score, "scores"), atol=1e-5
    )
    exps = np.exp(named(softmax, "masked"))
    np.testing.assert_allclose(
        exps / exps.sum(axis=-1, keepdims=True), named(softmax, "weights"), atol=1e-6
    )
    heads = show_json("heads", RIVER, "--layer", "1")
    np.testing.assert_allclose(
        named(heads, "concat") @ named(heads, "w_o") + named(heads, "b_o"),
        named(heads, "y"),
        atol=1e-5,
    )


def test_infinities_are_strings_and_what_is_masked_weighs_nothing():
    masked = command("show", "mask", MONEY, "--mask", "causal", "--format", "json")
    assert '"-Infinity"' in masked.text
    assert np.isneginf(named(strict_json(masked.out), "masked")[np.triu_indices(3, 1)]).all()
    weights = named(show_json("softmax", MONEY, "--mask", "causal"), "weights")
    assert (weights[np.triu_indices(3, 1)] == 0).all()


def test_heads_and_matrices_are_chosen():
    every = named(show_json("score", MONEY, "--head", "all"), "scores")
    for head in range(len(every)):
        one = named(show_json("score", MONEY, "--head", str(head)), "scores")
        np.testing.assert_array_equal(one, every[head])
    only = show_json("project", MONEY, "--matrix", "k")
    assert [matrix["name"] for matrix in only["matrices"]] == ["k"]
    tidy = command("show", "score", MONEY, "--head", "all", "--format", "csv").text.splitlines()
    assert tidy[0].startswith("head,query/key,")
    assert [line.split(",")[0] for line in tidy[1:]] == [head for head in "0123" for _ in range(3)]
    plain = show_json("score", MONEY, "--variant", "plain")
    np.testing.assert_allclose(
        named(plain, "q") @ named(plain, "q").T, named(plain, "scores"), atol=1e-5
    )


def test_text_is_measured_in_cells_and_never_obeyed():
    text = "河岸 [/] e\u0301 👩\u200d👩\u200d👧 [bold]x\u202e"
    outcome = command("show", "score", text, "--model", "toy")
    assert outcome.status == 0
    assert "\u202e" not in outcome.text
    block = outcome.text.split("columns ")[1].splitlines()[1:]
    assert block[1].startswith("河 ")
    assert len({cell_len(line) for line in block}) == 1
    document = show_json("score", text, "--model", "toy")
    for token in document["tokens"]:
        assert text[token["start"] : token["end"]].casefold() == token["text"].casefold()


def test_wide_matrices_come_in_blocks_of_columns_that_hold_every_number_once():
    sentence = "A man withdrew money from the bank then sat on the river bank."
    text = command("show", "softmax", sentence, "--matrix", "weights").text
    weights = named(show_json("softmax", sentence), "weights")
    lines = [line for line in text.splitlines() if line.startswith("river ")]
    shown = [float(figure) for line in lines for figure in line.split()[1:]]
    assert len(lines) > 1
    row = [token["text"] for token in show_json("tokenize", sentence)["tokens"]].index("river")
    np.testing.assert_allclose(shown, weights[row], atol=5e-5)
    assert "\ncolumns 0 to " in text


def test_endless_words_are_cut():
    text = command("show", "score", "x" * 19_000 + " yy" * 30, "--model", "toy").text
    assert max(map(len, text.splitlines())) <= 80


def test_text_is_read_from_a_pipe():
    piped = command("show", "softmax", "--format", "json", stdin=f"\ufeff{MONEY}\r\n".encode())
    assert strict_json(piped.out) == show_json("softmax", MONEY)
    ignored = command("show", "softmax", MONEY, "--format", "json", stdin=b"something else")
    assert ignored.out == piped.out


@pytest.mark.parametrize("dtype", ["float16", "float64"])
def test_dtypes_are_named_and_give_digits_of_their_own(dtype):
    document = show_json("softmax", MONEY, "--dtype", dtype)
    assert document["dtype"] == dtype
    np.testing.assert_allclose(named(document, "weights").sum(axis=-1), 1, atol=1e-6)


def test_of_the_table_only_the_rows_of_the_text_are_printed_unless_it_is_asked_for():
    text = command("show", "embed", RIVER).text
    assert "the rows of this text (all: --matrix w_e)" in text
    assert len(text.splitlines()) < 200
    document = show_json("embed", RIVER)
    table = named(document, "w_e")
    whole = command("show", "embed", RIVER, "--matrix", "w_e").text
    assert len(whole.splitlines()) > len(table)


def test_keys_of_another_text_label_the_columns():
    document = show_json("softmax", RIVER, "--keys", MONEY, "--model", "toy")
    check_schema(document)
    rows, columns = document["matrices"][-1]["labels"]
    assert [token["text"] for token in document["tokens"]] == rows == RIVER.split()
    assert columns == MONEY.split()
    np.testing.assert_allclose(named(document, "weights").sum(axis=1), 1, rtol=1e-6)
    told = command(
        "show", "score", RIVER, "--keys", f"{MONEY} zyx", "--cell", "0,zyx", "--model", "toy"
    ).text
    assert "keys and values from another text" in told
    assert "row River, column zyx" in told
    refused = command("show", "score", RIVER, "--keys", " ")
    assert (refused.status, refused.err.split(":")[:2]) == (2, ["attn-tui", " --keys"])
