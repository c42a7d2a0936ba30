"""The cells of one pane as runs of styled text."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from rich.style import Style

from attn_tui.view.board import Grid
from attn_tui.view.figures import figure
from attn_tui.view.palette import (
    ASCII_CURSOR,
    CURSOR,
    MASKED,
    STEPS,
    VEILED,
    glyph,
    levels,
)
from attn_tui.view.placement import Pane
from attn_tui.view.spans import seen
from attn_tui.widgets.board_styles import BoardStyles
from attn_tui.widgets.placed_line import Run

UNDERLINED = Style(underline=True)

GAPPED = 3
"""The characters of the narrowest column of an upper operand that leaves a blank before it."""


@dataclass(frozen=True)
class Lit:
    """What of a pane is lit: places of its spans, None where nothing is.

    A result has the cell where both meet; a left operand only a row, an upper one only a column.
    """

    row: int | None
    column: int | None
    veiled: int | None = None


class PaneCells:
    """Values, levels and figures of a pane's visible part, and the runs of each of its lines."""

    def __init__(
        self, pane: Pane, shape: tuple[int, int], styles: BoardStyles, ascii_only: bool
    ) -> None:
        self.pane = pane
        values = pane.grid.values
        if pane.role == "before" and values.shape != shape:
            values = np.broadcast_to(values, shape)
        self._values = seen(values, pane.rows, pane.columns)
        above = self._values - pane.grid.floor if pane.grid.floor else self._values
        self._levels: list[list[int]] = levels(
            above, pane.grid.kind, pane.grid.bound - pane.grid.floor
        ).tolist()
        self._styles = styles
        self._cells = styles.cells(pane.grid.kind)
        self._ascii = ascii_only
        self._gap = pane.role == "top" and pane.cell >= GAPPED and pane.mode != "figures"
        self._texts: dict[int, list[str]] = {}

    @property
    def masked_sign(self) -> str:
        """What a masked cell in sight is drawn as; "" where there is none, or only its colour."""
        if self.pane.mode == "half" or not any(MASKED in row for row in self._levels):
            return ""
        if self.pane.mode == "figures":
            return figure(-math.inf, self.pane.figures)
        return self._blank(MASKED)[:1]

    def line(self, line: int, lit: Lit) -> list[Run]:
        """The runs of a line of the pane, counted from its first."""
        if self.pane.mode == "half":
            return self._half_line(line, lit)
        texts = self._figures(line) if self.pane.mode == "figures" else None
        return self._full_line(line, texts, lit)

    def _full_line(self, row: int, texts: list[str] | None, lit: Lit) -> list[Run]:
        """A line that is one row of the matrix: figures, or coloured cells without."""
        pane, cells = self.pane, self._cells
        in_row = lit.row == row
        runs: list[Run] = []
        lit_row = in_row and pane.role in {"left", "top"}
        styles = cells.lit if lit_row else cells.quiet
        veiled = lit.veiled == row
        for column, level in enumerate(self._levels[row]):
            shown = VEILED if veiled else level
            style = styles[shown]
            text = self._blank(shown) if texts is None else texts[column]
            if veiled:
                text = f"{'?':>{pane.cell}}"
            if column == lit.column and pane.role == "top":
                runs += self._lit_in_top(text, cells.lit[shown], texts is None)
                continue
            if lit_row and texts is None:
                style = self._styles.edge_on(style) + UNDERLINED
            elif in_row and column == lit.column and pane.role != "left":
                style = self._styles.cursor
                if texts is None and not self._styles.coloured:
                    text = (ASCII_CURSOR if self._ascii else CURSOR) * pane.cell
            if self._gap:
                runs.append((" ", self._styles.plain.ground))
                text = text[1:]
            runs.append((text, style))
        return runs

    def _lit_in_top(self, text: str, style: Style, blank: bool) -> list[Run]:
        """A cell of the lit column: an amber edge where there is a blank for it, else a line."""
        bar = "|" if self._ascii else "▐" if self._gap else "▌"
        ground = self._styles.plain.ground if self._gap else style
        if text[0] != " " or (blank and not self._gap):
            return [(text, style + UNDERLINED)]
        return [(bar, self._styles.edge_on(ground)), (text[1:], style)]

    def _half_line(self, line: int, lit: Lit) -> list[Run]:
        """A line that is two rows of the matrix, the upper in the foreground."""
        pane, kind = self.pane, self.pane.grid.kind
        upper_row, lower_row = 2 * line, 2 * line + 1
        upper = self._levels[upper_row]
        lower = self._levels[lower_row] if lower_row < len(self._levels) else [-2] * len(upper)
        marked = lit.column if pane.role in {"result", "before"} else None
        blocks = "▀" * (pane.cell - self._gap)
        half = self._styles.half
        runs: list[Run] = []
        if lit.veiled in {upper_row, lower_row}:
            veil = [VEILED] * len(upper)
            upper, lower = (veil, lower) if lit.veiled == upper_row else (upper, veil)
        for column, levels_here in enumerate(zip(upper, lower, strict=True)):
            above, below = levels_here
            if column == marked and lit.row in {upper_row, lower_row}:
                above, below = (-1, below) if lit.row == upper_row else (above, -1)
            if self._gap:
                bar = pane.role == "top" and column == lit.column
                ground = self._styles.plain.ground
                runs.append(("▐", self._styles.edge_on(ground)) if bar else (" ", ground))
            runs.append((blocks, half(kind, above, below)))
        return runs

    def _blank(self, level: int) -> str:
        """A cell without a figure: blank on its colour, a hatch, or a shade where colour is off."""
        if not self._styles.coloured:
            return glyph(level, self.pane.grid.kind, self._ascii) * self.pane.cell
        if level == MASKED:
            return ("x" if self._ascii else "░") * self.pane.cell
        return " " * self.pane.cell

    def _figures(self, row: int) -> list[str]:
        texts = self._texts.get(row)
        if texts is None:
            pane = self.pane
            numbers = np.asarray(self._values[row], dtype=float).tolist()
            if pane.grid.kind == "one-hot":
                dot = "." if self._ascii else "·"
                texts = [("1" if number else dot).rjust(pane.cell) for number in numbers]
            else:
                texts = [figure(number, pane.figures).rjust(pane.cell) for number in numbers]
            self._texts[row] = texts
        return texts


def gradient(grid: Grid, width: int, styles: BoardStyles, ascii_only: bool) -> list[Run]:
    """The ramp of the grid's kind from its lowest level to its highest."""
    steps = [place * (STEPS - 1) // (width - 1) for place in range(width)]
    if not styles.coloured:
        text = "".join(glyph(level, grid.kind, ascii_only) for level in steps)
        return [(text, styles.plain.legend)]
    return [(" ", styles.cells(grid.kind).quiet[level]) for level in steps]
