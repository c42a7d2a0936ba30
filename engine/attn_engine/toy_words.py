"""The toy's words: one row each, with how much a word has of each of six meanings.

A dot is a zero. Words are chosen so that sums can be done on paper: most numbers are whole, and two
words differ a little where both mean nearly the same. `MEANINGS` says what each column stands for.
"""

from __future__ import annotations

import numpy as np

from attn_engine.matrix import Array

MEANINGS: tuple[str, ...] = ("money", "nature", "living", "place", "feeling", "size")
"""About money; about nature; lives; is a place; what a living thing can be; what a place can be."""

PAD = "[PAD]"

TABLE = """
word         money  nature  living  place  feeling  size

             --- money and nature ---
bank           3      3       .       1       .      .
money          5      .       .       .       .      .
cash           4.5    .       .       .       .      .
loan           4      .       .       .       .      .
deposit        4.4    .       .       .       .      .
withdraw       4.2    .       .       .       .      .
withdrew       4.1    .       .       .       .      .
withdrawing    4.3    .       .       .       .      .
grows          3      1       .       .       .      .
river          .      5       .       2       .      .
water          .      4.5     .       .       .      .
nature         .      5       .       .       .      .
flows          .      4       .       .       .      .
fish           .      4       1.5     .       .      .
fishing        .      4.3     .       .       .      .
tree           .      4       1       .       .      .
wood           .      3       .       1.5     .      .

             --- living things ---
animal         .      1       2       .       .      .
dog            .      .5      2       .       .      .
cat            .      .4      2       .       .      .
horse          .      .7      2       .       .      .
bird           .      1.2     2       .       .      .
mouse          .      .6      2       .       .      .
child          .      .       2.2     .       .      .
man            .      .       2       .       .      .
woman          .      .       2.1     .       .      .
king           3      .       2       .       .      .
queen          3      .       2.1     .       .      .
bob            .5     .       2       .       .      .
bob's          .6     .       2       .       .      .
i              .      .       1.9     .       .      .
you            .      .       1.8     .       .      .
he             .      .       1.6     .       .      .
she            .      .       1.7     .       .      .

             --- places ---
street         .      .       .       2       .      .
road           .      .2      .       2       .      .
roads          .      .2      .       2.1     .      .
bridge         .      .       .       2.1     .      .
field          .      2       .       2       .      .
tunnel         .      .       .       2.2     .      .
house          1      .       .       2       .      .
city           .5     .       .       2       .      .

             --- words that could be either: context decides ---
it             .      .       1       1       .      .
they           .      .       1.1     1       .      .
one            .      .       .5      1.5     .      .

             --- what a living thing can be ---
tired          .      .       .       .       2      .
hungry         .      .       .       .       2.1    .
sick           .      .       .       .       2.2    .
sleepy         .      .       .       .       1.9    .
scared         .      .       .       .       2.3    .
old            .      .       .       .       1.8    .
happy          .      .       .       .       2.4    .

             --- what a place can be ---
wide           .      .       .       .       .      2
narrow         .      .       .       .       .      2.1
long           .      .       .       .       .      2.2
steep          .      .       .       .       .      1.9
busy           .      .       .       .       .      1.8
deep           .      .       .       .       .      2.3

             --- things ---
car            1      .       .       .5      .      .
banana         .      2       .       .       .      .
cake           .5     .5      .       .       .      .
chocolate      .5     1       .       .       .      .
poem           .      .3      .       .       .      .
"""

EMPTY = """
the a an this that some two less
and or but not because then so if too very
about at by from in into of on over to with
am is are was were be do does did didn't don't
write ate bites cross crossed took sat diverged traveled travel could
yellow who what where why
. , ; : ! ? ' " ( ) -
"""
"""Words and signs that have nothing of the six meanings: their rows are zeros."""


def _read(table: str) -> dict[str, tuple[float, ...]]:
    rows = {}
    for line in table.splitlines():
        word, *cells = line.split() or [""]
        if len(cells) == len(MEANINGS) and word not in ("word", "---"):
            rows[word] = tuple(0.0 if cell == "." else float(cell) for cell in cells)
    return rows


_ROWS = _read(TABLE)

VOCABULARY: tuple[str, ...] = (PAD, *_ROWS, *EMPTY.split())
"""The toy's words in the order of their ids; row 0 is padding, which no text can spell."""


def meanings() -> Array:
    """The six numbers of every word, in the order of `VOCABULARY`: (vocabulary, 6), float64."""
    nothing = (0.0,) * len(MEANINGS)
    return np.array([_ROWS.get(word, nothing) for word in VOCABULARY])
