"""The command palette: names as they are, and found by the words that people look for."""

from __future__ import annotations

import pytest

from tests.tui.walking import press, screen_text, walk


async def test_square_brackets_in_a_name_are_no_markup() -> None:
    async with walk() as (pilot, _):
        await press(pilot, "colon", *"special")
        assert "Special tokens such as [CLS] hidden or shown" in screen_text(pilot)
    async with walk(size=(80, 200)) as (pilot, _):
        await press(pilot, "colon")
        assert "Special tokens such as [CLS] hidden or shown" in screen_text(pilot)


@pytest.mark.parametrize("word", ["save", "export", "csv", "npz", "write", "html", "picture"])
async def test_the_panel_that_saves_is_found_by_the_words_for_it(word) -> None:
    async with walk() as (pilot, _):
        await press(pilot, "colon", *word)
        assert "Save, export, write: picture, csv, npz, html, script" in screen_text(pilot)
