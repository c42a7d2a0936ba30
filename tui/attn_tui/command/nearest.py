"""`attn-tui show embed --analogy king-man+woman`: nearest words in a model's input table."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

from rich.cells import cell_len

from attn_tui.command.destination import keep
from attn_tui.command.errors import CommandError
from attn_tui.command.formats import dumps
from attn_tui.command.output import write_text
from attn_tui.command.progress import progress_on
from attn_tui.command.session import session_for
from attn_tui.computing import model_of
from attn_tui.view.labels import fit, label
from attn_tui.view.safe_text import visible

if TYPE_CHECKING:
    from attn_engine import Model
    from attn_engine.meaning import Neighbour, Part
    from attn_tui.command.requests import Nearest

BAR = 40
"""The characters of a cosine of 1."""


def print_nearest(request: Nearest, stdout: TextIO | None) -> None:
    """Print the neighbours. Raises CommandError for a model or a word that is not there."""
    keep(request.output, request.force)
    from attn_engine.meaning import nearest, parse_sum  # noqa: PLC0415 - NumPy

    try:
        model = model_of(session_for(request.computation, ""), {}, progress_on(sys.stderr))
        parts = parse_sum(model, request.asked)
        found = nearest(model, request.asked)
    except ValueError as error:
        raise CommandError(str(error)) from None
    form = _as_json if request.format == "json" else _as_text
    if request.plain:
        form = _as_lines
    spelt = request.ascii and request.format == "text"
    write_text(form(model, parts, found), request.output, stdout, spelt)


def _as_text(model: Model, parts: tuple[Part, ...], found: tuple[Neighbour, ...]) -> bytes:
    """The question, then a line a word: its cosine and a bar of it."""
    from attn_tui.view.neighbours import left_out, sum_said  # noqa: PLC0415 - NumPy

    rows, width = model.table.shape
    side = max((cell_len(label(each.word)) for each in found), default=0)
    lines = [
        f"Nearest to {sum_said(parts)}, by cosine",
        f"among the rows of W_E ({rows} x {width}) of model {model.name}: before any attention",
        left_out(parts),
        "",
    ]
    for word, cosine in found:
        line = f"{fit(label(word), side)}  {cosine:6.3f}  {'#' * round(max(cosine, 0.0) * BAR)}"
        lines.append(line.rstrip())
    return ("\n".join([*map(visible, lines[:3]), *lines[3:]]) + "\n").encode()


def _as_lines(model: Model, parts: tuple[Part, ...], found: tuple[Neighbour, ...]) -> bytes:
    """The question and each word in a sentence, for screen readers: no bars, no columns."""
    from attn_tui.view.neighbours import left_out, sum_said  # noqa: PLC0415 - NumPy

    rows, width = model.table.shape
    said = left_out(parts)
    asked = sum_said(parts).replace(" - ", " minus ").replace(" + ", " plus ")
    lines = [
        f"Nearest to {asked}, by cosine.",
        f"Among the {rows} rows of W_E, of {width} numbers each, of model {model.name}: before any "
        f"attention.",
        f"{said[0].upper()}{said[1:]}.",
        *(
            f"{place}: {label(word)}, {cosine:.3f}."
            for place, (word, cosine) in enumerate(found, 1)
        ),
    ]
    return ("\n".join(map(visible, lines)) + "\n").encode()


def _as_json(model: Model, parts: tuple[Part, ...], found: tuple[Neighbour, ...]) -> bytes:
    """One JSON object on one line; its schema is stable (`"schema": 1`).

    {"schema", "stage", "model", "terms": [{"sign", "word", "id"}], "excluded": [word],
    "neighbours": [{"word", "cosine"}]}, the nearest first. `sign` is 1 or -1.
    """
    return dumps(
        {
            "schema": 1,
            "stage": "embed",
            "model": model.name,
            "terms": [{"sign": part.sign, "word": part.word, "id": part.id} for part in parts],
            "excluded": list(dict.fromkeys(part.word for part in parts)),
            "neighbours": [{"word": word, "cosine": cosine} for word, cosine in found],
        }
    )
