"""What is looked at: a session, its trace, and the commands that change them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, cast

from attn_lessons.written import place_of
from attn_tui.computing import Models, compute, model_of, trace_key
from attn_tui.plain.answers import cell_named
from attn_tui.text_input import accept_text
from attn_tui.view.frame import frame_of
from attn_tui.view.moves import CHANGES, settled, with_model
from attn_tui.view.neighbours import neighbours_of
from attn_tui.view.scene import placed, session_of
from attn_tui.view.session import PROJECTIONS, Projection, Session
from attn_tui.view.titles import STEP_KEYS

if TYPE_CHECKING:
    from attn_engine import Model, Trace
    from attn_lessons.lesson import Show
    from attn_tui.view.frame import Frame


@dataclass
class Looking:
    """A session with its trace; every change that cannot be made raises ValueError, one sentence."""

    session: Session = field(default_factory=lambda: Session(""))
    trace: Trace | None = None
    models: Models = field(default_factory=dict)

    def model(self, name: str) -> Model:
        """The model of a name, which answers are computed with, too."""
        return model_of(replace(self.session, model=name), self.models)

    def want(self, session: Session) -> None:
        """Look at another session; the trace is computed anew where it depends on what changed."""
        if self.trace is None or trace_key(session) != trace_key(self.session):
            trace = compute(session, self.models)
            if session.head >= trace.n_heads:
                last = trace.n_heads - 1
                raise ValueError(f"there is no head {session.head}; there are 0 to {last}")
            session = settled(session, self.trace, trace)
            self.trace = trace
        elif not 0 <= session.head < self.trace.n_heads:
            last = self.trace.n_heads - 1
            raise ValueError(f"there is no head {session.head}; there are 0 to {last}")
        self.session = session

    def set_scene(self, scene: Show) -> None:
        """Look at what a lesson shows, its cell lit."""
        self.want(session_of(scene, self.session))
        assert self.trace is not None
        self.session = placed(scene, self.session, self.trace)

    @property
    def frame(self) -> Frame:
        """What is seen where nothing is asked."""
        if self.trace is None:
            raise ValueError("nothing is shown here")
        return frame_of(self.trace, self.session)

    def change(self, name: str, rest: str) -> None:
        """Make the change of a command."""
        _CHANGES[name](self, rest)

    def near(self, words: str) -> str:
        """The words nearest to a word, or to a sum of words."""
        found = neighbours_of(self.model(self.session.model), words or _needed("near", "bank"))
        listed = ", ".join(f"{each.word.strip()} {each.cosine:.2f}" for each in found.found)
        return f"Nearest, with their cosines: {listed} ({found.note})."

    def _row(self, rest: str) -> None:
        rows = self.frame.board.result.rows.labels
        row = place_of(rest or _needed("row", rows[0]), rows, "row")
        self.session = self.session.at(row, self.session.cell[1])

    def _cell(self, rest: str) -> None:
        result = self.frame.board.result
        rows, columns = result.rows.labels, result.columns.labels
        cell = cell_named(rest or _needed("cell", f"{rows[0]}, {columns[0]}"), rows, columns)
        self.session = self.session.at(*cell)

    def _show(self, rest: str) -> None:
        if not rest:
            return
        step = STEP_KEYS[int(rest)] if rest in set("0123456789") else rest.casefold()
        if step not in STEP_KEYS:
            raise ValueError(f"there is no step {rest}; the steps are {', '.join(STEP_KEYS)}")
        self.session = replace(self.session.without_pane(), step=step)

    def _text(self, rest: str) -> None:
        self.want(replace(self.session, text=accept_text(rest)))

    def _head(self, rest: str) -> None:
        self.want(replace(self.session, head=_count(rest, "head")) if rest else self._next("head"))

    def _layer(self, rest: str) -> None:
        self.want(
            replace(self.session, layer=_count(rest, "layer")) if rest else self._next("layer")
        )

    def _model(self, rest: str) -> None:
        model = self.model(rest or _needed("model", "toy"))
        layer = min(self.session.layer, len(model.layers) - 1)
        head = min(self.session.head, model.layers[layer].n_heads - 1)
        self.want(replace(with_model(self.session, rest), layer=layer, head=head))

    def _mask(self, rest: str) -> None:
        if not rest:
            self.want(self._next("mask"))
        else:
            self.want(replace(self.session, mask=None if rest == "none" else rest))

    def _positions(self, rest: str) -> None:
        if rest not in {"", "on", "off"}:
            raise ValueError("positions are on or off, as in positions off")
        self.want(
            replace(self.session, positions=rest == "on") if rest else self._next("positions")
        )

    def _variant(self, rest: str) -> None:
        if rest not in {"", "learned", "plain"}:
            raise ValueError("a variant is learned or plain, as in variant plain")
        if rest != self.session.variant:
            self.want(self._next("variant"))

    def _project(self, rest: str) -> None:
        name = rest.casefold()
        if not name and self.session.step == "project" and self.session.pane is None:
            self.want(self._next("projection"))
            return
        if name not in {"", *PROJECTIONS}:
            raise ValueError("a projection is q, k or v, as in project k")
        projection = cast("Projection", name or self.session.projection)
        self.session = replace(self.session.without_pane(), step="project", projection=projection)

    def _next(
        self, what: Literal["head", "layer", "mask", "positions", "variant", "projection"]
    ) -> Session:
        """The session after the key of the screen."""
        assert self.trace is not None
        return CHANGES[what](self.session, self.trace, self.frame.board)


def _count(rest: str, what: str) -> int:
    if not rest.isdecimal():
        raise ValueError(f"a {what} is a number counted from 0, as in {what} 1")
    return int(rest)


def _needed(command: str, example: str) -> str:
    raise ValueError(f"{command} needs more, as in {command} {example}")


_CHANGES: dict[str, Callable[[Looking, str], None]] = {
    "row": Looking._row, "cell": Looking._cell, "show": Looking._show, "text": Looking._text,
    "head": Looking._head, "layer": Looking._layer, "model": Looking._model,
    "mask": Looking._mask, "positions": Looking._positions, "variant": Looking._variant,
    "project": Looking._project,
}  # fmt: skip

CHANGING = frozenset(_CHANGES)
"""The commands that change what is looked at."""
