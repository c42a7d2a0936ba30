"""The corner of a product: what stands above and what stands at the left, with live shapes."""

from __future__ import annotations

from dataclasses import replace

from rich.cells import cell_len

from attn_tui.view.board import Grid
from attn_tui.view.labels import widest
from attn_tui.view.placement import GAP, Layout, Note, Pane
from attn_tui.view.safe_text import visible
from attn_tui.view.spans import Span

LEAST_TITLE = 9
"""Characters kept for titles before the labels of the upper operand's rows get any."""


def shape(grid: Grid) -> str:
    """The symbol and the live shape: "Kᵀ 4 × 11"."""
    rows, columns = grid.values.shape
    return f"{visible(grid.symbol)} {rows} × {columns}"


def part(span: Span, ahead: str = "↓", behind: str = "↑") -> str:
    """Which entries a window shows, "0-7 of 16 ↓"; nothing when it shows all."""
    if span.whole or span.binned:
        return ""
    arrow = ahead if span.start + span.count < span.total else behind
    return f"{span.start}-{span.start + span.count - 1} of {span.total} {arrow}"


def with_corner(layout: Layout) -> Layout:
    """The layout with the titles of both operands and room for the labels of the inner axis."""
    top, left = layout.pane("top"), layout.pane("left")
    edge = max(0, layout.result.x - GAP) if left else max(0, layout.result.x - 1)
    inner = _inner_labels(top, edge) if top else 0
    clear = edge - inner - bool(inner) * GAP
    above = _above(top, clear) if top else []
    taken = max((note.y + 1 for note in above), default=0)
    beside, own_line = _beside(layout, left, (edge, clear), taken) if left else ([], False)
    return replace(layout, notes=(*above, *beside), inner_label_width=inner, left_labelled=own_line)


def _inner_labels(top: Pane, edge: int) -> int:
    """The characters for labels of the upper operand's rows; they need a line each."""
    if top.mode == "half" or edge - LEAST_TITLE - GAP < 1:
        return 0
    return widest(
        top.grid.rows.labels[top.rows.start : top.rows.start + top.rows.count],
        min(12, edge - LEAST_TITLE - GAP),
    )


def _above(top: Pane, width: int) -> list[Note]:
    title, axis, seen = (
        shape(top.grid),
        f"column = {visible(top.grid.columns.name)}",
        part(top.rows),
    )
    room = top.lines
    lines = [title, axis, seen] if room >= 3 + bool(seen) else [f"{title}  {axis}", seen]
    if cell_len(lines[0]) > width:
        lines = [title, seen or axis, axis if seen else ""]
    kept = [line for line in lines if line][: max(0, room)]
    return [
        Note(0, y, width, text, "right") for y, text in enumerate(kept) if cell_len(text) <= width
    ]


def _beside(
    layout: Layout, left: Pane, edges: tuple[int, int], taken: int
) -> tuple[list[Note], bool]:
    """The title of the left operand, and whether it leaves the line of labels to its columns.

    `edges` are where the title must end on the line of labels and on the lines above it.
    """
    label_y = layout.label_y
    if label_y is None:
        return [], False
    own_line = left.labelled and label_y - taken >= 1
    edge = edges[own_line]
    title, axis = shape(left.grid), f"row = {visible(left.grid.rows.name)}"
    seen = part(left.columns, "→", "←")
    ways = [f"{title}  {axis}  {seen}", f"{title}  {seen}"] if seen else [f"{title}  {axis}"]
    text = next((way for way in ways if cell_len(way) <= edge), title)
    y = label_y - 1 if own_line else label_y
    return [Note(0, y, edge, text, "right")], own_line
