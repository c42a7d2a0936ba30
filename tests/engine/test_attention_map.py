"""attention_map, its refinement and its windows against a slow float64 oracle and against attend."""

import re
import tracemalloc
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import attn_engine as ae
from attn_engine import binning, strips
from tests.engine import oracle
from tests.engine.attention_calls import arrays, calls

pytestmark = pytest.mark.filterwarnings("error")

NEAR = {"rtol": 1e-4, "atol": 1e-5}


def tiles_of(n_keys):
    """Makes strips go through so few keys at a time."""
    return mock.patch.multiple(strips, CACHED_BYTES=0, FEWEST_KEYS=n_keys)


def pooled(weights, rows, columns):
    """The mean over bins of rows of the sums over bins of columns, by numpy.array_split."""
    *heads, n_query, n_key = weights.shape
    row_parts = np.array_split(np.arange(n_query), min(rows, n_query) or 1)
    column_parts = np.array_split(np.arange(n_key), min(columns, n_key) or 1)
    result = np.zeros((*heads, min(rows, n_query), min(columns, n_key)))
    for place in np.ndindex(result.shape[-2:]):
        part = weights[..., row_parts[place[0]], :][..., column_parts[place[1]]]
        result[(..., *place)] = part.sum(axis=-1).mean(axis=-1)
    return result


def entropy(weights):
    logs = np.log2(np.where(weights > 0, weights, 1))
    return -(weights * logs).sum(axis=-1)


def check(result, weights, output, near=NEAR):
    """Against weights (..., head, query, key) of any precision."""
    rows = result.query_rows
    weights, output = weights[..., rows, :], output[..., rows, :]
    np.testing.assert_allclose(result.entropy, entropy(weights), rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(result.maximum, weights.max(axis=-1, initial=0), **near)
    np.testing.assert_allclose(result.output, output, **near)
    if weights.shape[-1]:
        np.testing.assert_allclose(result.first_key, weights[..., 0], **near)
    is_empty = ~weights.any(axis=-1)
    assert (np.asarray(result.argmax)[is_empty] == -1).all()
    chosen = np.where(is_empty, 0, result.argmax)
    if weights.size:
        largest = np.take_along_axis(weights, chosen[..., None], axis=-1)[..., 0]
        np.testing.assert_allclose(largest, result.maximum, **near)


# The oracle, over random shapes, masks and bins


@settings(max_examples=150, deadline=None)
@given(calls(most_queries=11, most_keys=12), st.data())
def test_oracle(call, data):
    (q, k, v), options, allowed, bias = call
    rows, columns = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 13))
    block = data.draw(st.sampled_from([None, 1, 2, 5]))
    tile = data.draw(st.sampled_from([1, 2, 5, 1024]))
    kept = {name: options[name] for name in ("scale", "softcap") if name in options}
    weights, output = oracle.attention(q, k, v, allowed, bias, **kept)

    with tiles_of(tile):
        check_all(call, (weights, output), (rows, columns, block), data)


def check_all(call, right, bins, data):
    """attention_map, a zoomed one, refined ones and a window."""
    (q, k, v), options, _, _ = call
    (weights, output), (rows, columns, block) = right, bins
    result = ae.attention_map(q, k, rows, columns, v, block=block, **options)
    assert not result.sampled
    np.testing.assert_allclose(result.map, pooled(weights, rows, columns), **NEAR)
    check(result, weights, output)

    part_rows = slice(data.draw(st.integers(-12, 12)), data.draw(st.integers(-12, 12)))
    part_columns = slice(data.draw(st.integers(-12, 12)), data.draw(st.integers(-12, 12)))
    window = ae.attention_window(q, k, part_rows, part_columns, **options)
    part = weights[..., part_rows, part_columns]
    np.testing.assert_allclose(window, part, **NEAR)
    zoomed = ae.attention_map(
        q, k, rows, columns, v, row_range=part_rows, column_range=part_columns, **options
    )
    np.testing.assert_allclose(zoomed.map, pooled(part, rows, columns), **NEAR)
    check(zoomed, weights, output)

    sample = data.draw(st.integers(max(1, len(result.row_edges) - 1), 14))
    maps = list(ae.refine_attention_map(q, k, rows, columns, v, sample=sample, **options))
    counted = [min(n, q.shape[-2]) for n in range(sample, q.shape[-2] + sample, sample)]
    assert [len(each.query_rows) for each in maps] == (counted or [0])
    for each in maps:
        check(each, weights, output)
    np.testing.assert_allclose(maps[-1].map, result.map, **NEAR)


