"""The words on the screen of a long text: the row of the cursor, what a cell is, how far it is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from attn_tui.view.labels import label
from attn_tui.view.numbers import duration, weight
from attn_tui.view.progress import Progress

if TYPE_CHECKING:
    from attn_engine import Token
    from attn_engine.long_text import LongText
    from attn_tui.view.long_map import LongMap, RowFacts
    from attn_tui.view.long_view import LongView
    from attn_tui.view.session import Session

MOST_WALKED = 64
"""Rows that are opened as a text of their own, at most."""

ALIKE = 1e-4
"""The bits that the entropy of a row of equal weights may be off, as sums of many numbers are."""


def too_long_to_walk(zoom: str) -> str:
    """Why Enter walks through nothing yet; `zoom` is the key that helps."""
    return (
        f"Zoom in with {zoom} until there are {MOST_WALKED} rows or fewer: then Enter walks through "
        "them, step by step, as a text of their own."
    )


def long_status(text: LongText, layer: int, session: Session) -> tuple[str, ...]:
    """The facts of the title bar, the most telling first."""
    model = text.model
    jobs = model.layers[layer].jobs
    plain = session.variant == "plain"
    head = f"head {session.head} of {model.layers[layer].n_heads}"
    facts = (
        model.name,
        f"{len(text.tokens):,} tokens",
        f"layer {layer} of {len(model.layers)}",
        "plain attention" if plain else head,
        "causal" if model.causal and not text.mask else text.mask or "no mask",
        "" if plain or session.head >= len(jobs) else jobs[session.head],
        f"{model.backend} {model.dtype}",
    )
    return tuple(fact for fact in facts if fact)


def cell_said(found: LongMap) -> str:
    """In words what a cell of the map stands for."""
    if found.cells is not None:
        return "Every cell is one exact attention weight."
    edges = (found.map.row_edges, found.map.column_edges)
    rows, columns = (int((each[1:] - each[:-1]).max()) for each in edges)
    keys = (
        f"the weight that {columns:,} keys get together" if columns > 1 else "the weight of a key"
    )
    queries = f", the mean of {rows:,} queries" if rows > 1 else ""
    sampled = " (a sample of them so far)" if found.map.sampled else ""
    return f"A cell is {keys}{queries}{sampled}."


def row_said(facts: RowFacts, tokens: tuple[Token, ...], head: int) -> str:
    """Where most of a query's attention goes, in words."""
    query = token_said(tokens, facts.row)
    best = facts.argmax[head]
    if best < 0:
        return f"Token {query} may look at nothing: its row is all 0."
    entropy = facts.entropy[head]
    if _alike(facts.maximum[head], entropy):
        each = weight(facts.maximum[head])
        return f"Token {query} gives every key that it may look at the same {each}: it has no preference."
    to = f"token {token_said(tokens, best)}: {weight(facts.maximum[head])}"
    most = facts.maximum[head] > 0.5
    return (
        (f"Most of token {query} goes to {to}. " if most else f"Token {query} looks most at {to}. ")
        + f"Entropy {entropy:.1f} bits, as if {_like(entropy)}; "
        f"on the first key {weight(facts.first_key[head])}."
    )


def _alike(maximum: float, entropy: float) -> bool:
    """Whether a row of more than one weight favours none: only then is the largest one 2^-entropy."""
    return 0 < maximum <= 0.5 and math.isclose(entropy, -math.log2(maximum), abs_tol=ALIKE)


def _like(entropy: float) -> str:
    keys = round(2.0**entropy)
    return "all went to one key" if keys <= 1 else f"{keys:,} keys were alike"


def token_said(tokens: tuple[Token, ...], place: int) -> str:
    """A token by its number and its text: 4,113 “bank”."""
    return f"{place:,} “{label(tokens[place].text)}”"


def walk_said(view: LongView) -> str:
    """What Enter does, once there are few enough rows."""
    if len(view.rows) > MOST_WALKED:
        return ""
    return f"Enter walks through tokens {view.rows.said()} alone: fewer keys, so other weights."


def left_said(seconds: float | None) -> str:
    """The time left, and how to stop."""
    if seconds is None:
        return "Esc stops"
    return f"{duration(seconds) if seconds >= 1 else 'under 1 s'} left · Esc stops"


def progress_of(found: LongMap, view: LongView) -> Progress:
    """How far a map is, of what is looked at or of the whole behind it."""
    done, in_all = found.rows
    if done == in_all:
        return Progress(done_said(found))
    is_behind = found.asked.rows != view.rows or found.asked.columns != view.columns
    name = "the whole map behind this" if is_behind else "sampled"
    said = f"{name}: {done:,} of {in_all:,} query rows"
    return Progress(said, done / in_all, left_said(found.left))


def done_said(found: LongMap) -> str:
    """What is known of the map that is shown, when nothing is left to do."""
    return f"all {found.rows[1]:,} query rows are computed"


def stopped_said(found: LongMap, key: str) -> str:
    """What is known of it when the rest was stopped, and the key that goes on."""
    done, in_all = found.rows
    if done == in_all:
        return f"{done_said(found)}; the rest was stopped, {key} goes on"
    return f"sampled: stopped at {done:,} of {in_all:,} query rows; {key} goes on, Esc leaves"
