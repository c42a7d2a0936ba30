"""An exception in the app ends it with a report instead of a page of traceback."""

from __future__ import annotations

import io
from traceback import format_exception

from rich.console import Console, RenderableType
from textual.app import App, ReturnType


class ReportedFaultsApp(App[ReturnType]):
    """Keeps the traceback of what ended it in `fault`, for whoever runs it to report.

    Without a terminal, as in a test, Textual's own way of telling is kept.
    """

    fault: str = ""

    def panic(self, *renderables: RenderableType) -> None:
        """End the app; what Textual would show goes into `fault`."""
        if not self.fault:
            console = Console(file=io.StringIO(), width=100, color_system=None)
            with console.capture() as text:
                console.print(*renderables)
            self.fault = text.get()
        self._return_code = self._return_code or 1
        super().panic(*renderables)

    def _handle_exception(self, error: Exception) -> None:
        if not self.fault:
            self.fault = "".join(format_exception(error))
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        if self.is_headless:
            super()._fatal_error()
        else:
            self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        if self.is_headless or not self.fault:
            super()._print_error_renderables()
        self._exit_renderables.clear()
