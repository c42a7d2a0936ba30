"""A config file to begin with: every setting and every command, each a comment to take away."""

from __future__ import annotations

from attn_tui.config.file import config_path
from attn_tui.key import Key
from attn_tui.key_names import printable
from attn_tui.key_tables import TABLES
from attn_tui.terminal.reach import FIXED

_HEAD = """\
# The settings of attn-tui, to be kept in
#   {path}
# A line counts once its # is taken away. attn-tui doctor says what is wrong in it.

[screen]
# What is taken where the command line does not say otherwise.
# theme = "auto"      # dark, light
# palette = "auto"    # truecolor, 256, 16, none
# ascii = false       # true: draw with ASCII alone
# mouse = true        # false: leave the mouse to the terminal
# slow = false        # true: for a thin link

[keys]
# A command set here is set on every screen that has it; below, on one screen. A key
# is written as in "n", "N", "/", "space", "pageup", "ctrl+u" or "f2"; several as
# ["n", "space"]. attn-tui doctor --keys shows what your keyboard sends. Enter, Esc,
# Tab, Backspace, arrows and figures keep their meaning and need not be named.
# quit = "q"
# help = "?"
"""


def starter() -> str:
    """The text of the file."""
    parts = [_HEAD.format(path=config_path())]
    for name, table in TABLES.items():
        movable = [key for key in table.keys if movable_keys(key)]
        width = max(len(_setting(key)) for key in movable)
        parts.append(f"\n[keys.{name}]  # {table.where}\n")
        parts += [f"# {_setting(key):<{width}}  # {key.what}\n" for key in movable]
    return "".join(parts)


def movable_keys(key: Key) -> list[str]:
    """The keys of a command that may be others."""
    return [name for name in key.keys.split(",") if name not in FIXED]


def _setting(key: Key) -> str:
    written = [f'"{_written(name)}"' for name in movable_keys(key)]
    return f"{key.command} = " + (written[0] if len(written) == 1 else f"[{', '.join(written)}]")


def _written(name: str) -> str:
    """A key as a person would write it in the file."""
    character = printable(name)
    return character if character and character not in {" ", '"', "\\"} else name
