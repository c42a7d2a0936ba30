"""How the pieces of a word come about: merged one pair after another, or matched from the left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

Steps = tuple[tuple[str, ...], ...]
"""States of a word on its way into pieces; the last one is the pieces that are used."""

LONGEST = 64
"""Of a word with more symbols only the first and the last state are kept: there are as many states
as symbols, and nobody reads that many."""


def merge_steps(symbols: Sequence[str], ranks: Mapping[tuple[str, str], int]) -> Steps:
    """The symbols and their state after each merge of byte pair encoding.

    Of all neighbours that may be merged, those with the lowest rank are next, and among equals the
    leftmost. Source: Sennrich et al. 2016, Neural Machine Translation of Rare Words with Subword
    Units, section 3.2.
    """
    state, states = list(symbols), [tuple(symbols)]
    while True:
        known = [
            (ranks[pair], place) for place, pair in enumerate(pairwise(state)) if pair in ranks
        ]
        if not known:
            break
        _, place = min(known)
        state[place : place + 2] = [state[place] + state[place + 1]]
        states.append(tuple(state))
    return tuple(states)


def match_steps(
    word: str, is_known: Callable[[str], bool], prefix: str, unknown: str, longest_word: int
) -> Steps:
    """The pieces found so far, each the longest one that the vocabulary has from there on.

    Pieces that go on with a word start with `prefix`. If one place matches nothing the whole word is
    `unknown`, and one with more than `longest_word` characters is so at once. Source: Song et al.
    2021, Fast WordPiece Tokenization, section 3.1.
    """
    if len(word) > longest_word:
        return ((unknown,),)
    found: list[str] = []
    states: list[tuple[str, ...]] = []
    start = 0
    while start < len(word):
        mark = prefix if start else ""
        ends = range(len(word), start, -1)
        end = next((end for end in ends if is_known(mark + word[start:end])), None)
        if end is None:
            return (*states, (unknown,))
        found.append(mark + word[start:end])
        states.append(tuple(found))
        start = end
    return tuple(states)
