"""What the tests of the walk share: an app on a sentence, and waiting for its numbers."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.pilot import Pilot

from attn_tui.app import AttnApp
from attn_tui.computing import Models
from attn_tui.screens.walk import WalkScreen
from attn_tui.view.session import Session

ANIMAL = "The animal didn't cross the street because it was too tired"


def toy_session(text: str, **session: object) -> Session:
    """A session on the toy, whose numbers are known by heart, unless it says otherwise."""
    return Session(text, **{"model": "toy", **session})  # type: ignore[arg-type]


@asynccontextmanager
async def walk(
    text: str = ANIMAL,
    size: tuple[int, int] = (80, 24),
    models: Models | None = None,
    **session: object,
) -> AsyncIterator[tuple[Pilot[None], WalkScreen]]:
    """A walk whose first frame has arrived; `models` are taken as loaded already."""
    app = AttnApp(toy_session(text, **session), models)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, WalkScreen)
        yield pilot, screen


async def settle(pilot: Pilot[None]) -> None:
    """Wait until no worker runs and every message has been handled."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def until(pilot: Pilot[None], event: threading.Event) -> None:
    """Wait until a thread has come so far, and its messages have been handled."""
    while not event.is_set():
        await pilot.pause()
    await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press the keys, then settle."""
    await pilot.press(*keys)
    await settle(pilot)


def screen_text(pilot: Pilot[None]) -> str:
    """What the screen shows, as lines of text."""
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())
