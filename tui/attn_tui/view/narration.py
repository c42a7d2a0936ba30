"""Two sentences on what happens in a step: the idea, then this row of it in live numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from rich.cells import cell_len

from attn_tui.view.matrices import holds
from attn_tui.view.numbers import number, percent
from attn_tui.view.specials import whole_row
from attn_tui.view.status import mask_said

if TYPE_CHECKING:
    from attn_engine import Token, Trace
    from attn_tui.view.session import Session

Sentences = tuple[str, str]

ROOM = 78
"""The cells of a line on a terminal of 80 columns."""


def narration_of(trace: Trace, session: Session) -> Sentences:
    """The two sentences of the session's step, for the row of its cursor."""
    row = min(session.row, len(trace.tokens) - 1)
    return _TELLERS[session.step](trace, session, row)


def quoted(text: str) -> str:
    """A token in quotation marks, as prose names it."""
    return f"“{text}”"


def _named(trace: Trace, token: Token) -> str:
    """A token in quotation marks, as the vocabulary spells it where that tells a piece from a word."""
    known = trace.model.vocabulary
    spelt = known[token.id] if token.id < len(known) else token.text
    return quoted(spelt if spelt == f"##{token.text}" else token.text)


def _tokenize(trace: Trace, session: Session, row: int) -> Sentences:
    idea = "Text is cut into pieces; the id of a piece is its row in the vocabulary."
    token = trace.tokens[row]
    word = _named(trace, token)
    if token.unknown and token.id < len(trace.model.vocabulary):
        return idea, f"{word} has no pieces here: all unknown words share the row {token.id}."
    if token.unknown:
        return idea, f"{word} is not in the vocabulary: its vector is made up from its letters."
    if token.special and token.start < token.end:
        return idea, f"{word} is a special token, typed in the text: a sign, not a word."
    if token.special:
        return idea, f"{word} is added by the model: it stands for no character of the text."
    return idea, f"{word} has id {token.id} in any sentence. Ids are names: near ids mean nothing."


def _embed(trace: Trace, session: Session, row: int) -> Sentences:
    size, width = trace["embed"]["w_e"].shape
    token = trace.tokens[row]
    idea = f"A one-hot row times W_E ({size} × {width}) picks one row of it: a table lookup."
    return (
        idea,
        f"{_named(trace, token)} gets row {token.id}, whatever words stand around it. a: words near it.",
    )


def _position(trace: Trace, session: Session, row: int) -> Sentences:
    if not trace.positions:
        return (
            "Positions are off: P is zero, and no order of words differs from another.",
            "Shuffle the words: each gets the same result as before. o: positions on.",
        )
    place = whole_row(trace, row)[1]
    if trace.model.rotary is not None:
        return (
            "Attention sees all tokens at once; this model marks places by turning Q and K.",
            f"{quoted(trace.tokens[row].text)} is at position {place}: nothing is added to it here.",
        )
    changed = np.flatnonzero(np.abs(trace["position"]["p"].values).max(axis=0) > 0)
    width = trace["position"]["p"].shape[1]
    where = "all" if len(changed) == width else f"{len(changed)} of {width}"
    added = "adding P marks each row with its place"
    if holds(trace["position"], "t"):
        added = "P marks each row's place, T its sentence"
    return (
        f"Attention sees all tokens at once; {added}.",
        f"{quoted(trace.tokens[row].text)} is at position {place}; P touches {where} dimensions.",
    )


_ROLES = {
    "q": "The query is what a token looks for",
    "k": "The key is what a token offers",
    "v": "The value is what a token hands over",
}


def _project(trace: Trace, session: Session, row: int) -> Sentences:
    name = session.projection
    symbol = name.upper()
    if trace.keys is not None and trace.variant == "plain":
        return (
            "Plain attention: no weight matrices; Q is the vectors of the text as they are.",
            "K and V are those of the other text: a token looks for what it is. w: Q, K, V.",
        )
    if trace.variant == "plain":
        return (
            "Plain attention: no weight matrices; Q, K and V are the vector itself.",
            "Nothing here was learned: a token looks for what it is. v: with weights.",
        )
    d_model, d_head = trace["project"][f"w_{name}"].shape[1:]
    idea = f"{_ROLES[name]}: its row ({d_model} numbers) times W^{symbol} gives {d_head}."
    if trace.keys is not None:
        return idea, "Queries are made of the text, keys and values of the other. w: Q, K, V."
    job = _job(trace, session)
    told = f"{job} w: Q, K, V."
    return idea, told if cell_len(told) <= ROOM else job


