"""From the words of the command line to a request; nothing heavy is imported to read them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

from attn_tui.command.errors import CommandError, suggestion
from attn_tui.view.titles import STEP_KEYS

Format = Literal["text", "json", "csv", "npz"]
COMMANDS = ("learn", "lessons", "show", "doctor")
"""Any other first word is the text; after `--` even these are."""
LESSONS_ACTIONS = ("list", "check", "reset")


@dataclass(frozen=True)
class Computation:
    """How the numbers are made: the options that every way of looking at them shares."""

    model: str = "tiny"
    backend: Literal["auto", "numpy", "torch"] = "auto"
    device: str = "cpu"
    dtype: str = "float32"
    mask: str | None = None
    variant: Literal["learned", "plain"] = "learned"

    @property
    def library(self) -> Literal["numpy", "torch"]:
        """The backend; `auto` is NumPy unless another device than the CPU is asked for."""
        if self.backend == "auto":
            return "numpy" if self.device == "cpu" else "torch"
        return self.backend


@dataclass(frozen=True)
class Walk:
    """Open the walk on `text`, or the home screen if there is none."""

    computation: Computation
    text: str | None = None


@dataclass(frozen=True)
class Show:
    """Print one step of `text` (None: it comes from stdin); `head` None means all heads."""

    computation: Computation
    step: str
    text: str | None = None
    layer: int = 0
    head: int | None = 0
    format: Format = "text"
    output: str | None = None
    matrix: str | None = None
    cell: str | None = None


@dataclass(frozen=True)
class Nearest:
    """Print the words nearest to `asked`, a word or a sum of words, in the model's input table."""

    computation: Computation
    asked: str
    format: Format = "text"
    output: str | None = None


@dataclass(frozen=True)
class Learn:
    """Open a lesson: one of the course by its id, a file, or None to go on where one was."""

    lesson: str | None = None


@dataclass(frozen=True)
class Lessons:
    """List the course with what was done of it, check files, or forget what was done of a lesson."""

    action: Literal["list", "check", "reset"] = "list"
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Doctor:
    """Say what will work here."""


@dataclass(frozen=True)
class Help:
    """Print the help of a command, "" being attn-tui itself."""

    topic: str = ""


@dataclass(frozen=True)
class Version:
    """Print the version."""


Request = Walk | Learn | Lessons | Show | Nearest | Doctor | Help | Version


def parse(argv: Sequence[str]) -> Request:
    """What is asked for. Raises CommandError with one sentence where that cannot be told."""
    command, arguments = _split_command(argv)
    parser = _PARSERS[command]()
    options, words = _read(parser, command, arguments)
    if options.pop("help"):
        return Help(command)
    if command in _COMPUTES_NOTHING:
        return _COMPUTES_NOTHING[command](words)
    if options.pop("version", False):
        return Version()
    fields = Computation.__dataclass_fields__
    computation = Computation(**{name: options.pop(name) for name in fields})
    if command == "show":
        return _show(computation, words, options)
    return _walk(computation, words)


def _walk(computation: Computation, words: list[str]) -> Walk:
    if len(words) > 1:
        advice = f'a text of several words goes in quotes: attn-tui "{" ".join(words)}"'
        raise CommandError(f"{words[0]!r} is no command{suggestion(words[0], COMMANDS, advice)}")
    return Walk(computation, words[0] if words else None)


def _doctor(words: list[str]) -> Doctor:
    _at_most(words, 0, "doctor takes no text")
    return Doctor()


def _learn(words: list[str]) -> Learn:
    _at_most(words, 1, "learn opens one lesson, or one file")
    return Learn(words[0] if words else None)


def _lessons(words: list[str]) -> Lessons:
    action, *rest = words or ["list"]
    if action == "list":
        _at_most(rest, 0, "lessons list takes nothing")
        return Lessons()
    if action == "check":
        return Lessons("check", tuple(rest))
    if action == "reset":
        if not rest:
            raise CommandError("lessons reset needs a lesson, as in attn-tui lessons reset context")
        _at_most(rest, 1, "lessons reset takes one lesson")
        return Lessons("reset", tuple(rest))
    advice = "there are list, check and reset"
    raise CommandError(f"lessons has no {action!r}{suggestion(action, LESSONS_ACTIONS, advice)}")


def _show(computation: Computation, words: list[str], options: dict[str, Any]) -> Show | Nearest:
    steps = "the steps are " + ", ".join(STEP_KEYS)
    if not words:
        raise CommandError(f"show needs a step, as in attn-tui show softmax; {steps}")
    step, *texts = words
    if step not in STEP_KEYS:
        raise CommandError(f"no step {step!r}{suggestion(step, STEP_KEYS, steps)}")
    asked = {name: options.pop(name) for name in ("analogy", "near")}
    named = [name for name, words_asked in asked.items() if words_asked is not None]
    if named:
        return _nearest(computation, step, texts, options, asked=asked, named=named)
    _at_most(texts, 1, f'a text of several words goes in quotes: attn-tui show {step} "..."')
    return Show(computation, step, texts[0] if texts else None, **options)


