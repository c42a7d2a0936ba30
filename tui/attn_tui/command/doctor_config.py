"""The doctor's look at the config file: where it is, what it sets, what is wrong in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from attn_tui.command.findings import Finding
from attn_tui.config.file import Config
from attn_tui.terminal.options import AUTOMATIC
from attn_tui.view.numbers import counted


def examine_config(config: Config) -> Iterator[Finding]:
    """Is there a config file, and can all of it be used?"""
    if not config.is_there:
        sentence = f"none at {config.path}; attn-tui doctor --config prints one to begin with"
        yield Finding("ok", "config", sentence)
        return
    for fault in config.faults:
        yield Finding("fix", "config", f"{fault}.")
    if not config.faults:
        yield Finding("ok", "config", f"{config.path} sets {_said(config)}")


def _said(config: Config) -> str:
    options = config.options
    said = [
        each.name
        for each in fields(options)
        if each.name != "keymap" and getattr(options, each.name) != getattr(AUTOMATIC, each.name)
    ]
    # A setting in [keys] is one of each screen that has the command.
    count = len({each.partition(".")[2] for each in options.keymap.chosen})
    if count:
        said.append(f"the keys of {counted(count, 'command')}")
    return ", ".join(said) or "nothing else than what is taken anyway"
