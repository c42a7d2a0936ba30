"""Every cell of every kind of block: the products add up to it, and the line says the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import attn_engine as ae
from tests.engine.block_models import random_model
from tests.engine.test_explain import cells

models = st.fixed_dictionaries(
    {
        "norms": st.sampled_from(["none", "pre", "post"]),
        "biases": st.booleans(),
        "n_kv_heads": st.sampled_from([1, 2, 4]),
        "embedding": st.booleans(),
        "causal": st.booleans(),
        "rotary": st.none() | st.tuples(st.just(30.0), st.sampled_from([2, 4]), st.booleans()),
        "dtype": st.sampled_from(["float32", "float64"]),
        "seed": st.integers(0, 99),
    }
)


@settings(max_examples=40, deadline=None)
@given(
    fields=models,
    text=st.text("abcj", min_size=1, max_size=4),
    layer=st.integers(0, 1),
    variant=st.sampled_from(["learned", "learned", "plain"]),
)
def test_the_products_add_up_to_every_cell(fields, text, layer, variant):
    trace = ae.trace(random_model(d_model=6, **fields), text, layer, variant=variant)
    for stage in trace:
        for matrix in stage.matrices:
            places, grid = cells(matrix)
            for head, row, column in places:
                explained = trace.explain(
                    stage.key, head=head, row=row, column=column, matrix=matrix.name
                )
                assert explained.result == grid[head, row, column]
                total = sum(term.product for term in explained.terms)
                assert total == pytest.approx(explained.result, rel=1e-4, abs=5e-5)
                assert explained.text
                assert "\n" not in explained.text


def test_each_kind_is_explained_by_what_made_it():
    """No cell of a computed matrix may be passed off as one that the step was given."""
    post = ae.trace(random_model(norms="post", embedding=True), "abc")
    pre = ae.trace(random_model(rotary=(30.0, 2, False), n_kv_heads=2), "abc")

    def labels(trace, stage, matrix, **place):
        terms = trace.explain(stage, row=2, matrix=matrix, **place).terms
        return [term.label for term in terms]

    dimensions = list(map(str, range(12)))
    assert labels(post, "position", "xp") == ["x", "p", "t"]
    assert labels(post, "position", "xp_norm") == ["normalised × weight", "bias"]
    assert labels(post, "heads", "y") == [*post["heads"]["concat"].labels[1], "bias"]
    assert labels(post, "heads", "added") == ["h", "y"]
    assert labels(post, "heads", "out") == ["normalised × weight", "bias"]
    assert labels(pre, "project", "n") == ["normalised × weight", "bias"]
    assert labels(pre, "project", "q_plain") == [*dimensions, "bias"]
    assert labels(pre, "project", "q", column=1) == ["1", "0"]
    assert labels(pre, "project", "q", column=2) == ["2"]
    assert labels(pre, "project", "v", head=1) == [*dimensions, "bias"]
    assert pre.explain("project", row=2, matrix="n").text.startswith("(")
    assert " (bias) " in post.explain("heads", row=2).text


def test_a_query_head_meets_the_key_head_that_its_group_shares():
    trace = ae.trace(random_model(n_kv_heads=2), "abc")
    keys, values = trace["score"]["k"].values, trace["sum"]["v"].values
    for head in range(4):
        score = trace.explain("score", head=head, row=1, column=2)
        assert [term.b for term in score.terms] == keys[head // 2, 2].tolist()
        z = trace.explain("sum", head=head, row=1, column=2)
        assert [term.b for term in z.terms] == values[head // 2, :, 2].tolist()
