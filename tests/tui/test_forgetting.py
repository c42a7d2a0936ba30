"""Whatever was opened and left again leaves nothing behind."""

from __future__ import annotations

import gc

from textual._styles_cache import StylesCache
from textual.cache import LRUCache
from textual.dom import DOMNode
from textual.pilot import Pilot
from textual.strip import Strip

from attn_engine import Trace
from tests.tui.walking import press, walk

ROUND = (
    # The lesson to go on with, into its panes and back; from home into the walk again.
    ("escape", "enter", "n", "tab", "right", "tab", "escape", "slash", "a", "enter"),
    ("escape", "down", "enter", "enter", "n", "escape", "escape", "slash", "b", "enter"),
    ("slash", "x", "enter"),
    ("slash", "escape"),
    ("K", "x", "enter"),
    ("K", "ctrl+u", "enter"),
    ("c", "escape"),
    ("M", "escape"),
    ("a", "escape"),
    ("question_mark", "escape"),
    ("colon", "h", "escape"),
    ("p", "0", "enter", "escape"),
    ("n", "right", "d", "d", "b", "m", "m", "m", "m"),
)
KINDS = (DOMNode, StylesCache, Trace)


async def live_after_a_round(pilot: Pilot[None]) -> tuple[dict[str, int], int, int]:
    """How many objects of each kind live after a round, strips of lines, and answers kept."""
    for keys in ROUND:
        await press(pilot, *keys)
    gc.collect()
    objects = gc.get_objects()
    counts = {kind.__name__: sum(isinstance(it, kind) for it in objects) for kind in KINDS}
    strips = sum(isinstance(it, Strip) for it in objects)
    return counts, strips, sum(len(it) for it in objects if isinstance(it, LRUCache))


async def test_what_is_left_is_let_go() -> None:
    async with walk("Money bank grows", size=(120, 36)) as (pilot, _):
        await live_after_a_round(pilot)
        before, strips, kept = await live_after_a_round(pilot)
        after, strips_after, kept_after = await live_after_a_round(pilot)
    assert after == before
    assert kept_after < kept + 20, "what was found in a screen is found anew when it has changed"
    assert strips_after < strips + 500, "the lines of a screen are no more than its height"


async def test_lines_go_without_the_garbage_collector() -> None:
    async with walk("Money bank grows", step="score", size=(120, 36)) as (pilot, _):
        await press(pilot, "right")
        gc.collect()
        gc.disable()
        gc.set_debug(gc.DEBUG_SAVEALL)
        try:
            await press(pilot, *["down", "right", "up", "left"] * 3)
            gc.collect()
            left = sum(isinstance(it, Strip) for it in gc.garbage)
        finally:
            gc.set_debug(0)
            gc.garbage.clear()
            gc.enable()
    assert left == 0
