"""Queries of one text, keys and values of another: torch as oracle, every cell, masks, refusals."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import attn_engine as ae
from tests.engine.block_models import random_model
from tests.engine.small_model import small_model
from tests.engine.test_explain import cells

TEXT = "the river bank of money flows"
KEYS = "money flows zyx the"
NEAR = {"rtol": 1e-4, "atol": 1e-5}


def values(trace, stage, name):
    return trace[stage][name].values


@pytest.mark.parametrize("layer", [0, 1])
def test_equals_torch_multihead_attention_with_other_keys_and_values(layer):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    model = small_model()
    trace = ae.trace(model, TEXT, layer, keys=KEYS)
    sides = [
        torch.from_numpy(values(ae.trace(model, text), "position", "xp").copy())[None]
        for text in (TEXT, KEYS)
    ]
    for weights in model.layers[: layer + 1]:
        theirs = torch.nn.MultiheadAttention(6, 3, bias=False, batch_first=True)
        stacked = [
            np.concatenate(list(w), axis=1).T for w in (weights.w_q, weights.w_k, weights.w_v)
        ]
        theirs.load_state_dict(
            {
                "in_proj_weight": torch.from_numpy(np.concatenate(stacked)),
                "out_proj.weight": torch.from_numpy(weights.w_o.T.copy()),
            }
        )
        h, h_kv = sides
        y, attention = theirs(h, h_kv, h_kv, average_attn_weights=False)
        sides = [side + theirs(side, side, side)[0] for side in sides]
    np.testing.assert_allclose(values(trace, "project", "h"), h[0].detach(), **NEAR)
    np.testing.assert_allclose(values(trace, "project", "h_kv"), h_kv[0].detach(), **NEAR)
    np.testing.assert_allclose(values(trace, "softmax", "weights"), attention[0].detach(), **NEAR)
    np.testing.assert_allclose(values(trace, "heads", "y"), y[0].detach(), **NEAR)
    np.testing.assert_allclose(values(trace, "heads", "out"), (h + y)[0].detach(), **NEAR)


@pytest.mark.parametrize("backend", ["numpy", "torch"])
def test_the_kernel_of_torch_makes_the_same_of_grouped_heads_with_rotary_places(backend):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    model = random_model(
        rotary=(30.0, 2, False), n_kv_heads=2, dtype="float32", backend=backend, causal=True
    )
    trace = ae.trace(model, "abcj", 1, "causal", keys="jihgfed")
    q, k, v = (torch.from_numpy(values(trace, "project", name).copy()) for name in "qkv")
    theirs = torch.nn.functional.scaled_dot_product_attention(
        q[None], k[None], v[None], is_causal=True, enable_gqa=True
    )
    np.testing.assert_allclose(values(trace, "sum", "z"), theirs[0], **NEAR)


def test_each_side_is_what_it_is_by_itself():
    """Queries, and keys and values, of the layer are those of either text in self-attention."""
    model = random_model(rotary=(30.0, 2, True), norms="pre", causal=True)
    trace = ae.trace(model, "abc", 1, keys="cbabc")
    one, other = ae.trace(model, "abc", 1), ae.trace(model, "cbabc", 1)
    for name, own in (("h", one), ("n", one), ("q", one), ("k", other), ("v", other)):
        np.testing.assert_array_equal(values(trace, "project", name), values(own, "project", name))
    for name in ("h", "n"):
        ours = values(trace, "project", f"{name}_kv")
        np.testing.assert_array_equal(ours, values(other, "project", name))
    assert not values(trace, "mask", "mask").any()  # a decoder's own mask is for its own text
    same = ae.trace(model, "abc", 1, "causal", keys="abc")
    np.testing.assert_array_equal(values(same, "heads", "y"), values(one, "heads", "y"))


def test_rows_and_columns_have_the_labels_of_their_own_text():
    trace = ae.trace(small_model(), TEXT, keys=KEYS)
    words, keys = tuple(TEXT.split()), tuple(KEYS.split())
    assert trace.keys == KEYS
    assert tuple(token.text for token in trace.tokens) == words
    assert tuple(token.text for token in trace.key_tokens) == keys
    assert trace.key_tokens[2].unknown
    for stage in trace:
        for matrix in stage.matrices:
            for axis, labels in zip(matrix.axes, matrix.labels, strict=True):
                assert axis not in {"token", "query"} or labels == words
                assert axis != "key" or labels == keys
    alone = ae.trace(small_model(), TEXT)
    assert alone.keys is None
    assert alone.key_tokens is alone.tokens


def test_masks_count_from_the_start_of_each_text_and_padding_pads_the_keys():
    trace = ae.trace(
        small_model(), "the river bank flows", mask="window:2+padding:4", keys="it was"
    )
    assert [token.text for token in trace.key_tokens] == ["it", "was", "[PAD]", "[PAD]"]
    assert len(trace.tokens) == 4
    no = -np.inf
    assert values(trace, "mask", "mask").tolist() == [
        [0, no, no, no],
        [0, 0, no, no],
        [no, 0, no, no],
        [no, no, no, no],
    ]
    assert not values(trace, "softmax", "weights")[:, 3].any()
    assert not values(trace, "sum", "z")[:, 3].any()


def test_what_ran_and_what_it_is_called():
    trace = ae.trace(small_model(), TEXT, keys=KEYS)
    assert trace.source("project").startswith("def project_across(")
    assert trace["project"].formula == "Q = H·W^Q, K = H_KV·W^K, V = H_KV·W^V"
    plain = ae.trace(small_model(), TEXT, keys=KEYS, variant="plain")
    assert plain.source("project").startswith("def project_plain_across(")
    assert plain["project"].formula == "Q = H, K = V = H_KV"
    h, h_kv = (values(plain, "project", name) for name in ("h", "h_kv"))
    scaled = h @ h_kv.T / np.sqrt(6)
    weights = np.exp(scaled) / np.exp(scaled).sum(-1, keepdims=True)
    np.testing.assert_allclose(values(plain, "heads", "y"), weights @ h_kv, **NEAR)


def test_the_layers_above_see_one_text_again():
    trace = ae.trace(small_model(), TEXT, keys=KEYS)
    before, after, above = trace.hidden()
    np.testing.assert_array_equal(before, values(trace, "project", "h"))
    np.testing.assert_array_equal(after, values(trace, "heads", "out"))
    assert above.shape == before.shape


@settings(max_examples=40, deadline=None)
@given(
    fields=st.fixed_dictionaries(
        {
            "norms": st.sampled_from(["none", "pre", "post"]),
            "n_kv_heads": st.sampled_from([1, 4]),
            "embedding": st.booleans(),
            "causal": st.booleans(),
            "rotary": st.none() | st.tuples(st.just(30.0), st.just(2), st.booleans()),
        }
    ),
    text=st.text("abcj", min_size=1, max_size=4),
    keys=st.text("adhij", min_size=1, max_size=5),
    layer=st.integers(0, 1),
    mask=st.sampled_from([None, "causal", "window:2", "padding:6", "causal+padding:5"]),
    variant=st.sampled_from(["learned", "learned", "plain"]),
)
def test_the_products_add_up_to_every_cell(*, fields, text, keys, layer, mask, variant):
    model = random_model(d_model=6, **fields)
    trace = ae.trace(model, text, layer, mask, variant=variant, keys=keys)
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


def test_one_query_at_a_time_with_a_cache_of_keys_gives_the_rows_of_the_causal_trace():
    trace = ae.trace(small_model(), TEXT, layer=1, mask="causal")
    q, k, v = (values(trace, "project", name) for name in "qkv")
    for newest in range(len(trace.tokens)):
        cache = newest + 1
        one = ae.attend(q[:, newest:cache], k[:, :cache], v[:, :cache], causal=True, past=newest)
        np.testing.assert_allclose(
            one.weights[:, 0], values(trace, "softmax", "weights")[:, newest, :cache], **NEAR
        )
        np.testing.assert_allclose(one.output[:, 0], values(trace, "sum", "z")[:, newest], **NEAR)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"keys": ""}, "the text of the keys is empty; write at least one word"),
        ({"keys": 3}, "keys is 3; give the text whose keys are attended to, or None"),
        (
            {"keys": KEYS, "mask": "padding:3"},
            "padding:3 is too short for the text of the keys, which has 4 tokens",
        ),
    ],
)
def test_refusals(options, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        ae.trace(small_model(), TEXT, **options)
