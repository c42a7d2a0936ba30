"""attend on torch against torch's own attention, half types included."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import attn_engine as ae

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
