"""attend against the vectors of the ONNX operator Attention, at each case's own tolerance."""

import json
from pathlib import Path

import numpy as np
import pytest

import attn_engine as ae

HERE = Path(__file__).parent
SHIPPED = HERE / "data" / "onnx_attention"
WHOLE = HERE.parents[2] / "shared" / "onnx_attention"
"""The whole set, with 3-D inputs and caches too, where it lies beside the repository."""

CASES = sorted(
    {path.stem: path for folder in (WHOLE, SHIPPED) for path in folder.glob("*.npz")}.values()
)


def split_heads(array, n_heads):
    """(batch, length, heads * size) -> (batch, heads, length, size); 4-D stays."""
    if array.ndim == 4:
        return array
    batch, length, width = array.shape
    return array.reshape(batch, length, n_heads, width // n_heads).swapaxes(1, 2)


def put_together(array, n_dimensions):
    if n_dimensions == 4:
        return array
    return array.swapaxes(1, 2).reshape(array.shape[0], array.shape[2], -1)


def last_queries_mask(lengths, n_query, n_key):
    """ONNX counts queries back from the valid length, so the first may lie before the first key."""
    query = np.arange(n_query)[:, None] + lengths[:, None, None] - n_query
    return (np.arange(n_key) <= query)[:, None]


def run(case, attrs):
    q = split_heads(case["in_Q"], attrs.get("q_num_heads"))
    k, v = (split_heads(case[name], attrs.get("kv_num_heads")) for name in ("in_K", "in_V"))
    past = 0
    if "in_past_key" in case:
        past = case["in_past_key"].shape[2]
        k = np.concatenate([case["in_past_key"], k], axis=2)
        v = np.concatenate([case["in_past_value"], v], axis=2)
    options = {name: attrs[name] for name in ("scale", "softcap") if name in attrs}
    mask, causal = case.get("in_attn_mask"), bool(attrs.get("is_causal"))
    lengths = case.get("in_nonpad_kv_seqlen")
    if lengths is not None and causal:
        past = lengths - q.shape[2]
        if (past < 0).any():
            assert mask is None or mask.shape[-1] < k.shape[2]
            upper = last_queries_mask(lengths, q.shape[2], k.shape[2])
            mask, causal, past = _both(mask, upper), False, 0
    result = ae.attend(q, k, v, mask, causal, past=past, key_lengths=lengths, **options)
    return result, options.get("softcap")


def _both(mask, boolean):
    if mask is None:
        return boolean
    missing = boolean.shape[-1] - mask.shape[-1]
    whole = np.pad(mask, [(0, 0)] * 3 + [(0, missing)], constant_values=-np.inf)
    return np.where(boolean, whole, np.float32(-np.inf))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_vector(path):
    with np.load(path, allow_pickle=False) as stored:
        case = dict(stored)
    meta = json.loads(str(case["meta"]))
    attrs, near = meta["attrs"], {"rtol": meta["rtol"], "atol": meta["atol"]}
    if "bf16" in meta["name"]:
        near = {"rtol": 1e-2, "atol": 1e-2}
    result, cap = run(case, attrs)
    output = put_together(result.output, case["in_Q"].ndim)
    assert output.dtype == case["out_Y"].dtype
    np.testing.assert_allclose(output, case["out_Y"], **near)
    if "out_qk_matmul_output" in case:
        capped = result.scaled if cap is None else cap * np.tanh(result.scaled / cap)
        shown = (result.scaled, capped, result.masked, result.weights)
        mode = attrs.get("qk_matmul_output_mode", 0)
        np.testing.assert_allclose(shown[mode], case["out_qk_matmul_output"], **near)


def test_enough_vectors_ship_with_the_tests():
    assert len(list(SHIPPED.glob("*.npz"))) >= 30
