"""What a change of the screen needs at least, found by trying all ways in reading order.

Independent of the app's writer: it works on two pictures of pyte, and knows only what nearly every
terminal can do: move, switch colours and attributes, write, and erase to the end of a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import pyte
from pyte.screens import Char

Frame = tuple[tuple[Char, ...], ...]
Place = tuple[int, int]

PRUNED = 64
"""Bytes that a move and a change of everything never cost; dearer ways can't become the cheapest."""


class Look(NamedTuple):
    """What a terminal draws with: two colours, and the flags that are set."""

    fg: str = "default"
    bg: str = "default"
    flags: frozenset[str] = frozenset()


class Way(NamedTuple):
    """Where a way of writing has led: the cursor (column, line), None if unknown, and the look."""

    cursor: Place | None
    look: Look


Ways = dict[Way, int]
"""The fewest bytes that lead to each."""

PLAIN = Look()
FLAGS = {
    "bold": ("1", "22"),
    "italics": ("3", "23"),
    "underscore": ("4", "24"),
    "blink": ("5", "25"),
    "reverse": ("7", "27"),
    "strikethrough": ("9", "29"),
}
SEEN_ON_BLANKS = frozenset({"underscore", "reverse", "strikethrough"})


class Unit(NamedTuple):
    """A character on the screen, one or two cells wide."""

    x: int
    width: int
    text: str
    look: Look
    changed: bool

    @property
    def is_blank(self) -> bool:
        return self.text == " " and not self.look.flags & SEEN_ON_BLANKS


def frame_of(screen: pyte.Screen) -> Frame:
    """Every cell of a pyte screen; blanks that look alike are equal, whatever their foreground."""
    return tuple(
        tuple(_seen(screen.buffer[y][x]) for x in range(screen.columns))
        for y in range(screen.lines)
    )


def _seen(cell: Char) -> Char:
    if cell.data == " " and not (cell.reverse or cell.underscore or cell.strikethrough):
        return Char(" ", bg=cell.bg)
    return cell


def blank_frame(columns: int, lines: int) -> Frame:
    """A screen that has just been cleared."""
    return tuple((Char(" "),) * columns for _ in range(lines))


def minimal_difference(before: Frame, after: Frame) -> int:
    """The fewest bytes that change one frame into the other, line by line from left to right.

    The cursor may be anywhere before and after; the look is plain before and after.
    """
    ways: Ways = {Way(None, PLAIN): 0}
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            ways = _line(ways, y, list(_units(old, new)), len(new))
    return min(cost + _switching(way.look, PLAIN) for way, cost in ways.items())


def _units(old: Sequence[Char], new: Sequence[Char]) -> Iterator[Unit]:
    x = 0
    while x < len(new):
        width = 2 if x + 1 < len(new) and new[x + 1].data == "" else 1
        cell = new[x]
        flags = frozenset(name for name in FLAGS if getattr(cell, name))
        look = Look(str(cell.fg), str(cell.bg), flags)
        yield Unit(x, width, cell.data, look, old[x : x + width] != new[x : x + width])
        x += width


def _line(ways: Ways, y: int, units: Sequence[Unit], columns: int) -> Ways:
    """All ways through a line that are worth following."""
    blank_from = _blank_from(units)
    last = max(place for place, unit in enumerate(units) if unit.changed)
    finished: Ways = {}
    for place, unit in enumerate(units[: last + 1]):
        if place >= blank_from:
            _join(finished, _erased(ways, (unit.x, y), units[-1].look))
        inked = next((it.look for it in units[place:] if not it.is_blank), unit.look)
        ways = _written(ways, y, unit, inked, columns)
    _join(finished, ways)
    return _pruned(finished)


def _blank_from(units: Sequence[Unit]) -> int:
    """The first of the blanks that end a line and look the same."""
    place, look = len(units), units[-1].look
    while place and units[place - 1].is_blank and units[place - 1].look.bg == look.bg:
        place -= 1
    return place


def _erased(ways: Ways, at: Place, look: Look) -> Ways:
    """The line erased from `at`, for which only the background counts."""
    erased: Ways = {}
    for way, cost in ways.items():
        filling = _on_blank(way.look, look.bg)
        spent = cost + _moving(way.cursor, at) + _switching(way.look, filling) + len("\x1b[K")
        _add(erased, Way(at, filling), spent)
    return erased


def _written(ways: Ways, y: int, unit: Unit, inked: Look, columns: int) -> Ways:
    """A character written; one that hasn't changed may be, to get on, or be left alone."""
    written: Ways = {}
    at = (unit.x, y)
    end = unit.x + unit.width
    after = (end, y) if end < columns else None
    for way, cost in ways.items():
        if not unit.changed:
            _add(written, way, cost)
            if way.cursor != at:
                continue
        looks = [unit.look]
        if unit.is_blank:
            looks = [_on_blank(way.look, unit.look.bg), inked._replace(bg=unit.look.bg)]
            looks = [look for look in looks if not look.flags & SEEN_ON_BLANKS]
        for look in looks:
            spent = cost + _moving(way.cursor, at) + _switching(way.look, look)
            _add(written, Way(after, look), spent + len(unit.text.encode()))
    return _pruned(written)


def _on_blank(look: Look, bg: str) -> Look:
    return Look(look.fg, bg, look.flags - SEEN_ON_BLANKS)


def _add(ways: Ways, way: Way, cost: int) -> None:
    if cost < ways.get(way, cost + 1):
        ways[way] = cost


def _join(ways: Ways, others: Ways) -> None:
    for way, cost in others.items():
        _add(ways, way, cost)


def _pruned(ways: Ways) -> Ways:
    limit = min(ways.values()) + PRUNED
    return {way: cost for way, cost in ways.items() if cost < limit}


@lru_cache(maxsize=1 << 16)
def _moving(cursor: Place | None, to: Place) -> int:
    """Bytes of the shortest move."""
    if cursor == to:
        return 0
    x, y = to
    absolute = f"\x1b[{y + 1 if x or y else ''}{f';{x + 1}' if x else ''}H"
    if cursor is None:
        return len(absolute)
    down, along = y - cursor[1], x - cursor[0]
    across = min(_steps(along), len(f"\x1b[{x + 1}G"), 1 if x == 0 else 99)
    across = min(across, -along if along < 0 else 99)  # backspaces
    return min(len(absolute), _steps(down) + (across if along else 0))


def _steps(distance: int) -> int:
    count = "" if abs(distance) == 1 else abs(distance)
    return len(f"\x1b[{count}A") if distance else 0


@lru_cache(maxsize=1 << 16)
def _switching(old: Look, new: Look) -> int:
    """Bytes of the shortest escape sequence between two looks."""
    if old == new:
        return 0
    gone = [FLAGS[flag][1] for flag in old.flags - new.flags]
    changed = [*gone, *_setting(old, new)]
    reset = ["0", *_setting(PLAIN, new)] if new != PLAIN else [""]
    return min(len(f"\x1b[{';'.join(parts)}m") for parts in (changed, reset))


def _setting(old: Look, new: Look) -> Iterator[str]:
    yield from (FLAGS[flag][0] for flag in new.flags - old.flags)
    if new.fg != old.fg:
        yield _colour(new.fg, "38")
    if new.bg != old.bg:
        yield _colour(new.bg, "48")


def _colour(name: str, prefix: str) -> str:
    if len(name) == 6 and set(name) <= set("0123456789abcdef"):
        red, green, blue = bytes.fromhex(name)
        return f"{prefix};2;{red};{green};{blue}"
    return "39" if name == "default" else "31"
