"""A selection as json, csv and npz: for programs, with every digit."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from attn_tui.view.safe_text import clusters

if TYPE_CHECKING:
    from attn_engine import Matrix
    from attn_tui.command.selection import Selection

_NOT_ASCII = re.compile("[^\0-~]+")


FORMULA_STARTS = tuple("=+-@\t\r")


def as_json(selection: Selection) -> bytes:
    """One JSON object on one line; its schema is stable (`"schema": 1`).

    {"schema", "stage", "title", "formula", "model", "layer", "head", "backend", "device", "dtype",
    "tokens": [{"text", "id", "start", "end", "special", "unknown"}], "result",
    "matrices": [{"name", "axes", "labels", "shape", "values"}]}. Of one head, "head" is its number
    and no matrix has a head axis; of all, it is "all" and those that differ by head have one.
    Numbers have the shortest digits that give back the value in its dtype.
    """
    return dumps(step_object(selection))


def step_object(selection: Selection) -> dict[str, Any]:
    """The same before it is written."""
    trace, stage = selection.trace, selection.stage
    return {
        "schema": 1,
        "stage": stage.key,
        "title": stage.title,
        "formula": stage.formula,
        "model": trace.model.name,
        "layer": trace.layer,
        "head": "all" if selection.head is None else selection.head,
        "backend": trace.backend,
        "device": trace.device,
        "dtype": trace.dtype,
        "tokens": [asdict(token) for token in trace.tokens],
        "result": stage.result,
        "matrices": [_matrix(matrix) for matrix in selection.matrices],
    }


def as_csv(selection: Selection) -> bytes:
    """The chosen matrix: labels in the first row and the first column, numbers in all others.

    The first cell names the axes ("query/key"). With all heads a column "head" comes first. A
    matrix with a single axis has one column, called by its name. Lines end with a line feed. A label
    that a spreadsheet would run as a formula begins with an apostrophe.
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(_table(selection.chosen))
    return out.getvalue().encode()


def as_npz(selection: Selection) -> bytes:
    """The matrices by name, and "tokens": (token), their texts; read by `numpy.load`."""
    out = io.BytesIO()
    arrays: dict[str, Any] = {matrix.name: matrix.values for matrix in selection.matrices}
    np.savez(out, tokens=np.array([token.text for token in selection.trace.tokens]), **arrays)
    return out.getvalue()


def dumps(value: dict[str, Any]) -> bytes:
    """Strict JSON in UTF-8 and a line feed; what would not show as itself is written as \\u202e."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return (_NOT_ASCII.sub(_shown_or_escaped, text) + "\n").encode()


def _shown_or_escaped(run: re.Match[str]) -> str:
    text = run[0]
    return "".join(
        text[start:end] if shown == text[start:end] else json.dumps(text[start:end])[1:-1]
        for start, end, shown in clusters(text)
    ).replace("\x7f", "\\u007f")


def exact(value: Any) -> Any:  # noqa: ANN401 - nested lists, as deep as the array
    """Numbers as JSON can say them: infinities and NaN become strings.

    value: a number, an array of any shape, or nested lists of numbers.
    """
    if isinstance(value, np.ndarray | np.generic):
        if value.dtype.kind == "f" and value.dtype != np.float64:
            # The decimal digits of the narrow type, not of its neighbour in float64.
            value = value.astype(str).astype(np.float64)
        finite = bool(np.isfinite(value).all())
        return value.tolist() if finite else exact(value.tolist())
    if isinstance(value, list):
        return [exact(entry) for entry in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


def guarded(label: str) -> str:
    """A label as a spreadsheet takes it for text: one that begins as a formula gets an apostrophe."""
    is_formula = len(label) > 1 and label.startswith(FORMULA_STARTS)
    return f"'{label}" if is_formula else label


def _matrix(matrix: Matrix) -> dict[str, Any]:
    return {
        "name": matrix.name,
        "axes": matrix.axes,
        "labels": matrix.labels,
        "shape": matrix.shape,
        "values": exact(matrix.values),
    }


def _table(matrix: Matrix) -> Iterator[list[Any]]:
    values = exact(matrix.values)
    labels = [list(map(guarded, side)) for side in matrix.labels]
    if matrix.axes[0] == "head":
        _, rows, columns = labels
        yield ["head", "/".join(matrix.axes[1:]), *columns]
        for head, of_head in enumerate(values):
            for row, numbers in zip(rows, of_head, strict=True):
                yield [head, row, *numbers]
    elif len(matrix.axes) == 1:
        yield [matrix.axes[0], matrix.name]
        yield from ([row, number] for row, number in zip(labels[0], values, strict=True))
    else:
        rows, columns = labels
        yield ["/".join(matrix.axes), *columns]
        yield from ([row, *numbers] for row, numbers in zip(rows, values, strict=True))
