"""Every style the board draws with, made once for a theme and a palette and then looked up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rich.color import Color
from rich.style import Style

from attn_tui.view.board import Kind
from attn_tui.view.colour import RGB, PaletteName, readable
from attn_tui.view.palette import LEVELS, MASKED, palette

_REVERSED = Style(reverse=True, bold=True)


@dataclass(frozen=True)
class Plain:
    """The styles that come from the theme, through the board's component classes."""

    ground: Style
    label: Style
    lit: Style
    cursor: Style
    corner: Style
    legend: Style


@dataclass(frozen=True)
class CellStyles:
    """The styles of one kind of matrix, one for each level: quiet and lit."""

    quiet: tuple[Style, ...]
    lit: tuple[Style, ...]


class BoardStyles:
    """The styles of a board: those of the theme, and those of every level of the palette."""

    def __init__(self, plain: Plain, dark: bool, name: PaletteName) -> None:
        self.plain = plain
        self.coloured = name != "none"
        self._palette = palette(dark, name)
        self._cells: dict[Kind, CellStyles] = {}
        self._halves: dict[tuple[Kind, int, int], Style] = {}
        self.edge = Style(color=plain.cursor.bgcolor)
        self.cursor = _on_accent(plain) if self.coloured else plain.ground + _REVERSED

    def cells(self, kind: Kind) -> CellStyles:
        """The styles of a kind of matrix."""
        if kind not in self._cells:
            self._cells[kind] = self._made(kind)
        return self._cells[kind]

    def edge_on(self, style: Style) -> Style:
        """The style of an amber edge on the ground of a cell."""
        return style + self.edge

    def half(self, kind: Kind, upper: int, lower: int) -> Style:
        """The style of ▀ for two levels; -1 is the cursor's colour, -2 the ground."""
        key = (kind, upper, lower)
        found = self._halves.get(key)
        if found is None:
            found = Style(color=self._half(kind, upper), bgcolor=self._half(kind, lower))
            self._halves[key] = found
        return found

    def _half(self, kind: Kind, level: int) -> Color | None:
        if level == -1:
            return self.plain.cursor.bgcolor
        inks = self._palette.inks(kind)
        if level == -2 or inks is None:
            return self.plain.ground.bgcolor
        return _colour(inks[level].ground)

    def _made(self, kind: Kind) -> CellStyles:
        inks = self._palette.inks(kind)
        if inks is None:
            quiet = (self.plain.ground,) * LEVELS
            bold = (self.plain.ground + Style(bold=True),) * LEVELS
            return CellStyles(quiet, bold)
        quiet = tuple(Style(color=_colour(i.figure), bgcolor=_colour(i.ground)) for i in inks)
        if kind == "one-hot":
            dim = Style(color=_colour(inks[MASKED].figure))
            quiet = (quiet[0] + dim, *quiet[1:])
        strong = Style(bold=True)
        return CellStyles(quiet, tuple(style + strong for style in quiet))


def _on_accent(plain: Plain) -> Style:
    """The cursor's style with figures that are readable on the accent colour."""
    accent, ground = _rgb(plain.cursor.bgcolor), _rgb(plain.ground.bgcolor)
    return plain.cursor + Style(color=_colour(readable(accent, (ground,))))


def _rgb(colour: Color | None) -> RGB:
    red, green, blue = colour.get_truecolor() if colour else (0, 0, 0)
    return red, green, blue


@lru_cache(maxsize=1024)
def _colour(value: RGB) -> Color:
    return Color.from_rgb(*value)
