"""Seven words in a plane, and where plain attention moves "bank" among those of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from attn_engine import attend
from attn_engine.corpus import words_of
from attn_tui.view.board import Board
from attn_tui.view.narration import quoted
from attn_tui.view.numbers import percent
from attn_tui.view.panes.pane_view import (
    Options,
    PaneView,
    grid,
    held,
    product_terms,
    summed,
)
from attn_tui.view.plot_spec import Plane, Point

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session

POINTS: dict[str, tuple[float, float]] = {
    "bank": (4.5, 4.5),
    "money": (0.5, 3.0),
    "deposit": (1.5, 1.2),
    "withdraw": (2.5, 0.5),
    "nature": (6.0, 8.0),
    "river": (7.5, 7.5),
    "water": (8.0, 5.5),
}
"""Drawn for the course: money lies to the lower left, nature to the upper right."""

LEAST_MOVE, LEAST_SHARE = 0.05, 0.005
"""What is less is written as nothing."""


def plane(options: Options, trace: Trace, session: Session) -> PaneView:
    """The plane with the move of the cursor's word, computed among the words that stand with it."""
    words = _together(options, trace)
    places = np.array([POINTS[word] for word in words])
    weights = plane_weights(places)
    moved = weights @ places
    axes = ("x", "y")
    result = grid("Z", moved, ("query", words), ("axis", axes), bound=8.0)
    board = Board(
        result,
        held(session.pane_cell, result),
        left=grid("A", weights, ("query", words), ("key", words), kind="weights"),
        top=grid("V", places, ("key", words), ("axis", axes), bound=8.0),
    )
    row = board.cursor[0]
    who, goal = quoted(words[row]), (float(moved[row, 0]), float(moved[row, 1]))
    return PaneView(
        board,
        Plane(
            title=_title(who, places[row], goal, len(words)),
            x_name="x",
            y_name="y",
            points=tuple(Point(word, *place) for word, place in POINTS.items()),
            cursor=list(POINTS).index(words[row]),
            goal=goal if len(words) > 1 else None,
        ),
        (
            _shares(words, weights[row]),
            "Plain attention: softmax(x·x / √2), x measured from the middle of the seven.",
        ),
        summed(board, "A·V", product_terms(board)),
        plot_first=True,
    )


def plane_weights(places: NDArray[Any]) -> NDArray[Any]:
    """The weights of plain attention among points of the plane: (n, n). places: (n, 2).

    Queries and keys are the points themselves, measured from the middle of all seven: a dot product
    asks for an origin, and the corner of the paper is none that means anything.
    """
    x = (places - np.mean(list(POINTS.values()), axis=0))[None]
    weights: NDArray[Any] = attend(x, x, x).weights[0]
    return weights


def _together(options: Options, trace: Trace) -> tuple[str, ...]:
    """The words of the plane that the text has, or those that the lesson names; bank always."""
    asked = options.texts("words", words_of(trace.text) or ("bank",), most=10_000)
    if "words" in options.given:
        for word in asked:
            if word not in POINTS:
                raise ValueError(f"{word!r} is not in the plane; there are {', '.join(POINTS)}")
    return tuple(word for word in POINTS if word == "bank" or word in asked)


def _title(who: str, start: NDArray[Any], goal: tuple[float, float], count: int) -> str:
    x, y = start.tolist()
    if count == 1:
        return f"{who} at ({x:.1f}, {y:.1f}), and no other word of the plane in the text"
    if np.abs(start - goal).max() < LEAST_MOVE:
        return f"{who} stays at ({x:.1f}, {y:.1f})"
    return f"{who} moves from ({x:.1f}, {y:.1f}) to ({goal[0]:.1f}, {goal[1]:.1f})"


def _shares(words: tuple[str, ...], weights: NDArray[Any]) -> str:
    """Who gives how much to the new place of the word."""
    if len(words) == 1:
        return "The text has no other word of the plane: bank keeps all of itself and stays."
    ranked = sorted(zip(words, weights.tolist(), strict=True), key=lambda each: -each[1])
    told = ", ".join(
        f"{percent(weight)} of {word}" for word, weight in ranked if weight >= LEAST_SHARE
    )
    return f"The new place is made of {told}."
