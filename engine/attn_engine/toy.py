"""A transformer of four heads that was made by hand, so that it can be checked on paper.

Nobody trained this one: every weight below was put there for a reason, and there are few enough to
read in one sitting. What it gives up for that is listed at the end.

**Words.** A word is eight numbers. Six say how much it has of a meaning: money, nature, living,
place, feeling (what a living thing can be: tired, hungry) and size (what a place can be: wide,
steep). "animal" is living 2 with a little nature, "street" is place 2, "the" is nothing at all.
Some words cannot make up their mind: "bank" is money 3 and nature 3, "it" is living 1 and place 1.
All the work of attention is to settle such words by the company they keep.

**Places.** The last two numbers, sin and cos, are the word's place in the text: a clock hand that
turns by a quarter of a radian a word, round once in about 25. Words bring zeros here and places
bring zeros elsewhere, so adding one to the other mixes nothing. Real models have no room set aside:
they add positions over all their dimensions, and training sorts it out.

**A head** compares in four dimensions, so scores are divided by exactly 2. W^Q says what a word
looks for, W^K what it offers to be found by, W^V what it hands over, and W^O where that is written.
The answer is added to what the word had; there are no biases, norms or feed-forward blocks.

*Layer 0, head 0: a noun looks for its quality.* Whatever lives asks for a feeling, whatever is a
place asks for a size. In "The animal didn't cross the street because it was too tired", "it" is
half of each, so it asks for both, and finds "tired": that score is (2 x 1) x (2 x 2) / 2 = 4, all
the others are 0, and softmax gives it e^4 parts against 1 for each of ten other words: 0.845. "it"
now feels 0.845 x 2 = 1.69. It could not know that before: with "wide", it would have *asked* the
same.

*Layer 0, head 1: money looks for money, nature for nature, nearby.* The third and fourth dimension
compare places, which helps words that are near. What is handed over is money *minus* nature: one
number, on which side of the matter a word is. "bank" has 3 - 3 = 0 of it and cannot pull itself
anywhere; "river" has -5 and can. In "A man withdrew money from the bank then sat on the river
bank" the two banks part, because each has a helper close by. Without positions they cannot.

*Layer 1, head 0: a quality looks for the noun that can have it.* A feeling asks for what lives, a
size for a place. "it", which feels by now, finds "animal"; had it been too wide, "street". One
layer could not have done that, which is the best argument for having two.

*Layer 1, head 1: the word before.* The query turns the clock hand back by one word, and the key of
the word before points just there. Without positions there are no hands and the row goes flat.

**What it cannot do.** It knows some 130 words and signs; any other word gets small made-up numbers
with repeated digits. It has no grammar and predicts nothing. More than 12 words away the clock hand
is on its way back, so far words begin to look near, and 25 words away they look the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from attn_engine.matrix import Array
from attn_engine.model import Layer, Model
from attn_engine.toy_tokenize import ToyTokenizer
from attn_engine.toy_words import MEANINGS, VOCABULARY, meanings

DIMENSIONS: tuple[str, ...] = (*MEANINGS, "sin", "cos")

D_HEAD = 4

Weights = tuple[Mapping[str, float], ...]
"""One mapping for each dimension of a head: which dimensions of a word go in, and how strongly."""


@dataclass(frozen=True)
class Head:
    """One head written by name; `writes` says where each dimension of its answer is added."""

    job: str
    looks_for: Weights
    offers: Weights
    hands_over: Weights
    writes: Weights


QUALITY = Head(
    job="a noun looks for its quality",
    looks_for=({"living": 2}, {"place": 2}),
    offers=({"feeling": 2}, {"size": 2}),
    hands_over=({"feeling": 1}, {"size": 1}),
    writes=({"feeling": 1}, {"size": 1}),
)

TOPIC = Head(
    job="money looks for money, nature for nature, nearby",
    looks_for=({"money": 0.5}, {"nature": 0.5}, {"sin": 2}, {"cos": 2}),
    offers=({"money": 0.5}, {"nature": 0.5}, {"sin": 2}, {"cos": 2}),
    hands_over=({"money": 1, "nature": -1},),
    writes=({"money": 0.5, "nature": -0.5},),
)

OWNER = Head(
    job="a quality looks for the noun that can have it",
    looks_for=({"feeling": 2}, {"size": 2}),
    offers=({"living": 1.5}, {"place": 1.5}),
    hands_over=({"living": 1}, {"place": 1}),
    writes=({"living": 1}, {"place": 1}),
)

# A turn back by one word is cos(1/4) = 0.97 and sin(1/4) = 0.25; ten times that makes it decided.
BEFORE = Head(
    job="the word before",
    looks_for=({"sin": 9.7, "cos": -2.5}, {"sin": 2.5, "cos": 9.7}),
    offers=({"sin": 10}, {"cos": 10}),
    hands_over=({"money": 1}, {"nature": 1}, {"living": 1}, {"place": 1}),
    writes=({"money": 0.2}, {"nature": 0.2}, {"living": 0.2}, {"place": 0.2}),
)


def toy_model() -> Model:
    """The hand-made model: d_model 8, two layers of two heads, d_head 4."""
    table = np.zeros((len(VOCABULARY), len(DIMENSIONS)))
    table[:, : len(MEANINGS)] = meanings()
    tokenizer = ToyTokenizer(VOCABULARY, len(MEANINGS), len(DIMENSIONS))
    return Model(
        name="toy",
        about="Made by hand: named dimensions, positions in two of their own; predicts nothing.",
        vocabulary=VOCABULARY,
        table=table,
        encode=tokenizer.encode,
        pieces=tokenizer.pieces,
        positions=places,
        position_formula="P[pos] = (0, 0, 0, 0, 0, 0, sin(pos / 4), cos(pos / 4))",
        dimensions=DIMENSIONS,
        layers=(_layer(QUALITY, TOPIC), _layer(OWNER, BEFORE)),
    )


def places(length: int) -> Array:
    """The clock hand of each place, in the last two dimensions: (length, 8), float64.

    It is the second sine and cosine of the paper's encoding with d_model 4 and base 16.
    """
    encoding = np.zeros((length, len(DIMENSIONS)))
    angle = np.arange(length) / 4
    encoding[:, -2] = np.sin(angle)
    encoding[:, -1] = np.cos(angle)
    return encoding


def _layer(*heads: Head) -> Layer:
    return Layer(
        w_q=np.stack([_matrix(head.looks_for) for head in heads]),
        w_k=np.stack([_matrix(head.offers) for head in heads]),
        w_v=np.stack([_matrix(head.hands_over) for head in heads]),
        w_o=np.concatenate([_matrix(head.writes).T for head in heads]),
        jobs=tuple(head.job for head in heads),
    )


def _matrix(weights: Weights) -> Array:
    """The weights as a matrix, zero where nothing is said: (d_model, d_head)."""
    matrix = np.zeros((len(DIMENSIONS), D_HEAD))
    for column, parts in enumerate(weights):
        for dimension, weight in parts.items():
            matrix[DIMENSIONS.index(dimension), column] = weight
    return matrix
