"""What can be taken away of a walk: the screen, the matrix, the step, all ten steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attn_tui.screens.edited import EditedScreen
from attn_tui.screens.taking import TakingScreen

if TYPE_CHECKING:
    from attn_tui.export.offers import Offer

VEILED = "What is veiled is not taken away: answer first, or leave with Esc."


class TakenWalk(TakingScreen, EditedScreen):
    """Takes away what the frame shows, and the walk with all its tokens."""

    def kept_back(self) -> str:
        """A row that is veiled stays here."""
        return VEILED if self.frame is not None and self.frame.veiled else ""

    def offers(self) -> tuple[Offer, ...]:
        """The screen, the matrix, the step and the walk."""
        from attn_tui.export.names import first_words  # noqa: PLC0415
        from attn_tui.export.offers import (  # noqa: PLC0415
            board_offers,
            screen_offers,
            walk_offers,
        )
        from attn_tui.export.screen import Picture  # noqa: PLC0415
        from attn_tui.export.walk import Walk  # noqa: PLC0415

        if self.frame is None or self.trace is None:
            return ()
        words = (self.session.pane or self.session.step, first_words(self.session.text))
        return (
            *screen_offers(Picture.of(self), f"attn-tui: {words[0]}", *words),
            *board_offers(self.frame.board, *words),
            *walk_offers(Walk.of_shown(self.trace, self.session)),
        )

    def cell_text(self) -> tuple[str, str]:
        """The arithmetic of the cell."""
        from attn_tui.export.cell_text import arithmetic_text  # noqa: PLC0415 - NumPy

        return ("", "") if self.frame is None else arithmetic_text(self.frame.arithmetic)

    def matrix_text(self) -> tuple[str, str]:
        """The matrix that is shown."""
        from attn_tui.export.board_table import board_as_tabs  # noqa: PLC0415 - NumPy

        if self.frame is None:
            return "", ""
        return self.frame.board.result.symbol, board_as_tabs(self.frame.board)
