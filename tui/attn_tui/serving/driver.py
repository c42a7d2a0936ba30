"""Textual's driver for a browser, which ends the app when the server is gone."""

from __future__ import annotations

from textual import messages
from textual.drivers.web_driver import WebDriver


class VisitorDriver(WebDriver):
    """Draws into a pipe to the server, and reads keys from one."""

    def start_application_mode(self) -> None:
        """As Textual does, but leave the mouse to the browser where that was asked for."""
        super().start_application_mode()
        if not self._mouse:
            self._disable_mouse_support()

    def run_input_thread(self) -> None:
        """Read until the app ends; or the pipe does, as when the server was killed: then leave."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(messages.ExitApp())
