"""Whole blocks against torch's own encoder layers, in float64 to 1e-10 and in float32 to 1e-5."""

import numpy as np
import pytest

import attn_engine as ae
from tests.engine.block_models import random_model

torch = pytest.importorskip("torch", reason="torch is not installed")
functional = torch.nn.functional

TEXT = "cab had a big jig"
NEAR = {"float64": 1e-10, "float32": 1e-5}
ACTIVATIONS = {
    "gelu": functional.gelu,
    "gelu_tanh": lambda x: functional.gelu(x, approximate="tanh"),
    "relu": functional.relu,
}


def tensor(array):
    return torch.from_numpy(np.array(array))


def encoder_layer(model, layer, activation):
    """torch's encoder layer with the weights of one of ours."""
    block = layer.feed_forward
    d_model, d_ff = block.w_in.shape
    theirs = torch.nn.TransformerEncoderLayer(
        d_model,
        layer.n_heads,
        d_ff,
        dropout=0,
        activation=ACTIVATIONS[activation],
        layer_norm_eps=layer.norm_attention.eps,
        batch_first=True,
        norm_first=model.norms == "pre",
        dtype=getattr(torch, model.dtype),
    )
    stacked = [np.concatenate(list(w), axis=1).T for w in (layer.w_q, layer.w_k, layer.w_v)]
    biases = [b.reshape(-1) for b in (layer.b_q, layer.b_k, layer.b_v)]
    state = {
        "self_attn.in_proj_weight": np.concatenate(stacked),
        "self_attn.in_proj_bias": np.concatenate(biases),
        "self_attn.out_proj.weight": layer.w_o.T,
        "self_attn.out_proj.bias": layer.b_o,
        "linear1.weight": block.w_in.T,
        "linear1.bias": block.b_in,
        "linear2.weight": block.w_out.T,
        "linear2.bias": block.b_out,
        "norm1.weight": layer.norm_attention.weight,
        "norm1.bias": layer.norm_attention.bias,
        "norm2.weight": layer.norm_feed_forward.weight,
        "norm2.bias": layer.norm_feed_forward.bias,
    }
    theirs.load_state_dict({name: tensor(array) for name, array in state.items()})
    return theirs


def normed(norm, x):
    return functional.layer_norm(x, x.shape[-1:], tensor(norm.weight), tensor(norm.bias), norm.eps)


@pytest.mark.parametrize("backend", ["numpy", "torch"])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("activation", sorted(ACTIVATIONS))
@pytest.mark.parametrize("norms", ["pre", "post"])
def test_equals_torch_encoder_layers(norms, activation, causal, dtype, backend):
    model = random_model(
        norms=norms, activation=activation, causal=causal, dtype=dtype, d_head=3, backend=backend
    )
    trace = ae.trace(model, TEXT, layer=1)
    n = len(trace.tokens)
    blocked = torch.ones(n, n, dtype=torch.bool).triu(1) if causal else None
    near = {"rtol": NEAR[dtype], "atol": NEAR[dtype]}
    states = [tensor(trace["position"]["xp"].values)[None]]
    with torch.no_grad():
        for layer in model.layers:
            theirs = encoder_layer(model, layer, activation)
            given = theirs.norm1(states[-1]) if norms == "pre" else states[-1]
            y, weights = theirs.self_attn(
                given, given, given, attn_mask=blocked, average_attn_weights=False
            )
            states.append(theirs(states[-1], src_mask=blocked))
        out = states[1] + y
        out = out if norms == "pre" else theirs.norm1(out)
    for ours, expected in zip(trace.hidden(), states, strict=True):
        np.testing.assert_allclose(ours, expected[0], **near)
    for stage, name, expected in (
        ("project", "n" if norms == "pre" else "h", given),
        ("softmax", "weights", weights),
        ("heads", "y", y),
        ("heads", "out", out),
    ):
        np.testing.assert_allclose(trace[stage][name].values, expected[0], **near)


@pytest.mark.parametrize("norms", ["pre", "post"])
def test_logits_and_the_sum_that_layer_0_is_given(norms):
    model = random_model(norms=norms, embedding=True, output=True)
    trace = ae.trace(model, TEXT)
    ids = [token.id for token in trace.tokens]
    x, p = tensor(model.table[ids]), tensor(model.positions(len(ids)))
    first = normed(model.embedding_norm, x + p + tensor(model.type_row))
    for name in ("hidden", "project"):
        ours = trace.hidden()[0] if name == "hidden" else trace["project"]["h"].values
        np.testing.assert_allclose(ours, first, atol=1e-12)
    h, output = tensor(trace.hidden()[-1]), model.output
    h = normed(model.final_norm, h) if norms == "pre" else h
    h = functional.gelu(h @ tensor(output.dense) + tensor(output.b_dense))
    expected = normed(output.norm, h) @ tensor(model.table).T + tensor(output.b)
    np.testing.assert_allclose(trace.logits(), expected, atol=1e-10)


@pytest.mark.parametrize("backend", ["numpy", "torch"])
@pytest.mark.parametrize("n_kv_heads", [1, 2])
def test_grouped_heads_equal_torch_attention_with_groups(n_kv_heads, backend):
    model = random_model(n_kv_heads=n_kv_heads, causal=True, backend=backend)
    trace = ae.trace(model, TEXT, layer=1)
    layer, n = model.layers[1], tensor(trace["project"]["n"].values)
    q, k, v = (
        n @ tensor(w) + tensor(b)[:, None]
        for w, b in ((layer.w_q, layer.b_q), (layer.w_k, layer.b_k), (layer.w_v, layer.b_v))
    )
    assert trace["project"]["k"].shape[0] == trace["sum"]["v"].shape[0] == n_kv_heads
    assert trace["score"]["scores"].shape[0] == model.layers[1].n_heads
    z = functional.scaled_dot_product_attention(
        q[None], k[None], v[None], is_causal=True, enable_gqa=True
    )
    np.testing.assert_allclose(trace["sum"]["z"].values, z[0], atol=1e-10)
    assert "xp.repeat(array, group" in trace.source("score")