def _job(trace: Trace, session: Session) -> str:
    jobs = trace.model.layers[trace.layer].jobs
    which = f"Layer {trace.layer} head {session.head}"
    return f"{which}: {jobs[session.head]}." if jobs else f"{which} has matrices of its own."


def _score(trace: Trace, session: Session, row: int) -> Sentences:
    scores = trace["score"]["scores"].of_head(session.head).values[row]
    best = int(np.argmax(scores))
    idea = "Each row asks every column: does what I look for match what you offer?"
    if _alike(scores):
        return idea, f"{_asker(trace, row)} matches all keys alike: {number(scores[best])}."
    return idea, f"{_asker(trace, row)} matches {_key(trace, best)} best: {number(scores[best])}."


def _alike(values: NDArray[Any]) -> bool:
    """Whether a row of more than one entry favours none of them."""
    return len(values) > 1 and bool(np.allclose(values, values[0], rtol=1e-4, atol=1e-6))


def _scale(trace: Trace, session: Session, row: int) -> Sentences:
    d_head = trace["score"]["q"].shape[-1]
    before = trace["scale"]["scores"].of_head(session.head).values
    after = trace["scale"]["scaled"].of_head(session.head).values
    return (
        f"A sum of {d_head} products spreads √{d_head} times as wide as one: dividing undoes that.",
        f"Standard deviation of all scores: {number(before.std())} before, {number(after.std())} after.",
    )


def _mask(trace: Trace, session: Session, row: int) -> Sentences:
    whole, place = whole_row(trace, row)
    allowed = whole["mask"]["mask"].values[place] == 0
    count = f"{_asker(trace, row)} may look at {int(allowed.sum())} of {len(allowed)} keys."
    if mask_said(trace) == "no mask":
        return "No mask: every token may look at every one. m: causal, window, padding.", count
    return "A masked score becomes -∞, which softmax turns into a weight of exactly 0.", count


def _softmax(trace: Trace, session: Session, row: int) -> Sentences:
    weights = trace["softmax"]["weights"].of_head(session.head).values[row]
    best = int(np.argmax(weights))
    idea = "exp of each score, divided by the sum over its row: weights that add up to 1."
    if not weights.any():
        return idea, f"{_asker(trace, row)} may look at nothing: its weights are all 0."
    share = percent(float(weights[best]))
    if _alike(weights):
        return idea, f"{_asker(trace, row)} gives every key the same {share}: it has no preference."
    return idea, (
        f"{_asker(trace, row)} gives {share} to {_key(trace, best)}; "
        f"the row sums to {number(float(weights.sum()))}."
    )


def _sum(trace: Trace, session: Session, row: int) -> Sentences:
    weights = trace["softmax"]["weights"].of_head(session.head).values[row]
    best = int(np.argmax(weights))
    idea = "The values, mixed by the weights: what this head brings to each token."
    share = percent(float(weights[best]))
    if _alike(weights):
        return idea, f"{_asker(trace, row)} receives {share} of each value: their average."
    return idea, (
        f"{_asker(trace, row)} gets {share} of the value of {_key(trace, best)}, "
        "less of the others."
    )


def _heads(trace: Trace, session: Session, row: int) -> Sentences:
    y = trace["heads"]["y"]
    changes = y.values[row]
    if trace.variant == "plain":  # Y takes the place of H, where else it is added to it
        changes = changes - trace["project"]["h"].values[row]
    most = int(np.argmax(np.abs(changes)))
    name = y.labels[1][most]
    name = f"dimension {name}" if name.isdigit() else name
    change = f"{_asker(trace, row)} changes most in {name}: {changes[most]:+.2f}."
    if trace.variant == "plain":
        whose = "all tokens" if trace.keys is None else "the other text's"
        return f"One head and no W^O: Y is Z, each token rewritten as a mix of {whose}.", change
    heads = "The head" if trace.n_heads == 1 else f"The {trace.n_heads} heads side by side"
    idea = f"{heads}, times W^O, make Y, which is added to the input H."
    return idea, change


def _asker(trace: Trace, row: int) -> str:
    return quoted(trace.tokens[row].text)


def _key(trace: Trace, column: int) -> str:
    return quoted(trace.key_tokens[column].text)


_TELLERS: dict[str, Callable[[Trace, Session, int], Sentences]] = {
    "tokenize": _tokenize, "embed": _embed, "position": _position, "project": _project,
    "score": _score, "scale": _scale, "mask": _mask, "softmax": _softmax, "sum": _sum,
    "heads": _heads,
}  # fmt: skip
