"""What widgets share that draw with the palette: they draw as the app has decided."""

from __future__ import annotations

from textual.reactive import reactive
from textual.widget import Widget

from attn_tui.terminal.drawing import drawing_of
from attn_tui.view.colour import PaletteName


class Drawn(Widget):
    """Takes palette and ASCII from the app when it is mounted; whoever changes them hands them down."""

    palette_name: reactive[PaletteName] = reactive("truecolor", init=False)
    ascii_only: reactive[bool] = reactive(False, init=False)

    def on_mount(self) -> None:
        """Draw as the app does."""
        drawing = drawing_of(self.app)
        if drawing is not None:
            self.palette_name, self.ascii_only = drawing.palette, drawing.ascii
