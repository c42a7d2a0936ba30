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
Line = list[Part]

LONGEST_PIECE = 20
NOTE_LINES = 3
ARROW_ROOM = 2


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
        if self.story is None:
            return Content("")
        lines = _story_lines(self.story, self.content_size.width, self.content_size.height)
        return Content("\n").join(Content.assemble(*line) for line in lines)


def _story_lines(story: PieceStory, width: int, height: int) -> list[Line]:
    """The word, what is done to it, and its states: a line each, or in a row where that is too much."""
    word: list[Line] = [[(cut(story.word, width), "bold $accent")]]
    note: list[Line] = [[(line, "$secondary")] for line in wrapped(story.note, width, NOTE_LINES)]
    after: list[Line] = []
    if story.bytes:
        said = wrapped(f"bytes {story.bytes}", width, NOTE_LINES)
        after.append([])
        after += [[(line, "$secondary")] for line in said]
    roomy = height - len(word) - len(note) - 1 - len(after)
    if len(story.states) <= roomy:
        return [*word, *note, [], *_state_lines(story, width, roomy), *after]
    row = _in_a_row(story, width)
    for above, below in ((word + note, after), (word + note, []), (word, [])):
        if len(above) + len(row) + len(below) <= height:
            return [*above, *row, *below]
    return [*word, *_state_lines(story, width, max(1, height - len(word)))]


def _in_a_row(story: PieceStory, width: int) -> list[Line]:
    """The states one after another, an arrow between them, in as many lines as that takes."""
    last = len(story.states) - 1
    lines: list[Line] = [[]]
    used = 0
    for place, state in enumerate(story.states):
        shown = _state_line(state, story.chosen if place == last else None, width - ARROW_ROOM)
        size = sum(cell_len(part if isinstance(part, str) else part[0]) for part in shown)
        if used and used + size + ARROW_ROOM > width:
            lines.append([])
            used = 0
        arrow: Line = [("→ ", "$secondary")] if place else []
        lines[-1] += [*arrow, *shown]
        used += size + (ARROW_ROOM if place else 0)
    return lines


def _state_lines(story: PieceStory, width: int, room: int) -> list[Line]:
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


def _state_line(state: State, chosen: int | None, width: int) -> Line:
    """The pieces side by side on grounds of their own: the new one lit, the cursor's as its cell."""
    parts: Line = []
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
