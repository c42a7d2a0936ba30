"""What the tests of exports share: walks on texts that are known, some of them hostile."""

from __future__ import annotations

from dataclasses import replace

from attn_tui.computing import compute
from attn_tui.export.walk import Walk
from attn_tui.view.session import Session
from tests.tui.walking import ANIMAL

HOSTILE = '</script><img src=x onerror=alert(1)> "\'"""\\ {text} \u202eevil\u202c \u200b =1+1 &amp;'


def walk_of(text: str = ANIMAL, **session: object) -> Walk:
    """A walk on the toy, unless it says otherwise."""
    asked = Session(text, **{"model": "toy", **session})  # type: ignore[arg-type]
    return Walk(compute(asked), asked)


def hostile_walk() -> Walk:
    """A walk whose tokens and text hold all that could do harm, control characters too."""
    walk = walk_of(HOSTILE, row=1)
    nasty = (
        "</script>",
        '"><img src=x>',
        "\x1b]52;c;aGk=\a",
        "\u202ex",
        "=1+1",
        "@SUM(A1)",
        "-2+3",
    )
    tokens = tuple(
        replace(token, text=nasty[place % len(nasty)])
        for place, token in enumerate(walk.trace.tokens)
    )
    stages = tuple(
        replace(stage, matrices=tuple(_renamed(matrix, nasty) for matrix in stage.matrices))
        for stage in walk.trace.stages
    )
    hostile = replace(walk.trace, text=HOSTILE, tokens=tokens, key_tokens=tokens, stages=stages)
    return Walk(hostile, walk.session)


def _renamed(matrix, nasty):  # type: ignore[no-untyped-def]
    sides = (
        tuple(nasty[place % len(nasty)] for place in range(len(side)))
        if axis in {"token", "query", "key"}
        else side
        for axis, side in zip(matrix.axes, matrix.labels, strict=True)
    )
    return replace(matrix, labels=tuple(sides))
