"""Tokens and pieces of checkpoints, against the tokenizers library and transformers."""

import json
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, normalizers

from attn_engine.checkpoints.tokenizer import CheckpointTokenizer
from attn_engine.checkpoints.tokenizer_files import read_tokenizer
from tests.engine.small_checkpoints import (
    CORPUS,
    TEXT,
    merged_bytes,
    roberta_bytes,
    word_pieces,
)

TEXTS = [
    TEXT,
    "Embeddings fishing moneys the bank's river",
    " two  spaces\n\tand a tab ",
    "déjà 河岸 😀😁",
]


def tokens(tokenizer, text):
    return CheckpointTokenizer(tokenizer).encode(text).tokens


def row(token):
    return token.text, token.start, token.end, token.special, token.unknown


@pytest.mark.parametrize("make", [word_pieces, merged_bytes, roberta_bytes])
@pytest.mark.parametrize("text", TEXTS)
def test_ids_and_spans_are_those_of_the_library(make, text):
    expected = make()
    expected.no_padding()
    expected.no_truncation()
    expected = expected.encode(text)
    ours = tokens(make(), text)
    assert [token.id for token in ours] == expected.ids
    added = expected.special_tokens_mask
    assert [token.special for token in ours] == [bool(mask) for mask in added]
    for token, span, mask in zip(ours, expected.offsets, added, strict=True):
        assert mask or (token.start, token.end) == span


def test_word_pieces_show_what_they_cover_and_what_was_added():
    rows = [row(token) for token in tokens(word_pieces(), "Animal fishing ☺ [SEP] a")]
    assert rows == [
        ("[CLS]", 0, 0, True, False),
        ("Animal", 0, 6, False, False),
        ("fish", 7, 11, False, False),
        ("ing", 11, 14, False, False),
        ("☺", 15, 16, False, True),
        ("[SEP]", 17, 22, True, False),  # typed: the same control token
        ("a", 23, 24, False, False),
        ("[SEP]", 24, 24, True, False),
    ]


def test_padding_and_cutting_to_128_are_off():
    assert len(tokens(word_pieces(), "a")) == 3
    assert len(tokens(word_pieces(), "a " * 200)) == 202


def test_no_text_is_only_control_tokens_or_nothing():
    assert [token.text for token in tokens(word_pieces(), "")] == ["[CLS]", "[SEP]"]
    assert tokens(merged_bytes(), "") == ()


def test_bytes_of_one_character_share_its_span_and_show_themselves():
    shown = tokens(merged_bytes(), " the 😁!")
    assert row(shown[0])[:3] == (" the", 0, 4)
    emoji = [token for token in shown if (token.start, token.end) in ((4, 6), (5, 6))]
    assert "".join(token.text for token in emoji) == " <0xF0><0x9F><0x98><0x81>"
    assert len(emoji) > 1
    assert shown[-1].text == "!"


def test_a_space_before_a_word_stays_and_a_typed_control_token_is_marked():
    shown = tokens(merged_bytes(), " the bank<|endoftext|>")
    assert [token.text for token in shown] == [" the", " bank", "<|endoftext|>"]
    assert [token.special for token in shown] == [False, False, True]


@pytest.mark.parametrize(
    ("make", "normalizer"),
    [(merged_bytes, normalizers.NFC()), (word_pieces, normalizers.BertNormalizer())],
)
def test_an_accent_written_apart_lies_in_the_span_of_its_letter(make, normalizer):
    tokenizer = make()
    tokenizer.normalizer = normalizer
    text = "a ma\u0301\u0323n e\u0301"
    shown = [token for token in tokens(tokenizer, text) if token.end > token.start]
    covered = {at for token in shown for at in range(token.start, token.end)}
    assert {at for at, character in enumerate(text) if character != " "} <= covered
    assert all(text[token.start] != "\u0301" for token in shown[1:] if token.text != "<0xCC>")
    words = CheckpointTokenizer(tokenizer).pieces(text)
    assert "".join(word.word for word in words).replace(" ", "") == text.replace(" ", "")


def test_ten_thousand_accents_take_work_in_proportion():
    def calls(count):
        made = 0

        def note(frame, event, argument):
            nonlocal made
            made += event in {"call", "c_call"}

        sys.setprofile(note)
        try:
            tokens(word_pieces(), "a" + "\u0301" * count)
        finally:
            sys.setprofile(None)
        return made

    once = calls(0)
    assert calls(10_000) - once <= 10.1 * (calls(1_000) - once)


def test_a_lone_surrogate_keeps_every_character_in_its_place():
    shown = tokens(word_pieces(), "a \ud83d bank")
    assert [row(token)[:3] for token in shown[-2:]] == [("bank", 4, 8), ("[SEP]", 8, 8)]
    within, after = CheckpointTokenizer(word_pieces()).pieces("fish\udfffing bank")
    assert (within.word, within.steps[-1]) == ("fish\udfffing", ("fish", "##ing"))
    assert after.steps == (("bank",),)


