"""The ten steps in a line, the present one marked."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from attn_tui.view.titles import STEP_KEYS, STEPS


class StepRail(Widget):
    """Digits with titles where there is room, else digits and the title of the present step."""

    DEFAULT_CSS = """
    StepRail { height: 1; width: 1fr; padding: 0 1; }
    """

    step: reactive[str] = reactive("tokenize")

    @dataclass
    class Picked(Message):
        """A step was clicked."""

        step: str

    def _labels(self) -> list[str]:
        whole = [f" {place} {title} " for place, (_, title) in enumerate(STEPS)]
        if sum(map(len, whole)) <= self.content_size.width:
            return whole
        return [
            f" {place} {title} " if key == self.step else f" {place} "
            for place, (key, title) in enumerate(STEPS)
        ]

    def render(self) -> Content:
        """The rail; steps behind the learner are brighter than those ahead."""
        here = STEP_KEYS.index(self.step)
        parts: list[tuple[str, str]] = []
        for place, label in enumerate(self._labels()):
            if place == here:
                style = "bold $background on $accent"
            else:
                style = "$foreground" if place < here else "$secondary"
            parts.append((label, style))
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        """Tell which step was clicked."""
        at = event.x - 1
        for (key, _), label in zip(STEPS, self._labels(), strict=True):
            if 0 <= at < len(label):
                self.post_message(self.Picked(key))
                return
            at -= len(label)
