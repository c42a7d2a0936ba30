"""The course's running sentences."""

import attn_engine as ae
from attn_lessons import sentences


def test_every_sentence_is_different_and_says_in_one_line_what_to_look_for():
    found = sentences()
    assert len({sentence.text for sentence in found}) == len(found) >= 8
    for sentence in found:
        assert sentence.text.strip() == sentence.text
        assert 0 < len(sentence.text) <= 72
        assert 0 < len(sentence.why) <= 76
        assert "\n" not in sentence.text + sentence.why


def test_the_toy_knows_every_word_of_them():
    toy = ae.load_model("toy")
    for sentence in sentences():
        unknown = [token.text for token in toy.encode(sentence.text).tokens if token.unknown]
        assert unknown == [], sentence.text
