"""A panel for static meaning: the words nearest to a word or a sum of words in the input table."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from attn_tui.screens.framed import FramedScreen
from attn_tui.view.neighbours import EXAMPLE, Neighbours, neighbours_of
from attn_tui.view.safe_text import visible
from attn_tui.widgets.neighbour_bars import NeighbourBars
from attn_tui.widgets.text_line import TextLine

if TYPE_CHECKING:
    from attn_engine import Model


class MeaningScreen(FramedScreen[None]):
    """Begins with the word `asked`; Enter asks for what stands in the line."""

    DEFAULT_CSS = """
    MeaningScreen TextLine { margin-bottom: 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back", show=False)]

    def __init__(self, model: Model, asked: str) -> None:
        super().__init__()
        self.model = model
        self.asked = asked

    def compose(self) -> ComposeResult:
        """The line to ask in, the answer below it."""
        rows, width = self.model.table.shape
        heading = (
            f"Words by their rows of W_E alone ({rows:,} × {width}, {self.model.name}): "
            "no attention yet"
        )
        with Vertical():
            yield Static(Content(visible(heading)), classes="heading")
            yield TextLine(self.asked, f"A word, or a sum such as {EXAMPLE}", selected=True)
            yield NeighbourBars()
            yield Static(Content(f"Enter ask, as in {EXAMPLE}   Esc back"), classes="leave")

    def on_mount(self) -> None:
        """Ask for the word at once."""
        self.query_one(TextLine).focus()
        self._ask(self.asked)

    def on_text_line_entered(self, message: TextLine.Entered) -> None:
        """Ask for what was typed."""
        self._ask(message.text)

    def _ask(self, asked: str) -> None:
        bars = self.query_one(NeighbourBars)
        try:
            bars.found = neighbours_of(self.model, asked)
        except ValueError as error:
            bars.found = Neighbours((), str(error))

    def on_text_line_cancelled(self) -> None:
        """Esc leaves the panel."""
        self.action_leave()
