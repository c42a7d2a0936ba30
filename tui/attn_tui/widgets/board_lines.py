"""The lines of the board as strips: labels, panes, notes and the legend, put together by place."""

from __future__ import annotations

from collections.abc import Hashable

from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from attn_tui.view.board import Axis, Board
from attn_tui.view.labels import fit, label
from attn_tui.view.legend import fitted, masked_said, meaning, remarks, scale
from attn_tui.view.placement import Layout, Pane, clamped
from attn_tui.widgets.board_cells import Lit, PaneCells, gradient
from attn_tui.widgets.board_styles import BoardStyles
from attn_tui.widgets.placed_line import PlacedLine, Run

ITALIC = Style(italic=True)

GRADIENT = 11
"""Characters of the legend's gradient."""

END_OF_WINDOW = {"left": "‹", "right": "›", "up": "▴", "down": "▾"}
END_OF_WINDOW_ASCII = {"left": "<", "right": ">", "up": "^", "down": "v"}
"""Signs that there is more of the result than is shown."""


class BoardPainter:
    """Draws the lines of one layout; told of a moved cursor, it knows which lines change."""

    def __init__(self, board: Board, layout: Layout, styles: BoardStyles, ascii_only: bool) -> None:
        self.board = board
        self.layout = layout
        self._styles = styles
        self._ascii = ascii_only
        shape = board.result.values.shape
        self._cells = [
            PaneCells(pane, (shape[0], shape[1]), styles, ascii_only) for pane in layout.panes
        ]
        self._masked = masked_said(cells.masked_sign for cells in self._cells)

    def move(self, board: Board) -> list[int]:
        """Take a board that differs in cursor and veil only; the lines that it changes."""
        lines = range(self.layout.height)
        before = [self._state(y) for y in lines]
        self.board = board
        return [y for y in lines if self._state(y) != before[y]]

    def line(self, y: int) -> Strip:
        """The strip of a line."""
        line = PlacedLine(self.layout.width, self._styles.plain.ground)
        layout = self.layout
        result = layout.result
        if result.y <= y < result.y + result.lines:
            self._row_label(line, y)
            self._more_rows(line, y)
        if y == layout.label_y:
            self._column_labels(line)
        elif y == layout.legend_y:
            self._legend(line)
        for cells in self._cells:
            pane = cells.pane
            if pane.y <= y < pane.y + pane.lines:
                self._pane_line(line, cells, y)
        self._inner_label(line, y)
        for note in layout.notes:
            if note.y == y:
                text = fit(note.text, note.width, note.align)
                line.put(note.x, [(text, self._styles.plain.corner)])
        return line.strip()

    def _state(self, y: int) -> Hashable:
        """All that a line depends on besides the layout and the values."""
        layout, (row, column) = self.layout, clamped(self.board)
        if y == layout.legend_y:
            return self._legend_words()
        if y == layout.label_y:
            return column, self.board.inner
        result = layout.result
        if result.y <= y < result.y + result.lines:
            here = self._rows_of(result, y)
            lit = result.rows.place(row) in here
            hidden = None if self.board.veiled is None else result.rows.place(self.board.veiled)
            return lit, (row, column) if lit else None, hidden in here
        top = layout.pane("top")
        return (column, self.board.inner) if top and y < top.y + top.lines else None

    @staticmethod
    def _rows_of(pane: Pane, y: int) -> range:
        """The places of the pane's rows on a line."""
        line, each = y - pane.y, 2 if pane.mode == "half" else 1
        return range(each * line, each * line + each)

    def _lit(self, pane: Pane) -> Lit:
        row, column = clamped(self.board)
        veiled = self.board.veiled if pane.role == "result" else None
        if pane.role == "top":
            inner = self.board.inner
            return Lit(
                None if inner is None else pane.rows.place(inner), pane.columns.place(column)
            )
        return Lit(
            pane.rows.place(row),
            pane.columns.place(column) if pane.role != "left" else None,
            None if veiled is None else pane.rows.place(veiled),
        )

    def _pane_line(self, line: PlacedLine, cells: PaneCells, y: int) -> None:
        pane, lit = cells.pane, self._lit(cells.pane)
        runs = cells.line(y - pane.y, lit)
        if pane.role in {"left", "top"} and lit.row in self._rows_of(pane, y):
            edge = self._styles.edge_on(self._styles.plain.ground)
            start, end = ("[", "]") if self._ascii else ("▐", "▌")
            if pane.x:
                line.put(pane.x - 1, [(start, edge)])
            if pane.x + pane.width < self.layout.width:
                line.put(pane.x + pane.width, [(end, edge)])
        line.put(pane.x, runs, pane.width)

    def _row_label(self, line: PlacedLine, y: int) -> None:
        layout = self.layout
        result, width = layout.result, layout.row_label_width
        row = clamped(self.board)[0]
        here = self._rows_of(result, y)
        lit = result.rows.place(row) in here
        if not width or (not lit and (len(here) > 1 or result.rows.binned)):
            return
        entry = row if lit else result.rows.entry(here[0])
        text = fit(label(result.grid.rows.labels[entry]), width, "right")
        line.put(0, [(text, self._label_style(result.grid.rows, entry, lit))])

    def _column_labels(self, line: PlacedLine) -> None:
        column = clamped(self.board)[1]
        self._more_columns(line)
        for pane in self.layout.panes:
            if pane.role == "top":
                continue
            if pane.role == "left":
                if self.layout.left_labelled:
                    self._labels_of(line, pane, self.board.inner)
            elif pane.labelled and not pane.columns.binned:
                self._labels_of(line, pane, column)
            else:
                self._lit_label(line, pane, column)

    def _more_rows(self, line: PlacedLine, y: int) -> None:
        """Signs beside the first and last lines when the result has rows above or below."""
        result, rows = self.layout.result, self.layout.result.rows
        if rows.binned or not result.x or not result.width:
            return
        if y == result.y and rows.start:
            self._sign(line, result.x - 1, "up")
        elif y == result.y + result.lines - 1 and rows.start + rows.count < rows.total:
            self._sign(line, result.x - 1, "down")

    def _more_columns(self, line: PlacedLine) -> None:
        """Signs beside the column labels when the result has columns to the left or right."""
        result, columns = self.layout.result, self.layout.result.columns
        end = result.x + result.width
        if columns.binned:
            return
        if result.x and columns.start:
            self._sign(line, result.x - 1, "left")
        if end < self.layout.width and columns.start + columns.count < columns.total:
            self._sign(line, end, "right")

    def _sign(self, line: PlacedLine, x: int, where: str) -> None:
        signs = END_OF_WINDOW_ASCII if self._ascii else END_OF_WINDOW
        line.put(x, [(signs[where], self._styles.plain.corner)])

    def _labels_of(self, line: PlacedLine, pane: Pane, lit: int | None) -> None:
        plain, span, axis = self._styles.plain, pane.columns, pane.grid.columns
        for place in range(span.count):
            entry = span.entry(place)
            text = fit(label(axis.labels[entry]), pane.cell - 1, "right")
            style = self._label_style(axis, entry, entry == lit)
            line.put(pane.x + place * pane.cell, [(" ", plain.label), (text, style)])

    def _lit_label(self, line: PlacedLine, pane: Pane, column: int) -> None:
        """The label of the lit column alone, where columns are too narrow for labels."""
        place = pane.columns.place(column)
        if place is None:
            return
        axis = pane.grid.columns
        text = label(axis.labels[column])
        width = min(cell_len(text), pane.width)
        x = pane.x + place * pane.cell + (pane.cell - width) // 2
        x = max(pane.x, min(x, pane.x + pane.width - width))
        style = self._label_style(axis, column, lit=True)
        line.put(x, [(fit(text, width), style)])

    def _label_style(self, axis: Axis, entry: int, lit: bool) -> Style:
        """Labels of special tokens are italic: the model added them."""
        plain = self._styles.plain
        style = plain.lit if lit else plain.label
        return style + ITALIC if entry in axis.special else style

    def _inner_label(self, line: PlacedLine, y: int) -> None:
        top, width = self.layout.pane("top"), self.layout.inner_label_width
        if top is None or not width or not top.y <= y < top.y + top.lines:
            return
        entry = top.rows.entry(y - top.y)
        text = fit(label(top.grid.rows.labels[entry]), width, "right")
        style = self._label_style(top.grid.rows, entry, entry == self.board.inner)
        edge = self.layout.result.x - (2 if self.layout.pane("left") else 1)
        line.put(edge - width, [(text, style)])

    def _legend_words(self) -> tuple[tuple[str, str] | None, tuple[str, ...]]:
        """The ends of the gradient, and what is said after it."""
        grid = self.board.result
        means = meaning(grid, self._styles.coloured, self._ascii)
        said = (*remarks(self.board, self.layout), means)
        if self._masked and grid.kind != "mask":
            said = (*said, self._masked)
        return scale(grid, self.board.veiled is not None), said

    def _legend(self, line: PlacedLine) -> None:
        plain = self._styles.plain
        ends, said = self._legend_words()
        runs: list[Run] = []
        if ends is not None:
            ramp = gradient(self.board.result, GRADIENT, self._styles, self._ascii)
            runs = [(f"{ends[0]} ", plain.legend), *ramp, (f" {ends[1]}  ", plain.legend)]
        taken = sum(len(text) for text, _ in runs)
        # Under the result when all of it fits there, else from the left edge.
        wanted = taken + cell_len("  ".join(said))
        x = self.layout.result.x if self.layout.result.x + wanted <= self.layout.width else 0
        words = fitted(said, self.layout.width - x - taken)
        if x + taken <= self.layout.width:
            line.put(x, [*runs, (words, plain.legend)])
