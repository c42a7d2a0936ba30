"""attend: right answers to well-known bugs, and a slow float64 oracle over random shapes and masks."""

import re

import numpy as np
import pytest
from hypothesis import given, settings

import attn_engine as ae
from tests.engine import oracle
from tests.engine.attention_calls import arrays, calls

pytestmark = pytest.mark.filterwarnings("error")


def seen(attention):
    """Which keys get any weight, of the first head."""
    return (attention.weights[..., 0, :, :] > 0).astype(int).tolist()


# Right answers by hand


def test_by_hand():
    q = np.array([[[2.0, 0.0]]])
    k = np.array([[[np.sqrt(2) / 2 * np.log(3), 5.0], [0.0, 7.0]]])
    v = np.array([[[4.0], [8.0]]])
    result = ae.attend(q, k, v)
    np.testing.assert_allclose(result.scores, [[[np.sqrt(2) * np.log(3), 0]]])
    np.testing.assert_allclose(result.scaled, [[[np.log(3), 0]]])
    np.testing.assert_allclose(result.weights, [[[0.75, 0.25]]])
    np.testing.assert_allclose(result.output, [[[5.0]]])


def test_a_row_with_nothing_to_attend_to_is_zero_and_flagged():
    q, k, v = arrays(n_query=2)
    mask = np.array([[False] * 4, [True] * 4])
    for given_mask in (mask, np.where(mask, np.float32(0), np.float32(-np.inf))):
        result = ae.attend(q, k, v, mask=given_mask)
        assert not result.weights[:, 0].any()
        assert not result.output[:, 0].any()
        np.testing.assert_allclose(result.weights[:, 1].sum(-1), 1, rtol=1e-6)
        assert result.empty_rows.tolist() == [[True, False]] * 2


def test_causal_and_mask_are_combined_before_large_negative_numbers_are_added():
    q, k, v = arrays(n_query=4)
    lowest = np.finfo(np.float32).min
    mask = np.where(np.eye(4, dtype=bool), np.float32(0), lowest)
    result = ae.attend(q, k, v, mask=mask, causal=True)
    np.testing.assert_allclose(result.weights, np.broadcast_to(np.eye(4), (2, 4, 4)))


def test_a_float_mask_of_zeros_and_ones_warns_and_is_added():
    q, k, v = arrays()
    mask = np.tril(np.ones((3, 4), np.float32))
    with pytest.warns(UserWarning, match="boolean mask") as caught:
        result = ae.attend(q, k, v, mask=mask)
    assert caught[0].filename == __file__
    np.testing.assert_array_equal(result.masked, result.scaled + mask)


def test_a_float_mask_of_zeros_does_not_warn():
    q, k, v = arrays()
    ae.attend(q, k, v, mask=np.zeros((3, 4), np.float32))


def test_a_mask_shorter_than_the_keys_leaves_the_rest_out():
    q, k, v = arrays(n_query=1, n_key=4)
    for mask in (np.array([True, True]), np.zeros(2, np.float32)):
        assert seen(ae.attend(q, k, v, mask=mask)) == [[1, 1, 0, 0]]


def test_a_mask_with_one_column_stands_for_every_key():
    q, k, v = arrays(n_query=2, n_key=3)
    mask = np.array([[True], [False]])
    assert seen(ae.attend(q, k, v, mask=mask)) == [[1, 1, 1], [0, 0, 0]]


def test_causal_counts_from_the_first_key_unless_told_of_a_past():
    q, k, v = arrays(n_query=2, n_key=4)
    assert seen(ae.attend(q, k, v, causal=True)) == [[1, 0, 0, 0], [1, 1, 0, 0]]
    assert seen(ae.attend(q, k, v, causal=True, past=2)) == [[1, 1, 1, 0], [1, 1, 1, 1]]


def test_past_and_key_lengths_may_differ_by_batch_entry():
    q, k, v = arrays(n_query=1, n_key=3, batch=(2,))
    for kind in (list, np.array):
        result = ae.attend(q, k, v, causal=True, past=kind([0, 1]))
        assert seen(result) == [[[1, 0, 0]], [[1, 1, 0]]]
        result = ae.attend(q, k, v, key_lengths=kind([2, 0]))
        assert seen(result) == [[[1, 1, 0]], [[0, 0, 0]]]
        assert result.empty_rows.tolist() == [[[False], [False]], [[True], [True]]]


