"""Counts, TF-IDF and the three likenesses, against numbers worked out by hand."""

from math import log, sqrt

import numpy as np
import pytest

from attn_engine.corpus import bag_of_words, idf, tf_idf, vocabulary_of, words_of
from attn_engine.similarity import cosines, distances, dot_products

TEXTS = ("The cat sat.", "The dog sat, sat!", "the end")


def test_words_and_vocabulary():
    assert words_of("Bob's dog: 'woof', 2 times!") == ("bob's", "dog", "woof", "2", "times")
    assert vocabulary_of(TEXTS) == ("the", "cat", "sat", "dog", "end")


def test_bags_count_and_have_no_order():
    expected = [[1, 1, 1, 0, 0], [1, 0, 2, 1, 0], [1, 0, 0, 0, 1]]
    np.testing.assert_array_equal(bag_of_words(TEXTS, vocabulary_of(TEXTS)), expected)
    words = ("dog", "bites", "man")
    one, other = bag_of_words(("dog bites man", "man bites dog"), words)
    np.testing.assert_array_equal(one, other)


def test_a_bag_is_the_sum_of_one_hot_rows():
    words = vocabulary_of(TEXTS)
    for text, row in zip(TEXTS, bag_of_words(TEXTS, words), strict=True):
        ids = [words.index(word) for word in words_of(text)]
        np.testing.assert_array_equal(np.eye(len(words))[ids].sum(axis=0), row)


def test_tf_idf_by_hand():
    # N = 3; df: the 3, cat 1, sat 2, dog 1, end 1.
    rare, some = log(3), log(3 / 2)
    expected = [[0, rare, some, 0, 0], [0, 0, 2 * some, rare, 0], [0, 0, 0, 0, rare]]
    counts = bag_of_words(TEXTS, vocabulary_of(TEXTS))
    np.testing.assert_allclose(idf(counts), [0, rare, some, rare, rare])
    np.testing.assert_allclose(tf_idf(counts), expected)


def test_what_cannot_be_counted():
    with pytest.raises(ValueError, match="word 1 occurs in no text"):
        idf(bag_of_words(("cat",), ("cat", "dog")))


def test_one_hot_rows_are_equally_far_apart():
    apart = distances(np.eye(5)[[4, 0, 2]])
    np.testing.assert_allclose(apart, sqrt(2) * (1 - np.eye(3)))


def test_likenesses_by_hand():
    x = np.array([[3.0, 4.0], [6.0, 8.0], [4.0, -3.0]])
    np.testing.assert_allclose(dot_products(x), [[25, 50, 0], [50, 100, 0], [0, 0, 25]])
    np.testing.assert_allclose(cosines(x), [[1, 1, 0], [1, 1, 0], [0, 0, 1]])
    far = [[0, 5, sqrt(50)], [5, 0, sqrt(125)], [sqrt(50), sqrt(125), 0]]
    np.testing.assert_allclose(distances(x), far)


def test_a_row_of_zeros_has_no_direction():
    found = cosines(np.array([[0.0, 0.0], [1.0, 0.0]]))
    assert np.isnan(found[0]).all()
    assert found[1, 1] == 1
