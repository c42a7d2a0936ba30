"""What Textual keeps of widgets that are gone: in an hour of lessons and panels that would be a lot.

Both are private parts of Textual, whose version is pinned; where they are not what we know, nothing
is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual._styles_cache import StylesCache

if TYPE_CHECKING:
    from textual.app import App
    from textual.widget import Widget


def forget_drawn() -> None:
    """Let go of the lines of widgets that are gone.

    A cache of colours there has the widgets' own caches of lines among its keys, a thousand of them.
    """
    clear = getattr(getattr(StylesCache, "get_inner_outer", None), "cache_clear", None)
    if clear is not None:
        clear()


def forget_watcher(app: App[object], widget: Widget) -> None:
    """Let go of a widget that has watched the theme, as each `TextArea` does: that lasts until the
    theme changes.
    """
    watchers = getattr(app, "__watchers", {}).get("theme", [])
    watchers[:] = [watcher for watcher in watchers if watcher[0] is not widget]