def test_a_window_holds_the_query_itself_and_the_keys_before_it():
    q, k, v = arrays(n_query=4, n_key=4)
    expected = [[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]
    assert seen(ae.attend(q, k, v, window=2)) == expected
    assert seen(ae.attend(q, k, v, window=2, causal=True)) == expected
    assert seen(ae.attend(q[:, :1], k, v, window=2, past=3)) == [[0, 0, 1, 1]]


def test_causal_and_boolean_mask_intersect():
    q, k, v = arrays(n_query=3, n_key=3)
    mask = np.array([False, True, True])
    assert seen(ae.attend(q, k, v, mask=mask, causal=True)) == [[0, 0, 0], [0, 1, 0], [0, 1, 1]]


def test_softcap_comes_before_the_mask():
    q, k, v = arrays()
    mask = np.array([0, -100, 3, 0], np.float32)
    result = ae.attend(100 * q, k, v, mask=mask, softcap=2.0)
    capped = 2 * np.tanh(result.scaled / 2)
    np.testing.assert_allclose(result.masked, capped + mask, rtol=1e-6)


def test_neighbouring_query_heads_share_a_key_head():
    q, k, v = arrays(heads=6, kv_heads=2)
    whole = ae.attend(q, k, v)
    for head in range(6):
        one = slice(head // 3, head // 3 + 1)
        alone = ae.attend(q[head : head + 1], k[one], v[one])
        np.testing.assert_allclose(whole.output[head], alone.output[0], rtol=1e-5, atol=1e-6)


def test_large_scores_do_not_overflow():
    q = np.full((1, 1, 64), 40.0, np.float16)
    k = np.stack([q[:, 0], q[:, 0] / 2], axis=1)
    v = np.array([[[1.0], [2.0]]], np.float16)
    result = ae.attend(q, k, v)
    assert result.scores.dtype == np.float32
    assert result.scores[0, 0, 0] == 64 * 1600
    assert result.output.dtype == np.float16
    assert result.output.tolist() == [[[1.0]]]
    np.testing.assert_allclose(
        ae.attend(q, k, v, mask=np.array([-1e10, 0.0], np.float32)).output, [[[2.0]]]
    )


def test_a_wider_mask_than_the_scores_does_not_overflow():
    q, k, v = arrays(n_query=1, n_key=2)
    mask = np.array([np.finfo(np.float64).min, 0.0])
    assert seen(ae.attend(q, k, v, mask=mask)) == [[0, 1]]


@pytest.mark.parametrize("rank", range(5))
def test_masks_of_every_rank_broadcast(rank):
    q, k, v = arrays(batch=(2,))
    whole = np.random.default_rng(1).random((2, 2, 3, 4)) < 0.6
    mask = whole[(0,) * (4 - rank)]
    mask = np.asarray(mask)
    expected = ae.attend(q, k, v, mask=np.broadcast_to(mask, whole.shape).copy())
    result = ae.attend(q, k, v, mask=mask)
    np.testing.assert_array_equal(result.weights, expected.weights)
    np.testing.assert_array_equal(result.empty_rows, expected.empty_rows)


@pytest.mark.parametrize("options", [{}, {"causal": True}, {"mask": np.ones((3, 0), bool)}])
def test_no_keys_give_zeros(options):
    q, k, v = arrays(n_key=0, d_value=5)
    result = ae.attend(q, k, v, **options)
    assert result.weights.shape == (2, 3, 0)
    assert result.output.tolist() == np.zeros((2, 3, 5)).tolist()
    assert result.empty_rows.all()


def test_no_queries_give_an_empty_result():
    q, k, v = arrays(n_query=0)
    assert ae.attend(q, k, v, causal=True).output.shape == (2, 0, 4)


def test_heads_of_no_width_attend_evenly():
    q, k, v = arrays(d_head=0)
    np.testing.assert_allclose(ae.attend(q, k, v).weights, 0.25)


# Wrong input is refused with both numbers and the argument


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"q": np.zeros((3, 4), np.float32)}, ("q has 2 axes", "3")),
        ({"q": [[[1.0]]]}, ("q is a list",)),
        ({"q": np.zeros((2, 3, 4), int)}, ("q has dtype int64",)),
        ({"k": np.zeros((2, 4, 4), np.float64)}, ("k has dtype float64", "q float32")),
        ({"k": np.zeros((2, 4, 5), np.float32)}, ("k has d_head 5", "q 4")),
        ({"v": np.zeros((2, 6, 4), np.float32)}, ("v has 6 keys", "k 4")),
        ({"v": np.zeros((1, 4, 4), np.float32)}, ("v has 1 heads", "k 2")),
        ({"q": np.zeros((3, 3, 4), np.float32)}, ("q has 3 heads", "2 heads of k")),
        ({"q": np.zeros((7, 2, 3, 4), np.float32)}, ("k has batch axes ()", "q (7,)")),
        ({"mask": np.zeros((3, 4), int)}, ("mask has dtype int64",)),
        ({"mask": np.ones((3, 5), bool)}, ("mask has shape (3, 5)", "(2, 3, 4)")),
        ({"mask": np.ones((2, 4), bool)}, ("mask has shape (2, 4)", "(2, 3, 4)")),
        ({"mask": np.ones((1, 1, 1, 4), bool)}, ("mask has shape (1, 1, 1, 4)", "(2, 3, 4)")),
        ({"mask": [True] * 4}, ("mask is a list",)),
        ({"window": 0}, ("window is 0", "1 or more")),
        ({"window": -3}, ("window is -3", "1 or more")),
        ({"window": 1.5}, ("window is 1.5", "whole number")),
        ({"past": -1}, ("past is -1", "0 or more")),
        ({"past": 5}, ("past has 5", "4 keys")),
        ({"past": [1, 2]}, ("past has shape (2,)", "batch ()")),
        ({"key_lengths": 5}, ("key_lengths has 5", "4 keys")),
        ({"key_lengths": -2}, ("key_lengths is -2", "0 or more")),
        ({"scale": float("nan")}, ("scale is nan",)),
        ({"softcap": 0}, ("softcap is 0", "above 0")),
    ],
)
def test_refusals_name_the_argument_and_the_numbers(change, words):
    given_arrays = dict(zip("qkv", arrays(), strict=True)) | change
    with pytest.raises(ValueError, match=".*".join(map(re.escape, words))):
        ae.attend(**given_arrays)


