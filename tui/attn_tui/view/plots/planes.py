"""Tokens as points: where the embedding puts them, and where attention moves the cursor's token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from attn_tui.view.plot_spec import Bars, Plane, Point, Series
from attn_tui.view.plots.wording import entropy, numbers, token
from attn_tui.view.specials import whole_row

if TYPE_CHECKING:
    from attn_engine import Matrix, Trace
    from attn_tui.view.session import Session

LEAST_MOVE = 0.005
"""A smaller step along a dimension is none: it would be written as 0.00."""

MOST_POINTS = 48
"""Of more tokens the plane shows those around the cursor."""


def embedding(trace: Trace, session: Session) -> Plane:
    """The rows of X in the plane of the two named dimensions in which they differ most.

    Where dimensions have no names, in the plane of their first two principal components.
    """
    x = trace["embed"]["x"]
    first, last = _window(len(trace.tokens), session.row)
    shown = x.values[first:last]
    axes = _plane(trace, np.zeros(x.shape[1]))
    if axes:
        places, names = shown[:, axes], _names(x, axes)
        title = f"Where the embedding puts {token(trace, session.row)}: {names[0]} and {names[1]}"
    else:
        places, share = principal_components(shown)
        names = ("component 0", "component 1")
        title = f"The vectors in X: their first two principal components, {share:.0%} of the spread"
    return Plane(
        title=title,
        x_name=names[0],
        y_name=names[1],
        points=_points(trace, places, first),
        cursor=session.row - first,
        remark=_which(first, last, len(trace.tokens)),
    )


def move(trace: Trace, session: Session) -> Plane | Bars:
    """The move of the cursor's token, in the plane of the two dimensions in which it moves most.

    Where dimensions have no names, how widely each head spreads the token's attention instead.
    """
    before, after = _before_and_after(trace)
    step = after[session.row] - before[session.row]
    axes = _plane(trace, step)
    if not axes:
        return _focus(trace, session)
    first, last = _window(len(trace.tokens), session.row)
    names = _names(trace["heads"]["y"], axes)
    goal = after[session.row, axes]
    return Plane(
        title=_moved(token(trace, session.row), step[axes], names),
        x_name=names[0],
        y_name=names[1],
        points=_points(trace, before[first:last][:, axes], first),
        cursor=session.row - first,
        goal=(float(goal[0]), float(goal[1])),
        remark=_which(first, last, len(trace.tokens)),
    )


def principal_components(vectors: NDArray[Any]) -> tuple[NDArray[Any], float]:
    """The first two principal components of the vectors and the share of the spread they carry.

    vectors: (n, d); result: (n, 2) and 0..1. Found in the Gram matrix (n, n), which is small
    (Schölkopf, Smola and Müller 1998, with a linear kernel). The entry of a component that is
    largest in magnitude is made positive, so that the picture does not flip. A vector that is not
    finite has no place: nan.
    """
    found = np.full((len(vectors), 2), np.nan)
    known = np.isfinite(vectors).all(axis=1)
    if not known.any():
        return found, 1.0
    centred = np.asarray(vectors[known], dtype=float)
    centred = centred - centred.mean(axis=0)
    sizes, directions = np.linalg.eigh(centred @ centred.T)
    sizes = np.maximum(sizes[::-1], 0.0)
    places = np.zeros((len(centred), 2))
    for axis in range(min(2, len(centred))):
        place = directions[:, -1 - axis] * np.sqrt(sizes[axis])
        places[:, axis] = place * (-1 if place[np.argmax(np.abs(place))] < 0 else 1)
    found[known] = places
    total = float(sizes.sum())
    return found, float(sizes[:2].sum()) / total if total > 0 else 1.0


def _before_and_after(trace: Trace) -> tuple[NDArray[Any], NDArray[Any]]:
    """The vectors that enter the layer and those that leave it; plain attention replaces them."""
    stage = trace["heads"]
    if trace.variant == "plain":
        return trace["project"]["h"].values, stage["y"].values
    return stage["h"].values, stage["out"].values


def _focus(trace: Trace, session: Session) -> Bars:
    whole, place = whole_row(trace, session.row)
    weights = whole["softmax"]["weights"]
    allowed = int((whole["mask"]["mask"].values[place] == 0).sum())
    bits = entropy(weights.values[:, place])
    return Bars(
        title=f"How widely each head spreads the attention of {token(trace, session.row)}",
        x_name="head",
        y_name="entropy in bits",
        labels=weights.labels[0],
        series=(Series("entropy", numbers(bits)),),
        cursor=session.head,
        remark=f"0 bits: one key, {np.log2(max(allowed, 1)):.2f} bits: {allowed} keys alike",
    )


def _plane(trace: Trace, step: NDArray[Any]) -> list[int]:
    """The two named dimensions with the largest step, then spread in X; [] where none have names.

    step: (d_model,). The dimensions that carry positions say nothing of meaning and don't count.
    """
    x = trace["embed"]["x"]
    carries_position = np.abs(trace["position"]["p"].values).max(axis=0) > 0
    named = [
        at for at, name in enumerate(x.labels[1]) if not name.isdigit() and not carries_position[at]
    ]
    if len(named) < 2:
        return []
    size = np.where(np.abs(step) < LEAST_MOVE, 0.0, np.abs(step))
    spread = x.values.std(axis=0)
    return sorted(sorted(named, key=lambda at: (-size[at], -spread[at]))[:2])


def _moved(who: str, step: NDArray[Any], names: tuple[str, str]) -> str:
    gain, loss = float(step.max()), -float(step.min())
    if max(gain, loss) < LEAST_MOVE:
        return f"{who} stays where it was"
    # Of a gain and a loss alike, what the token comes nearer to says more.
    toward = gain >= 0.9 * loss
    most = names[int(np.argmax(step) if toward else np.argmin(step))]
    direction = "toward" if toward else "away from"
    return f"{who} moves by ({step[0]:+.2f}, {step[1]:+.2f}), {direction} {most}"


def _names(matrix: Matrix, axes: list[int]) -> tuple[str, str]:
    first, second = (matrix.labels[1][at] for at in axes)
    return first, second


def _points(trace: Trace, places: NDArray[Any], first: int) -> tuple[Point, ...]:
    tokens = trace.tokens[first : first + len(places)]
    return tuple(
        Point(token.text, float(x), float(y))
        for token, (x, y) in zip(tokens, places.tolist(), strict=True)
    )


def _window(count: int, row: int) -> tuple[int, int]:
    first = max(0, min(row - MOST_POINTS // 2, count - MOST_POINTS))
    return first, min(count, first + MOST_POINTS)


def _which(first: int, last: int, count: int) -> str:
    return f"tokens {first}-{last - 1} of {count}" if last - first < count else ""
