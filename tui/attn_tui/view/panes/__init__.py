"""The pictures of the course by name, each in place of a step's own matrices and plot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from attn_tui.view.panes.counts import bag, one_hot, tfidf
from attn_tui.view.panes.meanings import analogy, lookup, similarity
from attn_tui.view.panes.pane_view import Options, PaneView
from attn_tui.view.panes.plane import plane
from attn_tui.view.panes.shuffle import shuffle
from attn_tui.view.panes.sinusoids import bands, rotation, table

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.view.session import Session, Zoom

Builder = Callable[[Options, "Trace", "Session"], PaneView]


@dataclass(frozen=True)
class _Picture:
    """How a picture is made, the options it takes, and how its matrices are looked at first."""

    build: Builder
    options: tuple[str, ...] = ()
    zoom: Zoom = "window"


_PICTURES: dict[str, _Picture] = {
    "one-hot": _Picture(one_hot),
    "bag-of-words": _Picture(bag, ("texts",)),
    "tfidf": _Picture(tfidf, ("texts",)),
    "analogy": _Picture(analogy, ("sum", "against")),
    "plane": _Picture(plane, ("words",)),
    "lookup": _Picture(lookup),
    "shuffle": _Picture(shuffle, ("swap",)),
    "sinusoids": _Picture(table, ("positions", "d_model", "base")),
    "bands": _Picture(bands, ("positions", "d_model", "base"), zoom="all"),
    "rotation": _Picture(rotation, ("k", "positions", "d_model", "base")),
    "similarity": _Picture(similarity),
}


def panes() -> tuple[str, ...]:
    """The names of the pictures, in the order of the course."""
    return tuple(_PICTURES)


def pane_of(name: str, options: Mapping[str, Any], trace: Trace, session: Session) -> PaneView:
    """The picture of a name for a trace; its cursor is `session.pane_cell`, held inside.

    Raises ValueError, one sentence, for a name that is not there, options that the picture does not
    take, and a text or model that it can show nothing of.
    """
    picture = _picture(name)
    given = Options(name, options)
    given.check(picture.options)
    return picture.build(given, trace, session)


def with_pane(
    session: Session, name: str | None, options: Mapping[str, Any] | None = None
) -> Session:
    """The session with a picture shown, its cursor at the start; None shows the step again.

    Raises ValueError for a name that is not there.
    """
    if name is None:
        return session.without_pane()
    zoom = _picture(name).zoom
    return replace(
        session, pane=name, pane_options=dict(options or {}), pane_cell=(0, 0), zoom=zoom, plot=None
    )


def _picture(name: str) -> _Picture:
    if name not in _PICTURES:
        raise ValueError(f"there is no pane {name!r}; there are {', '.join(_PICTURES)}")
    return _PICTURES[name]
