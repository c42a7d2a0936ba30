"""What can be taken away of what a screen shows, each with a name for its file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from attn_tui.export.names import file_name, first_words

if TYPE_CHECKING:
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
    from attn_tui.command.formats import as_json  # noqa: PLC0415 - NumPy
    from attn_tui.command.selection import select  # noqa: PLC0415
    from attn_tui.export.page import as_html  # noqa: PLC0415
    from attn_tui.export.script import as_script  # noqa: PLC0415
    from attn_tui.export.walk_json import walk_as_json  # noqa: PLC0415
    from attn_tui.export.walk_npz import walk_as_npz  # noqa: PLC0415
    from attn_tui.export.walk_text import step_as_text, walk_as_text  # noqa: PLC0415

    text, step = first_words(walk.trace.text), walk.session.step

    def step_as_json() -> bytes:
        return as_json(select(walk.trace, step, walk.session.head, None))

    of_step, of_walk = (step, text), ("walk", text)
    made: tuple[tuple[str, tuple[str, str], str, Callable[[], bytes]], ...] = (
        ("This step's matrices, as text", of_step, "-numbers.txt", partial(step_as_text, walk)),
        ("This step's matrices, as JSON", of_step, ".json", step_as_json),
        ("The whole walk, a page to hand out", of_walk, ".html", partial(as_html, walk)),
        ("The whole walk, a script that computes it", of_walk, ".py", partial(as_script, walk)),
        ("The whole walk, for NumPy", of_walk, ".npz", partial(walk_as_npz, walk)),
        ("The whole walk, as text", of_walk, ".txt", partial(walk_as_text, walk)),
        ("The whole walk, as JSON", of_walk, ".json", partial(walk_as_json, walk, None)),
    )
    return tuple(
        Offer(what, file_name(*words, suffix=end), make) for what, words, end, make in made
    )
