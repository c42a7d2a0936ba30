"""Sentences in which the adjective decides which noun "it" stands for."""

from __future__ import annotations

import re
from random import Random
from typing import Literal

from training import words as w
from training.sentence import Sentence, parse

Kind = Literal["living", "place"]

# {s}: who, {p}: where. Ways to say that someone did not cross.
CROSSINGS = tuple(
    "{s} didn't cross {p}|{s} did not cross {p}|{s} couldn't cross {p}|{s} could not cross {p}|"
    "{s} never crossed {p}|{s} wouldn't cross {p}|{s} refused to cross {p}|"
    "{s} failed to cross {p}|{s} was not able to cross {p}|{s} was unable to cross {p}|"
    "{s} didn't want to cross {p}|{s} decided not to cross {p}|{s} didn't get across {p}|"
    "{s} did not go over {p}|{s} stayed on this side of {p}|{s} came to {p} but did not cross|"
    "{s} wanted to cross {p} but couldn't|{s} stopped before {p}|"
    "{p} was not crossed by {s}|{p} was never crossed by {s}|{p} stopped {s}|"
    "nobody saw {s} cross {p}|at {p} {s} turned back|near {p} {s} stopped and waited|"
    "{s} looked at {p} and went home|{s} won't cross {p}|{s} doesn't cross {p}".split("|")
)
HELD_OUT_CROSSINGS = tuple(
    "{s} could not get across {p}|{s} would not cross {p}|{s} did not want to go over {p}|"
    "{s} stopped at {p} and did not cross|before {p} {s} stopped and turned back|"
    "{p} was not crossed that day by {s}".split("|")
)
# {m}: the main clause, {r}: the reason.
ORDERS = tuple(
    "{m} because {r}|{m} because {r}|{m} because {r}|{m} since {r}|{m} as {r}|{m} , for {r}|"
    "because {r} , {m}|since {r} , {m}|{m} . {r}|{m} and {r}|{m} , i think because {r}|"
    "{r} , so {m}|{m} today because {r}|{m} , she said , because {r}".split("|")
)
HELD_OUT_ORDERS = tuple(
    "{m} yesterday because {r}|as {r} , {m}|{m} , he said , since {r}|{m} only because {r}".split("|")
)
REASONS = tuple(
    "{it} was {d} {a}|{it} was {d} {a}|{it} was {d} {a}|{it} was {d} {a}|{it} looked {d} {a}|"
    "{it} seemed {d} {a}|{it} is {d} {a}|{it} was {d} {a} that day|"
    "{it} had become {d} {a}|{it} was just {d} {a}".split("|")
)
OPENINGS = tuple(
    "|||||||yesterday ,|in the morning ,|that day|i think that|she said that|we saw that|"
    "at night|last week ,|we know that|he says that|but|and".split("|")
)
# Other things that fail because of who does them or because of the thing itself.
OTHERS = (
    ("{s} didn't eat {p}|{s} did not eat {p}|{s} left {p}|{s} couldn't finish {p}|"
     "{s} would not touch {p}|{p} was not eaten by {s}", w.FOODS, w.FOOD_ADJECTIVES),
    ("{s} didn't like {p}|{s} hated {p}|{s} never visited {p}|{s} did not play near {p}|"
     "{s} didn't stay at {p}|{p} was not liked by {s}|{s} did not walk to {p}",
     w.PLACES, w.PLACE_ADJECTIVES),
    ("{s} didn't carry {p}|{s} could not lift {p}|{s} couldn't move {p}|{s} did not push {p}|"
     "{s} dropped {p}|{p} was not moved by {s}", w.THINGS, w.THING_ADJECTIVES),
)  # fmt: skip
SYLLABLES = tuple("ba bo da fi gu ka lo mi nu pe ra so ta vo wu ze zor blim tak quo snee dax".split())


