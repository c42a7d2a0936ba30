"""The home screen: what this is, sentences to walk through, a line for one's own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical

from attn_lessons import Sentence, sentences
from attn_tui.keys import HOME_KEYS, bindings, hints
from attn_tui.screens.sized import SizedScreen
from attn_tui.text_input import accept_text
from attn_tui.widgets.choices import Choices
from attn_tui.widgets.key_hints import KeyHints
from attn_tui.widgets.prose import Prose
from attn_tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from attn_tui.tracing import Tracer
    from attn_tui.view.session import Session
    from attn_tui.widgets.text_line import TextLine

WELCOME = (
    "Learn self-attention by standing inside it.",
    "Ten steps from text to attention, every number real, the arithmetic of every cell a key away.",
)


class HomeScreen(SizedScreen):
    """Opens the walk on the chosen sentence; `defaults` says how it is computed."""

    KEYS = HOME_KEYS
    BINDINGS = bindings(HOME_KEYS)

    def __init__(self, defaults: Session, tracer: Tracer | None = None) -> None:
        super().__init__()
        self.defaults = defaults
        self.tracer = tracer
        self.offered: tuple[Sentence, ...] = sentences()

    def compose(self) -> ComposeResult:
        """A welcome, the sentences, the keys."""
        yield TitleBar()
        with Vertical(id="home"):
            yield Prose(id="welcome")
            yield Choices(tuple((sentence.text, sentence.why) for sentence in self.offered))
            yield Prose(id="notice")
        yield KeyHints()

    def on_mount(self) -> None:
        """Say what this is."""
        self.query_one(TitleBar).facts = (f"model {self.defaults.model}",)
        self.query_one("#welcome", Prose).sentences = WELCOME
        self.query_one(KeyHints).hints = hints(HOME_KEYS)

    def action_move(self, by: int) -> None:
        """Choose another sentence."""
        self.query_one(Choices).move(by)

    def action_walk(self) -> None:
        """Walk through the chosen sentence."""
        self._walk(self.offered[self.query_one(Choices).chosen].text)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        """Walk through a clicked sentence."""
        self._walk(self.offered[message.index].text)

    def _walk(self, text: str) -> None:
        from attn_tui.screens.walk import WalkScreen  # noqa: PLC0415 - the walk's widgets are costly

        self.app.switch_screen(WalkScreen(replace(self.defaults, text=text), self.tracer))

    def action_edit(self) -> None:
        """Open a line for a sentence of one's own."""
        from attn_tui.widgets.text_line import TextLine  # noqa: PLC0415 - an Input is costly

        if not self.query(TextLine):
            line = TextLine("")
            self.query_one("#home").mount(line, before=self.query_one("#notice"))
            line.focus()

    def on_text_line_entered(self, message: TextLine.Entered) -> None:
        """Walk through it, or say what is wrong with it."""
        try:
            self._walk(accept_text(message.text))
        except ValueError as error:
            notice = self.query_one("#notice", Prose)
            notice.told, notice.sentences = True, (str(error),)

    def on_text_line_cancelled(self) -> None:
        """Back to the list."""
        self.query("TextLine").remove()
        self.query_one("#notice", Prose).sentences = ()

    def action_help(self) -> None:
        """Show every key."""
        from attn_tui.screens.help import HelpScreen  # noqa: PLC0415

        self.app.push_screen(HelpScreen(HOME_KEYS))
