"""The last gate: whatever a widget draws, only graphic characters come out, as wide as measured."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len, split_graphemes

from attn_tui.terminal.cells import cells_of

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=30) | st.text(
    st.sampled_from(
        "aé\u0301漢👩🏽\u200d\ufe0f❤\u200b🇩🇪\x1b\n\x00\x9b\u202e\ue000\ud800\u1160한\u3000⠀"
    ),
    max_size=30,
)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("a\x1b[2J\x9b\x07\tb", ("a", "[", "2", "J", "b")),
        ("a\u202eb\u2066c\u200e", ("a", "b", "c")),
        ("\ue000\ud800", ("�", "�")),
        ("👩\u200d💻!", ("👩", "", "!")),
        ("❤\ufe0f!", ("❤", " ", "!")),
        ("e" + "\u0301" * 9, ("e\u0301\u0301",)),
        ("漢字", ("漢", "", "字", "")),
        ("\u00a0\u3000\u2800", (" ", " ", " ", " ")),
    ],
)
def test_what_passes(text: str, cells: tuple[str, ...]) -> None:
    assert cells_of(text) == cells


@given(ANYTHING)
@example("\u202e" * 9)
@settings(max_examples=400, deadline=None)
def test_only_graphic_characters_pass_and_no_column_moves(text: str) -> None:
    cells = cells_of(text)
    assert len(cells) == sum(width for _, _, width in split_graphemes(text)[0])
    for character in "".join(cells):
        assert unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
        assert not "\ufe00" <= character <= "\ufe0f"
    for at, cell in enumerate(cells):
        if cell:
            after = cells[at + 1 :]
            blanks = next((i for i, other in enumerate(after) if other), len(after))
            assert cell_len(cell) == 1 + blanks
