"""What attention costs on this machine: time and memory by length, as they are measured."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from attn_tui.key import bindings
from attn_tui.keymap import keymap_of
from attn_tui.keys import COST_KEYS
from attn_tui.measuring import D_HEAD, LENGTHS, measured
from attn_tui.screens.sized import SizedScreen
from attn_tui.view.progress import Progress
from attn_tui.widgets.key_hints import KeyHints
from attn_tui.widgets.plot import StepPlot
from attn_tui.widgets.progress_line import ProgressLine
from attn_tui.widgets.prose import Prose
from attn_tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from attn_engine import Cost, NotMeasured
    from attn_tui.view.costs import Measured

WIDE = 120
"""From so many columns on time and memory stand side by side."""

LONGEST = 32_000
"""Tokens of the longest text that is measured."""


@dataclass
class CostMeasured(Message):
    """One measurement, or why there is none."""

    request: int
    result: Cost | NotMeasured


@dataclass
class CostsDone(Message):
    """All is measured or the time was up; `sentence` says what went wrong, if anything did."""

    request: int
    sentence: str = ""


class CostScreen(SizedScreen):
    """Measures when it opens; the plots grow as measurements come."""

    KEYS = COST_KEYS
    BINDINGS: ClassVar[list[BindingType]] = bindings(COST_KEYS)
    DEFAULT_CSS = """
    CostScreen #plots { height: 1fr; margin: 0 1; }
    CostScreen StepPlot { height: 1fr; width: 1fr; }
    CostScreen #bytes { display: none; }
    CostScreen.-wide #bytes { display: block; margin-left: 3; }
    CostScreen.-memory #bytes { display: block; }
    CostScreen.-memory #seconds { display: none; }
    CostScreen.-wide #seconds { display: block; }
    CostScreen #table { height: auto; margin: 0 1; }
    CostScreen Prose { height: 3; }
    """

    def __init__(self, with_torch: bool = False) -> None:
        super().__init__()
        self.with_torch = with_torch
        self.lengths: tuple[int, ...] = LENGTHS
        self.found: Measured | None = None
        self.request = 0
        self.is_working = False

    def compose(self) -> ComposeResult:
        """Two plots, a table, words."""
        yield TitleBar()
        with Horizontal(id="plots"):
            for name in ("seconds", "bytes"):
                plot = StepPlot()
                plot.id = name
                yield plot
        yield Static(id="table")
        yield ProgressLine()
        yield Prose()
        yield KeyHints()

    def on_mount(self) -> None:
        """Begin to measure."""
        title = self.query_one(TitleBar)
        title.heading = "What does it cost"
        title.facts = (f"one head, d_head {D_HEAD}", "float32 on this machine")
        self.query_one(KeyHints).hints = keymap_of(self.app).hints(COST_KEYS)
        self.action_measure()

    def on_resize(self, event: events.Resize) -> None:
        """Both plots where there is room."""
        super().on_resize(event)
        self.set_class(event.size.width >= WIDE, "-wide")
        self._show()

    def on_unmount(self) -> None:
        """Give up what is being measured."""
        self.workers.cancel_group(self, "costs")

    # Measuring

    def action_measure(self) -> None:
        """Measure all lengths anew."""
        from attn_tui.view.costs import Measured  # noqa: PLC0415 - the engine, after first paint

        self.found = Measured()
        self._measure(self.lengths)

    def action_longer(self) -> None:
        """Measure twice the longest length, too."""
        longer = 2 * self.lengths[-1]
        if self.is_working:
            self._tell("One moment: this is still being measured. Esc stops it.")
        elif longer > LONGEST:
            self._tell(f"{LONGEST:,} tokens are the most that is measured here.")
        else:
            self.lengths = (*self.lengths, longer)
            self._measure((longer,))

    def _measure(self, lengths: tuple[int, ...]) -> None:
        self.request += 1
        self.is_working = True
        self._show()
        self._progress(f"measuring {lengths[0]:,} tokens")
        work = partial(self._work, self.request, lengths)
        self.run_worker(work, thread=True, exclusive=True, group="costs", exit_on_error=False)

    def _work(self, request: int, lengths: tuple[int, ...]) -> None:
        """In a thread: one measurement after the other."""
        worker = get_current_worker()
        try:
            for result in measured(lengths, self.with_torch, lambda: worker.is_cancelled):
                self.post_message(CostMeasured(request, result))
            self.post_message(CostsDone(request))
        except ValueError as error:
            self.post_message(CostsDone(request, str(error)))

    @on(CostMeasured)
    def _measured(self, message: CostMeasured) -> None:
        if message.request == self.request and self.found is not None:
            self.found = self.found.plus(message.result)
            self._progress(f"measured {message.result.method} at {message.result.n:,} tokens")
            self._show()

    @on(CostsDone)
    def _done(self, message: CostsDone) -> None:
        if message.request != self.request or self.found is None:
            return
        self.is_working = False
        missing = " ".join(each.reason for each in self.found.missing)
        self.query_one(ProgressLine).progress = Progress(missing or self._outcome())
        if message.sentence:
            self._tell(message.sentence)

    @property
    def _again(self) -> str:
        return keymap_of(self.app).said(COST_KEYS, "measure")

    def _outcome(self) -> str:
        assert self.found is not None
        whole = self.found.lengths[-1:] == self.lengths[-1:]
        return (
            "all measured"
            if whole
            else f"the time was up before the longest texts: {self._again} measures again"
        )

    # What is shown

    def _progress(self, said: str) -> None:
        self.query_one(ProgressLine).progress = Progress(said, None, "Esc stops")

    def _tell(self, sentence: str) -> None:
        prose = self.query_one(Prose)
        prose.told, prose.sentences = True, (sentence,)

    def _show(self) -> None:
        from attn_tui.view.costs import plot_of, table_of, words_of  # noqa: PLC0415 - the engine

        if self.found is None:
            return
        for of in ("seconds", "bytes"):
            plot = plot_of(self.found, of) if self.found.costs else None
            self.query_one(f"#{of}", StepPlot).spec = plot
        table = "\n".join(table_of(self.found, self.size.width)) if self.found.costs else ""
        self.query_one("#table", Static).update(Content(table))
        prose = self.query_one(Prose)
        prose.told, prose.sentences = False, words_of(self.found)

    # Keys

    def action_memory(self) -> None:
        """Memory in place of time, or time again."""
        if self.has_class("-wide"):
            self._tell("Time and memory both have room here.")
        else:
            self.toggle_class("-memory")

    async def action_help(self) -> None:
        """Show every key."""
        from attn_tui.screens.help import HelpScreen  # noqa: PLC0415

        await self.app.push_screen(HelpScreen(COST_KEYS))

    def action_leave(self) -> None:
        """Stop measuring, else go back."""
        if not self.is_working:
            self.dismiss()
            return
        self.request += 1
        self.is_working = False
        self.workers.cancel_group(self, "costs")
        said = f"stopped: {self._again} measures again, Esc goes back"
        self.query_one(ProgressLine).progress = Progress(said)