@settings(max_examples=40, deadline=None)
@given(calls(most_queries=6, most_keys=7))
def test_the_strict_array_library_runs_the_same_maths(call):
    xp = pytest.importorskip("array_api_strict", reason="array-api-strict is not installed")
    (q, k, v), options, _, _ = call
    strict = {
        name: xp.asarray(value) if isinstance(value, np.ndarray) else value
        for name, value in options.items()
    }
    expected = ae.attention_map(q, k, 3, 2, v, **options)
    result = ae.attention_map(*map(xp.asarray, (q, k)), 3, 2, xp.asarray(v), **strict)
    for name in ("map", "entropy", "maximum", "argmax", "first_key", "output"):
        array = getattr(result, name)
        assert type(array) is type(xp.asarray(0))
        np.testing.assert_allclose(np.asarray(array), getattr(expected, name), rtol=1e-5, atol=1e-6)
    here = slice(1, 4), slice(2, 6)
    with tiles_of(2):
        window = ae.attention_window(xp.asarray(q), xp.asarray(k), *here, **strict)
    expected = ae.attend(q, k, v, **options).weights[..., *here]
    np.testing.assert_allclose(np.asarray(window), expected, rtol=1e-5, atol=1e-6)


# Long enough for many strips


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"causal": True},
        {"causal": True, "past": 100, "n_query": 600},
        {"window": 50},
        {"window": 1},
        {"softcap": 1.5, "causal": True},
        {"key_lengths": [700, 0, 333]},
        {"causal": True, "past": [0, 7, 100], "n_query": 600, "key_lengths": [700, 7, 650]},
        {"mask": np.arange(700) % 3 != 1},
        {"mask": np.linspace(-3, 3, 700, dtype=np.float32), "window": 90},
        {"mask": np.arange(500) % 7 != 1, "causal": True},
        {"mask": (np.arange(700) % 5 != 1)[:, None]},
        {"mask": np.array([0.0, -1e9] * 350), "scale": 0.3},
    ],
    ids="-".join,
)
def test_equals_attend_on_many_strips(options):
    options = dict(options)
    n_query = options.pop("n_query", 700)
    q, k, v = arrays(n_query, 700, heads=6, kv_heads=2, d_head=8, d_value=5, batch=(3,))
    expected = ae.attend(q, k, v, **options)
    with tiles_of(150):
        result = ae.attention_map(q, k, 60, 64, v, block=37, **options)
        window = ae.attention_window(q, k, slice(290, 330), slice(-420, -350), **options)
    np.testing.assert_allclose(result.map, pooled(expected.weights, 60, 64), **NEAR)
    check(result, expected.weights, expected.output)
    np.testing.assert_allclose(window, expected.weights[..., 290:330, -420:-350], **NEAR)


def test_no_matrix_of_query_times_key():
    n = 4096
    q, k, v = arrays(n, n, heads=1, kv_heads=1, d_head=8)
    tracemalloc.start()
    ae.attention_map(q, k, v=v, causal=True)
    ae.attention_window(q, k, slice(0, 100), slice(0, 100))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < n * n * 4 / 3


# Right answers by hand


