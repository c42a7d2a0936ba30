"""A screen on which texts are edited where they stand: the sentence, and the text of the keys."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from attn_tui.computing import trace_key
from attn_tui.screens.opening import OpeningScreen
from attn_tui.text_input import accept_text
from attn_tui.widgets.sentence_line import SentenceLine
from attn_tui.widgets.step_rail import StepRail
from attn_tui.widgets.walk_panes import WalkPanes

if TYPE_CHECKING:
    from attn_tui.view.session import Session
    from attn_tui.widgets.sentence_line import Role
    from attn_tui.widgets.text_line import TextLine

KEYS_ASKED = "The text of keys and values, then Enter; empty: the sentence's own"


class EditedScreen(OpeningScreen):
    """`edited` is the line whose text is in the editor, None while nothing is typed."""

    edited: Role | None = None

    def show_hints(self) -> None:
        """Say in the footer which keys there are."""
        raise NotImplementedError

    def _show(self) -> None:
        """Show the session again."""
        raise NotImplementedError

    @property
    def is_typing(self) -> bool:
        """Whether a text is being edited."""
        return self.edited is not None

    async def action_edit(self) -> None:
        """Edit the text where it stands; the keys that follow at once are already typed there."""
        from attn_tui.widgets.text_line import TextLine  # noqa: PLC0415 - an Input is costly

        await self._edit("queries", TextLine(self.wanted.text))

    async def action_edit_keys(self) -> None:
        """Edit the text that keys and values come from; an empty one is the sentence itself."""
        from attn_tui.widgets.text_line import TextLine  # noqa: PLC0415 - an Input is costly

        await self._edit("keys", TextLine(self.wanted.keys or "", KEYS_ASKED))

    async def _edit(self, role: Role, line: TextLine) -> None:
        """Put the editor in place of a line."""
        if self.is_typing:
            return
        self.edited = role
        panes = self.query_one(WalkPanes)
        panes.query_one(f"#{role}", SentenceLine).add_class("-edited")
        await panes.mount(line, before=panes.query_one("#keys" if role == "queries" else StepRail))
        if self.edited != role:
            # Meanwhile a text has come that ends the editing.
            await line.remove()
            return
        self.set_focus(line)
        self.show_hints()

    def on_text_line_entered(self, message: TextLine.Entered) -> None:
        """Walk on the new text, or say what is wrong with it and leave it in the line."""
        try:
            self.want(self._with_text(message.text))
        except ValueError as error:
            self.tell(str(error))
            return
        if trace_key(self.wanted) == trace_key(self.session):
            self._end_edit()

    def _with_text(self, typed: str) -> Session:
        """What is wanted, with what was typed. Raises ValueError for what is no text to walk on."""
        if self.edited != "keys":
            return replace(self.wanted, text=accept_text(typed))
        keys = accept_text(typed) if typed.strip() else None
        return replace(self.wanted, keys=keys)

    def on_text_line_cancelled(self) -> None:
        """Keep the text that was there."""
        self._end_edit()
        self._show()

    def _end_edit(self) -> None:
        self.edited = None
        self.query("TextLine").remove()
        for line in self.query(SentenceLine):
            line.remove_class("-edited")
        self.show_hints()
