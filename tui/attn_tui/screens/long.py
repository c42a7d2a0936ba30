"""A long text: the whole map of a layer's head, and windows on it down to exact cells."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType

from attn_tui.export.names import first_words
from attn_tui.key import bindings
from attn_tui.keymap import keymap_of
from attn_tui.keys import LONG_KEYS
from attn_tui.screens.asked import HomeAsked, WalkAsked
from attn_tui.screens.mapped import MappedScreen
from attn_tui.screens.taken_board import TakenBoard
from attn_tui.view.long_place import places_of
from attn_tui.view.long_view import beyond, middle
from attn_tui.view.long_words import (
    MOST_WALKED,
    cell_said,
    long_status,
    row_said,
    too_long_to_walk,
    walk_said,
)
from attn_tui.widgets.board import MatrixBoard
from attn_tui.widgets.key_hints import KeyHints
from attn_tui.widgets.long_panes import LongPanes
from attn_tui.widgets.progress_line import ProgressLine
from attn_tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from attn_tui.computing import Models
    from attn_tui.view.board import Board
    from attn_tui.view.long_view import LongView
    from attn_tui.view.progress import Progress
    from attn_tui.view.session import Session


class LongScreen(TakenBoard, MappedScreen):
    """Shows the best map there is of what is looked at, while better ones are made in threads."""

    KEYS = LONG_KEYS
    BINDINGS: ClassVar[list[BindingType]] = bindings(LONG_KEYS)

    def __init__(self, session: Session, models: Models, remark: str = "") -> None:
        super().__init__(session, models)
        self.remark = remark
        self.plot_first = False

    def compose(self) -> ComposeResult:
        """Title, panes, keys."""
        yield TitleBar()
        yield LongPanes()
        yield KeyHints()

    def on_mount(self) -> None:
        """Say what is coming; the work begins when there is a room for the map."""
        self.query_one(KeyHints).hints = keymap_of(self.app).hints(LONG_KEYS)
        self.query_one(TitleBar).facts = (self.session.model, "reading")

    @property
    def panes(self) -> LongPanes:
        """The panes."""
        return self.query_one(LongPanes)

    # What is shown

    @on(LongPanes.Resized)
    def _resized(self) -> None:
        if not self.has_class("-too-small"):
            self.want()

    def map_shape(self) -> tuple[int, int]:
        """As large as the panes have room for."""
        return self.panes.shape

    def progressed(self, progress: Progress) -> None:
        """Say how far it is."""
        self.query_one(ProgressLine).progress = progress

    def failed(self, sentence: str) -> None:
        """Say why there is no map."""
        self.query_one(ProgressLine).progress = None
        self.panes.say(sentence, told=True)

    def map_arrived(self) -> None:
        """Show it."""
        self._show()

    def row_arrived(self) -> None:
        """Say what the row looks at."""
        self._say()

    def _show(self) -> None:
        """Hand the panes what they show of the map at hand."""
        from attn_tui.view.long_frame import frame_of  # noqa: PLC0415 - NumPy

        text = self.maps.text
        if self.shown is None or self.view is None or text is None:
            return
        frame = frame_of(self.shown, text.tokens, self.view, self.session.head)
        self.query_one(TitleBar).facts = long_status(text, self.shown.asked.layer, self.session)
        places = places_of(self.session.text, text.tokens, self.view)
        self.panes.show(frame, places, self.plot_first)
        self._say()

    def _say(self) -> None:
        """Words on the row of the cursor and on what a cell is."""
        if self.shown is None or self.view is None or self.maps.text is None:
            return
        said = [self.remark]
        if self.facts and (self.facts.layer, self.facts.row) == (
            self.shown.asked.layer, self.view.row,
        ):  # fmt: skip
            said.append(row_said(self.facts, self.maps.text.tokens, self.session.head))
        said.append(walk_said(self.view) or cell_said(self.shown))
        self.panes.say(*(sentence for sentence in said if sentence))

    def _go(self, view: LongView) -> None:
        """Look elsewhere: the cursor at once, another part as soon as there is a map of it."""
        before, self.view, self.remark = self.view, view, ""
        if before is None:
            return
        if (before.rows, before.columns) != (view.rows, view.columns):
            self.want()
        self._show()
        if before.row != view.row:
            self.want_row()

    # What can be taken away

    def tell(self, *sentences: str) -> None:
        """Say some news below the map."""
        self.panes.say(*sentences, told=True)

    def taken_board(self) -> Board | None:
        """The map of the head that is shown."""
        return self.panes.board

    def taken_words(self) -> tuple[str, ...]:
        """A map, and the first words of the text."""
        return "map", first_words(self.session.text)

    # Keys

    def action_move(self, rows: int, columns: int) -> None:
        """Move the cursor by so many cells."""
        if self.view and self.shown:
            found = self.shown.map
            row = beyond(found.row_edges, self.view.row, rows)
            column = beyond(found.column_edges, self.view.column, columns)
            self._go(self.view.at(row, column))

    def action_edge(self, side: int) -> None:
        """Go to the first or the last key of the text."""
        if self.view:
            column = 0 if side < 0 else self.view.n_tokens - 1
            self._go(self.view.at(self.view.row, column))

    def action_largest(self) -> None:
        """Go to the key that the row looks at most."""
        if self.view and self.facts and self.facts.row == self.view.row:
            self._go(self.view.at(self.view.row, max(0, self.facts.argmax[self.session.head])))

    @on(MatrixBoard.CellPicked)
    def _cell_picked(self, message: MatrixBoard.CellPicked) -> None:
        if self.view and self.shown:
            found = self.shown.map
            row, column = (
                middle(edges, place)
                for edges, place in (
                    (found.row_edges, message.row), (found.column_edges, message.column),
                )
            )  # fmt: skip
            self._go(self.view.at(row, column))

    def action_zoom(self, closer: bool) -> None:
        """Half as many rows and columns around the cursor, or twice as many."""
        if self.view:
            self._go(self.view.zoomed(closer, self.panes.shape))

    def action_length(self, length: int) -> None:
        """So many rows and columns around the cursor, or as many as have a cell; all of them for 0."""
        if self.view:
            exact = min(length, *self.panes.shape)
            self._go(self.view.of_length(exact or self.view.n_tokens))

    def action_head(self, by: int) -> None:
        """Another head: the maps are of all heads already."""
        if self.maps.text and self.shown:
            head = (self.session.head + by) % len(self.shown.map.map)
            self.session = replace(self.session, head=head)
            self._show()

    def action_layer(self, by: int) -> None:
        """Another layer; the one at hand stays until that is computed."""
        if self.maps.text and self.shown:
            self.wanted_layer = (self.wanted_layer + by) % len(self.maps.text.model.layers)
            self.want()

    def action_plot(self) -> None:
        """The plot in place of the map, or the map again."""
        if self.panes.has_room_for_both:
            self.panes.say(
                "Map and plot both have room here: nothing needs to give way.", told=True
            )
        else:
            self.plot_first = not self.plot_first
            self._show()

    def action_refine(self) -> None:
        """Go on with what was stopped."""
        if not self.is_working:
            self.want()

    def action_walk(self) -> None:
        """Walk through the tokens of the rows as a text of their own."""
        if self.view is None or self.maps.text is None:
            return
        if len(self.view.rows) > MOST_WALKED:
            zoom = keymap_of(self.app).said(LONG_KEYS, "zoom_in")
            self.panes.say(too_long_to_walk(zoom), told=True)
            return
        tokens = self.maps.text.tokens[self.view.rows.slice]
        self.post_message(WalkAsked(self.session.text[tokens[0].start : tokens[-1].end]))

    async def action_help(self) -> None:
        """Show every key."""
        from attn_tui.screens.help import HelpScreen  # noqa: PLC0415

        about = self.maps.text.model.about if self.maps.text else ""
        await self.app.push_screen(HelpScreen(LONG_KEYS, about))

    def action_leave(self) -> None:
        """Stop what is computed, else ask for the home screen."""
        if not self.stop():
            self.post_message(HomeAsked())
