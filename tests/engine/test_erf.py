"""The error function and the activations against the standard library's and torch's."""

import math

import array_api_strict
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_engine.erf import erf
from attn_engine.feed_forward import ACTIVATIONS

POINTS = np.concatenate(
    [np.linspace(-7, 7, 20_001), [0.0, -0.0, 1e-300, 5.9999, 6.0, 1e30, math.inf, -math.inf]]
)
EXPECTED = np.array([math.erf(x) for x in POINTS])


@pytest.mark.parametrize(("dtype", "most"), [("float64", 4e-16), ("float32", 1.2e-7)])
def test_equals_the_standard_library_s(dtype, most):
    ours = erf(POINTS.astype(dtype))
    assert ours.dtype == dtype
    assert np.abs(ours - EXPECTED).max() < most


@given(st.floats(width=64, allow_nan=False))
def test_any_number(x):
    assert float(erf(np.array([x]))[0]) == pytest.approx(math.erf(x), rel=1e-13, abs=0)


def test_no_number_stays_no_number_and_shapes_stay():
    with np.errstate(all="raise"):
        assert np.isnan(erf(np.array([[math.nan, 0.0]]))).tolist() == [[True, False]]
    assert erf(np.zeros((2, 0, 3))).shape == (2, 0, 3)


def test_runs_on_the_strict_array_api():
    points = array_api_strict.asarray(POINTS)
    assert np.abs(np.asarray(erf(points)) - EXPECTED).max() < 4e-16


@pytest.mark.parametrize("activation", sorted(ACTIVATIONS))
def test_activations_equal_torch_s(activation):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    functional = torch.nn.functional
    x = np.linspace(-6, 6, 500).reshape(2, 250)
    theirs = {
        "gelu": functional.gelu,
        "gelu_tanh": lambda t: functional.gelu(t, approximate="tanh"),
        "relu": functional.relu,
    }[activation](torch.from_numpy(x))
    np.testing.assert_allclose(ACTIVATIONS[activation](x), theirs, atol=1e-14)
    np.testing.assert_allclose(ACTIVATIONS[activation](torch.from_numpy(x)), theirs, atol=1e-14)
