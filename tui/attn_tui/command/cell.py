"""The arithmetic of one cell: finding the cell that is meant, and writing its terms."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from rich.cells import cell_len

from attn_lessons.places import find_all
from attn_lessons.written import cell_of, word_of
from attn_tui.command.errors import CommandError, suggestion
from attn_tui.command.formats import dumps, exact
from attn_tui.command.tables import heading
from attn_tui.view.arithmetic import telling
from attn_tui.view.labels import fit, label
from attn_tui.view.matrices import slice_of
from attn_tui.view.safe_text import visible

if TYPE_CHECKING:
    import numpy as np

    from attn_engine import Explanation
    from attn_tui.command.requests import Format
    from attn_tui.command.selection import Selection

DIGITS = 6
"""Significant digits of the factors in text; json and csv have all."""


@dataclass(frozen=True)
class Place:
    """A cell of a matrix, counted from 0."""

    row: int
    column: int


def find_cell(selection: Selection, spec: str) -> Place:
    """The cell that "ROW,COLUMN" means in the chosen matrix of the selection.

    Each is a word (a token or the name of a dimension, whatever its case) or a number counted from
    0. Raises CommandError if there is no such cell or several.
    """
    matrix = selection.chosen
    rows = matrix.labels[0]
    columns = matrix.labels[1] if len(matrix.axes) > 1 else (matrix.name,)
    row_of, column_of = (
        partial(_index, labels=labels, side=side)
        for labels, side in ((rows, "row"), (columns, "column"))
    )
    try:
        cell = cell_of(spec, row_of, column_of)
    except ValueError as error:
        raise CommandError(f"--cell: {error}") from None
    if cell is None:
        raise CommandError(
            f"--cell is ROW,COLUMN, as in {rows[0]},{columns[0]} or 0,0; {spec!r} has no such form"
        )
    return Place(*cell)


def _index(written: str, labels: tuple[str, ...], side: str) -> int:
    """The one place of a word or a number among the labels of a side. Raises ValueError."""
    named = written.strip()
    word = word_of(named)
    places = find_all(word, labels)
    if len(places) == 1:
        return places[0]
    if isinstance(word, int):
        raise ValueError(f"no {side} {word}; the {side}s are 0 to {len(labels) - 1}")
    if not places:
        advice = f"the {side}s are {', '.join(labels)}"
        raise ValueError(f"no {side} {named!r}{suggestion(named, labels, advice)}")
    listed = ", ".join(map(str, places))
    raise ValueError(f"{named!r} is at several {side}s; say which by number: {listed}")


def write_cell(selection: Selection, place: Place, form: Format) -> bytes:
    """The arithmetic of a cell in a format. Raises CommandError for npz and for all heads."""
    if form == "npz":
        raise CommandError("--cell prints arithmetic, which npz cannot hold; use text, json or csv")
    if selection.head is None:
        raise CommandError("--cell is a cell of one head; name it with --head N")
    stage, matrix = selection.stage, selection.chosen
    named = matrix.name if matrix.name != stage.result else None
    head = slice_of(selection.trace, stage[matrix.name], selection.head)
    try:
        explanation = selection.trace.explain(
            stage.key, head=head, row=place.row, column=place.column, matrix=named
        )
    except (ValueError, KeyError) as error:
        raise CommandError(str(error.args[0])) from None
    if form == "json":
        return _as_json(selection, place, explanation)
    if form == "csv":
        return _as_csv(selection, place, explanation)
    return _as_text(selection, place, explanation)


def _as_json(selection: Selection, place: Place, explanation: Explanation) -> bytes:
    """One JSON object on one line; its schema is stable (`"schema": 1`).

    {"schema", "stage", "matrix", "head", "row", "column", "terms": [{"label", "a", "b",
    "product"}], "result", "text"}. `row` and `column` are counted from 0. `result` is the cell,
    digit for digit as the step's JSON has it; the products, in float64, add up to it within the
    precision of its dtype.
    """
    terms = [dict(zip(term._fields, exact(list(term)), strict=True)) for term in explanation.terms]
    return dumps(
        {
            "schema": 1,
            "stage": selection.stage.key,
            "matrix": selection.chosen.name,
            "head": selection.head,
            "row": place.row,
            "column": place.column,
            "terms": terms,
            "result": exact(_value(selection, place)),
            "text": explanation.text,
        }
    )


def _as_csv(selection: Selection, place: Place, explanation: Explanation) -> bytes:
    """A line for each term; the last line has the cell, which is their sum."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["label", "a", "b", "product"])
    writer.writerows(exact(list(term)) for term in explanation.terms)
    writer.writerow(["sum", "", "", exact(_value(selection, place))])
    return out.getvalue().encode()


def _as_text(selection: Selection, place: Place, explanation: Explanation) -> bytes:
    stage, matrix = selection.stage, selection.chosen
    row = label(matrix.labels[0][place.row])
    column = label(matrix.labels[1][place.column]) if len(matrix.axes) > 1 else matrix.name
    cell = f"{matrix.name}[{place.row}, {place.column}]"
    of_head = f" of head {selection.head}" if stage[matrix.name].axes[0] == "head" else ""
    lines = [
        *heading(selection),
        "",
        f"{cell}{of_head}: row {row}, column {column}",
    ]
    terms = telling(explanation.terms)
    figures = [[_figure(number) for number in term[1:]] for term in terms]
    widths = [max(map(len, parts)) for parts in zip(*figures, strict=True)]
    side = max((cell_len(visible(term.label)) for term in terms), default=0)
    for term, (a, b, product) in zip(terms, figures, strict=True):
        sizes = (a.rjust(widths[0]), b.rjust(widths[1]), product.rjust(widths[2]))
        lines.append("  {}  {} x {} = {}".format(fit(visible(term.label), side), *sizes))
    if len(terms) < len(explanation.terms):
        lines.append(f"  and {len(explanation.terms) - len(terms)} terms that are 0")
    lines += [
        f"the products add up to {_figure(sum(term.product for term in explanation.terms))}",
        f"{cell} is {_figure(float(_value(selection, place)))}",
        visible(explanation.text),
    ]
    return ("\n".join(lines) + "\n").encode()


def _value(selection: Selection, place: Place) -> np.generic:
    """The cell itself, in the dtype of its matrix."""
    values = selection.chosen.values
    cell: np.generic = values[place.row] if values.ndim == 1 else values[place.row, place.column]
    return cell


def _figure(number: float) -> str:
    text = f"{number:.{DIGITS}g}"
    return "0" if text == "-0" else text
