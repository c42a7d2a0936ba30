"""Rotary positions against complex numbers and torch; ALiBi's slopes and how attend takes them."""

import cmath
import math
import re

import numpy as np
import pytest

import attn_engine as ae
from tests.engine.attention_calls import arrays

pytestmark = pytest.mark.filterwarnings("error")


def turned(x, place, base, interleaved, dimensions):
    """One vector, each pair as a complex number times e^(i angle)."""
    result, n = list(x), dimensions // 2
    for pair in range(n):
        first, second = (2 * pair, 2 * pair + 1) if interleaved else (pair, n + pair)
        angle = place / base ** (2 * pair / dimensions)
        number = complex(x[first], x[second]) * cmath.exp(1j * angle)
        result[first], result[second] = number.real, number.imag
    return result


@pytest.mark.parametrize("interleaved", [False, True])
@pytest.mark.parametrize("dimensions", [None, 2, 6])
@pytest.mark.parametrize("base", [10000.0, 500000.0])
def test_pairs_turn_as_complex_numbers(interleaved, dimensions, base):
    x = arrays(n_query=5, d_head=8, batch=(2,))[0]
    result = ae.rotary(x, None, base, interleaved, dimensions)
    for *place, position in np.ndindex(x.shape[:-1]):
        expected = turned(x[(*place, position)], position, base, interleaved, dimensions or 8)
        np.testing.assert_allclose(result[(*place, position)], expected, rtol=1e-5, atol=1e-6)
    assert result.dtype == np.float32


def test_by_hand():
    x = np.array([[[1.0, 2.0, 3.0, 4.0]]])
    for angle, cos, sin in ((0, 1, 0), (math.pi / 2, 0, 1), (math.pi, -1, 0)):
        # Of base 1 all pairs turn alike.
        pairs = ae.rotary(x, [angle], base=1.0, interleaved=True)
        halves = ae.rotary(x, [angle], base=1.0)
        quarter = [cos - 2 * sin, 2 * cos + sin, 3 * cos - 4 * sin, 4 * cos + 3 * sin]
        np.testing.assert_allclose(pairs[0, 0], quarter, atol=1e-15)
        quarter = [cos - 3 * sin, 2 * cos - 4 * sin, 3 * cos + sin, 4 * cos + 2 * sin]
        np.testing.assert_allclose(halves[0, 0], quarter, atol=1e-15)


@pytest.mark.parametrize("interleaved", [False, True])
def test_scores_depend_on_the_distance_only(interleaved):
    q, k, v = (array.astype(np.float64) for array in arrays(n_query=4, n_key=6, d_head=8))

    def weights(start):
        turned_q = ae.rotary(q, np.arange(start + 2, start + 6), interleaved=interleaved)
        turned_k = ae.rotary(k, range(start, start + 6), interleaved=interleaved)
        return ae.attend(turned_q, turned_k, v, causal=True, past=2).weights

    np.testing.assert_allclose(weights(1000), weights(0), rtol=1e-9)
    assert not np.allclose(ae.attend(q, k, v, causal=True, past=2).weights, weights(0), rtol=1e-2)


def test_places_may_differ_by_batch_entry():
    x = arrays(n_query=3, batch=(2,))[0]
    padded = np.array([[0, 0, 1], [0, 1, 2]])  # the first text has padding on the left
    result = ae.rotary(x, padded)
    np.testing.assert_array_equal(result[0], ae.rotary(x[0], [0, 0, 1]))
    np.testing.assert_array_equal(result[1], ae.rotary(x[1]))


def test_other_libraries_and_half_types():
    torch = pytest.importorskip("torch", reason="torch is not installed")
    xp = pytest.importorskip("array_api_strict", reason="array-api-strict is not installed")
    x = arrays(n_query=5, d_head=8, batch=(2,))[0]
    for interleaved in (False, True):
        expected = ae.rotary(x, interleaved=interleaved, dimensions=6)
        for library in (torch, xp):
            for positions in (None, library.arange(5)):
                given = library.asarray(x), positions
                result = ae.rotary(*given, interleaved=interleaved, dimensions=6)
                assert type(result) is type(library.asarray(0))
                np.testing.assert_allclose(np.asarray(result), expected, rtol=1e-6)
        half = ae.rotary(torch.asarray(x).bfloat16(), interleaved=interleaved, dimensions=6)
        assert half.dtype == torch.bfloat16
        np.testing.assert_allclose(half.float(), expected, rtol=2e-2, atol=2e-2)


def test_interleaved_equals_a_product_of_complex_tensors():
    torch = pytest.importorskip("torch", reason="torch is not installed")
    x = torch.randn(2, 3, 7, 16, dtype=torch.float64)
    angles = torch.outer(torch.arange(7), 10000 ** (-torch.arange(0, 16, 2).double() / 16))
    numbers = torch.view_as_complex(x.reshape(2, 3, 7, 8, 2)) * torch.polar(
        torch.ones(()).double(), angles
    )
    expected = torch.view_as_real(numbers).flatten(-2)
    torch.testing.assert_close(ae.rotary(x, interleaved=True), expected)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"x": np.zeros((2, 3, 5))}, "rotary turns 5 dimensions"),
        ({"dimensions": 3}, "rotary turns 3 dimensions"),
        ({"dimensions": 6}, "dimensions is 6, but x has d_head 4"),
        ({"base": 0}, "base is 0"),
        ({"positions": [0, 1]}, "positions has shape (2,), but x has batch axes () and length 3"),
        ({"positions": ["a"] * 3}, "positions has dtype <U1"),
        ({"x": np.zeros(4)}, "x is of 1 axes"),
        ({"x": [1.0]}, "x is a list"),
        ({"x": np.zeros((2, 3, 4), int)}, "x has dtype int64"),
    ],
)
def test_rotary_refuses_what_does_not_fit(change, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        ae.rotary(**({"x": np.zeros((2, 3, 4))} | change))


def test_slopes():
    assert ae.alibi_slopes(8).tolist() == [2.0**-i for i in range(1, 9)]
    expected = [0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125]
    assert ae.alibi_slopes(6).tolist() == expected
    assert ae.alibi_slopes(1).tolist() == [2.0**-8]
    assert ae.alibi_slopes(16)[:2].tolist() == [2.0**-0.5, 0.5]
    for wrong in (0, -2, 1.5):
        with pytest.raises(ValueError, match=f"n_heads is {wrong}"):
            ae.alibi_slopes(wrong)


def test_alibi_in_attend_by_hand():
    q, k, v = np.zeros((3, 2, 2, 4))
    past, slopes = 1, ae.alibi_slopes(2)
    k, v = (np.concatenate([array[:, :1], array], axis=1) for array in (k, v))
    distance = np.arange(3) - (past + np.arange(2))[:, None]
    bias = slopes[:, None, None] * distance
    result = ae.attend(q, k, v, mask=bias, causal=True, past=past)
    for head, slope in enumerate((1 / 16, 1 / 256)):
        first, second = math.exp(-slope), math.exp(-2 * slope)
        rows = [[first, 1, 0], [second, first, 1]]
        expected = [np.array(row) / sum(row) for row in rows]
        np.testing.assert_allclose(result.weights[head], expected)
    short = ae.attend(q, k, v, mask=slopes[:, None, None] * np.arange(3), causal=True, past=past)
    np.testing.assert_allclose(short.weights, result.weights)
