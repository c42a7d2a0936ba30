"""The arithmetic of the cursor's cell, as many terms as the line holds."""

from __future__ import annotations

import math

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive

from attn_tui.view.arithmetic import Arithmetic
from attn_tui.view.labels import cut
from attn_tui.view.numbers import number
from attn_tui.widgets.drawn import Drawn

Part = str | tuple[str, str]

MARK, ASCII_MARK = "…", "..."
"""Stands for what was left out; as ~, which cut labels end in, it would read as "about"."""

LEAST_NAMED = 2
"""Terms that a long sum must show before its rule may take room."""


class ArithmeticLine(Drawn):
    """S[it, animal] = q·k = 1.97×1.64 + … = 12.54, the value always on screen."""

    DEFAULT_CSS = """
    ArithmeticLine { height: 1; width: 1fr; padding: 0 1; }
    """

    arithmetic: reactive[Arithmetic | None] = reactive(None)
    veiled: reactive[bool] = reactive(False)

    def render(self) -> Content:
        """One line, as wide as the widget; nothing of it while the cell is veiled."""
        shown = self.arithmetic
        if shown is None:
            return Content("")
        name: list[Part] = [
            (f"{shown.symbol}[", "$secondary"),
            (cut(shown.row, 14), "bold $accent"),
            (", ", "$secondary"),
            (cut(shown.column, 14), "bold $accent"),
            ("] = ", "$secondary"),
        ]
        if self.veiled:
            return Content.assemble(*name, ("?", "bold $accent"))
        room = self.content_size.width - sum(cell_len(_text(part)) for part in name)
        if not shown.pieces:
            return Content.assemble(*name, _shortened(shown.whole, room, self._mark))
        return Content.assemble(*name, *self._sum(shown, room))

    @property
    def _mark(self) -> str:
        return ASCII_MARK if self.ascii_only else MARK

    def _sum(self, shown: Arithmetic, room: int) -> list[Part]:
        rule = f"{shown.rule} = "
        end = f" = {shown.value}"
        terms, left = fitting_terms(shown, room - cell_len(rule) - len(end), self._mark)
        if shown.named and len(shown.pieces) - left < LEAST_NAMED:
            rule = ""
            terms, left = fitting_terms(shown, room - len(end), self._mark)
        note = f"   {_count(shown, left)}"
        parts: list[Part] = [(rule, "$secondary"), terms, (end, "bold $accent")]
        if cell_len(rule) + cell_len(terms) + len(end) + len(note) <= room:
            parts.append((note, "$secondary"))
        return parts


def _shortened(whole: str, room: int, mark: str) -> str:
    """A line of arithmetic in so many cells: what it comes to is kept, the way there is cut."""
    head, equals, result = whole.rpartition(" = ")
    if cell_len(whole) <= room or not equals:
        return cut(whole, room, mark)
    end = equals + result
    if cell_len(end) >= room // 2:
        return cut(whole, room, mark)
    return cut(head, room - cell_len(end), mark) + end


def fitting_terms(shown: Arithmetic, room: int, mark: str) -> tuple[str, int]:
    """The first terms joined by " + " that fit into `room` cells, and how many were left out.

    Of a long sum those left out are counted and added up, so that the line still comes out right.
    """
    text, left = "", len(shown.pieces)
    for place, piece in enumerate(shown.pieces, 1):
        longer = f"{text} + {piece}" if text else piece
        if cell_len(longer) + len(_rest(shown, place, mark)) > room:
            break
        text, left = longer, len(shown.pieces) - place
    rest = _rest(shown, len(shown.pieces) - left, mark)
    return (text + rest if text else rest.removeprefix(" + ")), left


def _rest(shown: Arithmetic, place: int, mark: str) -> str:
    """What stands for the terms from a place on."""
    left = len(shown.pieces) - place
    if not left:
        return ""
    if not shown.named:
        return f" + {mark}"
    return f" + {left} more ({number(math.fsum(shown.products[place:]))})"


def _count(shown: Arithmetic, left: int) -> str:
    total = len(shown.pieces) + shown.zeros
    said = f"{total} terms" + (", largest first" if len(shown.pieces) > 1 else "")
    return f"{said}, {shown.zeros} of them 0" if shown.zeros else said


def _text(part: Part) -> str:
    return part if isinstance(part, str) else part[0]
