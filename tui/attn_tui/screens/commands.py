"""The command palette: Textual's, but that keys do no harm that come before its list is drawn."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from textual.command import (
    Command,
    CommandList,
    CommandPalette,
    DiscoveryHit,
    Hit,
    Hits,
    Provider,
)
from textual.content import Content
from textual.css.query import NoMatches
from textual.markup import escape

from attn_tui.screens.leaving import LeavingScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.fuzzy import Matcher


class PlainCommands(Provider):
    """The app's commands, their names and helps as they are: [CLS] is a word here, not markup."""

    async def discover(self) -> Hits:
        """All of them, by name."""
        for name, how, run, _ in sorted(
            self.app.get_system_commands(self.screen), key=lambda command: command.title
        ):
            yield DiscoveryHit(Content(name), run, text=name, help=escape(how))

    async def search(self, query: str) -> Hits:
        """Those that what was typed fits, its letters marked."""
        matcher = self.matcher(query)
        for name, how, run, _ in self.app.get_system_commands(self.screen):
            score, places = matcher.fuzzy_search.match(query, name)
            if score > 0:
                marked = _marked(name, places, matcher)
                yield Hit(score, marked, run, text=name, help=escape(how))


def _marked(name: str, places: Sequence[int], matcher: Matcher) -> Content:
    content = Content(name)
    for place in places:
        if not name[place].isspace():
            content = content.stylize(matcher.match_style, place, place + 1)
    return content


class Commands(CommandPalette, LeavingScreen[None]):
    """Finds a command by its name."""

    DEFAULT_CSS = """
    Commands Input > .input--cursor { text-style: reverse; color: $foreground; background: $surface; }
    """

    def __init__(self) -> None:
        super().__init__([PlainCommands], id="--command-palette")

    def _action_command_list(self, action: str) -> None:
        """Move in the list, whose lines are made when it is laid out, which may be after the key."""
        with suppress(LookupError):
            super()._action_command_list(action)

    def _refresh_command_list(
        self, command_list: CommandList, commands: list[Command], clear_current: bool
    ) -> None:
        """Show what was found; a search that ends as the palette goes finds its parts gone."""
        with suppress(NoMatches):
            super()._refresh_command_list(command_list, commands, clear_current)
