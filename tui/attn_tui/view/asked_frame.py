"""What the panes show while a question is open, and what they show once a task is over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from attn_lessons.lesson import CellAsk, NumberAsk
from attn_tui.view.frame import frame_of, veiled_frame
from attn_tui.view.scene import answered_scene, asked_row

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_lessons.lesson import Ask, Show
    from attn_tui.view.frame import Frame
    from attn_tui.view.prediction import Prediction
    from attn_tui.view.session import Session

QUIET = "What the panes say, and their plot, come with the answer."


def asked_frame(
    trace: Trace, session: Session, ask: Ask, scene: Show, pointing: Prediction | None = None
) -> Frame:
    """The frame while a question is open: its answer stands neither in a sentence nor in a plot.

    `scene` is that of the step; `pointing` is the row in which a cell is being pointed at.
    """
    if pointing is not None:
        frame = frame_of(trace, session, pointing)
    else:
        frame = veiled_frame(trace, session, asked_row(ask, scene, session, trace))
        frame = replace(frame, prose=(QUIET,), plot=None, plot_first=False)
    alone = frame.veiled and not isinstance(ask, CellAsk)
    if alone or not session.operands:
        frame = replace(frame, board=frame.board.alone)
    return frame


def scene_after(ask: Ask, scene: Show, skipped: bool) -> Show | None:
    """What is shown once a task is over; None if the panes stay as they are."""
    if ask.then is None and (skipped or isinstance(ask, NumberAsk)):
        return answered_scene(ask, scene)
    return ask.then
