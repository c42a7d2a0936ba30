"""The section [screen] of the config file: what the command line takes if it is not said there."""

from __future__ import annotations

from typing import Any, get_args

from attn_tui.command.errors import suggestion
from attn_tui.config.source import Source
from attn_tui.terminal.options import PaletteChoice, TerminalOptions, ThemeChoice

CHOICES: dict[str, tuple[str, ...]] = {
    "theme": get_args(ThemeChoice),
    "palette": get_args(PaletteChoice),
}
SWITCHES = ("ascii", "mouse", "slow")


def options_from(settings: dict[str, Any], source: Source) -> TerminalOptions:
    """The options that the section sets; what is wrong in it is noted and left out."""
    accepted: dict[str, Any] = {}
    for name, value in settings.items():
        problem = _problem(name, value)
        if problem:
            source.fault("screen", name, problem)
        else:
            accepted[name] = value
    return TerminalOptions(**accepted)


def _problem(name: str, value: object) -> str | None:
    known = (*CHOICES, *SWITCHES)
    if name not in known:
        advice = f"there are {', '.join(known)}"
        return f"[screen] has no setting {name!r}{suggestion(name, known, advice)}"
    if name in SWITCHES:
        return None if isinstance(value, bool) else f"{name} is true or false, without quotes"
    if value in CHOICES[name]:
        return None
    advice = "it is one of " + ", ".join(f'"{choice}"' for choice in CHOICES[name])
    near = suggestion(value, CHOICES[name], advice) if isinstance(value, str) else f"; {advice}"
    return f"{name} cannot be {value!r}{near}"
