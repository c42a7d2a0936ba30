"""The colours that terminals have of their own, by the values under which they are known.

The sixteen are those of the VGA card; a person may have given them other ones. Of the 256 only the
240 that nobody changes are taken: a cube of six levels a channel, and 24 greys.
"""

from __future__ import annotations

from itertools import product

from attn_tui.view.colour import RGB

SIXTEEN: dict[RGB, int] = {
    (0, 0, 0): 0, (170, 0, 0): 1, (0, 170, 0): 2, (170, 85, 0): 3,
    (0, 0, 170): 4, (170, 0, 170): 5, (0, 170, 170): 6, (170, 170, 170): 7,
    (85, 85, 85): 8, (255, 85, 85): 9, (85, 255, 85): 10, (255, 255, 85): 11,
    (85, 85, 255): 12, (255, 85, 255): 13, (85, 255, 255): 14, (255, 255, 255): 15,
}  # fmt: skip
"""Red, green, blue to the number of the colour."""

_LEVELS = (0, 95, 135, 175, 215, 255)
_CUBE: dict[RGB, int] = {
    colour: 16 + place for place, colour in enumerate(product(_LEVELS, _LEVELS, _LEVELS))
}
_GREYS: dict[RGB, int] = {
    (grey, grey, grey): 232 + step for step, grey in enumerate(range(8, 248, 10))
}

TWO_HUNDRED_FIFTY_SIX: dict[RGB, int] = {**_GREYS, **_CUBE}
"""Red, green, blue to the number of the colour."""
