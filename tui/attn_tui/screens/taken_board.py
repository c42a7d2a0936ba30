"""What can be taken away of a screen with one board: the screen, and the matrix on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attn_tui.screens.taking import TakingScreen

if TYPE_CHECKING:
    from attn_tui.export.offers import Offer
    from attn_tui.view.board import Board


class TakenBoard(TakingScreen):
    """Takes away a matrix that has no step of its own."""

    def taken_board(self) -> Board | None:
        """The board that is shown, None before there is one."""
        raise NotImplementedError

    def taken_words(self) -> tuple[str, ...]:
        """What the files are called."""
        raise NotImplementedError

    def offers(self) -> tuple[Offer, ...]:
        """The screen and the matrix."""
        from attn_tui.export.offers import board_offers, screen_offers  # noqa: PLC0415
        from attn_tui.export.screen import Picture  # noqa: PLC0415

        words, board = self.taken_words(), self.taken_board()
        shown = screen_offers(Picture.of(self), f"attn-tui: {words[0]}", *words)
        return shown if board is None else (*shown, *board_offers(board, *words))

    def cell_text(self) -> tuple[str, str]:
        """The cell of the cursor and its value."""
        from attn_tui.export.cell_text import value_text  # noqa: PLC0415 - NumPy

        board = self.taken_board()
        return ("", "") if board is None else value_text(board)

    def matrix_text(self) -> tuple[str, str]:
        """The matrix."""
        from attn_tui.export.board_table import board_as_tabs  # noqa: PLC0415 - NumPy

        board = self.taken_board()
        return ("", "") if board is None else (board.result.symbol, board_as_tabs(board))
