"""The config file: where it is, what it sets, and what is wrong in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from attn_tui.command.errors import CommandError, suggestion
from attn_tui.config.screen import options_from
from attn_tui.config.source import Source
from attn_tui.terminal.options import AUTOMATIC, TerminalOptions
from attn_tui.view.numbers import counted

SECTIONS = ("screen", "keys")


@dataclass(frozen=True)
class Config:
    """`options` are what the file sets, as far as it can be used; `faults` one sentence each."""

    path: Path
    is_there: bool = False
    options: TerminalOptions = AUTOMATIC
    faults: tuple[str, ...] = ()


def config_path() -> Path:
    """Where the file is looked for; XDG_CONFIG_HOME counts where the system has it."""
    from platformdirs import user_config_path  # noqa: PLC0415

    return user_config_path("attn-tui", appauthor=False) / "config.toml"


def settings() -> TerminalOptions:
    """What the file sets. Raises CommandError with the first of its faults."""
    config = read_config()
    if config.faults:
        more = len(config.faults) - 1
        see = f" ({counted(more, 'more mistake')}: attn-tui doctor lists them)" if more else ""
        raise CommandError(config.faults[0] + see)
    return config.options


def read_config(path: Path | None = None) -> Config:
    """What the file sets; nothing if it is not there."""
    path = config_path() if path is None else path
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return Config(path)
    except UnicodeDecodeError:
        return Config(path, True, faults=(f"{path} is not in UTF-8; save it as UTF-8",))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        return Config(path, True, faults=(f"{path} cannot be read: {reason}",))
    import tomllib  # noqa: PLC0415 - most people have no such file

    try:
        settings = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Config(path, True, faults=(_not_toml(path, text, str(error)),))
    source = Source(path, text)
    options = _options(settings, source)
    return Config(path, True, options, source.faults)


def _not_toml(path: Path, text: str, said: str) -> str:
    found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", said)
    line = (found[1] if found else None) or str(text.count("\n") + 1)
    what = said[: found.start()] if found else said
    return (
        f"{path}:{line}: this is not TOML ({what.lower()}); a setting is written as in "
        f'next_step = "n"'
    )


def _options(settings: dict[str, Any], source: Source) -> TerminalOptions:
    for name in settings:
        if name not in SECTIONS:
            advice = "there are [screen] and [keys]"
            source.fault("", name, f"there is no {name!r} here{suggestion(name, SECTIONS, advice)}")
    tables: dict[str, dict[str, Any]] = {}
    for name in SECTIONS:
        table = settings.get(name, {})
        if isinstance(table, dict):
            tables[name] = table
        else:
            source.fault("", name, f"{name} is a section: write [{name}] above its settings")
    options = options_from(tables.get("screen", {}), source)
    if "keys" not in tables:
        return options
    from dataclasses import replace  # noqa: PLC0415

    from attn_tui.config.keys import keymap_from  # noqa: PLC0415 - only who sets keys needs them

    return replace(options, keymap=keymap_from(tables["keys"], source))
