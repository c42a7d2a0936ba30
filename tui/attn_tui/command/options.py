"""The options of each command, read by argparse, refused in our own words."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NoReturn

from attn_tui.command.errors import CommandError, suggestion
from attn_tui.command.requests import EXPORT_FORMATS, FORMATS, Computation, Serve
from attn_tui.terminal.options import TerminalOptions
from attn_tui.view.titles import STEP_KEYS


class Options(argparse.ArgumentParser):
    """Reads options; what is wrong is a CommandError."""

    def __init__(self) -> None:
        super().__init__(prog="attn-tui", add_help=False, allow_abbrev=False)

    def has(self, option: str) -> bool:
        """Whether it takes the option."""
        return option in self._option_string_actions

    def error(self, message: str) -> NoReturn:
        """Say which option lacks a value, or has one too many."""
        option = message.removeprefix("argument ").partition(":")[0].partition("/")[0]
        given = "ignored explicit argument" in message
        takes = "takes no value" if given or option not in VALUE_OPTIONS else "needs a value"
        raise CommandError(f"{option} {takes}; see attn-tui --help")


class Parser(Options):
    """Reads words and options, of which one asks for help."""

    def __init__(self) -> None:
        super().__init__()
        self.add_argument("words", nargs="*")
        self.add_argument("--help", "-h", action="store_true")


def _one_of(option: str, *choices: str) -> Callable[[str], str]:
    def convert(word: str) -> str:
        if word not in choices:
            advice = f"it is one of {', '.join(choices)}"
            raise CommandError(f"{option} cannot be {word!r}{suggestion(word, choices, advice)}")
        return word

    return convert


def _count(option: str, otherwise: str = "") -> Callable[[str], int]:
    def convert(word: str) -> int:
        try:
            return int(word)
        except ValueError:
            raise CommandError(
                f"{option} cannot be {word!r}; it is a number counted from 0{otherwise}"
            ) from None

    return convert


def _whole(option: str, least: int, most: int) -> Callable[[str], int]:
    def convert(word: str) -> int:
        if not (word.isascii() and word.isdecimal() and least <= int(word) <= most):
            raise CommandError(
                f"{option} cannot be {word!r}; it is a whole number from {least} to {most}"
            )
        return int(word)

    return convert


def _head(word: str) -> int | None:
    return None if word == "all" else _count("--head", " or all")(word)


NOT_SAID = object()
"""No head was named, which is neither one nor all of them."""


def _mask(word: str) -> str | None:
    return None if word == "none" else word


def learn_parser() -> Options:
    """The options of `attn-tui learn`."""
    parser = screen_parser()
    parser.add_argument("--plain", action="store_true")
    return parser


def lessons_parser() -> Options:
    """The options of `attn-tui lessons`."""
    parser = screen_parser()
    parser.add_argument("--reset")
    return parser


def doctor_parser() -> Options:
    """The options of `attn-tui doctor`."""
    parser = screen_parser()
    parser.add_argument("--keys", action="store_true")
    parser.add_argument("--config", action="store_true")
    return parser


def screen_parser() -> Options:
    """How the screen is drawn: options of every command, so that an alias may always give them."""
    parser = Parser()
    standard = TerminalOptions()
    parser.add_argument(
        "--palette",
        type=_one_of("--palette", "auto", "truecolor", "256", "16", "none"),
        default=standard.palette,
    )
    for switch in ("--ascii", "--mouse", "--slow"):
        parser.add_argument(switch, action=argparse.BooleanOptionalAction)
    return parser


def walk_parser() -> Options:
    """How the numbers are made: options of `attn-tui` itself and of `show`."""
    parser = screen_parser()
    standard = Computation()
    parser.add_argument("--version", action="store_true")
    parser.add_argument("--model")
    parser.add_argument(
        "--backend", type=_one_of("--backend", "auto", "numpy", "torch"), default=standard.backend
    )
    parser.add_argument("--device", default=standard.device)
    parser.add_argument("--dtype", default=standard.dtype)
    parser.add_argument("--mask", type=_mask, default=standard.mask)
    parser.add_argument("--keys", default=standard.keys)
    parser.add_argument(
        "--variant", type=_one_of("--variant", "learned", "plain"), default=standard.variant
    )
    return parser


def reading_parser() -> Options:
    """The options of `attn-tui` itself, among them a file to read."""
    parser = walk_parser()
    parser.add_argument("--file")
    return parser


def serve_parser() -> Options:
    """What `attn-tui serve` takes for itself; all else is for the app that it serves."""
    parser = Options()
    standard = Serve.__dataclass_fields__
    parser.add_argument("--help", "-h", action="store_true")
    parser.add_argument("--host", default=standard["host"].default)
    parser.add_argument("--port", type=_whole("--port", 0, 65535), default=standard["port"].default)
    parser.add_argument(
        "--visitors", type=_whole("--visitors", 1, 10_000), default=standard["visitors"].default
    )
    parser.add_argument("--name", dest="names", action="append", default=[])
    parser.add_argument("--run-code", action="store_true")
    return parser


def show_parser() -> Options:
    """The options of `attn-tui show`."""
    parser = walk_parser()
    _add_output(parser, FORMATS)
    parser.add_argument("--layer", type=_count("--layer"), default=0)
    parser.add_argument("--head", type=_head, default=0)
    parser.add_argument("--matrix")
    parser.add_argument("--cell")
    parser.add_argument("--analogy")
    parser.add_argument("--near")
    parser.add_argument("--plain", action="store_true")
    return parser


def export_parser() -> Options:
    """The options of `attn-tui export`."""
    parser = walk_parser()
    _add_output(parser, EXPORT_FORMATS)
    parser.add_argument("--step", type=_one_of("--step", *STEP_KEYS))
    parser.add_argument("--layer", type=_count("--layer"), default=0)
    parser.add_argument("--head", type=_head, default=NOT_SAID)
    parser.add_argument("--row", default="0")
    parser.add_argument("--width", type=_count("--width"))
    parser.add_argument("--height", type=_count("--height"))
    return parser


def _add_output(parser: Options, formats: tuple[str, ...]) -> None:
    parser.add_argument("--output")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--format", type=_one_of("--format", *formats))


COMMON_OPTIONS = tuple(f"--{name}" for name in Computation.__dataclass_fields__)
SHOW_OPTIONS = (
    "--format",
    "--output",
    "--force",
    "--layer",
    "--head",
    "--matrix",
    "--cell",
    "--analogy",
    "--near",
    "--plain",
)
EXPORT_OPTIONS = ("--step", "--row", "--width", "--height")
SERVE_OPTIONS = ("--host", "--port", "--visitors", "--name")
_SCREEN_VALUES = ("--palette", "--file", "--reset")
VALUE_OPTIONS = frozenset(
    (*COMMON_OPTIONS, *SHOW_OPTIONS, *EXPORT_OPTIONS, *SERVE_OPTIONS, *_SCREEN_VALUES)
) - {"--plain", "--force"}
