"""The plot on screen: titles, legends, figures and places, at every size and on any numbers."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from textual.app import App, ComposeResult
from textual.color import Color as ThemeColor

from attn_tui.terminal.ascii_spelling import OTHER, as_ascii
from attn_tui.terminal.cells import cells_of
from attn_tui.themes import themes
from attn_tui.view.plot_spec import Bars, Curves, Plane, PlotSpec, Point, Series
from attn_tui.widgets.plot import TOO_SMALL, StepPlot, draw
from attn_tui.widgets.plot_canvas import ASCII, Canvas, Glyphs, Inks
from attn_tui.widgets.plot_drawing import decimated, stroke

DARK, LIGHT = themes("truecolor")

KEYS = ("she", "sat", "by", "the", "bank")
ROW = Bars(
    title="Scores of “bank”",
    x_name="key",
    y_name="score",
    labels=KEYS,
    series=(Series("before", (4.0, -2.0, 0.5, 1.0, -math.inf)),),
    cursor=1,
)
TWO_ROWS = replace(
    ROW, series=(*ROW.series, Series("after", (2.0, -1.0, 0.25, 0.5, -math.inf))), lit=1
)
WAVES = Curves(
    title="Positional encoding P",
    x_name="position",
    y_name="value",
    series=tuple(
        Series(name, tuple(math.sin(position / pace) for position in range(12)))
        for name, pace in (("dim 0", 1.0), ("dim 2", 3.0))
    ),
    cursor=3,
)
PLANE = Plane(
    title="“bank” moves",
    x_name="money",
    y_name="nature",
    points=(Point("she", 0.0, 0.0), Point("bank", 0.5, 0.5), Point("river", 0.0, 1.0)),
    cursor=1,
    goal=(0.2, 0.9),
)


BLOCKS = Glyphs()


class PlotApp(App[None]):
    CSS = "Screen { background: $background; } StepPlot { height: 1fr; }"

    def __init__(self, spec: PlotSpec | None) -> None:
        super().__init__()
        self.spec = spec
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = DARK.name

    def compose(self) -> ComposeResult:
        yield StepPlot()

    def on_mount(self) -> None:
        self.plot.spec = self.spec

    @property
    def plot(self) -> StepPlot:
        return self.query_one(StepPlot)

    def rows(self) -> list[str]:
        return [self.plot.render_line(y).text for y in range(self.plot.size.height)]

    def colours_of(self, text: str) -> set[tuple[int, ...]]:
        """The foreground colours in which a text stands on screen."""
        return {
            tuple(segment.style.color.triplet)
            for y in range(self.plot.size.height)
            for segment in self.plot.render_line(y)
            if text in segment.text and segment.style and segment.style.color
        }


def drawn(spec: PlotSpec, width: int = 60, height: int = 10, glyphs: Glyphs = BLOCKS) -> list[str]:
    styles = tuple(Style(color=Color.from_rgb(shade, 0, 0)) for shade in range(5))
    inks = Inks(Style(bgcolor="black"), *styles[:4], series=styles)
    canvas = Canvas(width, height, inks, glyphs)
    draw(canvas, spec)
    return [strip.text for strip in canvas.strips()]


@pytest.mark.parametrize("size", [(120, 10), (60, 20), (80, 8), (20, 6)])
@pytest.mark.parametrize("spec", [ROW, TWO_ROWS, WAVES, PLANE])
def test_title_axes_ticks_and_legend_are_there_at_every_size(
    spec: PlotSpec, size: tuple[int, int]
) -> None:
    rows = drawn(spec, *size)
    assert len(rows) == size[1]
    assert {cell_len(row) for row in rows} == {size[0]}
    text = "\n".join(rows)
    assert rows[0].startswith(spec.title[: size[0] - 1])
    assert any(row.lstrip().startswith(("0┤", "0.0┤", "0│")) or "0┤" in row for row in rows)
    if size[0] >= 60:
        assert f"↑ {spec.y_name}  → {spec.x_name}" in text
        if not isinstance(spec, Plane) and len(spec.series) > 1:
            assert all(series.name in text for series in spec.series)


def test_bars_stand_and_hang_in_proportion_and_carry_values_and_labels() -> None:
    values = {"she": 4.0, "sat": -2.0, "by": 2.0, "the": 0.0, "bank": 1.0}
    rows = drawn(replace(ROW, series=(Series("a", tuple(values.values())),)), 60, 20)
    labels = rows[-2]
    parts = {glyph: eighths / 8 for eighths, glyph in enumerate(" ▁▂▃▄▅▆▇█")}
    for key, value in values.items():
        column = [row[labels.index(key) + 1] for row in rows[1:-2]]
        zero = next(
            at for at, cell in enumerate(column) if cell in "▀▄─" and rows[at + 1][2] == "0"
        )
        above = sum(parts.get(cell, 0.0) for cell in column[:zero])
        # Below zero a cell is drawn as what is left of it, in the colour of the ground.
        below = sum(
            1.0 if cell == "█" else 1.0 - parts[cell] for cell in column[zero + 1 :] if cell != " "
        )
        half = {"▀": 0.5, "▄": -0.5, "─": 0.0}[column[zero]]
        assert above - below + half == pytest.approx(value * 10.5 / 4, abs=1 / 16)
        assert f"{value:.2f}" in "\n".join(rows)


def test_what_is_not_drawn_is_named() -> None:
    text = "\n".join(drawn(ROW))
    assert "-∞" in text
    assert "1 score at -∞, not drawn" in text
    lost = replace(WAVES, series=(Series("x", (0.0, math.nan, math.inf, 1.0)),))
    assert "1 value at ∞, 1 not a number, not drawn" in "\n".join(drawn(lost))
    crowd = replace(PLANE, points=tuple(Point(f"word{n}", n / 100, 0.0) for n in range(60)))
    assert "no room for" in "\n".join(drawn(crowd, 80, 10))


def test_of_a_long_row_the_keys_around_the_cursor_or_the_largest_are_shown_and_it_says_so() -> None:
    labels = tuple(f"w{n}" for n in range(512))
    values = [n / 1000 for n in range(512)]
    values[7] = 3.0
    row = replace(ROW, labels=labels, series=(Series("a", tuple(values)),), cursor=300)
    text = "\n".join(drawn(row, 80))
    assert " w300 " in text
    assert " w7 " not in text
    assert "of 512, largest elsewhere 3.00 (7 w7)" in text
    text = "\n".join(drawn(replace(row, part="largest"), 80))
    assert " w7 " in text
    assert " w511 " in text
    assert " w300 " in text
    assert "largest of 512 keys, and the cursor's" in text
    waves = replace(WAVES, series=(Series("a", tuple(values)),), cursor=300)
    assert "positions 280-319 of 512" in "\n".join(drawn(waves, 80))


def test_a_point_lies_where_its_numbers_say_and_no_label_is_covered() -> None:
    corners = (("SW", 0.0, 0.0), ("SE", 1.0, 0.0), ("NW", 0.0, 1.0), ("NE", 1.0, 1.0))
    points = tuple(Point(*corner) for corner in corners)
    rows = drawn(replace(PLANE, points=points, cursor=None, goal=None), 60, 12)
    row_of = {name: next(r for r, row in enumerate(rows) if name in row) for name, *_ in corners}
    column_of = {name: rows[row].index(name) for name, row in row_of.items()}
    assert row_of["NW"] == row_of["NE"] < 3
    assert row_of["SW"] == row_of["SE"] > 7
    assert column_of["NW"] == column_of["SW"] < 12
    assert column_of["NE"] == column_of["SE"] > 48
    same = tuple(Point(name, 0.5, 0.5) for name in ("the", "bank", "the"))
    assert "bank, the ×2" in "\n".join(drawn(replace(PLANE, points=same, goal=None)))


def test_the_arrow_points_where_the_token_goes() -> None:
    for goal, head in (
        ((0.9, 0.5), "→"),
        ((0.5, 0.95), "↑"),
        ((0.1, 0.5), "←"),
        ((0.5, 0.05), "↓"),
    ):
        points = (Point("a", 0.0, 0.0), Point("b", 0.5, 0.5), Point("c", 1.0, 1.0))
        rows = drawn(replace(PLANE, points=points, goal=goal), 60, 16)
        assert head in "".join(rows[1:-1])


@pytest.mark.parametrize("theme", [DARK, LIGHT])
async def test_the_cursor_is_in_the_accent_of_the_theme_and_the_rest_is_not(theme) -> None:
    app = PlotApp(ROW)
    async with app.run_test(size=(80, 10)) as pilot:
        app.theme = theme.name
        await pilot.pause()
        for text, colour in (
            ("sat", theme.accent),
            ("she", theme.foreground),
            ("▀", theme.primary),
        ):
            (shown,) = app.colours_of(text)
            assert shown == pytest.approx(ThemeColor.parse(colour).rgb, abs=1)


async def test_it_redraws_when_the_size_or_the_spec_changes() -> None:
    app = PlotApp(ROW)
    async with app.run_test(size=(80, 10)) as pilot:
        await pilot.resize_terminal(50, 14)
        await pilot.pause()
        assert [cell_len(row) for row in app.rows()] == [50] * 14
        assert "bank" in app.rows()[-2]
        app.plot.spec = WAVES
        assert app.rows()[0].startswith(WAVES.title)
        await pilot.resize_terminal(19, 5)
        await pilot.pause()
        assert app.rows()[0].rstrip() == TOO_SMALL[:19].rstrip()
        app.plot.spec = None
        assert "".join(app.rows()).strip() == ""


async def test_markup_and_control_characters_in_tokens_are_shown_and_not_obeyed() -> None:
    labels = ("[/]", "[red]x", "\x1b[31m", "漢字", "a\nb")
    app = PlotApp(replace(ROW, labels=labels, title="Scores of [/]"))
    async with app.run_test(size=(80, 10)) as pilot:
        await pilot.pause()
        text = "\n".join(app.rows())
        assert "Scores of [/]" in text
        assert all(shown in text for shown in ("[/]", "[red]x", "␛[31m", "漢字", "a␊b"))
        assert "\x1b" not in text


def test_all_that_a_plot_draws_has_an_ascii_spelling() -> None:
    plain = replace(ROW, title="Scores of bank")
    for spec in (plain, replace(TWO_ROWS, title="both"), WAVES, replace(PLANE, title="moves")):
        for line in drawn(spec, glyphs=ASCII):
            assert OTHER not in as_ascii(cells_of(line))


WORST = (
    (), (0.0,), (math.nan,), (math.inf, -math.inf, math.nan), (1e308, -1e308), (5e-324, 0.0),
    (1e16, 1e16 + 2), (3.0, 3.0, 3.0), tuple(1e300 * math.sin(n) for n in range(512)),
)  # fmt: skip


def draw_the_worst() -> None:
    """Draw every kind of plot on every bad row; a nan that reached plotext would abort."""
    sizes = tuple(product((20, 61, 200), (6, 9, 24)))
    for values, (width, height), glyphs in product(WORST, sizes, (Glyphs(), ASCII)):
        labels = tuple(f"t{n}" for n in range(len(values)))
        for cursor in (None, *([0, len(values) - 1] if values else [])):
            points = tuple(map(Point, labels, values, values[::-1]))
            goal = (values[0], 1.0) if values else None
            specs: tuple[PlotSpec, ...] = (
                Bars("t", "key", "score", labels, (Series("a", values),) * 3, cursor, 2),
                Bars("t", "key", "score", labels, (Series("a", values),), cursor, part="largest"),
                Curves("t", "position", "value", (Series("a", values),) * 3, cursor),
                Plane("t", "x", "y", points, cursor, goal),
            )
            for spec in specs:
                rows = drawn(spec, width, height, glyphs)
                assert [cell_len(row) for row in rows] == [width] * height
    print("drawn")


def test_no_number_raises_or_ends_the_process() -> None:
    code = "from tests.tui.test_plot_widget import draw_the_worst; draw_the_worst()"
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "drawn"), done.stderr[-2000:]


def test_a_spike_survives_thinning_and_no_line_crosses_a_gap() -> None:
    x, y = np.linspace(0, 1, 20_000), np.zeros(20_000)
    y[7_123], y[15_000] = 1.0, math.nan
    thin_x, thin_y = decimated(x[:15_000], y[:15_000], 80)
    assert len(thin_x) <= 80
    assert thin_y.max() == 1.0
    assert (np.diff(thin_x) > 0).all()
    rows = stroke(x, y, 40, 6)
    assert rows[0].strip()
    across = stroke(np.array([0.0, 0.5, 1.0]), np.array([0.5, math.nan, 0.5]), 41, 3)
    assert across[1][1:-1].strip() == ""


def test_plotext_is_imported_only_for_a_line() -> None:
    code = (
        "import sys; from tests.tui.test_plot_widget import ROW, WAVES, drawn; drawn(ROW);"
        "assert 'plotext' not in sys.modules; drawn(WAVES); assert 'plotext' in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
