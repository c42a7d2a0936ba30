"""What a person does in an hour, as keys: rounds in which everything comes once, in any order."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

RIGHT, DOWN, LEFT, UP = "\x1b[C", "\x1b[B", "\x1b[D", "\x1b[A"
HOME, END, PAGE_UP, PAGE_DOWN = "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~"
ESCAPE, ENTER, TAB = "\x1b", "\r", "\t"

MOVES = (RIGHT, DOWN, LEFT, UP, HOME, END, PAGE_UP, PAGE_DOWN, "g")
STEPS = tuple("0123456789nb")
LOOKS = tuple("wzxdsvommHH.,LL><tyY")
PANELS: tuple[tuple[str, ...], ...] = (
    ("c", DOWN, DOWN, ESCAPE),
    (ENTER, DOWN, ESCAPE),
    ("?", PAGE_DOWN, ESCAPE),
    ("S", DOWN, DOWN, ESCAPE),
    ("B", RIGHT, ESCAPE),
    ("a", ENTER, ESCAPE),
    (":", "h", "e", "a", ESCAPE),
    (":", "b", "a", "g", ENTER, RIGHT, "0"),
)
PREDICTION = ("p", "0", ".", "5", ENTER, "1", ENTER, ESCAPE)
MODELS: tuple[tuple[str, ...], ...] = (("M", UP, UP, ENTER), ("M", UP, UP, DOWN, ENTER))
"""tiny and toy: a large one would be kept from then on, as it should be."""
LESSON = (
    ENTER, "s", "n", "n", "h", "1", ENTER, "s", "n", "b", TAB, RIGHT, "n", TAB, "i", ESCAPE,
    PAGE_DOWN, "r", ESCAPE,
)  # fmt: skip
"""From the home screen into the lesson to go on with, and back."""
LESSONS: tuple[tuple[str, ...], ...] = (
    (DOWN, ENTER, DOWN, DOWN, ENTER, "s", "n", "b", ESCAPE, ESCAPE),
    (DOWN, ENTER, DOWN, DOWN, DOWN, ENTER, "n", "b", ESCAPE, ESCAPE),
)
"""From the home screen by way of the list of lessons."""
WORDS = (
    "river", "bank", "money", "flows", "grows", "the", "a", "man", "fishing", "on", "poem", "about",
    "cat", "ate", "mouse", "near", "because", "it", "was", "too", "tired", "wide", "animal",
    "street", "cross", "didn't", "山", "straße", "naïve",
)  # fmt: skip


def rounds(seed: int) -> Iterator[tuple[str, ...]]:
    """Rounds without end, each from the walk to the walk; what is typed differs each time."""
    random = Random(seed)
    while True:
        yield tuple(_round(random))


def _round(random: Random) -> Iterator[str]:
    for visit in (LESSON, *LESSONS):
        # A step leaves a picture, Esc the walk; at home a sentence leads back into it.
        yield from ("0", ESCAPE, *visit, "/", *_sentence(random), ENTER)
    kinds: list[tuple[str, ...]] = [(key,) for key in (*MOVES, *MOVES, *STEPS, *LOOKS)]
    kinds += [*PANELS, *MODELS]
    kinds += [("/", *_sentence(random), ENTER), ("K", *_sentence(random), ENTER)]
    random.shuffle(kinds)
    for kind in kinds:
        yield from kind
    # Where Esc leads depends on the answers; a sentence leads into the walk from either place.
    yield from (*PREDICTION, "/", *_sentence(random), ENTER)


def _sentence(random: Random) -> tuple[str, ...]:
    """A sentence as it is pasted: in one piece, over what stood there."""
    return ("\x15", " ".join(random.choices(WORDS, k=random.randint(2, 9))))
