"""From what was typed to an answer in the form in which it is judged."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from attn_lessons.lesson import CellAsk, ChoiceAsk, OrderAsk
from attn_lessons.places import find, sheet_of, traced
from attn_lessons.written import cell_of, place_of

if TYPE_CHECKING:
    from attn_lessons.lesson import Ask, Show, Word
    from attn_lessons.places import Models, Sheet


def answer_from(written: str, ask: Ask, items: tuple[str, ...], scene: Show, models: Models) -> Any:  # noqa: ANN401 - in the form of each kind of task
    """The answer that was typed; `items` are those of a list, in the order in which they were told.

    Raises ValueError, one sentence that says how to write it, for what is none.
    """
    if isinstance(ask, ChoiceAsk):
        return _choice(written, len(ask.options))
    if isinstance(ask, OrderAsk):
        return _order(written, items)
    if isinstance(ask, CellAsk):
        return _cell(written, asked_sheet(ask, scene, models), ask.reference.row)
    return written


def asked_sheet(ask: CellAsk, scene: Show, models: Models) -> Sheet:
    """The matrix that a cell is asked of."""
    there = ask.reference.scene(scene)
    return sheet_of(traced(there, models), there.stage, there.head, ask.reference.matrix)


def cell_named(
    written: str, rows: tuple[str, ...], columns: tuple[str, ...], row: int | None = None
) -> tuple[int, int]:
    """The cell that "ROW, COLUMN" means, or "COLUMN" alone in a row that is known.

    Raises ValueError for what is none.
    """
    row_of, column_of = (
        partial(place_of, labels=labels, side=side)
        for labels, side in ((rows, "row"), (columns, "column"))
    )
    cell = cell_of(written, row_of, column_of, row)
    if cell is None:
        raise ValueError(f"a cell is written ROW, COLUMN, as in {rows[0]}, {columns[0]}")
    return cell


def _choice(written: str, count: int) -> int:
    place = int(written) - 1 if written.isdecimal() else ord(written.casefold()) - ord("a")
    if not 0 <= place < count:
        raise ValueError(f"answer with a number from 1 to {count}")
    return place


def _order(written: str, items: tuple[str, ...]) -> tuple[str, ...]:
    places = [int(number) for number in re.findall(r"\d+", written)]
    if sorted(places) != list(range(1, len(items) + 1)):
        example = " ".join(str(number) for number in range(len(items), 0, -1))
        raise ValueError(f"write all {len(items)} numbers, each once, as in {example}")
    return tuple(items[place - 1] for place in places)


def _cell(written: str, sheet: Sheet, row: Word) -> tuple[int, int]:
    return cell_named(written, sheet.rows, sheet.columns, find(row, sheet.rows, "row"))
