"""What can be taken away of what a screen shows, each with a name for its file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from attn_tui.export.names import file_name, first_words, suffix_of

if TYPE_CHECKING:
    from attn_tui.command.requests import ExportFormat
    from attn_tui.export.screen import Picture
    from attn_tui.export.walk import Walk
    from attn_tui.view.board import Board


@dataclass(frozen=True, eq=False)
class Offer:
    """Something to take away: what it is, the usual name of its file, and how its bytes are made.

    `make` may take a while; a thread runs it.
    """

    what: str
    name: str
    make: Callable[[], bytes]

    @property
    def suffix(self) -> str:
        """What the name of the file ends in."""
        return self.name[self.name.rindex(".") :]


def screen_offers(picture: Picture, title: str, *words: str) -> tuple[Offer, ...]:
    """The screen as it is."""
    return (
        Offer(
            "This screen, a picture",
            file_name(*words, suffix=".svg"),
            lambda: picture.as_svg(title),
        ),
        Offer("This screen, as text", file_name(*words, suffix=".txt"), picture.as_text),
    )


def board_offers(board: Board, *words: str) -> tuple[Offer, ...]:
    """The matrix that is shown."""
    from attn_tui.export.board_table import board_as_csv, board_as_npz  # noqa: PLC0415 - NumPy

    return (
        Offer(
            "This matrix, for a spreadsheet",
            file_name(*words, suffix=".csv"),
            partial(board_as_csv, board),
        ),
        Offer(
            "This matrix, for NumPy", file_name(*words, suffix=".npz"), partial(board_as_npz, board)
        ),
    )


def walk_offers(walk: Walk) -> tuple[Offer, ...]:
    """The step with its matrices, and the whole walk."""
    from attn_tui.export.writers import STEP_WRITERS, WALK_WRITERS  # noqa: PLC0415 - NumPy

    text, step = first_words(walk.trace.text), walk.session.step

    def of_step(what: str, form: ExportFormat, apart: str = "") -> Offer:
        name = file_name(step, text, suffix=apart + suffix_of(form))
        return Offer(what, name, partial(STEP_WRITERS[form], walk, walk.session.head))

    def of_walk(what: str, form: ExportFormat) -> Offer:
        name = file_name("walk", text, suffix=suffix_of(form))
        return Offer(what, name, partial(WALK_WRITERS[form], walk, None))

    return (
        of_step("This step's matrices, as text", "text", "-numbers"),
        of_step("This step's matrices, as JSON", "json"),
        of_walk("The whole walk, a page to hand out", "html"),
        of_walk("The whole walk, a script that computes it", "py"),
        of_walk("The whole walk, for NumPy", "npz"),
        of_walk("The whole walk, as text", "text"),
        of_walk("The whole walk, as JSON", "json"),
    )
