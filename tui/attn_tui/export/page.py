"""The walk as one HTML page to hand out: it opens offline, and nothing in it reaches anywhere."""

from __future__ import annotations

import base64
import hashlib
import shlex
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from attn_tui.export.page_step import step_section
from attn_tui.export.page_words import word
from attn_tui.export.walk import made_with
from attn_tui.view.palette import levels, palette
from attn_tui.view.sentence import key_words_of, words_of
from attn_tui.view.status import mask_said
from attn_tui.view.titles import STEPS

if TYPE_CHECKING:
    from attn_tui.export.walk import Walk
    from attn_tui.view.sentence import Word

GUIDE = (
    "In a matrix, rows are queries and columns are keys. Point at a cell of a result, tap it, or go "
    "to it with Tab and the arrow keys: the line below spells out how it came about, and what it was "
    "made of is lit. Signed values run from blue over 0 to red; weights are the stronger green the larger."
)


def as_html(walk: Walk) -> bytes:
    """The page of all ten steps, in UTF-8."""
    return ("\n".join(_page(walk)) + "\n").encode()


def _page(walk: Walk) -> Iterator[str]:
    title = f"Self-attention, step by step: {word(walk.trace.text)}"
    script = _asset("page.js")
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_policy(script)}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="referrer" content="no-referrer">'
    yield f'<meta name="generator" content="{escape(made_with())}">'
    yield f"<title>{title}</title>"
    yield f"<style>\n{_asset('page.css')}{_colours()}</style>\n</head>\n<body>"
    yield '<a class="skip" href="#tokenize">To the steps</a>'
    yield from _header(walk)
    yield '<nav aria-label="The ten steps"><ol>'
    for place, (key, name) in enumerate(STEPS):
        yield f'<li><a href="#{key}"><b>{place}</b> {name}</a></li>'
    yield "</ol></nav>\n<main>"
    for key, _ in STEPS:
        yield from step_section(walk.at(key))
    yield "</main>"
    yield from _footer(walk)
    yield f"<script>{script}</script>\n</body>\n</html>"


def _policy(script: str) -> str:
    """What the page may do: its own style, its own script, and nothing from anywhere."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        "default-src 'none'; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )


def _header(walk: Walk) -> Iterator[str]:
    trace, session = walk.trace, walk.session
    chosen = word(trace.tokens[min(session.row, len(trace.tokens) - 1)].text)
    yield '<header><p class="over">Self-attention, step by step</p>'
    yield f"<h1>{word(trace.text)}</h1>"
    yield from _sentence(words_of(trace, session))
    if trace.keys is not None:
        yield '<p class="caption">Queries come from this text, keys and values from the one below.</p>'
        yield from _sentence(key_words_of(trace, session))
    where = f"layer {trace.layer} head {session.head}"
    yield f'<p class="caption">What “{chosen}” looks at in {where}: the stronger the green, the more.</p>'
    yield '<dl class="facts">'
    for name, value in _facts(walk):
        yield f"<div><dt>{name}</dt><dd>{word(value)}</dd></div>"
    yield "</dl>"
    yield f'<p class="guide">{GUIDE}</p></header>'


def _sentence(words: tuple[Word, ...]) -> Iterator[str]:
    shades = levels(np.array([each.weight for each in words]), "weights", 1.0)
    yield '<ol class="sentence" aria-label="The tokens">'
    for each, shade in zip(words, shades, strict=True):
        here = " here" if each.chosen else ""
        yield f'<li class="w{shade}{here}" title="{each.weight:.3f}">{escape(each.text)}</li>'
    yield "</ol>"


def _facts(walk: Walk) -> Iterator[tuple[str, str]]:
    trace = walk.trace
    yield "model", trace.model.name
    if trace.variant == "plain":
        yield "variant", "plain attention, no weight matrices"
    yield "layer", f"{trace.layer} of {trace.n_layers}"
    yield "head", f"{walk.session.head} of {trace.n_heads}"
    yield "mask", mask_said(trace)
    if not trace.positions:
        yield "positions", "off"
    yield "computed on", f"{trace.backend}, {trace.device}"
    yield "dtype", trace.dtype
    yield "tokens", str(len(trace.tokens))


def _footer(walk: Walk) -> Iterator[str]:
    trace, session = walk.trace, walk.session
    words = ["attn-tui", "--model", session.model]
    if trace.mask:
        words += ["--mask", trace.mask]
    if trace.keys is not None:
        words += ["--keys", trace.keys]
    if trace.variant != "learned":
        words += ["--variant", trace.variant]
    words += ["--", trace.text]
    yield "<footer><p>Every number on this page comes out of the arrays that the engine computed; layers, "
    yield f"heads, rows and columns are counted from 0. Made with {escape(made_with())}. "
    yield f"To walk through it yourself: <code>{word(shlex.join(words))}</code></p></footer>"


def _colours() -> str:
    """A rule for each level of the palettes, light first, for the dark and for paper."""
    return f"{_rules(dark=False)}@media screen and (prefers-color-scheme: dark) {{\n{_rules(dark=True)}}}\n"


@cache
def _rules(*, dark: bool) -> str:
    inks = palette(dark)
    rules = []
    for letter, kind in (("s", inks.signed), ("w", inks.weights)):
        for level, ink in enumerate(kind or ()):
            ground, figure = (
                "#{:02x}{:02x}{:02x}".format(*each) for each in (ink.ground, ink.figure)
            )
            rules.append(f".{letter}{level}{{background:{ground};color:{figure}}}")
    return "\n".join(rules) + "\n"


@cache
def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")
