"""A panel to take away what is shown: what, in which form, and into which file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from attn_tui.export.names import free_name
from attn_tui.export.saving import TakenError, save
from attn_tui.key import bindings
from attn_tui.keymap import keymap_of
from attn_tui.panel_keys import EXPORT_KEYS
from attn_tui.screens.framed import FramedScreen
from attn_tui.view.numbers import size
from attn_tui.view.safe_text import visible
from attn_tui.widgets.choices import Choices
from attn_tui.widgets.text_line import TextLine

if TYPE_CHECKING:
    from attn_tui.export.offers import Offer

LINE_HINTS = "Enter write   Esc the name as it was"


@dataclass
class Written(Message):
    """A file is there (`done`), or `said` says why not; `taken` is one that was there before."""

    said: str
    done: bool = False
    taken: str = ""


class ExportScreen(FramedScreen[None]):
    """Writes what is chosen, whole or not at all, and says where it is.

    `typed` is the name that was typed, "" for the usual one; `over` is the name of a file that was
    there, which another Enter writes over.
    """

    DEFAULT_CSS = """
    ExportScreen Choices { max-height: 11; }
    ExportScreen #file { margin-top: 1; padding: 0 2; }
    ExportScreen TextLine { margin: 1 1 0 1; }
    ExportScreen #said { padding: 0 2; min-height: 1; }
    ExportScreen.-short .leave { margin-top: 0; }
    ExportScreen.-short Choices { max-height: 6; }
    """

    VERTICAL_BREAKPOINTS = [(0, "-short"), (22, "-tall")]  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = bindings(EXPORT_KEYS)

    def __init__(self, offers: tuple[Offer, ...]) -> None:
        super().__init__()
        self.offers = offers
        self.typed = ""
        self.over = ""
        self.busy = False

    def compose(self) -> ComposeResult:
        """What there is, the file, what came of it, the keys."""
        with Vertical():
            yield Static(Content("Save or export"), classes="heading")
            yield Choices(
                tuple(offer.what for offer in self.offers),
                notes=tuple(offer.suffix for offer in self.offers),
            )
            yield Static(id="file")
            yield Static(id="said")
            yield Static(self._hints(), classes="leave")

    def on_mount(self) -> None:
        """Say the name of the file."""
        self._show()

    def _hints(self) -> Content:
        name = keymap_of(self.app).said(EXPORT_KEYS, "name")
        return Content(f"Enter write   {name} another name   Esc back")

    @property
    def offer(self) -> Offer:
        """What is chosen."""
        return self.offers[self.query_one(Choices).chosen]

    @property
    def file(self) -> str:
        """The name of the file: the one that was typed, or the usual one, the next that is free."""
        return self.typed or str(free_name(Path(self.offer.name)))

    def _show(self, said: str = "") -> None:
        """Say which file it will be, and some news."""
        self.query_one("#file", Static).update(Content(f"File: {visible(self.file)}"))
        self.query_one("#said", Static).update(Content(visible(said)))

    # Keys

    def action_move(self, by: int) -> None:
        """Choose another line; a name that was typed gets its suffix."""
        self.query_one(Choices).move(by)
        self._chosen()

    @on(Choices.Picked)
    def _picked(self, message: Choices.Picked) -> None:
        self.query_one(Choices).chosen = message.index
        self._chosen()

    def _chosen(self) -> None:
        self.over = ""
        if self.typed:
            self.typed = str(Path(self.typed).with_suffix(self.offer.suffix))
        self._show()

    async def action_name(self) -> None:
        """Type another name."""
        if not self.query(TextLine) and not self.busy:
            line = TextLine(self.file, "The name of a file")
            await self.query_one(Vertical).mount(line, after=self.query_one("#file"))
            self.query_one("#file").display = False
            self.query_one(".leave", Static).update(Content(LINE_HINTS))
            self.set_focus(line)

    def on_text_line_entered(self, message: TextLine.Entered) -> None:
        """Write the file of that name; one without a suffix gets that of its kind."""
        typed = message.text.strip()
        if typed and not typed.endswith(("/", ".", "..")) and not Path(typed).suffix:
            typed += self.offer.suffix
        if typed != self.typed:
            self.over = ""
        self.typed = typed
        self._end_line()
        self.action_write()

    def on_text_line_cancelled(self) -> None:
        """Keep the name that was there."""
        self._end_line()
        self._show()

    def _end_line(self) -> None:
        self.query(TextLine).remove()
        self.query_one("#file").display = True
        self.query_one(".leave", Static).update(self._hints())

    def action_write(self) -> None:
        """Write the file; over one that is there only when asked again."""
        if self.busy:
            return
        self.busy = True
        name = self.file
        self._show("writing ...")
        work = partial(self._write, self.offer, name, over=name == self.over)
        self.run_worker(work, thread=True, exit_on_error=False)

    def _write(self, offer: Offer, name: str, *, over: bool) -> None:
        """In a thread: make what was chosen and write it."""
        worker = get_current_worker()
        try:
            content = offer.make()
            path = save(content, name, over=over)
            message = Written(f"Written: {path} ({size(len(content))})", done=True)
        except TakenError as error:
            message = Written(f"{_sentence(error)}; Enter again writes over it.", taken=name)
        except ValueError as error:
            message = Written(f"{_sentence(error)}.")
        except MemoryError:
            message = Written("There is not enough memory for this; take less away.")
        if not worker.is_cancelled:
            self.post_message(message)

    @on(Written)
    def _written(self, message: Written) -> None:
        self.busy = False
        self.over = message.taken
        if message.done:
            self.typed = ""
        self._show(message.said)


def _sentence(error: Exception) -> str:
    """What an error says, as a sentence begins."""
    said = str(error)
    return said[:1].upper() + said[1:]
