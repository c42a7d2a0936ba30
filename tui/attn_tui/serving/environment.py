"""What a visitor's app is started with: its words, and an environment that is not the terminal's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from attn_lessons.progress import FILE
from attn_tui.serving.served import SERVED, Served
from attn_tui.serving.visitors import make_folder, progress_file

OF_THE_TERMINAL = (
    "CLICOLOR", "COLUMNS", "FORCE_COLOR", "KONSOLE", "LINES", "NO_COLOR", "SSH_", "STY",
    "TERM", "TEXTUAL", "TMUX", "VTE_", "WT_",
)  # fmt: skip
"""How variables begin that tell of the terminal in which the server was started."""

IN_A_BROWSER = {
    "TEXTUAL_DRIVER": "attn_tui.serving.driver:VisitorDriver",
    "TEXTUAL_COLOR_SYSTEM": "truecolor",
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",
    "TERM_PROGRAM": "textual",
    "PYTHONUTF8": "1",
}


@dataclass(frozen=True)
class Started:
    """How the app of each visitor is started, and what it may do."""

    argv: tuple[str, ...]
    environ: Mapping[str, str]
    served: Served

    def environ_of(self, visitor: str) -> dict[str, str]:
        """The variables of one visitor's app; the folder for the progress is made."""
        make_folder(visitor)
        kept = {
            name: value
            for name, value in self.environ.items()
            if not name.startswith(OF_THE_TERMINAL)
        }
        own = {FILE: str(progress_file(visitor)), SERVED: self.served.written()}
        return {**kept, **IN_A_BROWSER, **own}
