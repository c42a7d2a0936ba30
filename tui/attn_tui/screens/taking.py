"""The base of a screen that can be taken away: a panel writes files, a key copies a text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import on

from attn_tui.export.copying import Copied, copy, send
from attn_tui.screens.sized import SizedScreen
from attn_tui.serving.served import files_refused

if TYPE_CHECKING:
    from attn_tui.export.offers import Offer


class TakingScreen(SizedScreen):
    """Says what there is to take away of it, and what is copied."""

    # What a screen does at these moments

    def kept_back(self) -> str:
        """Why nothing may be taken away now, in a sentence; "" if it may."""
        return ""

    def offers(self) -> tuple[Offer, ...]:
        """What can be taken away of what is shown; nothing before there is anything."""
        raise NotImplementedError

    def cell_text(self) -> tuple[str, str]:
        """What the cell of the cursor is called, and its arithmetic."""
        raise NotImplementedError

    def matrix_text(self) -> tuple[str, str]:
        """What the matrix that is shown is called, and its numbers, tabs between them."""
        raise NotImplementedError

    def tell(self, *sentences: str) -> None:
        """Say some news where they are seen."""
        raise NotImplementedError

    # Keys

    async def action_save(self) -> None:
        """Choose what to take away, and write it."""
        from attn_tui.screens.export import ExportScreen  # noqa: PLC0415

        refused = files_refused() or self.kept_back()
        if refused:
            self.tell(refused)
            return
        offers = self.offers()
        if offers:
            await self.app.push_screen(ExportScreen(offers))

    def action_copy(self, whole: bool = False) -> None:
        """Copy the arithmetic of the cell, or the whole matrix."""
        refused = files_refused() or self.kept_back()
        if refused:
            self.tell(refused)
            return
        what, text = self.matrix_text() if whole else self.cell_text()
        if text:
            self.run_worker(
                partial(self._copy, what, text), thread=True, group="copy", exit_on_error=False
            )

    def _copy(self, what: str, text: str) -> None:
        """In a thread: find out where to, and write a file where that is needed."""
        self.post_message(copy(what, text))

    @on(Copied)
    def _copied(self, message: Copied) -> None:
        send(self.app, message.sent)
        self.tell(*message.said)
