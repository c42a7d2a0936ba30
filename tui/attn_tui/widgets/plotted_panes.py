"""Panes with a plot: it stands beside or below the matrices, or in their place."""

from __future__ import annotations

from textual.widget import Widget

TALL = 32
"""From so many lines on there is room for the plot below the matrices."""

WIDE = 150
"""From so many columns on there is room for it beside them."""


class PlottedPanes(Widget):
    """Of the class -tall the plot stands below, of the class -wide beside what else there is.

    `plot_first` says that elsewhere the plot is shown, not the matrices.
    """

    DEFAULT_CSS = """
    PlottedPanes { layout: vertical; height: 1fr; width: 1fr; }
    PlottedPanes MatrixBoard { height: 1fr; margin: 0 1; }
    PlottedPanes StepPlot { display: none; }
    PlottedPanes.-wide StepPlot { display: block; width: 2fr; height: 1fr; margin: 0 1; }
    PlottedPanes.-plot-first StepPlot { display: block; height: 1fr; margin: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.plot_first = False

    @property
    def has_room_for_both(self) -> bool:
        """Whether matrices and plot stand side by side or above each other."""
        return self.has_class("-tall") or self.has_class("-wide")

    def fit(self) -> None:
        """Show the plot in place of the matrices where only one of them fits."""
        self.set_class(self.plot_first and not self.has_room_for_both, "-plot-first")
