"""The toy does what its page says: sums worked by hand, and each claim over all of its words."""

import itertools
import math

import numpy as np
import pytest

from attn_engine.toy import DIMENSIONS, toy_model
from attn_engine.toy_words import EMPTY, MEANINGS, TABLE
from attn_engine.trace import trace

NOUNS = ("animal", "dog", "cat", "horse", "bird", "child", "man", "woman")
PLACES = ("street", "road", "river", "bridge", "field", "tunnel")
FEELINGS = ("tired", "hungry", "sick", "sleepy", "scared", "old", "happy")
SIZES = ("wide", "narrow", "long", "steep", "busy", "deep")
NOUN, PLACE, IT, QUALITY = 1, 5, 7, 10

RIVER = ("River bank flows", "Write a poem about a man fishing on a river bank.")
MONEY = ("Money bank grows", "Write a poem about a man withdrawing money from a bank.")
TWO_BANKS = "A man withdrew money from the bank then sat on the river bank"

MODEL = toy_model()


def crossing(noun="animal", place="street", quality="tired", end="."):
    return f"The {noun} didn't cross the {place} because it was too {quality}{end}"


def weights(text, layer, head, **options):
    return trace(MODEL, text, layer=layer, **options)["softmax"]["weights"].values[head]


def word(name):
    return MODEL.table[MODEL.vocabulary.index(name), : len(MEANINGS)]


def bank(text, variant, which=-1):
    """The meanings of a bank after layer 0."""
    run = trace(MODEL, text, variant=variant)
    after = run["heads"]["out" if variant == "learned" else "y"].values
    row = [row for row, token in enumerate(run.tokens) if token.text == "bank"][which]
    return after[row, : len(MEANINGS)]


def cosine(a, b):
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


# --- sums worked by hand -------------------------------------------------------------------------


def test_score_of_bank_and_river_without_weight_matrices():
    # bank = (money 3, nature 3, place 1), river = (nature 5, place 2):
    # 3 x 0 + 3 x 5 + 1 x 2 = 17, and 17 / sqrt(8) = 17 / 2.8284 = 6.0104
    run = trace(MODEL, "River bank flows", variant="plain", positions=False)
    assert run["score"]["scores"].values[0, 1, 0] == pytest.approx(17)
    assert run["scale"]["scaled"].values[0, 1, 0] == pytest.approx(6.0104, abs=1e-4)


def test_topic_score_of_bank_and_river():
    # q of bank, in place 1:  (3/2, 3/2, 2 sin 0.25, 2 cos 0.25) = (1.5, 1.5, 0.4948, 1.9378)
    # k of river, in place 0: (0,   5/2, 2 sin 0,    2 cos 0)    = (0,   2.5, 0,      2)
    # 1.5 x 0 + 1.5 x 2.5 + 0.4948 x 0 + 1.9378 x 2 = 3.75 + 3.8756 = 7.6256; half of it 3.8128
    run = trace(MODEL, "River bank flows")
    assert run["score"]["scores"].values[1, 1, 0] == pytest.approx(7.6256, abs=2e-4)
    assert run["scale"]["scaled"].values[1, 1, 0] == pytest.approx(3.8128, abs=1e-4)


def test_it_takes_in_tired_and_then_finds_the_animal():
    # Layer 0: q of it = (2 x 1, 2 x 1), k of tired = (2 x 2, 0): 8, scaled 4; ten others score 0.
    # e^4 = 54.598; 54.598 / 64.598 = 0.8452. "it" takes in 0.8452 x 2 = 1.6904 of feeling.
    text = crossing(end="")
    first = trace(MODEL, text)
    assert first["softmax"]["weights"].values[0, IT, QUALITY] == pytest.approx(0.8452, abs=1e-4)
    after = first["heads"]["out"].values[IT]
    assert after[DIMENSIONS.index("feeling")] == pytest.approx(1.6904, abs=1e-4)
    # Layer 1: q of it = (2 x 1.6904, 0) = (3.3808, 0); k of animal = (3, 0), of it (1.5, 1.5).
    # Scaled: animal 3.3808 x 3 / 2 = 5.0712, it 2.5356, nine others 0.
    # e^5.0712 = 159.37, e^2.5356 = 12.62; 159.37 / (159.37 + 12.62 + 9) = 0.8805
    second = weights(text, 1, 0)
    assert second[IT, NOUN] == pytest.approx(0.8805, abs=1e-4)
    assert second[IT, IT] == pytest.approx(12.62 / 180.99, abs=1e-4)


# --- it ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["", "."])
@pytest.mark.parametrize("quality", FEELINGS + SIZES)
def test_it_finds_the_noun_that_can_have_the_quality(quality, end):
    expected = NOUN if quality in FEELINGS else PLACE
    for noun, place in itertools.product(NOUNS, PLACES):
        row = weights(crossing(noun, place, quality, end), 1, 0)[IT]
        assert row[expected] >= 0.75, (noun, place)
        # What is left goes to "it" itself first, to no other noun.
        assert row[expected] + row[IT] >= 0.85, (noun, place)


def test_the_first_query_of_it_knows_nothing_of_the_quality():
    queries = [
        trace(MODEL, crossing(quality=quality))["project"]["q"].values[:, IT]
        for quality in FEELINGS + SIZES
    ]
    assert all(np.array_equal(query, queries[0]) for query in queries)


def test_one_layer_is_not_enough():
    for quality in ("tired", "wide"):
        row = weights(crossing(quality=quality), 0, 0)[IT]
        assert row[NOUN] == pytest.approx(row[PLACE])


