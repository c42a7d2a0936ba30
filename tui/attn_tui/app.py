"""The app: themes, the screen it opens on, and the command palette."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from attn_tui.computing import Models
from attn_tui.screens.asked import HomeAsked, WalkAsked
from attn_tui.terminal.minimal_output import MinimalOutputApp
from attn_tui.terminal.signals import leave_on_signals
from attn_tui.terminal.tolerant_input import tolerate_bytes
from attn_tui.themes import DARK, LIGHT
from attn_tui.view.session import Session


class AttnApp(MinimalOutputApp[None]):
    """Opens the walk on a session's text; without a text, the home screen.

    `models` are those that were loaded already, when the command line was checked.
    """

    TITLE = "attn-tui"
    CSS_PATH = "styles.tcss"
    COMMAND_PALETTE_BINDING = "colon"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "quit", "Quit", show=False)]

    def __init__(self, session: Session, models: Models | None = None) -> None:
        super().__init__()
        self.session = session
        self.models: Models = {} if models is None else models
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = DARK.name

    def on_load(self) -> None:
        """A signal that ends the app gives the terminal back first; odd bytes do not end it."""
        leave_on_signals(self)
        tolerate_bytes(sys.modules.get(self.driver_class.__module__))

    def get_default_screen(self) -> Screen[None]:
        """The first screen; the walk is imported only where it is the first."""
        if self.session.text:
            from attn_tui.screens.walk import WalkScreen  # noqa: PLC0415

            return WalkScreen(self.session, self.models)
        from attn_tui.screens.home import HomeScreen  # noqa: PLC0415

        return HomeScreen(self.session.model)

    def on_home_asked(self, message: HomeAsked) -> None:
        """Uncover the home screen that the walk lies on, or lay one over the walk."""
        from attn_tui.screens.home import HomeScreen  # noqa: PLC0415

        if isinstance(self.screen, HomeScreen):
            return  # asked twice before the first was done
        if len(self.screen_stack) > 1:
            self.pop_screen()
        else:
            self.push_screen(HomeScreen(message.model))

    def on_walk_asked(self, message: WalkAsked) -> None:
        """Uncover the walk that the home screen lies on, or lay one over the home screen."""
        from attn_tui.screens.walk import WalkScreen  # noqa: PLC0415

        if isinstance(self.screen, WalkScreen):
            return  # asked twice before the first was done
        if len(self.screen_stack) > 1:
            self.pop_screen()
            if isinstance(self.screen, WalkScreen):
                self.screen.open(message.text)
        else:
            self.push_screen(WalkScreen(replace(self.session, text=message.text), self.models))

    def on_key(self, event: events.Key) -> None:
        """Type a printable key that was on its way to the screen when a line opened into that line.

        A line stops the keys that it gets itself, so that only such strays come up here.
        """
        insert = getattr(self.focused, "insert_text_at_cursor", None)
        if insert is not None and event.is_printable and event.character:
            insert(event.character)
            event.prevent_default()

    def action_toggle_theme(self) -> None:
        """Light instead of dark, or back."""
        self.theme = LIGHT.name if self.current_theme.dark else DARK.name

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the command palette lists: the commands of the screen's own keys."""
        for key in getattr(screen, "KEYS", ()):
            if key.palette:
                yield SystemCommand(key.what, f"key {key.shown}", self._runner(screen, key.action))

    def _runner(self, screen: Screen[object], action: str) -> Callable[[], object]:
        return partial(self.run_action, action, screen)
