"""attend against the vectors of the ONNX operator Attention, at each case's own tolerance."""

import json
from pathlib import Path

import numpy as np
import pytest

import attn_engine as ae

CASES = sorted((Path(__file__).parent / "data" / "onnx_attention").glob("*.npz"))
LIBRARIES = {"numpy": "numpy", "strict": "array_api_strict", "torch": "torch"}


@pytest.fixture(params=LIBRARIES)
def library(request):
    module = LIBRARIES[request.param]
    return pytest.importorskip(module, reason=f"{module} is not installed")


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


def arguments(case, attrs):
    """What the case says, as the arguments of attend."""
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
    options |= {"mask": mask, "causal": causal, "past": past, "key_lengths": lengths}
    return {"q": q, "k": k, "v": v, **options}


def _both(mask, boolean):
    if mask is None:
        return boolean
    missing = boolean.shape[-1] - mask.shape[-1]
    whole = np.pad(mask, [(0, 0)] * 3 + [(0, missing)], constant_values=-np.inf)
    return np.where(boolean, whole, np.float32(-np.inf))


def of_library(library, given, dtype):
    """The arrays among the arguments in the library, those of floats in the dtype if there is one."""
    result = {}
    for name, value in given.items():
        is_array = isinstance(value, np.ndarray)
        result[name] = library.asarray(value) if is_array else value
        if dtype is not None and is_array and value.dtype.kind == "f":
            result[name] = library.asarray(value, dtype=dtype)
    return result


def as_numpy(array):
    return np.asarray(array.float() if "bfloat16" in str(array.dtype) else array)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem.removeprefix("test_attention_"))
@pytest.mark.filterwarnings("error")
def test_vector(path, library):
    with np.load(path, allow_pickle=False) as stored:
        case = dict(stored)
    meta = json.loads(str(case["meta"]))
    attrs, near = meta["attrs"], {"rtol": meta["rtol"], "atol": meta["atol"]}
    is_bfloat16 = "bf16" in meta["name"]
    if is_bfloat16:
        near = {"rtol": 1e-2, "atol": 1e-2}
    if library.__name__ == "array_api_strict" and case["in_Q"].dtype == np.float16:
        pytest.skip("the array API standard has no float16")
    dtype = library.bfloat16 if is_bfloat16 and library.__name__ == "torch" else None
    given = of_library(library, arguments(case, attrs), dtype)
    result = ae.attend(**given)

    assert type(result.output) is type(given["q"])
    assert result.output.dtype == given["q"].dtype
    output = put_together(as_numpy(result.output), case["in_Q"].ndim)
    np.testing.assert_allclose(output, case["out_Y"], **near)
    if "out_qk_matmul_output" in case:
        scaled, masked, weights = map(as_numpy, (result.scaled, result.masked, result.weights))
        cap = given.get("softcap")
        capped = scaled if cap is None else cap * np.tanh(scaled / cap)
        shown = (scaled, capped, masked, weights)[attrs.get("qk_matmul_output_mode", 0)]
        np.testing.assert_allclose(shown, case["out_qk_matmul_output"], **near)

    pooled = ae.attention_map(given.pop("q"), given.pop("k"), 99, 99, **given)
    np.testing.assert_allclose(as_numpy(pooled.map), as_numpy(result.weights), rtol=1e-5, atol=1e-6)
    output = put_together(as_numpy(pooled.output), case["in_Q"].ndim)
    np.testing.assert_allclose(output, case["out_Y"], **near)


def test_all_vectors_ship_with_the_tests():
    assert len(CASES) == 60
