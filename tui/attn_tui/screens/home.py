"""The home screen: what this is, sentences to walk through, a line for one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from attn_lessons import Sentence, sentences
from attn_tui.keys import HOME_KEYS, bindings, hints
from attn_tui.screens.asked import WalkAsked
from attn_tui.screens.sized import SizedScreen
from attn_tui.text_input import accept_text
from attn_tui.view.titles import STEP_KEYS
from attn_tui.widgets.choices import Choices
from attn_tui.widgets.key_hints import KeyHints
from attn_tui.widgets.prose import Prose
from attn_tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from attn_tui.widgets.text_line import TextLine

WELCOME = "Learn self-attention by standing inside it."
PROMISE = "Ten steps lead from a sentence to what one attention layer makes of it:"
STEPS_IN_A_ROW = "  ".join(STEP_KEYS)
OFFER = "Choose a sentence, or type your own with /"


class HomeScreen(SizedScreen):
    """Asks for the walk on the chosen sentence, computed by `model`."""

    KEYS = HOME_KEYS
    BINDINGS: ClassVar[list[BindingType]] = bindings(HOME_KEYS)
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, model: str) -> None:
        super().__init__()
        self.model = model
        self.offered: tuple[Sentence, ...] = sentences()

    def compose(self) -> ComposeResult:
        """A welcome, the sentences, the keys."""
        yield TitleBar()
        with Vertical(id="home"):
            yield Static(Content.styled(WELCOME, "bold"))
            yield Static(Content(PROMISE))
            yield Static(Content.styled(STEPS_IN_A_ROW, "$secondary"))
            yield Static(Content.styled(OFFER, "bold"), id="offer")
            yield Choices(tuple(sentence.text for sentence in self.offered))
            yield Prose(id="notice")
        yield KeyHints()

    def on_mount(self) -> None:
        """Say what this is."""
        self.query_one(TitleBar).facts = (f"model {self.model}",)
        self.query_one(KeyHints).hints = hints(HOME_KEYS)
        self._say_why()

    def action_move(self, by: int) -> None:
        """Choose another sentence."""
        self.query_one(Choices).move(by)
        self._say_why()

    def _say_why(self) -> None:
        """What to look for in the chosen sentence."""
        notice = self.query_one("#notice", Prose)
        notice.told = False
        notice.sentences = (self.offered[self.query_one(Choices).chosen].why,)

    def action_walk(self) -> None:
        """Walk through the chosen sentence."""
        self._walk(self.offered[self.query_one(Choices).chosen].text)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        """Walk through a clicked sentence."""
        self._walk(self.offered[message.index].text)

    def _walk(self, text: str) -> None:
        self.post_message(WalkAsked(text))

    async def action_edit(self) -> None:
        """Open a line for a sentence of one's own."""
        from attn_tui.widgets.text_line import TextLine  # noqa: PLC0415 - an Input is costly

        if not self.query(TextLine):
            line = TextLine("")
            await self.query_one("#home").mount(line, before=self.query_one("#notice"))
            self.set_focus(line)

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
        self._say_why()

    def action_back(self) -> None:
        """Back to the walk that the home screen was laid over, if there is one."""
        if len(self.app.screen_stack) > 1:
            self.dismiss()

    async def action_help(self) -> None:
        """Show every key."""
        from attn_tui.screens.help import HelpScreen  # noqa: PLC0415

        await self.app.push_screen(HelpScreen(HOME_KEYS))
