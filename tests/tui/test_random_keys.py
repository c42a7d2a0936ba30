"""Random keys, pastes, sizes and clicks everywhere: no exception, clean output, still answering.

54 sequences by default; ATTN_TUI_SEQUENCES=5000 in the environment runs that many.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from contextlib import chdir
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from attn_tui.computing import Models
from tests.tui.random_keys import (
    OPENING,
    PASTES,
    START_KEYS,
    STARTS,
    Checked,
    Event,
    Keys,
    Paste,
    check,
    do,
    lead_back,
    opened,
    quick,
    send,
    sequences,
    settle,
)

SEQUENCES = int(os.environ.get("ATTN_TUI_SEQUENCES", "54"))
MODELS: Models = {}


async def play(start: str, sequence: list[Event], folder: Path, checked: Checked) -> None:
    """All of a sequence, with what must hold after each event of it, and the way out."""
    app = opened(start, MODELS, folder)
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot)
            for name in START_KEYS.get(start, ()):
                send(app, name)
                await settle(pilot)
            for event in sequence:
                await do(pilot, event)
                if app._exit:
                    return
                check(app, checked)
            await lead_back(pilot, checked)
    finally:
        app.progress.close()


@pytest.mark.parametrize("start", STARTS)
def test_any_sequence_leaves_an_app_that_answers(start: str) -> None:
    @settings(
        max_examples=-(-SEQUENCES // len(STARTS)),
        deadline=None,
        derandomize=SEQUENCES < 1000,
        database=None,
        print_blob=True,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(sequences)
    def run(sequence: list[Event]) -> None:
        with (
            quick(),
            tempfile.TemporaryDirectory() as name,
            chdir(name),  # keys that save files do it there
            Checked().listening() as checked,
        ):
            asyncio.run(play(start, sequence, Path(name), checked))

    run()


@pytest.mark.parametrize("key", OPENING)
def test_what_is_pasted_where_a_key_leads_is_sent_clean(key: str) -> None:
    sequence = [Keys((key,)), *map(Paste, PASTES)]
    with quick(), tempfile.TemporaryDirectory() as name, Checked().listening() as checked:
        asyncio.run(play("toy", sequence, Path(name), checked))
