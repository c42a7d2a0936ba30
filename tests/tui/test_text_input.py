"""What may be walked through."""

import pytest

from attn_tui.text_input import (
    CHARACTER_LIMIT,
    TOKEN_LIMIT,
    accept_text,
    accept_token_count,
)


@pytest.mark.parametrize(
    "text",
    [
        "Money bank grows",
        "我在河岸上",
        "שלום עולם",
        "e\u0301tude",
        "👩‍👩‍👧 🇩🇪 ok",
        "[/] [bold]x[/bold] {x} %s \\n",
        "-5 degrees",
        "x" * CHARACTER_LIMIT,
    ],
)
def test_texts_of_every_script_are_accepted_as_they_are(text):
    assert accept_text(text) == text


def test_each_break_becomes_one_space_so_that_offsets_stay_true():
    raw = "  one\r\ntwo\tthree\u2028four\n\n"
    accepted = accept_text(raw)
    assert accepted == "  one  two three four"
    assert all(raw.index(word) == accepted.index(word) for word in ("one", "two", "three", "four"))


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ("", "the text is empty"),
        (" \n\t \u3000", "the text is empty"),
        ("\u200b\u200e", "the text is empty"),
        ("x" * (CHARACTER_LIMIT + 1), "20,001 characters and the limit is 20,000"),
        ("a\x1b[31mred", "U\\+001B at character 1"),
        ("nul\0", "U\\+0000 at character 3"),
        ("\x9b31m", "U\\+009B at character 0"),
        ("ab\udcffc", "the byte 0xff at character 2"),
        ("ab\ud800c", "U\\+D800 at character 2"),
    ],
)
def test_refusals_say_what_and_where(raw, sentence):
    with pytest.raises(ValueError, match=sentence):
        accept_text(raw)


def test_the_token_limit_is_named():
    accept_token_count(TOKEN_LIMIT)
    with pytest.raises(ValueError, match="1,025 tokens and the limit is 1,024"):
        accept_token_count(TOKEN_LIMIT + 1)
