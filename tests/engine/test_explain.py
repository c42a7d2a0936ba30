"""Every cell explained: products add up to it, and so do the figures as they are written."""

import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import attn_engine as ae
from tests.engine.small_model import small_model

MODELS = {"small": small_model(), "toy": ae.load_model("toy")}

texts = st.lists(
    st.sampled_from(["the", "river", "bank", "money", "flows", "zyx", "Bank.", "it"]),
    min_size=1,
    max_size=6,
).map(" ".join)


def cells(matrix):
    """Every (head, row, column) of a matrix; a vector has column 0 only."""
    grid = matrix.values if matrix.axes[0] == "head" else matrix.values[None]
    grid = grid if grid.ndim == 3 else grid[..., None]
    return np.ndindex(grid.shape), grid


@settings(max_examples=30, deadline=None)
@given(
    name=st.sampled_from(sorted(MODELS)),
    text=texts,
    layer=st.integers(0, 1),
    mask=st.sampled_from([None, "causal", "window:2", "padding:16", "causal+window:3+padding:16"]),
    variant=st.sampled_from(["learned", "plain"]),
    positions=st.booleans(),
)
def test_the_products_add_up_to_every_cell(*, name, text, layer, mask, variant, positions):
    trace = ae.trace(MODELS[name], text, layer, mask, variant=variant, positions=positions)
    for stage in trace:
        for matrix in stage.matrices:
            places, grid = cells(matrix)
            for head, row, column in places:
                if matrix.name in ("w_e", "one_hot") and row + column > 6:
                    continue  # given to the step, and many
                explained = trace.explain(
                    stage.key, head=head, row=row, column=column, matrix=matrix.name
                )
                assert explained.result == grid[head, row, column]
                for term in explained.terms:
                    assert term.product == term.a * term.b or not math.isfinite(term.product)
                total = sum(term.product for term in explained.terms)
                assert total == pytest.approx(explained.result, rel=1e-4, abs=2e-5)
                assert explained.text
                assert "\n" not in explained.text


@settings(max_examples=30, deadline=None)
@given(name=st.sampled_from(sorted(MODELS)), text=texts, layer=st.integers(0, 1))
def test_sums_of_products_are_true_as_written(name, text, layer):
    trace = ae.trace(MODELS[name], text, layer, "causal")
    for key in ("embed", "project", "score", "sum", "heads"):
        rows, columns = trace[key][trace[key].result].shape[-2:]
        for row in range(rows):
            for column in range(columns):
                check_written(trace.explain(key, row=row, column=column).text)


def check_written(text):
    """What stands before = comes to what stands after it, in the decimals shown."""
    match = re.fullmatch(r"(.*) (=|≈) (\S+)", text)
    left, sign, result = match.groups()
    total = sum(
        float(a) * float(b) for a, b in re.findall(r"\(?([-\d.e]+)\)?×\(?([-\d.e]+)\)?", left)
    )
    total += sum(map(float, re.findall(r"more \((\S+)\)", left)))
    half_a_digit = 0.5 * 10 ** -len(result.partition(".")[2]) if "e" not in result else 0.001
    if sign == "=" and "." in result:
        assert abs(total - float(result)) <= half_a_digit * 1.001, text
    else:
        assert abs(total - float(result)) <= 0.02 * (2 + left.count("+")), text


def test_lines_in_words_and_figures():
    trace = ae.trace(small_model(), "the zyx bank", mask="causal+padding:4")

    def line(stage, row, column=0, matrix=None):
        return trace.explain(stage, row=row, column=column, matrix=matrix).text

    assert line("tokenize", 0) == "'the' is row 0 of the vocabulary"
    assert line("tokenize", 1) == "'zyx' is not in the vocabulary; row 5 was made up for it"
    assert line("tokenize", 1, 0, "spans") == "'zyx' begins at character 4, counted from 0"
    assert line("tokenize", 1, 1, "spans") == "'zyx' ends before character 7, counted from 0"
    assert line("tokenize", 3) == "[PAD] is not in the text, it was added; its row is 6"
    assert line("mask", 0, 1).endswith(" + -inf = -inf")
    assert line("mask", 0, 0).split(" ")[1:3] == ["+", "0"]
    assert line("mask", 0, 1, "mask") == "-inf: the may not attend to zyx"
    assert line("softmax", 0, 0).endswith("= 1 / 1 = 1")
    assert "exp(-inf - " in line("softmax", 0, 1)
    assert "/ √2 = " in line("scale", 1)


def test_of_many_terms_the_largest_come_first():
    trace = ae.trace(MODELS["toy"], "The animal didn't cross the street because it was too tired.")
    explained = trace.explain("sum", row=7, column=1, head=1)
    n_terms = len(trace.tokens)
    assert len(explained.terms) == n_terms
    shown = explained.text.split(" + ")
    assert shown[-1].startswith(f"... {n_terms - len(shown) + 1} more (")
    assert explained.terms[0].label == trace.tokens[0].text


def test_project_explains_each_of_its_three_results():
    trace = ae.trace(small_model(), "the river bank")
    for name in "qkv":
        explained = trace.explain("project", head=2, row=1, column=1, matrix=name)
        assert explained.result == trace["project"][name].values[2, 1, 1]
        assert len(explained.terms) == 6
    assert trace.explain("project").result == trace["project"]["q"].values[0, 0, 0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"stage": "scores"}, "there is no step 'scores'"),
        ({"stage": "score", "matrix": "v"}, "step score has no matrix 'v'; it has q, k, scores"),
        ({"stage": "score", "head": 3}, "head 3 is not there: scores has heads 0 to 2"),
        ({"stage": "score", "row": 3}, "row 3 is not there: scores has rows 0 to 2"),
        ({"stage": "score", "column": -1}, "column -1 is not there: scores has columns 0 to 2"),
    ],
)
def test_refusals(arguments, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        ae.trace(small_model(), "the river bank").explain(**arguments)
