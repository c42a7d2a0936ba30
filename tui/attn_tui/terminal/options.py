"""What a person asks of the terminal on the command line; the app is told by one frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from attn_tui.keymap import STANDARD, Keymap
from attn_tui.view.colour import PaletteName

PaletteChoice = Literal[PaletteName, "auto"]
ThemeChoice = Literal["auto", "dark", "light"]


@dataclass(frozen=True)
class TerminalOptions:
    """How the screen is drawn: `palette` "auto" takes what the terminal has.

    `ascii`: nothing but ASCII is drawn. `mouse`: clicks are asked for. `slow`: for a thin link.
    `theme` and `keymap` are set in the config file alone.
    """

    palette: PaletteChoice = "auto"
    ascii: bool = False
    mouse: bool = True
    slow: bool = False
    theme: ThemeChoice = "auto"
    keymap: Keymap = STANDARD


AUTOMATIC = TerminalOptions()
"""Everything as the terminal has it."""
