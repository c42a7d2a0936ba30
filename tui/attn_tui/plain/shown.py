"""What is shown beside a step: read out, and veiled as on the screen while a question is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attn_tui.plain.looking import CHANGING, Looking
from attn_tui.plain.panes import all_lines, cell_line, quiet_lines, row_lines, scene_lines
from attn_tui.view.asked_frame import asked_frame
from attn_tui.view.scene import QUESTIONS

if TYPE_CHECKING:
    from attn_lessons.lesson import Ask, Show
    from attn_tui.computing import Models
    from attn_tui.view.frame import Frame
    from attn_tui.view.session import Session

MOST_TERMS = 40


class Shown:
    """Holds what is looked at, and what was told of it last, so that nothing is told twice."""

    def __init__(self, models: Models) -> None:
        self.looking = Looking(models=models)
        self._told: Session | None = None
        self._veiled = False

    def frame(self, ask: Ask | None, scene: Show) -> Frame:
        """What is seen while a task is open in a step with that scene, or none."""
        looking = self.looking
        if looking.trace is not None and ask is not None and isinstance(ask, QUESTIONS):
            return asked_frame(looking.trace, looking.session, ask, scene)
        return looking.frame

    def lines(self, ask: Ask | None, scene: Show, whole: bool = False) -> list[str]:
        """All that is seen; `whole` tells again what was told before."""
        frame, session = self.frame(ask, scene), self.looking.session
        before = None if whole else self._told
        unveiled = self._veiled and not frame.veiled
        self._told, self._veiled = session, frame.veiled
        assert self.looking.trace is not None
        return scene_lines(self.looking.trace, session, frame, before, unveiled)

    def after_answer(self, scene: Show | None, ask: Ask | None, here: Show) -> list[str]:
        """What comes into sight with an answer: another scene, or what the question kept quiet.

        `ask` is the task that is open now, in a step with the scene `here`.
        """
        if scene is not None:
            self.looking.set_scene(scene)
            return self.lines(ask, here)
        return [] if ask else quiet_lines(self.looking.frame, self.looking.session)

    def obey(self, name: str, rest: str, ask: Ask | None, scene: Show) -> list[str]:
        """Do a command that looks; ValueError, one sentence, if it cannot be done."""
        if name == "near":
            return [self.looking.near(rest)]
        if name == "restore":
            self.looking.set_scene(scene)
            return self.lines(ask, scene)
        if name in CHANGING:
            self.looking.change(name, rest)
        frame = self.frame(ask, scene)
        if name == "all":
            return all_lines(frame)
        if name == "row":
            return row_lines(frame)
        if name == "cell":
            return [cell_line(frame, MOST_TERMS)]
        return self.lines(ask, scene, whole=name == "show" and not rest)


LOOKS = frozenset({*CHANGING, "near", "restore", "all"})
"""The commands that look at something."""
