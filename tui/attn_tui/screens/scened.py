"""A walk that is set as a scene has it, and in whose matrices a cell can be asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from attn_tui.screens.walk import WalkScreen
from attn_tui.view.scene import placed, row_of, session_of, shows
from attn_tui.widgets.walk_panes import WalkPanes

if TYPE_CHECKING:
    from attn_lessons.lesson import CellAsk, Show
    from attn_tui.computing import Models
    from attn_tui.view.session import Session


class ScenedScreen(WalkScreen):
    """Shows a scene, then whatever the keys of the walk make of it.

    While a cell is `pointing` at, its values are veiled, and the cursor stays where it is asked for.
    """

    def __init__(self, scene: Show, session: Session, models: Models | None = None) -> None:
        super().__init__(session_of(scene, session), models)
        self.placing: Show | None = scene
        self.pointing = False

    # What a screen does at these moments

    def scene_placed(self, scene: Show) -> None:
        """The scene was computed and is about to be shown."""
        raise NotImplementedError

    def panes_changed(self) -> None:
        """The learner has changed what the panes show."""
        raise NotImplementedError

    # From the scene to the panes

    def set_scene(self, scene: Show, matrix: str | None = None) -> None:
        """Let the panes show a scene; its cell is found when its trace is there."""
        self.placing = scene
        self.want(session_of(scene, self.wanted, matrix))

    def trace_arrived(self) -> None:
        """Put the cursor where the scene has it, then show the panes."""
        changed = not self._place()
        super().trace_arrived()
        if changed:
            self.panes_changed()

    def session_changed(self) -> None:
        """Put the cursor where the scene has it; a key of the walk ends the pointing."""
        changed = not self._place()
        if changed:
            self.leave_pointing()
        super().session_changed()
        if changed:
            self.panes_changed()

    def trace_failed(self, sentence: str) -> None:
        """Say why; what was to be pointed at is not there."""
        self.placing = None
        self.leave_pointing()
        super().trace_failed(sentence)

    def _place(self) -> bool:
        """Put the cursor where the scene has it, if one is still to be shown; whether it was."""
        if self.placing is None or self.trace is None:
            return False
        scene, self.placing = self.placing, None
        self.session = self.wanted = placed(scene, self.session, self.trace)
        self.scene_placed(scene)
        return True

    # A cell is pointed at

    def ask_for_cell(self, ask: CellAsk, scene: Show) -> None:
        """Begin to point, in the matrix that is asked about."""
        there = ask.reference.scene(replace(scene, cell=None, plot=None))
        if self.trace is not None and shows(self.session, there):
            self.point(ask, scene)
        else:
            self.set_scene(there, ask.reference.matrix)

    def point(self, ask: CellAsk, scene: Show) -> None:
        """Begin to point in what is shown: in the row that is asked about, its values veiled."""
        if self.trace is None or self.frame is None:
            return
        there = ask.reference.scene(scene)
        row = row_of(ask.reference.row, there, self.trace, ask.reference.matrix)
        self.session = self.wanted = self.session.at(row, self.session.column)
        self.pointing = True
        self._predict("", row=row)

    def leave_pointing(self) -> None:
        """Lift the veil; it is shown with the next frame."""
        self.pointing = False
        self.prediction = None

    def _show(self) -> None:
        """The panes say what is pointed at; what to press stands on the page."""
        super()._show()
        if self.pointing and self.frame and self.prediction:
            self.query_one(WalkPanes).say(self.frame.prose[0])