def test_the_vocabulary_reads_as_text():
    tokenizer = CheckpointTokenizer(merged_bytes())
    words = tokenizer.vocabulary(len(tokenizer) + 2)
    assert words[0] == "<|endoftext|>"
    assert " bank" in words
    assert "<0xF0>" in words
    assert words[-1] == f"[unused {len(words) - 1}]"


@pytest.mark.parametrize("make", [word_pieces, merged_bytes, roberta_bytes])
@pytest.mark.parametrize("text", [*TEXTS, *CORPUS])
def test_steps_end_at_the_pieces_the_library_uses(make, text):
    tokenizer = CheckpointTokenizer(make())
    words = tokenizer.pieces(text)
    vocabulary = tokenizer.vocabulary(len(tokenizer))
    used = [piece for word in words for piece in word.steps[-1]]
    ids = [token.id for token in tokenizer.encode(text).tokens if token.end > token.start]
    assert used == [vocabulary[id_] for id_ in ids]
    assert [text[word.start : word.end] for word in words] == [word.word for word in words]


TOKENIZERS = [CheckpointTokenizer(make()) for make in (word_pieces, merged_bytes, roberta_bytes)]


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(exclude_categories=()), max_size=40))
def test_any_text_has_tokens_in_its_bounds_and_steps_that_end_at_them(text):
    for tokenizer in TOKENIZERS:
        vocabulary = tokenizer.vocabulary(len(tokenizer))
        found = tokenizer.encode(text).tokens
        assert all(0 <= token.start <= token.end <= len(text) for token in found)
        assert all(token.text for token in found)
        used = [piece for word in tokenizer.pieces(text) for piece in word.steps[-1]]
        added = ("[CLS]", "[SEP]", "<s>", "</s>")
        ids = [it.id for it in found if not (it.start == it.end and it.text in added)]
        assert used == [vocabulary[id_] for id_ in ids]


def test_merges_happen_one_by_one_in_the_order_they_were_learned():
    merges = [("a", "n"), ("b", "an"), ("k", "s"), ("ban", "ks"), ("Ġ", "banks")]
    content = json.loads(merged_bytes().to_str())
    vocabulary = content["model"]["vocab"]
    for pair in merges:
        vocabulary.setdefault("".join(pair), len(vocabulary))
    content["model"]["merges"] = [list(pair) for pair in merges]
    (word,) = CheckpointTokenizer(Tokenizer.from_str(json.dumps(content))).pieces(" banks")
    assert word.steps == (
        (" ", "b", "a", "n", "k", "s"),
        (" ", "b", "an", "k", "s"),
        (" ", "ban", "k", "s"),
        (" ", "ban", "ks"),
        (" ", "banks"),
        (" banks",),
    )
    assert word.bytes == "20 62 61 6E 6B 73"


def test_longest_matches_are_found_from_the_left():
    embeddings, unknown = CheckpointTokenizer(word_pieces()).pieces("Embeddings bankrupt")
    assert embeddings.steps == (
        ("em",),
        ("em", "##bed"),
        ("em", "##bed", "##ding"),
        ("em", "##bed", "##ding", "##s"),
    )
    assert unknown.steps == (("bank",), ("[UNK]",))  # nothing goes on with "rupt"
    assert unknown.bytes == ""


def test_a_very_long_word_keeps_its_first_and_last_state():
    (word,) = CheckpointTokenizer(merged_bytes()).pieces("the" * 3000)
    assert len(word.steps) == 2
    assert "".join(word.steps[0]) == "".join(word.steps[1]) == "the" * 3000


@pytest.mark.parametrize("architecture", ["bert", "distilbert", "roberta", "gpt2"])
def test_the_older_vocabulary_files_give_what_transformers_gives(tmp_path, architecture):
    transformers = pytest.importorskip("transformers")
    if "bert" in architecture and architecture != "roberta":
        vocabulary = word_pieces().get_vocab()
        lines = "\n".join(sorted(vocabulary, key=vocabulary.__getitem__))
        (tmp_path / "vocab.txt").write_text(lines + "\n")
        expected = transformers.BertTokenizer(vocab=str(tmp_path / "vocab.txt"))
    else:
        roberta_bytes().model.save(str(tmp_path))
        kind = {"roberta": "RobertaTokenizer", "gpt2": "GPT2Tokenizer"}[architecture]
        files = (str(tmp_path / name) for name in ("vocab.json", "merges.txt"))
        expected = getattr(transformers, kind)(*files)
    ours = read_tokenizer(tmp_path, architecture)
    for text in (*TEXTS, TEXT.upper()):
        assert [token.id for token in ours.encode(text).tokens] == expected(text)["input_ids"]
