"""Every term of a cell's arithmetic, one a line, with the running sum."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content

from attn_tui.screens.panel import Panel
from attn_tui.view.arithmetic import Arithmetic, telling
from attn_tui.view.labels import cut, fit
from attn_tui.view.numbers import number

Part = str | tuple[str, str]


class TermsScreen(Panel):
    """a × b = product for each term, adding up to the cell."""

    def __init__(self, arithmetic: Arithmetic) -> None:
        heading = f"{arithmetic.symbol}[{arithmetic.row}, {arithmetic.column}] = {arithmetic.value}"
        super().__init__(heading, Content.assemble(*term_lines(arithmetic)))


def term_lines(arithmetic: Arithmetic) -> list[Part]:
    """The lines of the table; terms that are zero are dimmed."""
    if not arithmetic.pieces:
        return [arithmetic.whole]
    terms = telling(arithmetic.terms)
    labels = [cut(term.label, 24) for term in terms]
    column = max(map(cell_len, ["term", *labels]))
    parts: list[Part] = [
        (f"{'term':<{column}} {'a':>9}   {'b':>9}   {'a × b':>9} {'sum':>10}\n", "bold")
    ]
    total = 0.0
    for label, term in zip(labels, terms, strict=True):
        total += term.product
        line = (
            f"{fit(label, column)} {number(term.a):>9} × {number(term.b):>9} = "
            f"{number(term.product):>9} {number(total):>10}\n"
        )
        parts.append((line, "" if term.product else "$secondary"))
    zeros = len(arithmetic.terms) - len(terms)
    return [*parts, (f"and {zeros} terms that are 0\n", "$secondary")] if zeros else parts
