"""Beside the tokens: how the word under the cursor fell into its pieces."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from attn_tui.view.labels import cut
from attn_tui.view.pieces import PieceStory, State
from attn_tui.widgets.prose import wrapped

Part = str | tuple[str, str]

LONGEST_PIECE = 20
NOTE_LINES = 3


class PieceSteps(Widget):
    """The word, what is done to it, and a line for each state; of many the first and the last."""

    DEFAULT_CSS = """
    PieceSteps { height: 1fr; padding: 0 1; display: none; }
    """

    story: reactive[PieceStory | None] = reactive(None)

    def watch_story(self, story: PieceStory | None) -> None:
        """Only the step that has a story takes room for it."""
        self.display = story is not None

    def render(self) -> Content:
        """As many lines as the widget is high."""
        story, width = self.story, self.content_size.width
        if story is None:
            return Content("")
        lines: list[list[Part]] = [[(cut(story.word, width), "bold $accent")]]
        lines += [[(line, "$secondary")] for line in wrapped(story.note, width, NOTE_LINES)]
        lines.append([])
        after: list[list[Part]] = []
        if story.bytes:
            said = wrapped(f"bytes {story.bytes}", width, NOTE_LINES)
            after.append([])
            after.extend([(line, "$secondary")] for line in said)
        room = max(1, self.content_size.height - len(lines) - len(after))
        lines += _state_lines(story, width, room) + after
        return Content("\n").join(Content.assemble(*line) for line in lines)


def _state_lines(story: PieceStory, width: int, room: int) -> list[list[Part]]:
    """The states, one a line; those in the middle are left out where there is no room."""
    states, last = story.states, len(story.states) - 1
    lines = [
        _state_line(state, story.chosen if place == last else None, width)
        for place, state in enumerate(states)
    ]
    if len(lines) <= room:
        return lines
    first = max(0, (room - 1) // 2)
    end = room - 1 - first
    return [*lines[:first], [(f"⋮ {len(lines) - first - end} more", "$secondary")], *lines[-end:]]


def _state_line(state: State, chosen: int | None, width: int) -> list[Part]:
    """The pieces side by side on grounds of their own: the new one lit, the cursor's as its cell."""
    parts: list[Part] = []
    used = 0
    texts = [cut(piece, LONGEST_PIECE) for piece in state.pieces]
    roomy = sum(map(cell_len, texts)) + 3 * len(texts) <= width
    for place, piece in enumerate(texts):
        text = f" {piece} " if roomy else piece
        if used + cell_len(text) > width - 2 and place:
            return [*parts, ("…", "$secondary")]
        look = "$foreground on $panel"
        if place == chosen:
            look = "bold $background on $accent"
        elif place == state.new:
            look = "bold $accent on $panel"
        parts += [(text, look), " "]
        used += cell_len(text) + 1
    return parts