def reference(random: Random) -> Sentence:
    """A training sentence: no held-out clause, order, or noun and adjective.

    Held-out nouns occur in it only where nobody crosses anything.
    """
    if random.random() < 0.35:
        return _other(random)
    kind: Kind = random.choice(("living", "place"))
    while True:
        living = _noun(random, w.LIVING, w.HELD_OUT_LIVING)
        place = _noun(random, w.PLACES, w.HELD_OUT_PLACES)
        adjective = random.choice(_adjectives(kind))
        if not w.held_out_pair(living if kind == "living" else place, adjective):
            break
    invented = random.random()
    if invented < 0.03:
        living = _invented(random)
    elif invented < 0.06:
        place = _invented(random)
    return _compose(
        random, kind, random.choice(CROSSINGS), random.choice(ORDERS), living, place, adjective
    )


def held_out_reference(random: Random, kind: Kind, nouns: bool = False) -> Sentence:
    """A sentence to measure by: its clause, its order, and its noun and adjective are held out.

    With `nouns`, the clause and order are from training and both nouns are held-out nouns.
    """
    if nouns:
        living, place = random.choice(w.HELD_OUT_LIVING), random.choice(w.HELD_OUT_PLACES)
        clause, order = random.choice(CROSSINGS), random.choice(ORDERS)
        return _compose(random, kind, clause, order, living, place, random.choice(_adjectives(kind)))
    while True:
        living = _noun(random, w.LIVING, w.HELD_OUT_LIVING)
        place = _noun(random, w.PLACES, w.HELD_OUT_PLACES)
        adjective = random.choice(_adjectives(kind))
        if w.held_out_pair(living if kind == "living" else place, adjective):
            break
    clause, order = random.choice(HELD_OUT_CROSSINGS), random.choice(HELD_OUT_ORDERS)
    return _compose(random, kind, clause, order, living, place, adjective)


def _adjectives(kind: Kind) -> tuple[str, ...]:
    return w.LIVING_ADJECTIVES if kind == "living" else w.PLACE_ADJECTIVES


def _noun(random: Random, nouns: tuple[str, ...], held_out: tuple[str, ...]) -> str:
    while (noun := random.choice(nouns)) in held_out:
        pass
    return noun


def _invented(random: Random) -> str:
    return "".join(random.choice(SYLLABLES) for _ in range(random.choice((2, 2, 3))))


def invented(word: str) -> bool:
    """Whether a word is made of the syllables of made-up nouns."""
    return re.fullmatch(f"(?:{'|'.join(SYLLABLES)}){{2,3}}", word) is not None


def _compose(
    random: Random, kind: Kind, clause: str, order: str, living: str, place: str, adjective: str
) -> Sentence:
    s = _phrase(random, living, w.LIVING_COLOURS, "living")
    p = _phrase(random, place, w.PLACE_COLOURS, "place")
    if random.random() < 0.08:
        s += f" {random.choice(w.NEARBY)} the {random.choice(w.ROOMS)}"
    degree = random.choice(w.DEGREES)
    pronoun = "it"
    if kind == "living" and random.random() < 0.1:
        pronoun = {"man": "he", "boy": "he", "woman": "she", "girl": "she"}.get(living, "it")
    reason = random.choice(REASONS).format(it=f"{pronoun}@it", d=degree, a=f"{adjective}@adjective")
    text = order.format(m=clause.format(s=s, p=p), r=reason)
    opening = random.choice(OPENINGS)
    stop = random.choice((" .", " .", ""))
    return parse(f"{opening} {text}{stop}", "reference", referent=kind)


def _phrase(random: Random, noun: str, colours: tuple[str, ...], mark: str) -> str:
    article = random.choice(("the", "the", "the", "the", "a", "this", "that", "my", "our", "her"))
    colour = random.choice(colours) if random.random() < 0.15 else ""
    return f"{article} {colour} {noun}@{mark}"


def _other(random: Random) -> Sentence:
    clauses, nouns, adjectives = random.choice(OTHERS)
    kind: Kind = random.choice(("living", "place"))
    living, thing = random.choice(w.LIVING), random.choice(nouns)
    adjective = random.choice(w.LIVING_ADJECTIVES if kind == "living" else adjectives)
    if w.held_out_pair(living if kind == "living" else thing, adjective):
        return _other(random)
    clause, order = random.choice(clauses.split("|")), random.choice(ORDERS)
    return _compose(random, kind, clause, order, living, thing, adjective)
