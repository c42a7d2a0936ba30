"""Text that is not ours: nothing invisible survives, and widths are what a terminal shows."""

from __future__ import annotations

import sys
import unicodedata

import pyte
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from attn_tui.view.labels import cut, fit, label
from attn_tui.view.safe_text import clusters, plain_code, visible

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=40)
TROUBLE = st.text(
    st.sampled_from(
        "a é\u0301\u0301\u0323漢👩👨🏽\u200d\ufe0f\u200b🇩🇪\x1b\n\x00\x9b\u202e\ud800\u1160한\u3000"
    ),
    max_size=30,
)


def shown_width(text: str) -> int:
    """Where the cursor of a terminal stands after the text."""
    screen = pyte.Screen(400, 2)
    pyte.Stream(screen).feed(text)
    assert screen.cursor.y == 0
    return int(screen.cursor.x)


def pyte_can_draw(character: str) -> bool:
    """Whether pyte goes on after it: it stops at marks of combining class 0, as in Devanagari."""
    return unicodedata.category(character)[0] != "M" or unicodedata.combining(character) != 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("a\x1b[31m", "a␛[31m"),
        ("\n\t\r\x00\x7f", "␊␉␍␀␡"),
        ("\x9b", "‹9B›"),
        ("a\u200bb\u202ec", "a‹200B›b‹202E›c"),
        ("\ud800", "‹D800›"),
        ("\ue000\U000e0041", "‹E000›‹E0041›"),
        ("non\u00a0breaking\u3000wide", "non‹A0›breaking‹3000›wide"),
        ("e\u0301", "e\u0301"),
        ("e" + "\u0301" * 9, "e\u0301\u0301‹+7›"),
        ("\u0301a", "◌\u0301a"),
        ("👨\u200d👩\u200d👧!", "👨!"),
        ("👍🏽❤\ufe0f", "👍❤"),
        ("🏽", "‹1F3FD›"),
        ("🇩🇪", "‹DE›"),
        ("🇩🇪🇫🇷🇦", "‹DE›‹FR›‹A›"),
        ("👍\ufe0f\ufe0f\ufe0f", "👍‹+2›"),
        ("a" + "\U000e0100" * 3, "a‹+2›"),
        ("日本", "日本"),
        ("क्\u200dष", "क्‹200D›ष"),
    ],
)
def test_what_would_not_show_is_made_visible(text: str, expected: str) -> None:
    assert visible(text) == expected


@given(ANY_TEXT | TROUBLE)
@settings(max_examples=400, deadline=None)
def test_nothing_invisible_survives(text: str) -> None:
    shown = visible(text)
    assert not [c for c in shown if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Co", "Cn"}]
    assert visible(shown) == shown


@given(ANY_TEXT | TROUBLE)
@settings(max_examples=400, deadline=None)
def test_clusters_cover_the_text_one_after_the_other(text: str) -> None:
    parts = list(clusters(text))
    assert "".join(text[part.start : part.end] for part in parts) == text
    assert all(part.start < part.end for part in parts)
    assert "".join(part.shown for part in parts) == visible(text)


@pytest.mark.parametrize(
    ("source", "held"),
    [
        ("x = 1\n\n", "x = 1\n\n"),
        ("if x:\r\n\ty\r", "if x:\n    y\n"),
        ("a\u00a0=\u30001", "a = 1"),
        ("e\u0301 = x\u0301", "é = x‹301›"),
        ("a\u200b\u202e\x1b\ufe0f", "a‹200B›‹202E›␛‹FE0F›"),
        ("# 漢 😀", "# 漢 😀"),
        ("", ""),
    ],
)
def test_code_is_what_is_seen(source: str, held: str) -> None:
    assert plain_code(source) == held


@given(ANY_TEXT | TROUBLE)
@settings(max_examples=200, deadline=None)
def test_every_character_of_code_has_a_width_of_its_own(source: str) -> None:
    held = plain_code(source)
    assert all(cell_len(character) for character in held if character != "\n")
    assert plain_code(held) == held


@given(ANY_TEXT | TROUBLE)
@settings(max_examples=400, deadline=None)
def test_a_terminal_shows_as_many_cells_as_are_measured(text: str) -> None:
    shown = visible(text)
    assume(all(map(pyte_can_draw, shown)))
    assert shown_width(shown) == cell_len(shown)


def test_every_character_alone_is_as_wide_as_measured() -> None:
    screen = pyte.Screen(40, 2)
    stream = pyte.Stream(screen)
    for code in (*range(0x3400), *range(0xA000, 0xAC10), *range(0xD780, 0x20010), 0xE0041):
        shown = visible(chr(code))
        screen.reset()
        stream.feed(shown)
        assert screen.cursor.x == cell_len(shown), f"U+{code:04X}"


@given(ANY_TEXT | TROUBLE, st.integers(0, 12))
@settings(deadline=None)
def test_labels_are_fitted_to_the_cell(text: str, width: int) -> None:
    shown = label(text)
    assume(all(map(pyte_can_draw, shown)))
    assert cell_len(cut(shown, width)) <= width
    assert shown_width(fit(shown, width)) == width
    assert shown_width("x" + fit(shown, width, "right")) == width + 1


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("because", 5, "beca…"),
        ("because", 3, "bec"),
        ("because", 7, "because"),
        ("日本語", 5, "日本…"),
        ("日本語", 3, "日 "),
        ("e\u0301e\u0301e\u0301e\u0301e\u0301", 4, "e\u0301e\u0301e\u0301…"),
    ],
)
def test_a_cut_falls_between_cells(text: str, width: int, expected: str) -> None:
    assert fit(text, width) == expected


def test_spaces_at_the_ends_of_a_label_are_seen() -> None:
    assert label(" the") == "␣the"
    assert label("  ") == "␣␣"
    assert label("a b") == "a b"


def test_the_work_grows_with_the_text_and_no_faster() -> None:
    def calls(count: int) -> int:
        text = "a\u0301\u0301\u0301\ufe0f👨\u200d👩🇩🇪\x1b" * count
        made = 0

        def note(frame: object, event: str, argument: object) -> None:
            nonlocal made
            made += event in {"call", "c_call"}

        sys.setprofile(note)
        try:
            visible(text)
        finally:
            sys.setprofile(None)
        return made

    visible("a\x1b")
    assert calls(800) <= 8.1 * calls(100)


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("<0xE6>", 6, "<0xE6>"), ("<0xE6>", 5, "E6"), ("<0xE6>", 3, "E6"), ("<0xE6>", 2, "E6"),
        ("␣<0xF0>", 3, "␣F0"), ("<0xF0><0x9F>", 4, "F09F"), ("<0xF0><0x9F><0x98>", 4, "F09…"),
        ("‹200B›", 4, "200B"), ("a<0xE6>", 4, "a<0…"), ("<0xE6> of many", 8, "<0xE6> …"),
    ],
)  # fmt: skip
def test_of_a_byte_without_room_the_number_is_kept(text: str, width: int, expected: str) -> None:
    assert cut(text, width) == expected
