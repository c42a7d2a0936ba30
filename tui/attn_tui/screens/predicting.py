"""A walk in which a row can be predicted: it is veiled, and what was typed is compared with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events

from attn_tui.keymap import keymap_of
from attn_tui.keys import COMPUTE, STEP, WALK_KEYS
from attn_tui.screens.taken_walk import TakenWalk
from attn_tui.view.task_state import TYPED

if TYPE_CHECKING:
    from attn_tui.computing import Models
    from attn_tui.view.prediction import Prediction
    from attn_tui.view.session import Session

UNCHECKED = "Enter checks it, Esc gives it up; then go on."
ALREADY = "You are predicting this row already: Enter checks it, Esc gives it up."

LEAVING = tuple(
    key for key in WALK_KEYS if key.group in {STEP, COMPUTE} or key.action.startswith("change")
)
"""The keys that would lead away from what is typed."""


class PredictingScreen(TakenWalk):
    """`prediction` is the row that is veiled and what was typed for it; None while all is shown."""

    def __init__(self, session: Session, models: Models | None = None) -> None:
        super().__init__(session, models)
        self.prediction: Prediction | None = None

    def action_predict(self) -> None:
        """Veil the row of the cursor and ask what it holds; a prediction that is on goes on."""
        if self.frame is None:
            return
        if self.prediction is not None:
            self.tell(*self.frame.prose[:1], ALREADY)
            return
        if self.session.pane is not None:
            key = keymap_of(self.app).said(WALK_KEYS, "predict")
            self.tell(f"Nothing can be hidden here: go to a step with 0 to 9, then press {key}.")
            return
        if self.session.step == "tokenize":
            key = keymap_of(self.app).said(WALK_KEYS, "next_step")
            self.tell(f"An id is only a name, there is nothing to predict: go on with {key}.")
            return
        self._predict("", row=self.frame.board.cursor[0])

    def _predict(self, typed: str, row: int | None = None) -> None:
        from attn_tui.view.prediction import Prediction  # noqa: PLC0415 - numpy

        if row is None:
            row = self.prediction.row if self.prediction else self.session.row
        self.prediction = Prediction(row, typed)
        self._show()

    def on_key(self, event: events.Key) -> None:
        """While predicting, figures are typed, Enter checks and Esc gives up.

        What is typed is not lost by a key that leads elsewhere.
        """
        if self.prediction is None:
            return
        typed = self.prediction.typed
        if event.character and event.character in TYPED:
            self._predict(typed + event.character)
        elif event.key == "backspace":
            self._predict(typed[:-1])
        elif event.key == "enter":
            self._check()
        elif event.key == "escape":
            self.prediction = None
            self._show()
        elif typed and event.key in keymap_of(self.app).keys_of(LEAVING):
            said = self.frame.prose[:1] if self.frame else ()
            self.tell(*said, UNCHECKED)
        else:
            return
        event.stop()

    def _check(self) -> None:
        """Lift the veil and say how far off the guess was; a guess that is no number stays."""
        from attn_tui.view.prediction import judge  # noqa: PLC0415 - numpy

        if not (self.trace and self.frame and self.prediction):
            return
        try:
            verdict = judge(self.trace, self.session, self.frame.board, self.prediction)
        except ValueError as error:
            self.tell(str(error))
            return
        self.prediction = None
        self._show()
        self.tell(*verdict)
