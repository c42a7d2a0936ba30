"""The trace: stages and shapes, torch's MultiheadAttention as oracle, masks, and refusals."""

import re
import subprocess
import sys

import numpy as np
import pytest

import attn_engine as ae
from attn_engine import steps
from attn_engine.stages import MATRIX_AXES
from tests.engine.small_model import WORDS, encode, small_model

TEXT = "the river bank of money flows"
"""Six words, one of them unknown to the small model."""

pytestmark = pytest.mark.filterwarnings("error")


def values(trace, stage, name):
    return trace[stage][name].values


def test_the_ten_stages_in_order_with_named_and_labelled_axes():
    trace = ae.trace(small_model(), TEXT)
    assert tuple(stage.key for stage in trace) == ae.STAGE_KEYS
    assert (trace.n_heads, trace.n_layers) == (3, 2)
    assert (trace.backend, trace.device, trace.dtype) == ("numpy", "cpu", "float32")
    words = tuple(TEXT.split())
    scores = trace["score"]["scores"]
    assert (scores.axes, scores.labels) == (
        ("head", "query", "key"),
        (("0", "1", "2"), words, words),
    )
    assert trace["embed"]["w_e"].labels[0] == (*WORDS, "of")
    assert trace["heads"]["concat"].labels[1] == ("h0.0", "h0.1", "h1.0", "h1.1", "h2.0", "h2.1")
    for stage in trace:
        assert stage.result in {matrix.name for matrix in stage.matrices}
        assert stage.seconds >= 0
        for matrix in stage.matrices:
            assert matrix.axes == MATRIX_AXES[matrix.name]
            kind = np.int64 if matrix.kind == "integers" else np.float32
            assert matrix.values.dtype == kind


def test_each_matrix_is_the_same_wherever_it_appears():
    trace = ae.trace(small_model(), TEXT, mask="causal")
    seen = {}
    for stage in trace:
        for matrix in stage.matrices:
            assert seen.setdefault(matrix.name, matrix) is matrix


@pytest.mark.parametrize("backend", ["numpy", "torch"])
def test_nothing_handed_out_can_be_written_to(backend):
    if backend == "torch":
        pytest.importorskip("torch", reason="torch is not installed")
    model = small_model(backend=backend)
    before = model.table.copy(), model.layers[0].w_q.copy()
    assert not model.table.flags.writeable
    assert not model.layers[0].w_q.flags.writeable
    for stage in ae.trace(model, "the river"):
        for matrix in stage.matrices:
            with pytest.raises(ValueError, match="read-only"):
                matrix.values[...] = 0
    np.testing.assert_array_equal(model.table, before[0])
    np.testing.assert_array_equal(model.layers[0].w_q, before[1])


def test_looking_a_row_up_equals_one_hot_times_the_table():
    trace = ae.trace(small_model(), TEXT)
    one_hot, w_e, x = (values(trace, "embed", name) for name in ("one_hot", "w_e", "x"))
    np.testing.assert_array_equal(one_hot @ w_e, x)


@pytest.mark.parametrize("layer", [0, 1])
@pytest.mark.parametrize("mask", [None, "causal"])
def test_equals_torch_multihead_attention(layer, mask):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    model = small_model()
    trace = ae.trace(model, TEXT, layer=layer, mask=mask)
    n = len(trace.tokens)
    h = torch.from_numpy(values(trace, "position", "xp").copy())[None]
    for weights in model.layers[: layer + 1]:
        theirs = torch.nn.MultiheadAttention(6, 3, bias=False, batch_first=True)
        stacked = [
            np.concatenate(list(w), axis=1).T for w in (weights.w_q, weights.w_k, weights.w_v)
        ]
        state = {
            "in_proj_weight": torch.from_numpy(np.concatenate(stacked)),
            "out_proj.weight": torch.from_numpy(weights.w_o.T.copy()),
        }
        theirs.load_state_dict(state)
        blocked = torch.ones(n, n, dtype=torch.bool).triu(1) if mask else None
        given = h
        y, attention = theirs(h, h, h, attn_mask=blocked, average_attn_weights=False)
        h = h + y
    near = {"rtol": 1e-4, "atol": 1e-5}
    np.testing.assert_allclose(values(trace, "project", "h"), given[0].detach(), **near)
    np.testing.assert_allclose(values(trace, "softmax", "weights"), attention[0].detach(), **near)
    np.testing.assert_allclose(values(trace, "heads", "y"), y[0].detach(), **near)
    np.testing.assert_allclose(values(trace, "heads", "out"), h[0].detach(), **near)


def test_the_stages_are_what_attend_computes():
    trace = ae.trace(small_model(), TEXT, layer=1, mask="causal+window:3")
    q, k, v = (values(trace, "project", name) for name in "qkv")
    result = ae.attend(q, k, v, window=3)
    for stage, name, ours in (
        ("score", "scores", result.scores),
        ("scale", "scaled", result.scaled),
        ("mask", "masked", result.masked),
        ("softmax", "weights", result.weights),
        ("sum", "z", result.output),
    ):
        np.testing.assert_array_equal(values(trace, stage, name), ours)