def test_queries_of_zeros_look_everywhere_alike():
    q, k, _ = arrays(32, 64)
    result = ae.attention_map(0 * q, k, 4, 8)
    np.testing.assert_allclose(result.map, 1 / 8)
    np.testing.assert_allclose(result.entropy, 6, rtol=1e-6)
    np.testing.assert_allclose(result.maximum, 1 / 64)
    np.testing.assert_allclose(result.first_key, 1 / 64)
    assert not result.argmax.any()
    assert result.output is None


def test_a_query_that_equals_its_key_looks_only_there():
    places = np.eye(48, dtype=np.float32)[None]
    result = ae.attention_map(places, 1000 * places, 6, 6, scale=1.0)
    np.testing.assert_allclose(result.map[0], np.eye(6), atol=1e-6)
    np.testing.assert_array_equal(result.argmax[0], np.arange(48))
    np.testing.assert_array_equal(result.entropy, 0)
    np.testing.assert_array_equal(result.first_key[0], np.eye(48)[0])


def test_half_types_are_computed_in_float32():
    q = np.full((1, 1, 64), 40.0, np.float16)
    k = np.stack([q[:, 0] / 2, q[:, 0]], axis=1)
    result = ae.attention_map(q, k, v=np.array([[[1.0], [2.0]]], np.float16))
    assert result.map.dtype == np.float32
    assert result.map.tolist() == [[[0, 1]]]
    assert result.output.dtype == np.float16
    assert result.output.tolist() == [[[2.0]]]


def test_bins_are_those_of_array_split():
    for length, bins in ((10, 4), (3, 5), (12, 12), (0, 4), (1, 1)):
        parts = np.array_split(np.arange(length), min(bins, length) or 1)
        expected = np.cumsum([0, *map(len, parts)]) if length else [0]
        np.testing.assert_array_equal(binning.edges(bins, 0, length), expected)


# Samples


