"""The arithmetic of the cursor's cell, in pieces that a line of any width can be made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from attn_tui.view.labels import cut, label
from attn_tui.view.matrices import projected, slice_of
from attn_tui.view.numbers import in_brackets, number, product
from attn_tui.view.safe_text import visible

if TYPE_CHECKING:
    from attn_engine import Explanation, Trace
    from attn_tui.view.board import Board
    from attn_tui.view.session import Session

PRODUCT_STEPS = frozenset({"embed", "project", "score", "sum", "heads"})
"""The steps whose cell is a sum of products."""

NAMED_FROM = 24
"""From so many terms on, the largest say what they stand for."""

LONGEST_NAME = 12
"""The cells of a name in the line of arithmetic."""


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
    fit; `products` are what each comes to; `zeros` counts those left out; where all are zero, those
    with a first factor stay. Of a long sum the pieces are `named`: each ends in what it stands for, in
    brackets. Of a step that is not a sum of products `whole` holds the line and `pieces` is empty.
    `terms` are the terms in their own order, some that are 0 left out where there are thousands.
    """

    symbol: str
    row: str
    column: str
    rule: str
    pieces: tuple[str, ...]
    products: tuple[float, ...]
    named: bool
    zeros: int
    whole: str
    value: str
    terms: tuple[Term, ...]


ID_COLUMN = 2
"""The column of the ids on the board of the tokenize step, after those of the spans."""

MOST_ZEROS = 32
"""A longer list of terms leaves out those that are zero."""


class _Product(Protocol):
    @property
    def product(self) -> float: ...


P = TypeVar("P", bound=_Product)


def telling(terms: tuple[P, ...]) -> tuple[P, ...]:
    """The terms that are worth a line: of many those that are not zero, of a few all."""
    if len(terms) <= MOST_ZEROS:
        return terms
    return tuple(term for term in terms if term.product != 0)


def explain_cell(trace: Trace, session: Session, cell: tuple[int, int]) -> Explanation:
    """The engine's explanation of a cell of the result that the session's board shows."""
    row, column = cell
    stage = trace[session.step]
    name = projected(trace, session.projection) if session.step == "project" else stage.result
    if session.step == "tokenize":
        # The board shows both spans and ids.
        name = "ids" if column == ID_COLUMN else "spans"
        return trace.explain(session.step, row=row, column=column % ID_COLUMN, matrix=name)
    head = slice_of(trace, stage[name], session.head)
    return trace.explain(session.step, head=head, row=row, column=column, matrix=name)


def arithmetic_of(trace: Trace, session: Session, board: Board) -> Arithmetic:
    """The arithmetic of the cell under the board's cursor."""
    row, column = board.cursor
    explanation = explain_cell(trace, session, board.cursor)
    terms = tuple(Term(visible(name), *rest) for name, *rest in explanation.terms)
    is_sum = session.step in PRODUCT_STEPS and board.top is not None
    largest = sorted(terms, key=lambda term: -abs(term.product)) if is_sum else []
    telling = [term for term in largest if term.product != 0]
    telling = telling or [term for term in largest if term.a != 0] or largest
    named = len(telling) >= NAMED_FROM
    biased = has_bias(session.step, terms)
    pieces = tuple(_piece(term, named, biased and term is terms[-1]) for term in telling)
    return Arithmetic(
        symbol=board.result.symbol,
        row=label(board.result.rows.labels[row]),
        column=label(board.result.columns.labels[column]),
        rule=_rule(board, biased) if is_sum else "",
        pieces=pieces,
        products=tuple(term.product for term in telling),
        named=named,
        zeros=max(len(terms), _inner(board) + biased) - len(pieces) if is_sum else 0,
        whole="" if pieces else visible(explanation.text),
        value=number(float(board.result.values[row, column])),
        terms=terms,
    )


def has_bias(step: str, terms: tuple[Term, ...]) -> bool:
    """Whether the last term is a bias; only these steps have any, and a token may be called so."""
    return step in {"project", "heads"} and bool(terms) and terms[-1].label == "bias"


def _piece(term: Term, named: bool, is_bias: bool) -> str:
    if is_bias:
        return f"{in_brackets(term.product)} [bias]"
    factors = product(term.a, term.b)
    return f"{factors} [{cut(label(term.label), LONGEST_NAME)}]" if named else factors


def _inner(board: Board) -> int:
    """How many products a cell of a product is the sum of."""
    return board.left.values.shape[1] if board.left is not None else 0


def _rule(board: Board, biased: bool) -> str:
    if board.left is None or board.top is None:
        return ""
    return f"{board.left.symbol}·{board.top.symbol}{' + b' if biased else ''}"
