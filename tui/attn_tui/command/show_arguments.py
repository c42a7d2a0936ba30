"""`attn-tui show`: from its words and options to a step, nearest words, or costs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from attn_tui.command.destination import format_of
from attn_tui.command.errors import CommandError, at_most, suggestion
from attn_tui.command.requests import FORMATS, Computation, Costs, Nearest, Show
from attn_tui.view.titles import STEP_KEYS

COST = "cost"
"""What `show` prints besides the steps."""
OF_A_STEP = ("layer", "head", "matrix", "cell")


def parse_show(
    computation: Computation, words: list[str], options: dict[str, Any]
) -> Show | Nearest | Costs:
    """What is to be printed. Raises CommandError with one sentence where that cannot be told."""
    steps = "the steps are " + ", ".join(STEP_KEYS) + "; besides there is cost"
    if not words:
        raise CommandError(f"show needs a step, as in attn-tui show softmax; {steps}")
    step, *texts = words
    if options["plain"]:
        _refuse_beside_plain(step, options)
    told = format_of(options["format"], options["output"], FORMATS, bare="text")
    options["format"] = told or "text"
    if step == COST:
        return _costs(computation, texts, options)
    if step not in STEP_KEYS:
        raise CommandError(f"no step {step!r}{suggestion(step, (*STEP_KEYS, COST), steps)}")
    asked = {name: options.pop(name) for name in ("analogy", "near")}
    named = [name for name, words_asked in asked.items() if words_asked is not None]
    if named:
        return _nearest(computation, step, texts, options, asked=asked, named=named)
    at_most(texts, 1, f'a text of several words goes in quotes: attn-tui show {step} "..."')
    return Show(computation, step, texts[0] if texts else None, **options)


def _refuse_beside_plain(step: str, options: dict[str, Any]) -> None:
    """What is read out is one head of one step, or nearest words, as text."""
    if step == COST:
        raise CommandError("--plain reads out a step; show cost prints text as it is")
    beside = {"matrix": (None,), "output": (None,), "format": (None, "text")}
    for name, meant in beside.items():
        if options[name] not in meant:
            raise CommandError(f"--{name} has no meaning beside --plain; leave one of them out")
    if options["head"] is None:
        raise CommandError("--plain reads out one head; name it with --head N")


def _costs(computation: Computation, texts: list[str], options: dict[str, Any]) -> Costs:
    """The measurements need no text: their inputs are random."""
    at_most(texts, 0, "show cost takes no text")
    form = options["format"]
    if form == "npz":
        raise CommandError("show cost prints text, json or csv, not npz")
    given = {**asdict(computation), **options}
    of_a_model = (name for name in asdict(computation) if name != "backend")
    where = "show cost, which measures one head of random numbers in float32 on the cpu"
    _refuse_meaningless((*of_a_model, *OF_A_STEP, "near", "analogy"), given, where)
    return Costs(computation.library == "torch", form, options["output"], options["force"])


def _refuse_meaningless(names: Iterable[str], given: dict[str, Any], where: str) -> None:
    """Raise CommandError where one of the options is not as it is if nothing is said."""
    standard = {**asdict(Computation()), "layer": 0, "head": 0}
    for name in names:
        if given[name] != standard.get(name):
            raise CommandError(f"--{name} has no meaning for {where}; leave it out")


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
    at_most(texts, 0, f"{option} takes no text")
    if form not in {"text", "json"}:
        raise CommandError(f"{option} prints text or json, not {form}")
    given = {**asdict(computation), **options}
    where = f"{option}, which asks the input table of the model"
    _refuse_meaningless(("mask", "keys", *OF_A_STEP), given, where)
    output, force, plain = (options[name] for name in ("output", "force", "plain"))
    return Nearest(computation, asked[named[0]], form, output, force, plain=plain)
