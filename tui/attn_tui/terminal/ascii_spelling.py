"""Signs as ASCII, for terminals and fonts that have nothing else: one table, equal widths."""

from __future__ import annotations

from collections.abc import Sequence

_SIGNS = {
    # Lines and corners.
    "-": "─━┄┅┈┉╌╍╴╶╸╺▔–—−‐‑", "|": "│┃┆┇┊┋╎╏║╵╷╹╻▏▎▍▌▐▕", "=": "═≡",
    "+": "┌┐└┘├┤┬┴┼╭╮╯╰┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬±✓",
    # Blocks and shades, from few to many.
    ".": "░▃·•◌", "*": "▓▆◆★", "#": "█▇▉▊▋▄▅■", '"': "▀“”„", "%": "▒",
    # Arrows and signs.
    ">": "→›▸▶≥↗↘", "<": "←‹◀≤↖↙", "^": "↑▴▲", "v": "↓▾▼", ":": "⋮", "~": "…≈", "'": "ᵀ‘’", "x": "×✗",
    "V": "√", "@": "∞", "o": "●○", "u": "µ", "d": "Δ", "?": "�", "_": "▁▂␣", "/": "÷", "!": "↕",
    "0": "⁰₀", "1": "¹₁", "2": "²₂", "3": "³₃", "4": "⁴₄", "5": "⁵₅", "6": "⁶₆", "7": "⁷₇", "8": "⁸₈",
    "9": "⁹₉",
}  # fmt: skip
SPELT = {sign: plain[0] for plain, signs in _SIGNS.items() for sign in signs}
SPELT["\N{RIGHT-POINTING MAGNIFYING GLASS}"] = "> "
"""Each sign with as many ASCII characters as it has cells."""

OTHER = "?"
"""Stands in each cell of what has no spelling here, such as the letters of most languages."""


def as_ascii(cells: Sequence[str]) -> Sequence[str]:
    """As many cells, each one ASCII character; a wide character becomes two of them."""
    if "".join(cells).isascii() and all(cells):
        return cells
    spelt: list[str] = []
    for place, cell in enumerate(cells):
        if not cell:
            if len(spelt) == place:
                spelt.append(OTHER)
        elif cell.isascii():
            spelt.append(cell)
        else:
            spelt += SPELT.get(cell, OTHER)
    return spelt