def test_batched_counts_are_refused_with_their_value():
    q, k, v = arrays(batch=(2,))
    with pytest.raises(ValueError, match="past has -1"):
        ae.attend(q, k, v, past=[0, -1])
    with pytest.raises(ValueError, match=r"key_lengths has 9, but k has 4 keys"):
        ae.attend(q, k, v, key_lengths=[9, 1])
    with pytest.raises(ValueError, match=r"past has dtype float64"):
        ae.attend(q, k, v, past=[0.5, 1.0])


# The oracle, over random shapes and masks


@settings(max_examples=400, deadline=None)
@given(calls(dtypes=("float16", "float32", "float64")))
def test_oracle(call):
    (q, k, v), options, allowed, bias = call
    result = ae.attend(q, k, v, **options)
    kept = {name: options[name] for name in ("scale", "softcap") if name in options}
    weights, output = oracle.attention(q, k, v, allowed, bias, **kept)
    near = {"rtol": 1e-10, "atol": 1e-11} if q.dtype == np.float64 else {"rtol": 1e-4, "atol": 1e-5}
    np.testing.assert_allclose(result.weights, weights, **near)
    if q.dtype == np.float16:  # only the output is rounded
        near = {"rtol": 1e-3, "atol": 1e-3}
    np.testing.assert_allclose(result.output, output, **near)
    np.testing.assert_array_equal(result.empty_rows, ~allowed.any(axis=-1))
    assert result.output.dtype == q.dtype
    assert result.weights.dtype == (np.float64 if q.dtype == np.float64 else np.float32)


@pytest.mark.parametrize(
    "options", [{}, {"window": 3}, {"softcap": 2.0}, {"scale": 0.3}], ids="-".join
)
def test_a_cache_grows_by_one_key_a_query(options):
    q, k, v = arrays(7, 7, heads=4, batch=(2,))
    whole = ae.attend(q, k, v, causal=True, **options)
    for past in range(7):
        here = slice(past, past + 1)
        step = ae.attend(
            q[..., here, :], k[..., : past + 1, :], v[..., : past + 1, :], past=past, **options
        )
        expected = whole.weights[..., here, : past + 1]
        np.testing.assert_allclose(step.weights, expected, rtol=1e-5, atol=1e-7)
        np.testing.assert_allclose(step.output, whole.output[..., here, :], rtol=1e-4, atol=1e-6)


def test_one_cache_for_texts_of_different_lengths():
    q, k, v = arrays(1, 6, heads=4, batch=(3,))
    lengths = np.array([6, 2, 4])
    result = ae.attend(q, k, v, causal=True, past=lengths - 1, key_lengths=lengths)
    for entry, length in enumerate(lengths):
        alone = ae.attend(q[entry], k[entry, :, :length], v[entry, :, :length])
        np.testing.assert_allclose(result.output[entry], alone.output, rtol=1e-5, atol=1e-6)


@settings(max_examples=100, deadline=None)
@given(calls())
def test_the_strict_array_library_runs_the_same_maths(call):
    xp = pytest.importorskip("array_api_strict", reason="array-api-strict is not installed")
    (q, k, v), options, _, _ = call
    expected = ae.attend(q, k, v, **options)
    strict = {
        name: xp.asarray(value) if isinstance(value, np.ndarray) else value
        for name, value in options.items()
    }
    result = ae.attend(*(xp.asarray(array) for array in (q, k, v)), **strict)
    for name in ("scores", "scaled", "masked", "weights", "output", "empty_rows"):
        array = getattr(result, name)
        assert type(array) is type(xp.asarray(0))
        np.testing.assert_allclose(np.asarray(array), getattr(expected, name), rtol=1e-6)
