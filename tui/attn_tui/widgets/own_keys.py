"""The keys of a widget that is typed in, done in the order in which they came.

Textual lets a character act in the widget, and a bound key only once it has come up to the app: of
keys that come at once, characters overtake Backspace and the arrows.
"""

from __future__ import annotations

from textual import events
from textual.binding import Binding
from textual.widget import Widget

from attn_tui.keymap import STANDARD, Keymap


def own_actions(widget: type[Widget], keymap: Keymap = STANDARD) -> dict[str, str]:
    """The actions of a class and of those that it is made from, by the names of their keys.

    Keys that are set come last, so that they win over what Textual's own keys do.
    """
    actions: dict[str, str] = {}
    for each in reversed(widget.__mro__):
        for binding in each.__dict__.get("BINDINGS", ()):
            made = binding if isinstance(binding, Binding) else Binding(*binding)
            mine = keymap.chosen.get(made.id or "", made.key.split(","))
            actions |= dict.fromkeys(mine, made.action)
    return actions


async def act(widget: Widget, actions: dict[str, str], event: events.Key) -> None:
    """Do at once what a key of the widget's own does; another is left alone."""
    action = actions.get(event.key)
    if action is not None:
        event.stop()
        event.prevent_default()
        await widget.app.run_action(action, widget)
