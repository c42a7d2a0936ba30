"""Updates of Textual's compositor, which are private to it, read as pieces of the screen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from textual import _compositor as compositor

from attn_tui.terminal.front_buffer import Piece


class Missing:
    """Stands for a private class of Textual that isn't there: nothing is an instance of it."""


LayoutUpdate: Any = getattr(compositor, "LayoutUpdate", Missing)
ChopsUpdate: Any = getattr(compositor, "ChopsUpdate", Missing)
CompositorUpdate: Any = getattr(compositor, "CompositorUpdate", Missing)


def size_of(update: object) -> tuple[int, int]:
    """Columns and lines of the screen; raises TypeError for an update that isn't made of strips."""
    if isinstance(update, LayoutUpdate):
        return update.region.right, update.region.bottom
    if isinstance(update, ChopsUpdate):
        return update.chop_ends[0][-1], len(update.chops)
    raise TypeError(f"no strips in a {type(update).__name__}")


def pieces_of(update: Any) -> Iterator[Piece]:  # noqa: ANN401
    """The strips of an update with their places."""
    if isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            yield y, update.region.x, chain.from_iterable(strips)
        return
    for y, left, right in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            # Whole chops: cropping one could cut a wide character.
            if strip is not None and x < right and end > left:
                yield y, x, strip
