"""From the words of the command line to a request."""

import re

import pytest

from attn_engine.stages import STAGE_KEYS
from attn_tui.command import arguments, options
from attn_tui.command.arguments import parse
from attn_tui.command.errors import CommandError
from attn_tui.command.help import HELP
from attn_tui.command.requests import Computation, Doctor, Help, Learn, Lessons, Show, Version, Walk

STANDARD = Computation()


@pytest.mark.parametrize(
    ("argv", "request_"),
    [
        ([], Walk(STANDARD)),
        (["money bank"], Walk(STANDARD, "money bank")),
        (["learn"], Learn()),
        (["learn", "embed"], Learn("embed")),
        (["learn", "--plain", "embed"], Learn("embed", plain=True)),
        (["show", "softmax", "--plain", "a b"], Show(STANDARD, "softmax", "a b", plain=True)),
        (["learn", "--", "-x.md"], Learn("-x.md")),
        (["lessons"], Lessons()),
        (["lessons", "list"], Lessons()),
        (["lessons", "check"], Lessons("check")),
        (["lessons", "check", "a.md", "b.md"], Lessons("check", ("a.md", "b.md"))),
        (["lessons", "reset", "embed"], Lessons("reset", ("embed",))),
        (["lessons", "--reset", "embed"], Lessons("reset", ("embed",))),
        (["learning"], Walk(STANDARD, "learning")),
        (["--", "show"], Walk(STANDARD, "show")),
        (["--", "--help"], Walk(STANDARD, "--help")),
        (["-5 degrees"], Walk(STANDARD, "-5 degrees")),
        ([""], Walk(STANDARD, "")),
        (["--mask", "causal", "a b"], Walk(Computation(mask="causal"), "a b")),
        (["a b", "--mask=causal"], Walk(Computation(mask="causal"), "a b")),
        (["--mask", "show"], Walk(Computation(mask="show"))),
        (["--mask", "none"], Walk(STANDARD)),
        (["show", "softmax"], Show(STANDARD, "softmax")),
        (["show", "softmax", "--layer", "1", "a b"], Show(STANDARD, "softmax", "a b", layer=1)),
        (
            ["--model", "toy", "show", "--head", "all", "score"],
            Show(Computation(model="toy"), "score", head=None),
        ),
        (["show", "score", "--", "--cell"], Show(STANDARD, "score", "--cell")),
        (["show", "score", "doctor"], Show(STANDARD, "score", "doctor")),
        (["doctor"], Doctor()),
        (["--version"], Version()),
        (["show", "--version"], Version()),
        (["--help"], Help()),
        (["-h"], Help()),
        (["show", "-h"], Help("show")),
        (["--help", "doctor"], Help("doctor")),
        (["help"], Help()),
        (["help", "show"], Help("show")),
        (["--ascii", "help"], Help()),
        (["--", "help"], Walk(STANDARD, "help")),
        (["help me"], Walk(STANDARD, "help me")),
    ],
)
def test_words_mean_what_they_say(argv, request_):
    assert parse(argv) == request_


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["show"], "show needs a step, as in attn-tui show softmax; the steps are tokenize, embed"),
        (["show", "sofmax", "x"], "no step 'sofmax'; did you mean softmax? The steps are tokenize"),
        (["show", "zzz"], "no step 'zzz'; the steps are tokenize"),
        (["shwo", "softmax"], "'shwo' is no command; did you mean show? A text of several words"),
        (["money", "bank"], 'goes in quotes: attn-tui "money bank"'),
        (["show", "softmax", "a", "b"], "'b' is one word too many; a text of several words goes"),
        (["doctor", "me"], "'me' is one word too many; doctor takes no text"),
        (["doctor", "--mask", "causal"], "attn-tui doctor has no option '--mask'"),
        (
            ["show", "softmax", "--plain", "--format", "json"],
            "--format has no meaning beside --plain",
        ),
        (["show", "softmax", "--plain", "--head", "all"], "--plain reads out one head"),
        (["show", "cost", "--plain"], "--plain reads out a step; show cost prints text"),
        (["learn", "a", "b"], "'b' is one word too many; learn opens one lesson, or one file"),
        (
            ["learn", "--model", "toy"],
            "attn-tui learn has no option '--model'; it belongs to attn-tui, attn-tui show and "
            "attn-tui export: see attn-tui --help",
        ),
        (["lessons", "--plain"], "it belongs to attn-tui learn and attn-tui show: see"),
        (["show", "score", "--step", "mask"], "it belongs to attn-tui export: see attn-tui export"),
        (["help", "shwo"], "'shwo' is no command; did you mean show? The commands are learn"),
        (["help", "show", "cost"], "'cost' is one word too many; help tells of one command"),
        (["--port", "80"], "it belongs to attn-tui serve: see attn-tui serve --help"),
        (["lessons", "chek"], "lessons has no 'chek'; did you mean check? There are list, check"),
        (
            ["lessons", "reset"],
            "lessons reset needs a lesson, as in attn-tui lessons reset context",
        ),
        (["lessons", "list", "x"], "'x' is one word too many; lessons list takes nothing"),
        (["--modl", "toy"], "no option '--modl'; did you mean --model?"),
        (["--layer", "1", "x"], "it belongs to attn-tui show and attn-tui export: see"),
        (["--model"], "--model needs a value"),
        (["--help=x"], "--help takes no value"),
        (["show", "score", "--cell", "-1,0"], "--cell needs a value"),
        (["show", "score", "--format", "jsn"], "--format cannot be 'jsn'; did you mean json? It"),
        (["show", "score", "--head", "x"], "--head cannot be 'x'; it is a number counted from 0"),
        (["show", "score", "--layer", "1.5"], "--layer cannot be '1.5'; it is a number"),
        (["--backend", "jax"], "--backend cannot be 'jax'; it is one of auto, numpy, torch"),
        (["--variant", "plan"], "--variant cannot be 'plan'; did you mean plain?"),
    ],
)
def test_bad_usage_is_one_sentence_that_says_what_to_do(argv, sentence):
    with pytest.raises(CommandError, match=re.escape(sentence)):
        parse(argv)