def test_it_moves_to_what_it_stands_for():
    for quality, near, far in (("tired", "animal", "street"), ("wide", "street", "animal")):
        after = trace(MODEL, crossing(quality=quality), layer=1)["heads"]["out"].values[IT, :6]
        assert cosine(after, word(near)) > cosine(after, word(far)) + 0.3


def test_a_causal_mask_hides_the_quality_from_it():
    row = weights(crossing(), 1, 0, mask="causal")[IT]
    assert row[NOUN] < 0.2


# --- bank ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["learned", "plain"])
def test_bank_moves_towards_its_helper(variant):
    start = word("bank")
    for text in RIVER:
        after = bank(text, variant)
        assert after[1] - start[1] > 0.5
        assert start[0] - after[0] > 0.5
        assert cosine(after, word("river")) > cosine(start, word("river")) + 0.1
        assert cosine(after, word("money")) < cosine(start, word("money")) - 0.2
    for text in MONEY:
        after = bank(text, variant)
        assert after[0] - start[0] > 0.3
        assert start[1] - after[1] > 0.5
        assert cosine(after, word("money")) > cosine(start, word("money")) + 0.1
        assert cosine(after, word("river")) < cosine(start, word("river")) - 0.1


@pytest.mark.parametrize("text", RIVER + MONEY)
def test_without_weights_bank_keeps_most_of_itself_and_a_gives_little(text):
    run = trace(MODEL, text, variant="plain")
    names = [token.text for token in run.tokens]
    row = run["softmax"]["weights"].values[0, names.index("bank")]
    assert row[names.index("bank")] > 0.6
    assert sum(row[column] for column, name in enumerate(names) if name == "a") < 0.02


def test_two_banks_part_by_their_places_alone():
    first, second = bank(TWO_BANKS, "learned", 0), bank(TWO_BANKS, "learned", 1)
    assert first[0] > first[1] + 0.5
    assert second[1] > second[0] + 1
    out = trace(MODEL, TWO_BANKS, positions=False)["heads"]["out"].values
    np.testing.assert_allclose(out[6], out[12], atol=1e-6)


def test_one_hears_from_roads_without_weights():
    text = "two roads diverged in a wood and I took the one less traveled by"
    row = weights(text, 0, 0, variant="plain", positions=False)[10]
    assert row.argmax() == 1


# --- the word before -----------------------------------------------------------------------------


@pytest.mark.parametrize("text", [crossing(), TWO_BANKS, " ".join(["the"] * 14), "dog bites man"])
def test_the_word_before_gets_the_largest_weight(text):
    found = weights(text, 1, 1)
    for row in range(1, len(found)):
        assert found[row].argmax() == row - 1
        assert found[row, row - 1] > 0.65


def test_without_positions_the_word_before_goes_flat():
    found = weights(crossing(), 1, 1, positions=False)
    np.testing.assert_allclose(found, 1 / len(found), atol=1e-6)


def test_places_turn_by_a_quarter_of_a_radian():
    encoding = MODEL.positions(20)
    assert not encoding[:, :6].any()
    for place, row in enumerate(encoding):
        assert row[6:] == pytest.approx([math.sin(place / 4), math.cos(place / 4)])


# --- words and weights ---------------------------------------------------------------------------


def test_static_vectors_know_who_is_like_whom():
    np.testing.assert_allclose(word("king") - word("man") + word("woman"), word("queen"))
    assert cosine(word("king"), word("queen")) > cosine(word("king"), word("banana")) + 0.5
    assert cosine(word("cat"), word("dog")) > cosine(word("cat"), word("car")) + 0.5


def test_all_numbers_have_at_most_two_decimals_and_few_are_not_zero():
    arrays = [MODEL.table]
    for layer in MODEL.layers:
        arrays += [layer.w_q, layer.w_k, layer.w_v, layer.w_o]
    for array in arrays:
        np.testing.assert_allclose(array * 100, np.rint(array * 100), atol=1e-9)
        assert np.count_nonzero(array) < 0.3 * array.size
    assert sum(np.count_nonzero(array) for array in arrays[1:]) <= 44


def test_shapes_and_names():
    assert MODEL.dimensions == (
        "money", "nature", "living", "place", "feeling", "size", "sin", "cos",
    )  # fmt: skip
    assert MODEL.table.shape == (len(MODEL.vocabulary), 8)
    for layer in MODEL.layers:
        assert layer.w_q.shape == layer.w_k.shape == layer.w_v.shape == (2, 8, 4)
        assert layer.w_o.shape == (8, 8)
        assert len(layer.jobs) == 2


def test_every_line_of_the_table_became_a_word_of_its_own():
    words = MODEL.vocabulary
    assert len(set(words)) == len(words)
    lines = [line for line in TABLE.split("\n")[2:] if line.strip() and "---" not in line]
    assert len(words) == 1 + len(lines) + len(EMPTY.split())
    rows = MODEL.table[1 : 1 + len(lines)]
    assert rows.any(axis=1).all()
    assert len({row.tobytes() for row in rows}) == len(rows)
    assert word("bank").tolist() == [3, 3, 0, 1, 0, 0]


def test_padding_is_row_0_and_gets_no_weight():
    run = trace(MODEL, "River bank flows", mask="padding:5")
    assert [token.id for token in run.tokens[3:]] == [0, 0]
    assert not run["softmax"]["weights"].values[:, :, 3:].any()
