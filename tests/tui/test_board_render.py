"""What the board draws: figures under their labels, the cursor's cell, and nothing it must not."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.strip import Strip

from attn_tui.terminal.ascii_spelling import OTHER, as_ascii
from attn_tui.terminal.cells import cells_of
from attn_tui.themes import themes
from attn_tui.view.board import Axis, Board, Kind
from attn_tui.view.layout import lay_out
from attn_tui.view.palette import ASCII_CURSOR, CURSOR, LEVELS, STEPS, glyph
from attn_tui.view.placement import Request
from attn_tui.widgets.board import MatrixBoard
from attn_tui.widgets.board_lines import BoardPainter
from tests.tui.board_making import axis, grid, masked, numbered, product, scores, styles

DARK, LIGHT = themes("truecolor")

ACCENT = (255, 195, 91)

KINDS: tuple[Kind, ...] = ("signed", "weights", "one-hot", "mask", "integers")


def painted(board: Board, request: Request, ascii_only: bool = False) -> BoardPainter:
    return BoardPainter(board, lay_out(board, request), styles(), ascii_only)


def lines(painter: BoardPainter) -> list[str]:
    return [painter.line(y).text for y in range(painter.layout.height)]


def ground(strip: Strip, x: int) -> tuple[int, int, int]:
    """The background at a column of a strip."""
    at = 0
    for segment in strip:
        at += segment.cell_length
        if x < at:
            assert segment.style is not None
            assert segment.style.bgcolor is not None
            return tuple(segment.style.bgcolor.get_truecolor())
    raise AssertionError(f"the strip has no column {x}")


def figures(line: str, start: int) -> list[tuple[float, int]]:
    """The numbers of a line from a column on, each with the column where it ends."""
    found = re.finditer(r"-?\d+\.\d+", line[start:])
    return [(float(match[0]), start + match.end()) for match in found]


def labels(line: str) -> dict[int, str]:
    """The labels of a line by the column where they end."""
    return {match.end(): match[0] for match in re.finditer(r"[a-z]\d+", line)}


def softmax_of(size: int) -> Board:
    board = masked(size)
    weights = np.tri(size) / np.arange(1, size + 1)[:, None]
    result = grid("A", weights, board.result.rows, board.result.columns, "weights")
    return Board(result, (0, 0), before=(board.result,), operators=("softmax",))


@pytest.mark.parametrize(
    ("width", "palette", "ascii_only", "said"),
    [
        (118, "truecolor", False, "-∞ = masked"),
        (58, "truecolor", False, "░ = masked"),
        (58, "truecolor", True, "x = masked"),
        (58, "none", False, "· = masked"),
    ],
)
def test_the_legend_says_what_the_sign_of_a_masked_cell_means(
    width: int, palette: str, ascii_only: bool, said: str
) -> None:
    board = softmax_of(7)
    request = Request(width, 17, half_blocks=not ascii_only)
    painter = BoardPainter(board, lay_out(board, request), styles(palette), ascii_only)
    drawn = lines(painter)
    assert drawn[painter.layout.legend_y].rstrip().endswith(said)
    pane = painter.layout.panes[0]
    assert said.split(" ", maxsplit=1)[0] in drawn[pane.y][pane.x : pane.x + pane.width]


@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_legend_names_the_shades_that_are_drawn(ascii_only: bool) -> None:
    painter = BoardPainter(
        scores(7), lay_out(scores(7), Request(118, 28)), styles("none"), ascii_only
    )
    cells = cells_of(lines(painter)[painter.layout.legend_y])
    shown = "".join(as_ascii(cells) if ascii_only else cells)
    drawn = [glyph(level, "signed", ascii_only) for level in range(STEPS)]
    below, above = (list(dict.fromkeys(half)) for half in (drawn[30::-1], drawn[32:]))
    assert f"{' '.join(below)} below 0, {' '.join(above)} above" in shown


@pytest.mark.parametrize(("ascii_only", "sign"), [(False, "-∞"), (True, "-@")])
def test_a_mask_writes_infinity_in_its_cells_as_its_legend_does(
    ascii_only: bool, sign: str
) -> None:
    values = np.where(np.tri(4) > 0, 0.0, -np.inf)
    board = Board(grid("M", values, axis("query", 4), axis("key", 4), "mask"), (0, 0))
    painter = painted(board, Request(60, 12, half_blocks=False), ascii_only)
    spelt = as_ascii if ascii_only else tuple
    drawn = ["".join(spelt(cells_of(line))) for line in lines(painter)]
    assert drawn[painter.layout.result.y].split() == ["q0", "0", sign, sign, sign]
    assert any(f"{sign} = closed" in line for line in drawn)


def test_without_masked_cells_the_legend_says_nothing_of_them() -> None:
    painter = painted(scores(4), Request(118, 28))
    assert "masked" not in lines(painter)[painter.layout.legend_y]


@pytest.mark.parametrize("area", [(58, 11), (78, 17), (118, 28)])
@pytest.mark.parametrize("high", [0.9, 9.4, 22.0, 130.0])
def test_figures_of_neighbours_never_touch(area: tuple[int, int], high: float) -> None:
    for size in range(3, 20):
        signed = np.random.default_rng(size).uniform(-high, high, (size, size))
        alone = grid("S", signed, axis("query", size), axis("key", size))
        in_a_row = replace(masked(size), result=alone)
        a_product = replace(product(size, 8, size), result=alone)
        for board in (in_a_row, a_product):
            painter = painted(board, Request(*area))
            pane = painter.layout.result
            assert pane.mode == "figures"
            for line in lines(painter)[pane.y : pane.y + pane.lines]:
                cells = line[pane.x : pane.x + pane.width]
                assert not set(cells[:: pane.cell]) - {" ", "▌"}, cells


@given(
    st.integers(1, 40), st.integers(1, 9), st.integers(1, 40), st.data(),
    st.sampled_from([(78, 17), (118, 28), (196, 46)]),
)  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_every_figure_stands_under_and_beside_its_labels(
    rows: int, inner: int, columns: int, data: st.DataObject, area: tuple[int, int]
) -> None:
    cursor = data.draw(st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)))
    painter = painted(product(rows, inner, columns, cursor), Request(*area, "cell"))
    layout, drawn = painter.layout, lines(painter)
    result, top, left = layout.result, layout.pane("top"), layout.pane("left")
    assert layout.label_y is not None
    below = labels(drawn[layout.label_y])
    seen = 0
    for y in range(result.y, result.y + result.lines):
        row = int(drawn[y].split()[0].removeprefix("q").rstrip("▐"))
        for value, end in figures(drawn[y], result.x):
            column = int(below[end].removeprefix("k"))
            assert value == pytest.approx((-1) ** column * (row + column / 100))
            seen += 1
        if left and layout.left_labelled:
            for value, end in figures(drawn[y][: result.x], left.x):
                entry = int(below[end].removeprefix("d"))
                assert value == pytest.approx((-1) ** entry * (row + entry / 100) / 10)
    assert seen == result.rows.count * result.columns.count
    if top:
        for y in range(top.y, top.y + top.lines):
            entry = int(labels(drawn[y][: result.x]).popitem()[1].removeprefix("d"))
            for value, end in figures(drawn[y], result.x):
                column = int(below[end].removeprefix("k"))
                assert value == pytest.approx((-1) ** column * (entry + column / 100) / 10)


def test_the_product_is_drawn_as_it_was_worked_out_by_hand() -> None:
    rows, columns, entries = (
        Axis("query", ("no", "yes")),
        Axis("key", ("a", "b")),
        axis("d_head", 2),
    )
    q, k = np.array([[1.5, -2.0], [0.25, 1.0]]), np.array([[2.0, 0.5], [-1.0, 4.0]])
    board = Board(
        grid("S", q @ k.T, rows, columns), (1, 0),
        left=grid("Q", q, rows, entries), top=grid("Kᵀ", k.T, entries, columns),
    )  # fmt: skip
    assert [line.rstrip() for line in lines(painted(board, Request(60, 9)))] == [
        "    Kᵀ 2 × 2  d0  ▌ 2.00 -1.00",
        "column = key  d1  ▌ 0.50  4.00",
        "         Q 2 × 2       a     b",
        " no   1.50 -2.00    2.00 -9.50",
        "yes▐  0.25  1.00▌   1.00  3.75",
        "",
        "-9.50             9.50  S 2 × 2  blue < 0 < red",
        "",
        "",
    ]


def test_where_row_and_column_meet_is_the_cursor() -> None:
    board = scores(4, cursor=(8, 1))
    painter = painted(board, Request(118, 28))
    layout = painter.layout
    result, left, top = layout.result, layout.pane("left"), layout.pane("top")
    assert left is not None
    assert top is not None
    cell = (result.x + result.cell, result.y + 8)
    accented = {
        (x, y) for y in range(28) for x in range(118) if ground(painter.line(y), x) == ACCENT
    }
    assert accented == {(cell[0] + offset, cell[1]) for offset in range(result.cell)}
    row = painter.line(cell[1]).text
    assert row[left.x - 1] == "▐"
    assert row[left.x + left.width] == "▌"
    edges = [painter.line(y).text[cell[0]] for y in range(top.y, top.y + top.lines)]
    assert edges == ["▌"] * 4
    lit = {
        segment.text.strip()
        for y in (layout.label_y, cell[1])
        for segment in painter.line(y)
        if segment.style and segment.style.color and segment.style.color.name == "#ffc35b"
    }
    assert {"animal", "it"} <= lit


def test_a_veiled_row_is_given_away_by_nothing() -> None:
    board = scores(4)
    plain = painted(board, Request(118, 28))
    veiled = painted(replace(board, veiled=8), Request(118, 28))
    result = veiled.layout.result
    strip = veiled.line(result.y + 8)
    assert not re.search(r"\d", strip.text[result.x :])
    places = range(result.x, result.x + result.width)
    cursor = range(result.x + result.cell, result.x + 2 * result.cell)
    assert len({ground(strip, x) for x in places if x not in cursor}) == 1
    assert veiled.layout.legend_y is not None
    legend = veiled.line(veiled.layout.legend_y).text
    assert not re.search(r"\d\.\d", legend)
    assert re.search(r"\d\.\d", plain.line(veiled.layout.legend_y).text)
    all_of_it = painted(replace(product(300, 2, 300), veiled=8), Request(78, 17, "all"))
    assert "S = ?" not in all_of_it.line(16).text
    small = painted(replace(product(30, 2, 50), veiled=9), Request(78, 20, "all"))
    result = small.layout.result
    assert result.mode == "half"
    assert result.rows.whole
    veil = {ground(small.line(result.y + 4), result.x + x) for x in range(result.width)}
    assert len(veil) == 1
    hidden = painted(replace(product(300, 2, 300, (8, 5)), veiled=8), Request(78, 17, "all"))
    assert "S = ?" in hidden.line(16).text


@given(
    st.lists(st.tuples(st.integers(0, 29), st.integers(0, 29)), min_size=2, max_size=5),
    st.sampled_from(["window", "all", "cell"]),
    st.booleans(),
    st.sampled_from([(78, 17), (118, 28)]),
)
@settings(max_examples=60, deadline=None)
def test_a_moved_cursor_redraws_every_line_it_changes_and_hardly_more(
    cursors: list[tuple[int, int]], zoom: str, elementwise: bool, area: tuple[int, int]
) -> None:
    board = masked(30, cursors[0]) if elementwise else product(30, 6, 30, cursors[0])
    request = Request(*area, zoom)
    painter = painted(board, request)
    for cursor in cursors[1:]:
        board = replace(board, cursor=cursor)
        layout = lay_out(board, replace(request, before=painter.layout))
        if layout.geometry() != painter.layout.geometry():
            painter = BoardPainter(board, layout, styles(), False)
            continue
        before = [painter.line(y) for y in range(area[1])]
        changed = painter.move(board)
        fresh = BoardPainter(board, layout, styles(), False)
        for y in range(area[1]):
            if y not in changed:
                assert list(before[y]) == list(fresh.line(y))
            assert list(painter.line(y)) == list(fresh.line(y))
        top = layout.pane("top")
        assert len(changed) <= 4 + (top.lines if top else 0)


def test_infinities_have_a_look_of_their_own() -> None:
    painter = painted(masked(6, (5, 0)), Request(118, 17))
    result = painter.layout.result
    strip = painter.line(result.y)
    assert strip.text[result.x :].count("-∞") == 5
    far = ground(strip, result.x + result.cell)
    assert far == ground(strip, result.x + 3 * result.cell)
    assert far not in {
        ground(painter.line(result.y + 5), result.x + n * result.cell) for n in range(6)
    }


def test_all_that_a_board_draws_has_an_ascii_spelling() -> None:
    for board in (product(20, 8, 30), masked(12), product(300, 9, 300)):
        for zoom in ("window", "all", "cell"):
            request = Request(78, 17, zoom, half_blocks=False)
            for name in ("truecolor", "none"):
                painter = BoardPainter(board, lay_out(board, request), styles(name), True)
                for line in lines(painter):
                    assert OTHER not in as_ascii(cells_of(line))


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("make", [masked, lambda size, cursor: product(size, 9, size, cursor)])
def test_without_colours_no_shade_looks_like_the_cursor(make, ascii_only) -> None:
    mark = ASCII_CURSOR if ascii_only else CURSOR
    board = make(40, (7, 5))
    assert mark not in {glyph(n, each, ascii_only) for each in KINDS for n in range(LEVELS)}
    request = Request(78, 40, "all", half_blocks=False)
    painter = BoardPainter(board, lay_out(board, request), styles("none"), ascii_only)
    for pane in painter.layout.panes:
        if pane.role in {"result", "before"} and pane.grid.values.shape == (40, 40):
            strip = painter.line(pane.y + pane.rows.place(7))
            shown = strip.crop(pane.x, pane.x + pane.width).text
            assert [n // pane.cell for n, sign in enumerate(shown) if sign == mark] == (
                [pane.columns.place(5)] * pane.cell
            )


def test_labels_wide_and_strange_leave_every_cell_in_its_place() -> None:
    words = (
        "日本語の単語",
        "e\u0301\u0301\u0301\u0301",
        "👨\u200d👩\u200d👧",
        " lead",
        "\x1b[31m",
        "x" * 40,
        "",
    )
    board = scores(4, cursor=(2, 3), words=words)
    plain = scores(4, cursor=(2, 3), words=tuple("abcdefg"))
    painter = painted(board, Request(118, 20))
    twin = painted(plain, Request(118, 20))
    for y in range(7):
        strip = painter.line(painter.layout.result.y + y)
        other = twin.line(twin.layout.result.y + y)
        start, end = painter.layout.result.x, painter.layout.result.x + painter.layout.result.width
        begin, stop = twin.layout.result.x, twin.layout.result.x + twin.layout.result.width
        ours = strip.crop(start, end).text.split()
        assert ours == other.crop(begin, stop).text.split()
    assert all(cell_len(line) == 118 for line in lines(painter))
    assert not any("\x1b" in line for line in lines(painter))


class BoardApp(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.picked: list[tuple[int, int]] = []

    def compose(self) -> ComposeResult:
        yield MatrixBoard()

    def on_mount(self) -> None:
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = DARK.name

    def on_matrix_board_cell_picked(self, message: MatrixBoard.CellPicked) -> None:
        self.picked.append((message.row, message.column))


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> BoardApp:
    monkeypatch.setenv("TEXTUAL_COLOR_SYSTEM", "truecolor")
    return BoardApp()


async def test_the_widget_shows_its_board_and_says_which_cell_was_clicked(app: BoardApp) -> None:
    async with app.run_test(size=(80, 17)) as pilot:
        widget = app.query_one(MatrixBoard)
        assert widget.layout_now is None
        widget.board = scores(4)
        await pilot.pause()
        assert "animal" in "".join(widget.render_line(y).text for y in range(17))
        layout = widget.layout_now
        assert layout is not None
        left, top, result = layout.panes
        await pilot.click(MatrixBoard, offset=(result.x + 3 * result.cell + 1, result.y + 5))
        await pilot.click(MatrixBoard, offset=(left.x, left.y + 2))
        await pilot.click(MatrixBoard, offset=(top.x + 4 * top.cell, top.y))
        await pilot.click(MatrixBoard, offset=(0, 0))
        await pilot.pause()
        assert app.picked == [(5, 3), (2, 1), (8, 4)]
        with pytest.raises(FrozenInstanceError):
            MatrixBoard.CellPicked(1, 2).row = 3  # type: ignore[misc]


async def test_a_moved_cursor_sends_few_lines(
    app: BoardApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with app.run_test(size=(120, 28)) as pilot:
        widget = app.query_one(MatrixBoard)
        board = scores(4)
        widget.board = board
        await pilot.pause()
        asked: list[int] = []
        line = BoardPainter.line
        monkeypatch.setattr(BoardPainter, "line", lambda self, y: asked.append(y) or line(self, y))
        same = replace(board, result=replace(board.result, values=board.result.values.copy()))
        widget.board = replace(same, cursor=(9, 1))
        await pilot.pause()
        result = widget.layout_now.result
        assert sorted(set(asked)) == [result.y + 8, result.y + 9]
        asked.clear()
        widget.board = replace(board, cursor=(9, 2))
        await pilot.pause()
        assert sorted(set(asked)) == [0, 1, 2, 3, 4, result.y + 9]
        asked.clear()
        values = board.result.values.copy()
        values[0, 0] += 1
        widget.board = replace(board, result=replace(board.result, values=values))
        await pilot.pause()
        assert sorted(set(asked)) == list(range(28))


async def test_zoom_theme_and_size_are_followed(app: BoardApp) -> None:
    async with app.run_test(size=(80, 17)) as pilot:
        widget = app.query_one(MatrixBoard)
        widget.board = product(200, 4, 200, (150, 150))
        await pilot.pause()
        assert "q150" in "".join(widget.render_line(y).text for y in range(17))
        dark = ground(widget.render_line(5), 40)
        widget.zoom = "all"
        await pilot.pause()
        assert "each cell: the largest of" in widget.render_line(16).text
        widget.zoom = "window"
        app.theme = LIGHT.name
        await pilot.pause()
        assert ground(widget.render_line(5), 40) != dark
        widget.operands = False
        await pilot.pause()
        assert "Q, Kᵀ out of view" in widget.render_line(16).text
        await pilot.resize_terminal(30, 6)
        await pilot.pause()
        assert widget.render_line(0).cell_length == 30
        widget.palette_name = "none"
        await pilot.pause()
        assert widget.layout_now is not None
        widget.board = None
        await pilot.pause()
        assert widget.render_line(0).text.strip() == ""


def test_numbers_are_their_own_address() -> None:
    assert numbered(13, 35)[12, 34] == pytest.approx(12.34)
    assert numbered(2, 2)[1, 1] == pytest.approx(-1.01)