def test_auto_is_numpy_unless_another_device_is_asked_for():
    assert Computation().library == "numpy"
    assert Computation(device="cuda").library == "torch"
    assert Computation(device="cuda", backend="numpy").library == "numpy"


def test_main_help_lists_exactly_the_commands_and_steps_there_are():
    usage, _, rest = HELP[""].partition("The ten steps")
    assert tuple(re.findall(r"^ +attn-tui ([a-z]+)", usage, re.MULTILINE)) == arguments.COMMANDS
    steps = re.findall(r"^  ([a-z]+) {3,}", rest.partition("How it is computed")[0], re.MULTILINE)
    assert tuple(steps) == STAGE_KEYS
    assert set(HELP) == {"", *arguments.COMMANDS}


SCREEN_OPTIONS = ("--palette", "--ascii", "--no-mouse", "--slow")


@pytest.mark.parametrize(
    ("command", "known"),
    [
        ("", {*options.COMMON_OPTIONS, *SCREEN_OPTIONS, "--file", "--version", "--help"}),
        ("show", {*options.COMMON_OPTIONS, *options.SHOW_OPTIONS, "--ascii", "--help"}),
        ("learn", {*SCREEN_OPTIONS, "--plain", "--help"}),
        ("lessons", {"--reset", "--help"}),
        ("doctor", {"--keys", "--config", "--help"}),
    ],
)
def test_help_lists_exactly_the_options_there_are_within_80_columns(command, known):
    assert set(re.findall(r"^  (--[a-z-]+) ", HELP[command], re.MULTILINE)) == known
    assert max(map(len, HELP[command].splitlines())) <= 80


@pytest.mark.parametrize(
    "option",
    [
        "--device=cuda",
        "--dtype=float16",
        "--mask=causal",
        "--head=1",
        "--head=all",
        "--model=nosuch",
        "--near=king",
        "--analogy=king-man",
    ],
)
def test_costs_refuse_what_they_do_not_measure(option: str) -> None:
    with pytest.raises(CommandError, match="has no meaning for show cost"):
        parse(["show", "cost", option])


@pytest.mark.parametrize(
    "option", ["--mask=causal", "--keys=a b", "--layer=1", "--head=all", "--matrix=x", "--cell=0,0"]
)
def test_nearest_words_refuse_what_the_input_table_does_not_have(option: str) -> None:
    with pytest.raises(CommandError, match=f"{option.partition('=')[0]} has no meaning for --near"):
        parse(["show", "embed", "--near", "king", option])