def test_plain_attention_has_one_head_and_no_weights():
    trace = ae.trace(small_model(), TEXT, variant="plain")
    h = values(trace, "position", "xp")
    scaled = h @ h.T / np.sqrt(6)
    weights = np.exp(scaled) / np.exp(scaled).sum(-1, keepdims=True)
    assert trace.n_heads == 1
    assert {matrix.name for matrix in trace["project"].matrices} == {"h", "q", "k", "v"}
    for name in "qkv":
        np.testing.assert_array_equal(values(trace, "project", name)[0], h)
    np.testing.assert_allclose(values(trace, "softmax", "weights")[0], weights, rtol=1e-5)
    np.testing.assert_allclose(values(trace, "heads", "y"), weights @ h, rtol=1e-4, atol=1e-5)
    above = ae.trace(small_model(), TEXT, layer=1, variant="plain")
    np.testing.assert_array_equal(values(above, "project", "h"), values(trace, "heads", "y"))


def test_without_positions_a_shuffled_sentence_gives_shuffled_results():
    model = small_model()
    straight = ae.trace(model, "the river bank", positions=False)
    shuffled = ae.trace(model, "bank the river", positions=False)
    assert not values(straight, "position", "p").any()
    np.testing.assert_allclose(
        values(straight, "heads", "y")[[2, 0, 1]],
        values(shuffled, "heads", "y"),
        rtol=1e-4,
        atol=1e-5,
    )
    moved = ae.trace(model, "bank the river")
    assert not np.allclose(
        values(ae.trace(model, "the river bank"), "heads", "y")[[2, 0, 1]],
        values(moved, "heads", "y"),
    )


def test_masks():
    blocked = -np.inf
    causal = ae.trace(small_model(), "the river bank flows", mask="causal+window:2")
    assert values(causal, "mask", "mask").tolist() == [
        [0, blocked, blocked, blocked],
        [0, 0, blocked, blocked],
        [blocked, 0, 0, blocked],
        [blocked, blocked, 0, 0],
    ]
    assert not ae.trace(small_model(), TEXT)["mask"]["mask"].values.any()
    np.testing.assert_array_equal(
        values(causal, "mask", "masked"),
        values(causal, "mask", "scaled") + values(causal, "mask", "mask"),
    )


def test_padding_adds_special_tokens_that_nobody_attends_to():
    bare, padded = (ae.trace(small_model(), "the bank", mask=mask) for mask in (None, "padding:4"))
    assert [token.text for token in padded.tokens] == ["the", "bank", "[PAD]", "[PAD]"]
    pad = padded.tokens[-1]
    assert (pad.special, pad.start, pad.end) == (True, 8, 8)
    assert padded["embed"]["w_e"].labels[0][pad.id] == "[PAD]"
    assert not values(padded, "softmax", "weights")[..., 2:].any()
    np.testing.assert_allclose(
        values(padded, "heads", "y")[:2], values(bare, "heads", "y"), rtol=1e-5, atol=1e-6
    )


def test_source_is_the_function_that_ran():
    assert "q @ xp.matrix_transpose(k)" in ae.trace(small_model(), TEXT).source("score")
    assert ae.trace(small_model(), TEXT).source("tokenize").startswith("def encode(text)")
    assert (
        ae.trace(small_model(), TEXT, variant="plain").source("heads").startswith("def heads_plain")
    )
    assert steps.score.__doc__ in ae.trace(small_model(), TEXT).source("score")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"layer": 2}, "layer 2 is not there: model small has layers 0 to 1"),
        ({"layer": -1}, "layer -1 is not there"),
        ({"variant": "fancy"}, "variant 'fancy' is not known"),
        ({"text": ""}, "There is no text to trace"),
        ({"text": " \n\t"}, "There is no text to trace"),
        ({"mask": "sideways"}, "'sideways' is not known; there are causal, window:W and padding:N"),
        ({"mask": ""}, "is not known"),
        ({"mask": "causal:3"}, "'causal:3' is not known"),
        ({"mask": "causal+causal"}, "names causal twice"),
        ({"mask": "window"}, "'window' needs a whole number of 1 or more, such as window:4"),
        ({"mask": "window:0"}, "'window:0' needs a whole number of 1 or more"),
        ({"mask": "window:-2"}, "'window:-2' needs a whole number"),
        ({"mask": "causal+padding:x"}, "'padding:x' needs a whole number"),
        ({"mask": "padding:3"}, "padding:3 is too short for the text, which has 6 tokens"),
        ({"mask": 4}, "mask is 4; write it as text"),
    ],
)
def test_refusals(options, words):
    arguments = {"model": small_model(), "text": TEXT} | options
    with pytest.raises(ValueError, match=re.escape(words)):
        ae.trace(**arguments)


def test_a_step_or_head_that_is_not_there():
    trace = ae.trace(small_model(), TEXT)
    with pytest.raises(
        ValueError, match="there is no step 'scores'; the steps are tokenize, embed"
    ):
        trace["scores"]
    with pytest.raises(ValueError, match="head 3 is not there: scores has heads 0 to 2"):
        trace["score"]["scores"].of_head(3)


def test_the_helper_model_encodes_at_the_right_places():
    for token in encode(TEXT).tokens:
        assert TEXT[token.start : token.end] == token.text


def test_a_trace_on_numpy_loads_neither_torch_nor_a_terminal_library():
    code = """
import sys
import attn_engine as ae
ae.trace(ae.load_model("toy"), "Money bank grows").explain("score")
print(*({name.partition(".")[0] for name in sys.modules} & {"torch", "textual", "rich", "plotext"}))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
