"""Long texts against the trace, which keeps every n x n matrix."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import attn_engine as ae
from attn_engine.long_encoding import encode_long
from attn_engine.long_text import LongText

TEXT = "The animal didn't cross the street because it was too tired. Money bank grows. " * 3


@pytest.mark.parametrize("name", ["toy", "tiny"])
@pytest.mark.parametrize("mask", [None, "causal", "causal+window:5"])
@pytest.mark.parametrize("layer", [0, 1])
def test_windows_of_any_layer_are_those_of_the_trace(
    name: str, mask: str | None, layer: int
) -> None:
    model = ae.load_model(name)
    right = ae.trace(model, TEXT, layer, mask)["softmax"]["weights"].values
    window = LongText(model, TEXT, mask).window(layer, slice(3, 30), slice(10, 24))
    np.testing.assert_allclose(window, right[:, 3:30, 10:24], atol=2e-6)


def test_maps_pool_the_weights_of_the_trace_and_tell_of_its_rows() -> None:
    model = ae.load_model("toy")
    right = ae.trace(model, TEXT, 1)["softmax"]["weights"].values
    *_, best = LongText(model, TEXT).maps(1, (6, 6), slice(None), slice(None), sample=12)
    rows, columns = best.row_edges, best.column_edges
    for head in (0, 1):
        sums = np.add.reduceat(right[head], columns[:-1], axis=1)
        pooled = [sums[a:b].mean(axis=0) for a, b in itertools.pairwise(rows)]
        np.testing.assert_allclose(best.map[head], pooled, atol=2e-6)
    np.testing.assert_array_equal(best.argmax, right.argmax(axis=-1))
    np.testing.assert_allclose(best.first_key, right[:, :, 0], atol=2e-6)


def test_plain_attention_has_one_head() -> None:
    model = ae.load_model("toy")
    right = ae.trace(model, TEXT, variant="plain")["softmax"]["weights"].values
    window = LongText(model, TEXT, variant="plain").window(0, slice(None), slice(None))
    np.testing.assert_allclose(window, right, atol=2e-6)


def test_the_layers_below_are_told_of_once_and_may_be_given_up() -> None:
    text = LongText(ae.load_model("toy"), TEXT)

    def give_up(share: float) -> None:
        raise KeyError(share)

    with pytest.raises(KeyError):
        text.compute(1, give_up)
    told: list[float] = []
    text.compute(1, told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1)
    text.compute(1, give_up)


@given(st.text("ab'\u00e9\u0301\u200d\u2019 \t1.\U0001f469\u94f6", max_size=60), st.integers(1, 9))
def test_a_text_in_parts_has_the_tokens_of_the_whole(text: str, part: int) -> None:
    model = ae.load_model("toy")
    whole, parts = model.encode(text), encode_long(model, text, part=part)
    assert parts.tokens == whole.tokens
    assert parts.extra_words == whole.extra_words
    if whole.extra_rows is not None:
        np.testing.assert_array_equal(parts.extra_rows, whole.extra_rows)


@pytest.mark.parametrize(
    ("name", "text", "mask", "said"),
    [
        ("toy", " ", None, "no text"),
        ("tiny", "bank " * 100, None, "take another model"),
        ("toy", "bank", "padding:9", "needs no padding"),
        ("toy", "bank", "fog", "not known"),
    ],
)
def test_what_cannot_be_done_is_said(name: str, text: str, mask: str | None, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        LongText(ae.load_model(name), text, mask)
