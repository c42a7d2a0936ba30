"""attend on torch against torch's own attention, half types included."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import attn_engine as ae
from tests.engine import oracle
from tests.engine.attention_calls import calls

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'attn-tui[torch]'")
sdpa = torch.nn.functional.scaled_dot_product_attention

pytestmark = pytest.mark.filterwarnings("error")


def arrays(n_query, n_key, *, heads=2, kv_heads=2, d_head=4, d_value=4, batch=(2,), seed=0):
    generator = torch.Generator().manual_seed(seed)
    shapes = ((heads, n_query, d_head), (kv_heads, n_key, d_head), (kv_heads, n_key, d_value))
    return tuple(torch.randn(*batch, *shape, generator=generator) for shape in shapes)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_equals_scaled_dot_product_attention(data):
    draw = data.draw
    kv_heads, group = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    n_query, n_key = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    q, k, v = arrays(
        n_query, n_key, heads=kv_heads * group, kv_heads=kv_heads, d_head=draw(st.integers(1, 8)),
        d_value=draw(st.integers(1, 8)), batch=draw(st.sampled_from([(1,), (3,)])),
        seed=draw(st.integers(0, 99)),
    )  # fmt: skip
    kind = draw(st.sampled_from(["none", "causal", "boolean", "float"]))
    scale = draw(st.sampled_from([None, 0.3]))
    ours, theirs = {"scale": scale}, {"scale": scale, "enable_gqa": group > 1}
    if kind == "causal":
        ours["causal"], theirs["is_causal"] = True, True
    elif kind != "none":
        full = (*q.shape[:-1], n_key)
        shape = [draw(st.sampled_from([size, 1])) for size in full][draw(st.integers(0, 2)) :]
        generator = torch.Generator().manual_seed(draw(st.integers(0, 99)))
        mask = torch.randn(shape, generator=generator)
        if kind == "boolean":
            mask = mask < 1
            mask[..., 0] = True  # torch's own answer to an empty row differs between versions
        ours["mask"], theirs["attn_mask"] = mask, mask
    result = ae.attend(q, k, v, **ours)
    torch.testing.assert_close(result.output, sdpa(q, k, v, **theirs), rtol=1e-4, atol=1e-5)
    assert not result.empty_rows.any()


@settings(max_examples=300, deadline=None)
@given(calls(), st.sampled_from([torch.float16, torch.bfloat16, torch.float32, torch.float64]))
def test_every_option_and_dtype(call, dtype):
    """Against the float64 oracle, and against torch where it has the options."""
    given_arrays, options, allowed, bias = call
    q, k, v = (torch.asarray(array).to(dtype) for array in given_arrays)
    ours = {
        name: torch.asarray(value) if isinstance(value, np.ndarray) else value
        for name, value in options.items()
    }
    result = ae.attend(q, k, v, **ours)
    kept = {name: options[name] for name in ("scale", "softcap") if name in options}
    exact = [array.double().numpy() for array in (q, k, v)]
    weights, output = oracle.attention(*exact, allowed, bias, **kept)
    assert result.weights.dtype == (torch.float64 if dtype == torch.float64 else torch.float32)
    np.testing.assert_allclose(result.weights, weights, rtol=1e-4, atol=1e-5)
    near = {torch.float16: 2e-3, torch.bfloat16: 1e-2}.get(dtype, 1e-5)
    assert result.output.dtype == dtype
    np.testing.assert_allclose(result.output.double(), output, rtol=near, atol=near)
    np.testing.assert_array_equal(result.empty_rows, ~allowed.any(axis=-1))
    if "softcap" not in options and q.ndim > 3 and allowed.any(axis=-1).all() and k.shape[-2]:
        mask = torch.asarray(np.where(allowed, bias, -np.inf))
        repeated = (
            array.double().repeat_interleave(q.shape[-3] // k.shape[-3], -3) for array in (k, v)
        )
        expected = sdpa(q.double(), *repeated, attn_mask=mask, scale=options.get("scale"))
        torch.testing.assert_close(result.output.double(), expected, rtol=near, atol=near)


def test_multi_head_attention_of_torch_says_false_where_one_may_attend():
    torch.manual_seed(0)
    module = torch.nn.MultiheadAttention(6, 2, bias=False, batch_first=True).eval()
    x = torch.randn(3, 5, 6)
    may_attend = torch.rand(3, 5) < 0.6
    may_attend[:, 0] = True
    expected, weights = module(
        x, x, x, key_padding_mask=~may_attend, average_attn_weights=False, need_weights=True
    )
    q, k, v = (x @ module.in_proj_weight.T).unflatten(-1, (3, 2, 3)).permute(2, 0, 3, 1, 4)
    result = ae.attend(q, k, v, mask=may_attend[:, None, None])
    torch.testing.assert_close(result.weights, weights, rtol=1e-5, atol=1e-6)
    output = result.output.transpose(1, 2).flatten(2) @ module.out_proj.weight.T
    torch.testing.assert_close(output, expected, rtol=1e-5, atol=1e-6)


def test_past_equals_the_lower_right_causal_bias():
    from torch.nn.attention.bias import causal_lower_right

    q, k, v = arrays(3, 7)
    expected = sdpa(q, k, v, attn_mask=causal_lower_right(3, 7))
    for past in (4, [4, 4], torch.tensor([4, 4])):
        torch.testing.assert_close(ae.attend(q, k, v, causal=True, past=past).output, expected)


@pytest.mark.parametrize(("dtype", "near"), [(torch.float16, 2e-3), (torch.bfloat16, 1e-2)])
def test_half_types_are_computed_in_float32(dtype, near):
    q, k, v = (array.to(dtype) for array in arrays(5, 9))
    result = ae.attend(q, k, v, causal=True)
    expected = sdpa(q.double(), k.double(), v.double(), is_causal=True)
    assert result.output.dtype == dtype
    assert result.weights.dtype == torch.float32
    torch.testing.assert_close(result.output.double(), expected, rtol=near, atol=near)


def test_bfloat16_sums_a_thousand_small_weights():
    q, k = torch.zeros(1, 1, 4, dtype=torch.bfloat16), torch.zeros(1, 1000, 4, dtype=torch.bfloat16)
    v = torch.ones(1, 1000, 1, dtype=torch.bfloat16)
    assert ae.attend(q, k, v).output.item() == 1.0


def test_an_empty_row_gives_zeros():
    q, k, v = arrays(2, 3)
    mask = torch.tensor([[False] * 3, [True] * 3])
    result = ae.attend(q, k, v, mask=mask)
    assert not result.output[..., 0, :].any()
    assert result.empty_rows[..., 0].all()


def test_gradients_flow_as_through_torch():
    ours = [array.requires_grad_() for array in arrays(4, 4)]
    theirs = [array.detach().clone().requires_grad_() for array in ours]
    ae.attend(*ours, causal=True).output.square().sum().backward()
    sdpa(*theirs, is_causal=True).square().sum().backward()
    for mine, reference in zip(ours, theirs, strict=True):
        torch.testing.assert_close(mine.grad, reference.grad, rtol=1e-4, atol=1e-5)


def test_libraries_are_not_mixed():
    q, k, v = arrays(2, 3)
    with pytest.raises(ValueError, match=r"different libraries.*numpy"):
        ae.attend(q, k.numpy(), v)
    with pytest.raises(ValueError, match="mask is a ndarray"):
        ae.attend(q, k, v, mask=np.ones((2, 3), bool))
