"""The toy's tokenizer: what a token is, where it stands, and what an unknown word gets."""

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_engine.toy import toy_model
from attn_engine.trace import trace

MODEL = toy_model()

COVID = [-0.11, -0.22, 0.22, 0.11, 0.33, -0.11, 0, 0]

ANY_TEXT = st.text(st.characters(exclude_categories=()))
AWKWARD = st.text(
    st.sampled_from("aé'’ \u0301\u200d\u200c\ufe0f1河のク.\x00\ud800🇫🇷👩👍🏽\U000e0067\n")
)


def pieces(text):
    return [token.text for token in MODEL.encode(text).tokens]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The animal didn't cross.", ["The", "animal", "didn't", "cross", "."]),
        ("Bob’s cake", ["Bob’s", "cake"]),
        ("'tis rock 'n' roll'", ["'", "tis", "rock", "'", "n", "'", "roll", "'"]),
        ("[PAD]", ["[", "PAD", "]"]),
        ("río café", ["río", "café"]),
        ("cafe\u0301 x\u0308y", ["cafe\u0301", "x\u0308y"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("河流の岸", ["河", "流", "の", "岸"]),
        ("강 은행", ["강", "은행"]),
        ("👩\u200d👩\u200d👧 👍🏽!", ["👩\u200d👩\u200d👧", "👍🏽", "!"]),
        ("🇫🇷🇩🇪 ❤\ufe0f 1\ufe0f\u20e3", ["🇫🇷", "🇩🇪", "❤\ufe0f", "1\ufe0f\u20e3"]),
        ("3.5%", ["3", ".", "5", "%"]),
        (" \t\n\u3000", []),
        ("", []),
    ],
)
def test_what_a_token_is(text, expected):
    assert pieces(text) == expected


@given(ANY_TEXT | AWKWARD)
def test_offsets_cut_the_text_and_lose_only_spaces(text):
    encoding = MODEL.encode(text)
    at = 0
    for token in encoding.tokens:
        assert text[token.start : token.end] == token.text != ""
        assert not text[at : token.start].strip()
        at = token.end
    assert not text[at:].strip()
    n_rows = len(MODEL.vocabulary) + len(encoding.extra_words)
    assert all(0 < token.id < n_rows and not token.special for token in encoding.tokens)


def test_each_word_is_its_own_only_piece():
    words = MODEL.pieces("The bank didn't.")
    assert [(word.start, word.end, word.steps) for word in words] == [
        (0, 3, (("The",),)), (4, 8, (("bank",),)), (9, 15, (("didn't",),)), (15, 16, ((".",),)),
    ]  # fmt: skip


@given(ANY_TEXT | AWKWARD)
def test_a_mark_is_never_cut_from_its_base(text):
    for token in MODEL.encode(text).tokens:
        first_or_after_space = token.start == 0 or text[token.start - 1].isspace()
        assert first_or_after_space or unicodedata.category(token.text[0])[0] != "M"


def test_every_word_of_the_vocabulary_is_one_token_of_its_own_id():
    for index, word in enumerate(MODEL.vocabulary[1:], start=1):
        for written in (word, word.upper(), word.replace("'", "’") if len(word) > 1 else word):
            (token,) = MODEL.encode(written).tokens
            assert (token.id, token.text, token.unknown) == (index, written, False)


def test_unknown_words_continue_the_vocabulary():
    encoding = MODEL.encode("The wombat saw a Wombat and a quokka")
    n_words = len(MODEL.vocabulary)
    assert encoding.extra_words == ("wombat", "saw", "quokka")
    unknown = [(token.text, token.id - n_words) for token in encoding.tokens if token.unknown]
    assert unknown == [("wombat", 0), ("saw", 1), ("Wombat", 0), ("quokka", 2)]
    assert encoding.extra_rows.shape == (3, 8)


def test_a_made_up_vector_is_the_same_everywhere_and_looks_made_up():
    (row,) = MODEL.encode("COVID").extra_rows
    # Written down once: another machine, another day, another word beside it must give the same.
    assert row.tolist() == COVID
    assert MODEL.encode("quokka covid").extra_rows[1].tolist() == COVID
    digits = {f"{abs(value):.2f}" for value in MODEL.table.ravel()}
    assert not digits & {"0.11", "0.22", "0.33"}


def test_made_up_vectors_win_no_head():
    fillers = [f"word{number}" for number in range(40)]
    for filler in fillers:
        text = f"{filler} animal didn't cross {filler} street because it was too tired {filler}"
        assert trace(MODEL, text)["softmax"]["weights"].values[0, 7].argmax() == 10
        assert trace(MODEL, text, layer=1)["softmax"]["weights"].values[0, 7].argmax() == 1


def test_an_unknown_word_is_traced_with_its_own_row():
    run = trace(MODEL, "River wombat flows")
    assert run.tokens[1].unknown
    np.testing.assert_allclose(
        run["embed"]["x"].values[1], MODEL.encode("wombat").extra_rows[0], atol=1e-7
    )
