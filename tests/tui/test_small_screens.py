"""Whatever is open, a terminal may be made as small as it can be."""

from __future__ import annotations

import pytest

from tests.tui.random_keys import OPENING
from tests.tui.walking import press, screen_text, settle, walk

SIZES = [(width, 7) for width in range(12, 0, -1)] + [(80, 1), (1, 1)]


@pytest.mark.parametrize("key", OPENING)
async def test_it_lives_through_the_smallest_sizes(key: str) -> None:
    async with walk(step="score", size=(80, 24)) as (pilot, _):
        await press(pilot, key)
        before = screen_text(pilot)
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert screen_text(pilot) == before
