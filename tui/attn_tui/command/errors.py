"""What the command line says when it cannot do what it was asked."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class CommandError(Exception):
    """Bad usage or input; the message is one sentence for stderr, and the exit status is 2."""


def suggestion(word: str, known: Iterable[str], advice: str) -> str:
    """What follows "there is no ...": `; did you mean softmax? Advice`, or just `; advice`."""
    close = get_close_matches(word.lower(), list(known), n=1)
    if close:
        return f"; did you mean {close[0]}? {advice[0].upper()}{advice[1:]}"
    return f"; {advice}"


def at_most(words: list[str], count: int, otherwise: str) -> None:
    """Raises CommandError for a word more than `count`; `otherwise` is the advice."""
    if len(words) > count:
        raise CommandError(f"{words[count]!r} is one word too many; {otherwise}")