def _nearest(
    computation: Computation,
    step: str,
    texts: list[str],
    options: dict[str, Any],
    *,
    asked: dict[str, str],
    named: list[str],
) -> Nearest:
    """Static meaning: a question to the table of the embed step, which needs no text."""
    if len(named) > 1:
        raise CommandError("--analogy and --near each ask one question; give one of them")
    option, form = f"--{named[0]}", options["format"]
    if step != "embed":
        raise CommandError(
            f"{option} asks the input table, so it belongs to attn-tui show embed, not show {step}"
        )
    _at_most(texts, 0, f"{option} takes no text")
    if form not in {"text", "json"}:
        raise CommandError(f"{option} prints text or json, not {form}")
    return Nearest(computation, asked[named[0]], form, options["output"])


def _at_most(words: list[str], count: int, otherwise: str) -> None:
    if len(words) > count:
        raise CommandError(f"{words[count]!r} is one word too many; {otherwise}")


def _split_command(argv: Sequence[str]) -> tuple[str, list[str]]:
    """The command ("" for none) and all other words; options may stand before the command."""
    index = 0
    while index < len(argv) and argv[index].startswith("-") and argv[index] != "--":
        takes_value = argv[index] in VALUE_OPTIONS
        index += 2 if takes_value else 1
    if index < len(argv) and argv[index] in COMMANDS:
        return argv[index], [*argv[:index], *argv[index + 1 :]]
    return "", list(argv)


def _read(
    parser: argparse.ArgumentParser, command: str, arguments: list[str]
) -> tuple[dict[str, Any], list[str]]:
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
    if option in SHOW_OPTIONS:
        return f"{option} belongs to attn-tui show, as in attn-tui show softmax {option} ..."
    known = [f"--{name}" for name in options if name != "words"]
    name = f"attn-tui {command}".rstrip()
    advice = f"see {name} --help, and put -- before a text that starts with a dash"
    return f"{name} has no option {option!r}{suggestion(option, known, advice)}"


class _Parser(argparse.ArgumentParser):
    def __init__(self) -> None:
        super().__init__(prog="attn-tui", add_help=False, allow_abbrev=False)
        self.add_argument("words", nargs="*")
        self.add_argument("--help", "-h", action="store_true")

    def error(self, message: str) -> NoReturn:
        option = message.removeprefix("argument ").partition(":")[0].partition("/")[0]
        takes = "needs a value" if option in VALUE_OPTIONS else "takes no value"
        raise CommandError(f"{option} {takes}; see attn-tui --help")


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


def _head(word: str) -> int | None:
    return None if word == "all" else _count("--head", " or all")(word)


def _mask(word: str) -> str | None:
    return None if word == "none" else word


def _walk_parser() -> argparse.ArgumentParser:
    parser = _Parser()
    standard = Computation()
    parser.add_argument("--version", action="store_true")
    parser.add_argument("--model", default=standard.model)
    parser.add_argument(
        "--backend", type=_one_of("--backend", "auto", "numpy", "torch"), default=standard.backend
    )
    parser.add_argument("--device", default=standard.device)
    parser.add_argument("--dtype", default=standard.dtype)
    parser.add_argument("--mask", type=_mask, default=standard.mask)
    parser.add_argument(
        "--variant", type=_one_of("--variant", "learned", "plain"), default=standard.variant
    )
    return parser


def _show_parser() -> argparse.ArgumentParser:
    parser = _walk_parser()
    parser.add_argument(
        "--format", type=_one_of("--format", "text", "json", "csv", "npz"), default="text"
    )
    parser.add_argument("--output")
    parser.add_argument("--layer", type=_count("--layer"), default=0)
    parser.add_argument("--head", type=_head, default=0)
    parser.add_argument("--matrix")
    parser.add_argument("--cell")
    parser.add_argument("--analogy")
    parser.add_argument("--near")
    return parser


_PARSERS: dict[str, Callable[[], argparse.ArgumentParser]] = {
    "": _walk_parser,
    "learn": _Parser,
    "lessons": _Parser,
    "show": _show_parser,
    "doctor": _Parser,
}
_COMPUTES_NOTHING: dict[str, Callable[[list[str]], Request]] = {
    "learn": _learn,
    "lessons": _lessons,
    "doctor": _doctor,
}
"""The commands that have no options of their own."""
COMMON_OPTIONS = tuple(f"--{name}" for name in Computation.__dataclass_fields__)
SHOW_OPTIONS = (
    "--format",
    "--output",
    "--layer",
    "--head",
    "--matrix",
    "--cell",
    "--analogy",
    "--near",
)
VALUE_OPTIONS = frozenset(COMMON_OPTIONS + SHOW_OPTIONS)
