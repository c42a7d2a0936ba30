"""Where the names of points stand: beside them, on no other point and no other name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

HEIGHT = 13.0
"""About the height of a line of the small labels."""

BESIDE = 8.0
"""From the middle of a point to its name."""

RADIUS = 5.0
"""Of a point, with a little room."""

FARTHEST = 5
"""So many lines away from its point a name stands at most."""

At = tuple[float, float]


class Box(NamedTuple):
    """A rectangle of the drawing, the upper left corner first."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether they have a part in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: Box) -> bool:
        """Whether the other lies in it."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )


def places_of_names(
    points: Sequence[At], widths: Sequence[float], room: Box
) -> tuple[Box | None, ...]:
    """A box for the name of each point, None where there is no room; the first have the choice."""
    taken = [Box(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS) for x, y in points]
    found: list[Box | None] = []
    for point, width in zip(points, widths, strict=True):
        box = next(
            (
                box
                for box in _boxes(point, width)
                if room.holds(box) and not any(map(box.meets, taken))
            ),
            None,
        )
        found.append(box)
        if box is not None:
            taken.append(box)
    return tuple(found)


def is_far(point: At, box: Box) -> bool:
    """Whether a name stands so far from its point that a line must lead to it."""
    return abs((box.top + box.bottom) / 2 - point[1]) > 1.5 * HEIGHT


def _boxes(point: At, width: float) -> Iterator[Box]:
    """Where a name may stand, the best place first: beside the point, then above and below it."""
    x, y = point
    starts = (x + BESIDE, x - BESIDE - width)
    for start in starts:
        yield _box(start, y, width)
    for away in range(1, FARTHEST + 1):
        for line in (y - away * HEIGHT, y + away * HEIGHT):
            for start in (x - width / 2, *starts):
                yield _box(start, line, width)


def _box(start: float, middle: float, width: float) -> Box:
    return Box(start, middle - HEIGHT / 2, start + width, middle + HEIGHT / 2)
