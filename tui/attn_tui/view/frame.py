"""All that the walk shows at one moment, made in one place from a trace and a session."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from attn_tui.view.arithmetic import Arithmetic, arithmetic_of
from attn_tui.view.asides import asides_of
from attn_tui.view.boards import board_of
from attn_tui.view.narration import narration_of
from attn_tui.view.panes import pane_of
from attn_tui.view.pieces import PieceStory, story_of
from attn_tui.view.plots import plot_of
from attn_tui.view.prediction import Prediction, prompt_of
from attn_tui.view.sentence import Word, key_words_of, words_of
from attn_tui.view.status import status_of
from attn_tui.view.titles import PANES

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.board import Board
    from attn_tui.view.plot_spec import PlotSpec
    from attn_tui.view.session import Session


@dataclass(frozen=True, eq=False)
class Frame:
    """What each pane shows; `key_words` are those of another text that keys come from.

    `plot` is None while a prediction veils what it would give away; `plot_first` says that it is to be
    shown where only one of board and plot fits. `pieces` tells how the cursor's word was cut, in the
    step that cuts.
    """

    status: tuple[str, ...]
    words: tuple[Word, ...]
    key_words: tuple[Word, ...]
    board: Board
    arithmetic: Arithmetic
    veiled: bool
    prose: tuple[str, ...]
    pieces: PieceStory | None
    plot: PlotSpec | None
    plot_first: bool = False


def frame_of(trace: Trace, session: Session, prediction: Prediction | None = None) -> Frame:
    """The frame of a session; with a prediction the predicted row is veiled in every pane.

    The session's picture is shown in place of the step, unless the step is predicted. A picture that
    can show nothing of the text says why, and the step is shown.
    """
    if session.pane is not None and prediction is None:
        try:
            return _picture_of(trace, session, session.pane)
        except ValueError as error:
            stepped = frame_of(trace, replace(session, pane=None))
            return replace(stepped, prose=(f"{error}.",))
    veiled = prediction is not None
    board = board_of(trace, session, prediction.row if prediction else None)
    if veiled and board.left is not None and board.left.kind == "one-hot":
        # A row that is looked up is the result's own, and would be lit.
        board = board.alone
    return Frame(
        status=status_of(trace, session),
        words=words_of(trace, session, veiled),
        key_words=key_words_of(trace, session, veiled),
        board=board,
        arithmetic=arithmetic_of(trace, session, board),
        veiled=veiled,
        prose=prompt_of(board, prediction) if prediction else told_of(trace, session),
        pieces=story_of(trace, session) if session.step == "tokenize" else None,
        plot=None if veiled else plot_of(trace, session),
        plot_first=bool(session.plot) and not veiled,
    )


def veiled_frame(trace: Trace, session: Session, row: int | None) -> Frame:
    """The frame of a session, with a row of its result hidden if one is to be."""
    return frame_of(trace, session, None if row is None else Prediction(row))


def _picture_of(trace: Trace, session: Session, name: str) -> Frame:
    view = pane_of(name, session.pane_options, trace, session)
    return Frame(
        status=(dict(PANES)[name], *status_of(trace, session)),
        words=words_of(trace, session),
        key_words=key_words_of(trace, session),
        board=view.board,
        arithmetic=view.arithmetic,
        veiled=False,
        prose=view.prose,
        pieces=None,
        plot=view.plot,
        plot_first=view.plot_first if session.plot is None else session.plot,
    )


def told_of(trace: Trace, session: Session) -> tuple[str, ...]:
    """The two sentences of the step, and a third where the model does more than the step shows."""
    return (*narration_of(trace, session), *asides_of(trace, session))
