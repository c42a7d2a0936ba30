"""A panel to choose where the numbers are computed: a backend on a device, and a dtype."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from attn_tui.key import bindings
from attn_tui.looking import look_meanwhile
from attn_tui.panel_keys import PLACE_KEYS
from attn_tui.screens.framed import FramedScreen
from attn_tui.view.places import (
    DTYPES,
    NUMPY,
    Choice,
    Place,
    dtype_after,
    dtype_at,
    line_of,
    sentence_of,
)
from attn_tui.view.safe_text import visible
from attn_tui.widgets.choices import Choices


class PlaceScreen(FramedScreen[Choice | None]):
    """Hands back a choice that can be made, or None; `measured` is told below the places.

    The places are looked for in another process; until they are known there is NumPy.
    """

    DEFAULT_CSS = """
    PlaceScreen > Vertical { width: 95%; max-width: 96; }
    PlaceScreen Choices { max-height: 7; }
    PlaceScreen.-short #measured { display: none; }
    PlaceScreen #said { color: $secondary; min-height: 1; padding: 0 2; }
    PlaceScreen #dtypes { padding: 0 2; margin: 0 0 1 0; }
    PlaceScreen #measured { padding: 0 2; }
    """

    VERTICAL_BREAKPOINTS = [(0, "-short"), (23, "-tall")]  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = bindings(PLACE_KEYS)

    def __init__(self, present: Choice, measured: tuple[str, ...]) -> None:
        super().__init__()
        self.present = present
        self.measured = measured
        self.dtype = present.dtype
        self.places: tuple[Place, ...] = (NUMPY,)
        self.looking = True

    def compose(self) -> ComposeResult:
        """The places, the dtypes of the one that is chosen, what the trace at hand took."""
        with Vertical():
            heading = f"Where it is computed; now {self.present}"
            yield Static(Content(visible(heading)), classes="heading")
            yield Choices(())
            yield Static(id="said")
            yield Static(id="dtypes")
            yield Static(Content("\n".join(self.measured)), id="measured")
            yield Static(Content("↑↓ device   ←→ dtype   Enter choose   Esc back"), classes="leave")

    def on_mount(self) -> None:
        """Look for what there is."""
        self._show()
        self.run_worker(self._look(), exit_on_error=False)

    async def _look(self) -> None:
        self.found(await look_meanwhile())

    def found(self, places: tuple[Place, ...]) -> None:
        """List the places, the present one chosen unless another is by now."""
        moved = self.query_one(Choices).chosen != 0
        self.places, self.looking = places, False
        self._show()
        here = [at for at, place in enumerate(places) if place.holds(self.present)]
        if here and not moved:
            self.query_one(Choices).chosen = here[0]
        self._show()

    @property
    def place(self) -> Place:
        """The place that is chosen."""
        return self.places[min(self.query_one(Choices).chosen, len(self.places) - 1)]

    def _show(self) -> None:
        lines = tuple(map(line_of, self.places))
        choices = self.query_one(Choices)
        choices.choices = tuple(line for line, _ in lines)
        choices.notes = tuple(note for _, note in lines)
        self._say(
            "Looking for torch and its devices …"
            if self.looking
            else sentence_of(self.place, dtype_at(self.place, self.dtype))
        )
        self.query_one("#dtypes", Static).update(self._dtypes())

    def _dtypes(self) -> Content:
        """The dtypes side by side: the chosen one in brackets, those not to be had faint."""
        place = self.place
        chosen = dtype_at(place, self.dtype)
        parts: list[str | tuple[str, str]] = [("dtype  ", "$secondary")]
        for dtype in DTYPES:
            if dtype not in place.dtypes:
                parts.append((f" {dtype}  ", "$foreground-disabled"))
            elif dtype == chosen:
                parts.append((f"[{dtype}] ", "bold $accent"))
            else:
                parts.append(f" {dtype}  ")
        return Content.assemble(*parts)

    def _say(self, sentence: str) -> None:
        self.query_one("#said", Static).update(Content(visible(sentence)))

    def action_move(self, by: int) -> None:
        """Choose another line."""
        self.query_one(Choices).move(by)
        self._show()

    def action_dtype(self, by: int) -> None:
        """Choose another of the dtypes that the place has."""
        self.dtype = dtype_after(self.place, self.dtype, by)
        self._show()

    def action_choose(self) -> None:
        """Hand back the choice; of what cannot be used the reason is on screen already."""
        place = self.place
        if not place.reason:
            self.dismiss(Choice(place.backend, place.name, dtype_at(place, self.dtype)))

    @on(Choices.Picked)
    def _picked(self, message: Choices.Picked) -> None:
        self.query_one(Choices).chosen = message.index
        self._show()
