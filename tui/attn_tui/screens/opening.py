"""A traced screen that opens panels over itself: what they hand back becomes a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attn_tui.screens.traced import TracedScreen
from attn_tui.view.moves import with_model
from attn_tui.view.places import at_place, choice_of

if TYPE_CHECKING:
    from attn_tui.computing import Models
    from attn_tui.view.frame import Frame
    from attn_tui.view.places import Choice
    from attn_tui.view.session import Session


class OpeningScreen(TracedScreen):
    """`frame` is what is shown of the session, None before the first trace."""

    def __init__(self, session: Session, models: Models | None = None) -> None:
        super().__init__(session, models)
        self.frame: Frame | None = None

    def tell(self, *sentences: str) -> None:
        """Say some news where they are seen."""
        raise NotImplementedError

    async def action_model(self) -> None:
        """Choose another model for the same text, step and words."""
        from attn_tui.screens.models import ModelScreen  # noqa: PLC0415

        def chosen(name: str | None) -> None:
            if name and name != self.session.model:
                self.want(with_model(self.session, name))

        await self.app.push_screen(ModelScreen(self.session.model), chosen)

    async def action_place(self) -> None:
        """Choose where the same step is computed: backend, device and dtype."""
        from attn_tui.screens.places import PlaceScreen  # noqa: PLC0415
        from attn_tui.view.measured import measured_of  # noqa: PLC0415 - the engine

        def chosen(place: Choice | None) -> None:
            if place:
                self.want(at_place(self.session, place))

        if self.whole:
            screen = PlaceScreen(choice_of(self.session), measured_of(self.whole))
            await self.app.push_screen(screen, chosen)

    async def action_differences(self) -> None:
        """Compare the step on NumPy and torch, side by side."""
        from attn_tui.screens.side_by_side import SideBySideScreen  # noqa: PLC0415

        if self.frame and self.frame.veiled:
            self.tell("That would give the row away: answer first, or leave with Esc.")
        elif self.whole:
            await self.app.push_screen(SideBySideScreen(self.whole, self.session))

    async def action_meaning(self) -> None:
        """Ask for the words nearest to a word, or to a sum of words."""
        from attn_tui.screens.meaning import MeaningScreen  # noqa: PLC0415

        if self.trace:
            token = self.trace.tokens[min(self.session.row, len(self.trace.tokens) - 1)]
            asked = "" if token.special else token.text.strip()
            await self.app.push_screen(MeaningScreen(self.trace.model, asked))

    async def action_terms(self) -> None:
        """Show all terms of the cell's arithmetic."""
        from attn_tui.screens.terms import TermsScreen  # noqa: PLC0415

        if self.frame:
            await self.app.push_screen(TermsScreen(self.frame.arithmetic))

    async def action_code(self) -> None:
        """Show the function that computed the step, with the shapes it worked on."""
        from attn_tui.screens.code import CodeScreen  # noqa: PLC0415
        from attn_tui.view.code import listing_of  # noqa: PLC0415

        if self.trace:
            await self.app.push_screen(CodeScreen(listing_of(self.trace, self.session)))
