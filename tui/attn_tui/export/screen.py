"""A screen as it is drawn, as SVG and as text."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.segment import Segment, Segments
from textual.screen import Screen
from textual.strip import Strip

from attn_tui.export.svg_format import SVG_FORMAT


@dataclass(frozen=True, eq=False)
class Picture:
    """The lines of a screen at one moment."""

    lines: tuple[Strip, ...]
    width: int

    @classmethod
    def of(cls, screen: Screen[Any]) -> Picture:
        """What the screen shows now."""
        return cls(tuple(screen._compositor.render_strips()), screen.size.width)

    def as_svg(self, title: str) -> bytes:
        """The picture with its colours; it names no font but those that the reader has."""
        console = Console(
            width=self.width, file=io.StringIO(), record=True, force_terminal=True,
            color_system="truecolor", legacy_windows=False, _environ={},
        )  # fmt: skip
        segments = [part for line in self.lines for part in (*line, Segment.line())]
        console.print(Segments(segments), end="")
        return console.export_svg(title=title, code_format=SVG_FORMAT).encode()

    def as_text(self) -> bytes:
        """The picture without its colours."""
        lines = [line.text.rstrip() for line in self.lines]
        return ("\n".join(lines).rstrip("\n") + "\n").encode()
