"""The arithmetic of the cursor's cell, in pieces that a line of any width can be made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from attn_tui.view.labels import label
from attn_tui.view.numbers import factor, number
from attn_tui.view.safe_text import visible

if TYPE_CHECKING:
    from attn_engine import Explanation, Trace
    from attn_tui.view.board import Board
    from attn_tui.view.session import Session

PRODUCT_STEPS = frozenset({"embed", "project", "score", "sum", "heads"})
"""The steps whose cell is a sum of products."""


@dataclass(frozen=True)
class Term:
    """One product of the sum: what it stands for, both factors and the product."""

    label: str
    a: float
    b: float
    product: float


@dataclass(frozen=True)
class Arithmetic:
    """How a cell came about: `symbol`[`row`, `column`] = `rule` = pieces = `value`.

    `pieces` are the terms that are not zero, the largest first, to be joined by " + " as far as they
    fit; `zeros` counts those left out; where all are zero, those with a first factor stay. Of a step
    that is not a sum of products `whole` holds the line and `pieces` is empty. `terms` are all terms
    in their own order.
    """

    symbol: str
    row: str
    column: str
    rule: str
    pieces: tuple[str, ...]
    zeros: int
    whole: str
    value: str
    terms: tuple[Term, ...]


def explain_cell(trace: Trace, session: Session, cell: tuple[int, int]) -> Explanation:
    """The engine's explanation of a cell of the result that the session's board shows."""
    row, column = cell
    projection = session.projection if session.step == "project" else None
    return trace.explain(session.step, head=session.head, row=row, column=column, matrix=projection)


def arithmetic_of(trace: Trace, session: Session, board: Board) -> Arithmetic:
    """The arithmetic of the cell under the board's cursor."""
    row, column = board.cursor
    explanation = explain_cell(trace, session, board.cursor)
    terms = tuple(Term(visible(name), *rest) for name, *rest in explanation.terms)
    is_sum = session.step in PRODUCT_STEPS and board.top is not None
    largest = sorted(terms, key=lambda term: -abs(term.product)) if is_sum else []
    telling = [term for term in largest if term.product != 0]
    telling = telling or [term for term in largest if term.a != 0] or largest
    pieces = tuple(f"{number(term.a)}×{factor(term.b)}" for term in telling)
    rule = f"{board.left.symbol}·{board.top.symbol}" if is_sum and board.left and board.top else ""
    return Arithmetic(
        symbol=board.result.symbol,
        row=label(board.result.rows.labels[row]),
        column=label(board.result.columns.labels[column]),
        rule=rule,
        pieces=pieces,
        zeros=len(terms) - len(pieces) if is_sum else 0,
        whole="" if pieces else visible(explanation.text),
        value=number(float(board.result.values[row, column])),
        terms=terms,
    )
