"""The picture of a screen that nobody looks at: the app, run without a terminal."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import Console

from attn_tui.app import AttnApp
from attn_tui.export.screen import Picture

if TYPE_CHECKING:
    from attn_tui.computing import Models
    from attn_tui.terminal.options import TerminalOptions
    from attn_tui.view.session import Session


def picture_of(
    session: Session, models: Models, size: tuple[int, int], options: TerminalOptions
) -> Picture:
    """What the walk shows of a session on a terminal of so many columns and lines, all colours."""
    app = AttnApp(session, models, options=_whatever_the_shell(options))
    app.console = Console(
        color_system="truecolor", file=io.StringIO(), force_terminal=True, _environ={}
    )
    return asyncio.run(_drawn(app, size))


def _whatever_the_shell(options: TerminalOptions) -> TerminalOptions:
    """Nothing is taken from the terminal that the words were typed in: it is not drawn there."""
    palette = "truecolor" if options.palette == "auto" else options.palette
    theme = "dark" if options.theme == "auto" else options.theme
    return replace(options, palette=palette, theme=theme)


async def _drawn(app: AttnApp, size: tuple[int, int]) -> Picture:
    async with app.run_test(size=size) as pilot:
        for _ in range(2):
            await app.workers.wait_for_complete()
            await pilot.pause()
        return Picture.of(app.screen)