@pytest.mark.parametrize(("length", "bins"), [(1000, 64), (4096, 64), (77, 10), (5, 5)])
def test_any_first_part_of_the_spread_is_even(length, bins):
    edges = binning.edges(bins, 0, length)
    order = binning.spread(edges)
    assert sorted(order) == list(range(length))
    later = binning.spread(binning.edges(bins, 300, 300 + length))
    assert sorted(later) == list(range(300, 300 + length))
    for size in (1, bins, 2 * bins + 3, length // 2, length):
        counts = np.bincount(binning.bins_of(order[:size], edges), minlength=len(edges) - 1)
        assert counts.max() - counts.min() <= 1
    # Within a bin too: no gap is much longer than it must be.
    gaps = np.diff(np.sort(order[: length // 4]))
    assert gaps.max(initial=0) <= 12


def test_past_32768_queries_512_rows_are_computed_and_the_result_says_so():
    q, k, _ = arrays(33_000, 33_000, heads=1, kv_heads=1, d_head=2)
    result = ae.attention_map(q, k)
    assert result.sampled
    assert len(result.query_rows) == 512
    assert result.row_edges[-1] == result.column_edges[-1] == 33_000
    np.testing.assert_allclose(result.map.sum(axis=-1), 1, rtol=1e-5)
    rows = result.query_rows[[0, 100, 511]]
    expected = ae.attend(q[:, rows], k, k).weights
    np.testing.assert_allclose(result.maximum[:, [0, 100, 511]], expected.max(axis=-1), **NEAR)


def test_a_sample_estimates_the_map():
    q, k, _ = arrays(2048, 2048, heads=1, kv_heads=1, d_head=8)
    whole = ae.attention_map(q, k, 8, 8).map
    errors = [abs(ae.attention_map(q, k, 8, 8, sample=n).map - whole).max() for n in (64, 512)]
    assert errors[1] < errors[0] < 0.05


def test_what_watch_raises_ends_the_work_after_a_strip():
    q, k, _ = arrays(400, 400)
    shares = []

    def stop_at_half(share):
        shares.append(share)
        if share >= 0.5:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        ae.attention_map(q, k, block=10, watch=stop_at_half)
    assert shares == sorted(shares)
    assert shares[-1] == 0.5
    refined = ae.refine_attention_map(q, k, sample=100, block=10, watch=stop_at_half)
    assert len(next(refined).query_rows) == 100
    shares.clear()
    with pytest.raises(InterruptedError):
        list(refined)
    assert 0.25 < shares[0] < shares[-1] == 0.5


def test_watch_ends_with_all_of_it():
    q, k, _ = arrays(90, 90, batch=(2,))
    for maps in (ae.attention_map, lambda *a, **b: list(ae.refine_attention_map(*a, **b))):
        shares = []
        maps(q, k, sample=64, watch=shares.append)
        assert shares[-1] == 1.0


# Wrong input is refused with both numbers and the argument


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rows": 0}, ("rows is 0", "1 or more")),
        ({"columns": 2.5}, ("columns is 2.5", "whole number")),
        ({"sample": 0}, ("sample is 0", "1 or more")),
        ({"sample": 5, "rows": 8}, ("sample is 5", "rows 8")),
        ({"block": 0}, ("block is 0", "1 or more")),
        ({"window": -1}, ("window is -1", "1 or more")),
        ({"past": 21}, ("past has 21", "20 keys")),
        ({"mask": np.ones((9, 20), bool)}, ("mask has shape (9, 20)", "(2, 10, 20)")),
        ({"v": np.zeros((2, 19, 4), np.float32)}, ("v has 19 keys", "k 20")),
        ({"k": np.zeros((3, 20, 4), np.float32)}, ("q has 2 heads", "3 heads of k")),
    ],
)
def test_refusals_name_the_argument_and_the_numbers(change, words):
    q, k, _ = arrays(10, 20)
    call = {"q": q, "k": k} | change
    for function in (ae.attention_map, ae.refine_attention_map):
        with pytest.raises(ValueError, match=".*".join(map(re.escape, words))):
            function(**call)


def test_a_window_takes_plain_slices():
    q, k, _ = arrays(10, 20)
    assert ae.attention_window(q, k, slice(8, 99), slice(5, 3)).shape == (2, 2, 0)
    for rows in (slice(0, 8, 2), 3):
        with pytest.raises(ValueError, match=r"rows is .*without a step"):
            ae.attention_window(q, k, rows, slice(None))
        with pytest.raises(ValueError, match=r"column_range is .*without a step"):
            ae.attention_map(q, k, column_range=rows)


def test_a_mask_of_zeros_and_ones_warns_the_caller():
    q, k, _ = arrays(4, 4)
    mask = np.tril(np.ones((4, 4), np.float32))
    for call in (
        lambda: ae.attention_map(q, k, mask=mask),
        lambda: ae.refine_attention_map(q, k, mask=mask),
        lambda: ae.attention_window(q, k, slice(0), slice(0), mask=mask),
    ):
        with pytest.warns(UserWarning, match="boolean mask") as caught:
            call()
        assert caught[0].filename == __file__


def test_heads_without_width_look_everywhere_alike():
    q, k = np.zeros((2, 20, 0), np.float32), np.zeros((2, 3, 0), np.float32)
    np.testing.assert_allclose(ae.attention_map(q, k, 4, 3).map, np.full((2, 4, 3), 1 / 3))
    window = ae.attention_window(q, k, slice(0, 2), slice(1, 3))
    np.testing.assert_allclose(window, np.full((2, 2, 2), 1 / 3))


def test_a_broken_row_breaks_its_own_bin_alone():
    q = np.random.default_rng(0).normal(size=(1, 6, 8)).astype(np.float32)
    k = q.copy()
    q[0, 1] = np.nan
    broken = np.isnan(ae.attention_map(q, k, 3, 3).map[0]).any(axis=-1)
    assert broken.tolist() == [True, False, False]
