"""Lays a board out in an area: as a product, or as matrices side by side."""

from __future__ import annotations

from attn_tui.view.board import Board
from attn_tui.view.layout_product import product
from attn_tui.view.layout_row import in_a_row
from attn_tui.view.placement import Layout, Request


def lay_out(board: Board, request: Request) -> Layout:
    """The board in the area that is asked for; any area, however small, and any matrix."""
    lay = product if board.left is not None or board.top is not None else in_a_row
    return lay(board, request)
