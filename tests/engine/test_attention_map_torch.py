"""attention_map on torch: the strips and the fused kernel against materialised softmax and SDPA."""

import subprocess
import sys

import numpy as np
import pytest

import attn_engine as ae
from attn_engine import attention_kernel
from tests.engine.test_attention_map import NEAR, check, pooled, tiles_of

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'attn-tui[torch]'")
sdpa = torch.nn.functional.scaled_dot_product_attention

pytestmark = pytest.mark.filterwarnings("error")


def arrays(n_query=300, n_key=300, *, heads=4, kv_heads=2, d_head=16, d_value=12, batch=(2,)):
    generator = torch.Generator().manual_seed(0)
    shapes = ((heads, n_query, d_head), (kv_heads, n_key, d_head), (kv_heads, n_key, d_value))
    return tuple(torch.randn(*batch, *shape, generator=generator) for shape in shapes)


def materialised(q, k, v, mask=None, causal=False):
    """(weights, output) in float64, as one writes them in torch."""
    group = q.shape[-3] // k.shape[-3]
    q, k, v = q.double(), *(array.double().repeat_interleave(group, dim=-3) for array in (k, v))
    scores = q @ k.mT / q.shape[-1] ** 0.5
    if causal:
        mask = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
    if mask is not None:
        scores = (
            scores.masked_fill(~mask, -torch.inf) if mask.dtype == torch.bool else scores + mask
        )
    weights = scores.softmax(-1)
    return weights.numpy(), (weights @ v).numpy()


@pytest.fixture
def kernel_runs(monkeypatch):
    """Whether the fused kernel gave the map, each time that it was asked."""
    runs, whole = [], attention_kernel.map_by_kernel

    def noted(*arguments):
        result = whole(*arguments)
        runs.append(result is not None)
        return result

    monkeypatch.setattr(attention_kernel, "map_by_kernel", noted)
    return runs


OPTIONS = [
    {},
    {"causal": True},
    {"mask": (torch.arange(300) % 3 != 1)[None]},
    {"mask": torch.linspace(-2, 2, 300)[None]},
    {"mask": (torch.arange(90_000) % 7 != 1).reshape(300, 300)},
]


@pytest.mark.parametrize("options", OPTIONS, ids="-".join)
def test_strips_equal_what_torch_materialises(options):
    q, k, v = arrays()
    weights, output = materialised(q, k, v, **options)
    with tiles_of(99):
        result = ae.attention_map(q, k, 20, 16, v, block=41, **options)
    assert all(type(each) is torch.Tensor for each in (result.map, result.argmax, result.output))
    np.testing.assert_allclose(result.map, pooled(weights, 20, 16), **NEAR)
    check(result, weights, output)
    theirs = {"attn_mask": options.get("mask"), "is_causal": "causal" in options}
    expected = sdpa(q, k, v, enable_gqa=True, **theirs)
    torch.testing.assert_close(result.output, expected, rtol=1e-4, atol=1e-5)
    window = ae.attention_window(q, k, slice(30, 70), slice(9, 40), **options)
    np.testing.assert_allclose(window, weights[..., 30:70, 9:40], **NEAR)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
@pytest.mark.parametrize("statistics", [True, False])
def test_dtypes(dtype, statistics):
    q, k, v = (array.to(dtype) for array in arrays())
    weights, output = materialised(q, k, v, causal=True)
    result = ae.attention_map(q, k, 20, 16, v, causal=True, statistics=statistics)
    assert result.map.dtype == (torch.float64 if dtype == torch.float64 else torch.float32)
    assert result.output.dtype == dtype
    np.testing.assert_allclose(result.map, pooled(weights, 20, 16), **NEAR)
    near = 1e-4 if dtype == torch.float64 else 1e-2  # the output is rounded to the half type
    np.testing.assert_allclose(result.output.double(), output, rtol=near, atol=near)
    if statistics:
        np.testing.assert_allclose(result.maximum, weights.max(axis=-1), **NEAR)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"causal": True},
        {"scale": 0.7, "past": 5},
        {"key_lengths": [300, 17]},
        {"causal": True, "key_lengths": [300, 17]},
    ],
    ids="-".join,
)
@pytest.mark.parametrize("sizes", [(16, 12, 20), (48, 60, 16), (7, 3, 41)])
@pytest.mark.parametrize("group", [1, 2])
def test_the_kernel_gives_the_map_of_the_strips(kernel_runs, options, sizes, group):
    d_head, d_value, columns = sizes
    q, k, v = arrays(d_head=d_head, d_value=d_value, kv_heads=4 // group)
    strips = ae.attention_map(q, k, 13, columns, v, **options)
    fast = ae.attention_map(q, k, 13, columns, v, statistics=False, **options)
    only_map = ae.attention_map(q, k, 13, columns, statistics=False, **options)
    assert kernel_runs == [True, True]
    assert fast.entropy is fast.argmax is only_map.output is None
    torch.testing.assert_close(fast.map, strips.map, rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(only_map.map, strips.map, rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(fast.output, strips.output, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    "options",
    [{"window": 9}, {"softcap": 2.0}, {"causal": True, "past": 3}, {"mask": torch.ones(300) > 0}],
    ids="-".join,
)
def test_what_the_kernel_cannot_do_the_strips_do(kernel_runs, options):
    q, k, v = arrays(n_query=200)
    result = ae.attention_map(q, k, 20, 16, v, statistics=False, **options)
    expected = ae.attend(q, k, v, **options)
    assert kernel_runs == [False]
    np.testing.assert_allclose(result.map, pooled(expected.weights.numpy(), 20, 16), **NEAR)
    torch.testing.assert_close(result.output, expected.output, rtol=1e-4, atol=1e-5)


def test_no_strip_is_kept_for_gradients():
    q, k, v = (array.requires_grad_() for array in arrays())
    for statistics in (True, False):
        result = ae.attention_map(q, k, v=v, statistics=statistics)
        assert not result.map.requires_grad
        assert not result.output.requires_grad


MEMORY = """
import sys, torch, attn_engine as ae
def peak():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if "VmHWM" in line)
q, k = torch.randn(2, 1, 12_000, 64)
ae.attention_map(q[:, :500], k[:, :500], statistics=sys.argv[1] == "strips")
before = peak()
ae.attention_map(q, k, causal=True, statistics=sys.argv[1] == "strips")
print(peak() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("way", ["strips", "kernel"])
def test_no_matrix_of_query_times_key(way):
    child = subprocess.run(
        [sys.executable, "-c", MEMORY, way], capture_output=True, text=True, check=True
    )
    assert int(child.stdout) < 12_000 * 12_000 * 4 / 1024 / 3
