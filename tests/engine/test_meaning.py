"""Words as vectors: the analogy that made them famous, and what is not a word."""

import re

import numpy as np
import pytest

from attn_engine import load_model
from attn_engine.meaning import cosines, nearest, parse_sum
from tests.engine.small_model import small_model


def test_king_minus_man_plus_woman_is_queen_in_the_toy() -> None:
    best = nearest(load_model("toy"), "king-man+woman")[0]
    assert best.word == "queen"
    assert best.cosine == pytest.approx(1.0)


def test_the_words_of_the_sum_and_rows_of_zeros_are_left_out() -> None:
    toy = load_model("toy")
    found = nearest(toy, " king - man \u2212 woman ", n=1000)
    rows = toy.table[[toy.vocabulary.index(neighbour.word) for neighbour in found]]
    assert not {"king", "man", "woman", "the", "[PAD]"} & {word for word, _ in found}
    assert np.all(np.any(rows != 0, axis=1))
    assert [n.cosine for n in found] == sorted((n.cosine for n in found), reverse=True)


def test_cosines_agree_with_the_definition() -> None:
    model = small_model()
    vector = np.array([1.0, -2.0, 0.5, 0.0, 3.0, -1.0])
    expected = [
        float(row @ vector) / float(np.sqrt(row @ row) * np.sqrt(vector @ vector))
        for row in model.table.astype(np.float64)
    ]
    np.testing.assert_allclose(cosines(model, vector), expected, rtol=1e-5)
    assert nearest(model, vector, 2)[0].word == model.vocabulary[int(np.argmax(expected))]


@pytest.mark.parametrize(
    ("expression", "sentence"),
    [
        ("king-zebra", "'zebra' is not in the vocabulary of toy"),
        ("king-river bank", "'river bank' is 2 pieces in the vocabulary of toy (river bank)"),
        ("king--man", "'king--man' lacks a word"),
        ("", "'' lacks a word"),
        ("king-king", "adds up to a vector of zeros"),
        ("the", "adds up to a vector of zeros"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_sentence(expression: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        nearest(load_model("toy"), expression)


def test_a_sum_may_start_with_a_sign() -> None:
    assert [part.sign for part in parse_sum(load_model("toy"), "-man+king")] == [-1, 1]
