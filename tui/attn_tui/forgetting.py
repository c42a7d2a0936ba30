"""What Textual keeps of what is gone: in an hour of lessons and panels that would be a lot.

These are private parts of Textual, whose version is pinned; where they are not what we know, nothing
is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual import strip
from textual._styles_cache import StylesCache
from textual.cache import FIFOCache
from textual.geometry import Region

if TYPE_CHECKING:
    from textual.app import App
    from textual.screen import Screen
    from textual.widget import Widget


class KeepsNothing(FIFOCache[Any, Any]):
    """In the place of a cache: all is made when it is asked for."""

    def set(self, key: object, value: object) -> None:
        """Let go of it."""

    def __setitem__(self, key: object, value: object) -> None:
        """Let go of it."""


def keep_no_cuts() -> None:
    """Have lines not keep what is cut from them.

    Each keeps seven caches, with itself in some: tens of thousands of objects that go round in
    circles, so that only the garbage collector frees them, and its pauses are felt.
    """
    if hasattr(strip, "FIFOCache"):
        nothing = KeepsNothing(0)
        strip.FIFOCache = lambda _: nothing


def forget_drawn() -> None:
    """Let go of the lines of widgets that are gone, and of where they have been.

    A cache of colours there has the widgets' own caches of lines among its keys, a thousand of them.
    """
    for cached in (getattr(StylesCache, "get_inner_outer", None), *vars(Region).values()):
        clear = getattr(cached, "cache_clear", None)
        if clear is not None:
            clear()


def forget_found(screen: Screen[Any]) -> None:
    """Let go of what was found in a screen, which is kept under each state that its parts were in."""
    for node in (screen, *screen.walk_children()):
        found = getattr(node, "_query_one_cache", None)
        if found is not None:
            found.clear()


def forget_watcher(app: App[object], widget: Widget) -> None:
    """Let go of a widget that has watched the theme, as each `TextArea` does: that lasts until the
    theme changes.
    """
    watchers = getattr(app, "__watchers", {}).get("theme", [])
    watchers[:] = [watcher for watcher in watchers if watcher[0] is not widget]
