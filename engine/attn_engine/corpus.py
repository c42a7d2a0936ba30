"""Texts as numbers before there were vectors: bags of words, TF-IDF."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from attn_engine.matrix import Array

_WORD = re.compile(r"\w+(?:['’]\w+)*")


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in lower case, signs left out."""
    return tuple(word.lower() for word in _WORD.findall(text))


def vocabulary_of(texts: Sequence[str]) -> tuple[str, ...]:
    """Each word of the texts once, in the order in which they first occur."""
    return tuple(dict.fromkeys(word for text in texts for word in words_of(text)))


def bag_of_words(texts: Sequence[str], vocabulary: Sequence[str]) -> Array:
    """How often each word occurs in each text: (text, word), integers."""
    counts = [Counter(words_of(text)) for text in texts]
    return np.array([[count[word] for word in vocabulary] for count in counts], dtype=np.int64)


def document_frequencies(counts: Array) -> Array:
    """In how many texts each word occurs: (word). counts: (text, word)."""
    found: Array = (counts > 0).sum(axis=0)
    return found


def idf(counts: Array) -> Array:
    """log(N / df) of each word, the natural logarithm: (word), float64.

    counts: (text, word); N is the number of texts, df that of the texts with the word. Raises
    ValueError for a word that no text has. Source: Spärck Jones 1972, A Statistical Interpretation
    of Term Specificity and Its Application in Retrieval.
    """
    having = document_frequencies(counts)
    if not having.all():
        raise ValueError(f"word {int(np.argmin(having))} occurs in no text; it has no log(N / df)")
    return np.log(len(counts) / having)


def tf_idf(counts: Array) -> Array:
    """tf × log(N / df), where tf is the count of a word in a text: (text, word), float64.

    counts: (text, word). Raises ValueError as `idf` does. Source: Salton and Yang 1973, On the
    Specification of Term Values in Automatic Indexing.
    """
    weighted: Array = counts * idf(counts)
    return weighted
