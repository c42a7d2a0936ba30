"""From the words of the command line to a request; nothing heavy is imported to read them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

from attn_tui.command.errors import CommandError, at_most, suggestion
from attn_tui.command.options import (
    NOT_SAID,
    VALUE_OPTIONS,
    Options,
    doctor_parser,
    export_parser,
    learn_parser,
    lessons_parser,
    reading_parser,
    screen_parser,
    serve_parser,
    show_parser,
)
from attn_tui.command.requests import (
    PICTURE,
    Computation,
    Doctor,
    Export,
    Help,
    Learn,
    Lessons,
    Read,
    Request,
    Version,
    Walk,
)
from attn_tui.command.serve_arguments import parse_serve
from attn_tui.command.show_arguments import parse_show
from attn_tui.terminal.checks import SMALLEST
from attn_tui.terminal.options import AUTOMATIC, TerminalOptions

COMMANDS = ("learn", "lessons", "show", "export", "serve", "doctor", "help")
"""Any other first word is the text; after `--` even these are."""
LARGEST = 500
"""Columns and lines of an exported picture, at most."""
LESSONS_ACTIONS = ("list", "check", "reset")


def parse(argv: Sequence[str], standard: TerminalOptions = AUTOMATIC) -> Request:
    """What is asked for. Raises CommandError with one sentence where that cannot be told.

    How the screen is drawn is as in `standard`, where the words do not say otherwise.
    """
    command, arguments = split_command(argv)
    if command == "serve":
        return parse_serve(arguments, parse, split_command)
    parser = _PARSERS[command]()
    parser.set_defaults(**{each.name: getattr(standard, each.name) for each in fields(standard)})
    options, words = _read(parser, command, arguments)
    if options.pop("help"):
        return Help(command)
    terminal = TerminalOptions(**_taken(options, TerminalOptions))
    if command in _COMPUTES_NOTHING:
        return _COMPUTES_NOTHING[command](words, options, terminal)
    if options.pop("version", False):
        return Version()
    return _computed(command, words, options, terminal)


def _computed(
    command: str, words: list[str], options: dict[str, Any], terminal: TerminalOptions
) -> Request:
    """The requests for which numbers are made."""
    any_model = options["model"] is None
    if any_model:
        options["model"] = Computation.model
    computation = Computation(**_taken(options, Computation))
    if command == "show":
        return replace(parse_show(computation, words, options), ascii=terminal.ascii)
    if command == "export":
        return _export(computation, words, options, terminal)
    if options["file"] is not None:
        at_most(words, 0, "--file takes the text from the file")
        return Read(computation, options["file"], any_model, terminal)
    return _walk(computation, words, terminal)


def _taken(options: dict[str, Any], kind: type[Any]) -> dict[str, Any]:
    """The options that are fields of a dataclass, taken out of the others."""
    return {name: options.pop(name) for name in kind.__dataclass_fields__}


def _walk(computation: Computation, words: list[str], terminal: TerminalOptions) -> Walk:
    if len(words) > 1:
        advice = f'a text of several words goes in quotes: attn-tui "{" ".join(words)}"'
        raise CommandError(f"{words[0]!r} is no command{suggestion(words[0], COMMANDS, advice)}")
    return Walk(computation, words[0] if words else None, terminal)


def _doctor(words: list[str], options: dict[str, Any], terminal: TerminalOptions) -> Doctor:
    at_most(words, 0, "doctor takes no text")
    if options["keys"] and options["config"]:
        raise CommandError("--keys and --config each ask for one thing; give one of them")
    return Doctor("keys" if options["keys"] else "config" if options["config"] else "all")


def _help(words: list[str], options: dict[str, Any], terminal: TerminalOptions) -> Help:
    at_most(words, 1, "help tells of one command")
    topic = words[0] if words else ""
    if words and topic not in COMMANDS:
        advice = f"the commands are {', '.join(COMMANDS)}"
        raise CommandError(f"{topic!r} is no command{suggestion(topic, COMMANDS, advice)}")
    return Help(topic)


def _learn(words: list[str], options: dict[str, Any], terminal: TerminalOptions) -> Learn:
    at_most(words, 1, "learn opens one lesson, or one file")
    return Learn(words[0] if words else None, terminal, options["plain"])


def _lessons(words: list[str], options: dict[str, Any], terminal: TerminalOptions) -> Lessons:
    if options["reset"] is not None:
        at_most(words, 0, "--reset takes one lesson")
        return Lessons("reset", (options["reset"],))
    action, *rest = words or ["list"]
    if action == "list":
        at_most(rest, 0, "lessons list takes nothing")
        return Lessons()
    if action == "check":
        return Lessons("check", tuple(rest))
    if action == "reset":
        if not rest:
            raise CommandError("lessons reset needs a lesson, as in attn-tui lessons reset context")
        at_most(rest, 1, "lessons reset takes one lesson")
        return Lessons("reset", tuple(rest))
    advice = "there are list, check and reset"
    raise CommandError(f"lessons has no {action!r}{suggestion(action, LESSONS_ACTIONS, advice)}")


def _export(
    computation: Computation, words: list[str], options: dict[str, Any], terminal: TerminalOptions
) -> Export:
    at_most(words, 1, 'a text of several words goes in quotes: attn-tui export "..."')
    head, width, height = (options.pop(name) for name in ("head", "width", "height"))
    for name, size, least in (("--width", width, SMALLEST[0]), ("--height", height, SMALLEST[1])):
        if size is not None and not least <= size <= LARGEST:
            raise CommandError(f"{name} cannot be {size}; it is from {least} to {LARGEST}")
    size = None if width is None and height is None else (width or PICTURE[0], height or PICTURE[1])
    return Export(
        computation,
        words[0] if words else None,
        head=None if head is NOT_SAID else head,
        all_heads=head is None,
        size=size,
        terminal=terminal,
        **options,
    )


def split_command(argv: Sequence[str]) -> tuple[str, list[str]]:
    """The command ("" for none) and all other words; options may stand before the command."""
    index = 0
    while index < len(argv) and argv[index].startswith("-") and argv[index] != "--":
        takes_value = argv[index] in VALUE_OPTIONS
        index += 2 if takes_value else 1
    if index < len(argv) and argv[index] in COMMANDS:
        return argv[index], [*argv[:index], *argv[index + 1 :]]
    return "", list(argv)


def _read(parser: Options, command: str, arguments: list[str]) -> tuple[dict[str, Any], list[str]]:
    """The options by name, and the words that are none: those after `--` all are words."""
    literal: list[str] = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, literal = arguments[:at], arguments[at + 1 :]
    parsed, unknown = parser.parse_known_intermixed_args(arguments)
    options = vars(parsed)
    if unknown:
        raise CommandError(_unknown_option(unknown[0].partition("=")[0], command, options))
    words = options.pop("words")
    return options, [*words, *literal]


def _unknown_option(option: str, command: str, options: dict[str, Any]) -> str:
    name = _called(command)
    owners = [_called(other) for other, parser in _PARSERS.items() if parser().has(option)]
    if owners:
        said = " and ".join([", ".join(owners[:-1]), owners[-1]] if owners[1:] else owners)
        return f"{name} has no option {option!r}; it belongs to {said}: see {owners[0]} --help"
    known = [f"--{name}" for name in options if name != "words"]
    advice = f"see {name} --help, and put -- before a text that starts with a dash"
    return f"{name} has no option {option!r}{suggestion(option, known, advice)}"


def _called(command: str) -> str:
    return f"attn-tui {command}".rstrip()


_PARSERS: dict[str, Callable[[], Options]] = {
    "": reading_parser,
    "learn": learn_parser,
    "lessons": lessons_parser,
    "show": show_parser,
    "export": export_parser,
    "serve": serve_parser,
    "doctor": doctor_parser,
    "help": screen_parser,
}
_COMPUTES_NOTHING: dict[str, Callable[[list[str], dict[str, Any], TerminalOptions], Request]] = {
    "learn": _learn,
    "lessons": _lessons,
    "doctor": _doctor,
    "help": _help,
}
"""The commands that compute nothing."""
