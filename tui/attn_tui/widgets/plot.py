"""The plot of a step: draws its spec, whatever is in it, at whatever size there is."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.reactive import reactive
from textual.strip import Strip

from attn_tui.view.plot_spec import Bars, Curves, Lines, PlotSpec
from attn_tui.widgets.drawn import Drawn
from attn_tui.widgets.plot_canvas import ASCII, Canvas, Glyphs, Inks

SMALLEST = (20, 6)
TOO_SMALL = "too small for a plot"


class StepPlot(Drawn):
    """Shows `spec`; blank while it is None."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "plot--title", "plot--text", "plot--quiet", "plot--cursor",
        "plot--series-0", "plot--series-1", "plot--series-2", "plot--series-3", "plot--series-4",
    }  # fmt: skip
    DEFAULT_CSS = """
    StepPlot { width: 1fr; height: 10; }
    StepPlot > .plot--title { color: $foreground; text-style: bold; }
    StepPlot > .plot--text { color: $foreground; }
    StepPlot > .plot--quiet { color: $secondary; }
    StepPlot > .plot--cursor { color: $accent; text-style: bold; }
    StepPlot > .plot--series-0 { color: $primary; }
    StepPlot > .plot--series-1 { color: $secondary; }
    StepPlot > .plot--series-2 { color: $success; }
    StepPlot > .plot--series-3 { color: $error; }
    StepPlot > .plot--series-4 { color: $foreground; }
    """

    spec: reactive[PlotSpec | None] = reactive(None)

    def __init__(self) -> None:
        super().__init__()
        self._drawn: tuple[object, list[Strip]] | None = None

    def render_line(self, y: int) -> Strip:
        """A row of the plot, which is drawn anew when its spec, size or colours have changed."""
        strips = self._strips()
        return strips[y] if y < len(strips) else Strip.blank(self.size.width, self._inks().ground)

    def notify_style_update(self) -> None:
        """Forget what was drawn in other colours."""
        super().notify_style_update()
        self._drawn = None

    def _strips(self) -> list[Strip]:
        key = (self.spec, self.size, self.ascii_only)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = (key, self._draw())
        return self._drawn[1]

    def _draw(self) -> list[Strip]:
        width, height = self.size
        inks = self._inks()
        if self.spec is None or not width or not height:
            return []
        if width < SMALLEST[0] or height < SMALLEST[1]:
            said = Strip([Segment(TOO_SMALL, inks.ground + inks.quiet)]).crop(0, width)
            return [said.extend_cell_length(width, inks.ground)]
        canvas = Canvas(width, height, inks, ASCII if self.ascii_only else Glyphs())
        draw(canvas, self.spec)
        return canvas.strips()

    def _inks(self) -> Inks:
        def ink(name: str) -> Style:
            style = self.get_component_rich_style(f"plot--{name}", partial=True)
            return Style(color=style.color, bold=style.bold)

        return Inks(
            ground=Style(bgcolor=self.rich_style.bgcolor),
            title=ink("title"),
            text=ink("text"),
            quiet=ink("quiet"),
            cursor=ink("cursor"),
            series=tuple(ink(f"series-{place}") for place in range(5)),
        )


def draw(canvas: Canvas, spec: PlotSpec) -> None:
    """Draw any spec on the whole canvas."""
    from attn_tui.widgets.plot_bars import draw_bars  # noqa: PLC0415 - numpy, after first paint
    from attn_tui.widgets.plot_curves import draw_curves  # noqa: PLC0415
    from attn_tui.widgets.plot_lines import draw_lines  # noqa: PLC0415
    from attn_tui.widgets.plot_plane import draw_plane  # noqa: PLC0415

    if isinstance(spec, Bars):
        draw_bars(canvas, spec)
    elif isinstance(spec, Curves):
        draw_curves(canvas, spec)
    elif isinstance(spec, Lines):
        draw_lines(canvas, spec)
    else:
        draw_plane(canvas, spec)
