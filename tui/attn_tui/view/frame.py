"""All that the walk shows at one moment, made in one place from a trace and a session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from attn_tui.view.arithmetic import Arithmetic, arithmetic_of
from attn_tui.view.asides import asides_of
from attn_tui.view.boards import board_of
from attn_tui.view.narration import narration_of
from attn_tui.view.pieces import PieceStory, story_of
from attn_tui.view.plots import plot_of
from attn_tui.view.prediction import Prediction, prompt_of
from attn_tui.view.sentence import Word, words_of
from attn_tui.view.status import status_of

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.board import Board
    from attn_tui.view.plot_spec import PlotSpec
    from attn_tui.view.session import Session


@dataclass(frozen=True, eq=False)
class Frame:
    """What each pane shows; `plot` is None while a prediction veils what it would give away.

    `pieces` tells how the cursor's word was cut, in the step that cuts.
    """

    status: tuple[str, ...]
    words: tuple[Word, ...]
    board: Board
    arithmetic: Arithmetic
    veiled: bool
    prose: tuple[str, ...]
    pieces: PieceStory | None
    plot: PlotSpec | None


def frame_of(trace: Trace, session: Session, prediction: Prediction | None = None) -> Frame:
    """The frame of a session; with a prediction the predicted row is veiled in every pane."""
    veiled = prediction is not None
    board = board_of(trace, session, prediction.row if prediction else None)
    return Frame(
        status=status_of(trace, session),
        words=words_of(trace, session, veiled),
        board=board,
        arithmetic=arithmetic_of(trace, session, board),
        veiled=veiled,
        prose=prompt_of(board, prediction) if prediction else told_of(trace, session),
        pieces=story_of(trace, session) if session.step == "tokenize" else None,
        plot=None if veiled else plot_of(trace, session),
    )


def told_of(trace: Trace, session: Session) -> tuple[str, ...]:
    """The two sentences of the step, and a third where the model does more than the step shows."""
    return (*narration_of(trace, session), *asides_of(trace, session))
