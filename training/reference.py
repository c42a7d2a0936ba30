"""Sentences in which the adjective decides which noun "it" stands for."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from training import words as w
from training.sentence import Sentence, parse

Kind = Literal["living", "place"]

# {s}: who, {p}: where. Ways to say that someone did not cross.
CLAUSES = w.listed(
    "{s} didn't cross {p}|{s} did not cross {p}|{s} couldn't cross {p}|{s} could not cross {p}|"
    "{s} never crossed {p}|{s} wouldn't cross {p}|{s} refused to cross {p}|"
    "{s} failed to cross {p}|{s} was not able to cross {p}|{s} was unable to cross {p}|"
    "{s} didn't want to cross {p}|{s} decided not to cross {p}|{s} didn't get across {p}|"
    "{s} did not go over {p}|{s} stayed on this side of {p}|{s} came to {p} but did not cross|"
    "{s} wanted to cross {p} but couldn't|{s} stopped before {p}|"
    "{p} was not crossed by {s}|{p} was never crossed by {s}|{p} stopped {s}|"
    "nobody saw {s} cross {p}|at {p} {s} turned back|near {p} {s} stopped and waited|"
    "{s} looked at {p} and went home|{s} won't cross {p}|{s} doesn't cross {p}"
)
HELD_OUT_CLAUSES = w.listed(
    "{s} could not get across {p}|{s} would not cross {p}|{s} did not want to go over {p}|"
    "{s} stopped at {p} and did not cross|before {p} {s} stopped and turned back|"
    "{p} was not crossed that day by {s}"
)
# {m}: the main clause, {r}: the reason.
ORDERS = w.listed(
    "{m} because {r}|{m} because {r}|{m} because {r}|{m} since {r}|{m} as {r}|{m} , for {r}|"
    "because {r} , {m}|since {r} , {m}|{m} . {r}|{m} and {r}|{m} , i think because {r}|"
    "{r} , so {m}|{m} today because {r}|{m} , she said , because {r}"
)
HELD_OUT_ORDERS = w.listed(
    "{m} yesterday because {r}|as {r} , {m}|{m} , he said , since {r}|{m} only because {r}"
)
REASONS = w.listed(
    "{it} was {d} {a}|{it} was {d} {a}|{it} was {d} {a}|{it} was {d} {a}|{it} looked {d} {a}|"
    "{it} seemed {d} {a}|{it} is {d} {a}|{it} was {d} {a} that day|"
    "{it} had become {d} {a}|{it} was just {d} {a}"
)
OPENINGS = w.listed(
    "|||||||yesterday ,|in the morning ,|that day|i think that|she said that|we saw that|"
    "at night|last week ,|we know that|he says that|but|and"
)
CONSEQUENCE = ""  # the order of a sentence that is one of CONSEQUENCES, clause and all
# Here "it" stands for whoever or whatever was just said to be so.
CONSEQUENCES: dict[Kind, tuple[str, ...]] = {
    "living": w.listed(
        "{s} was {d} {a} , so {it} didn't cross {p}|{s} was {d} {a} , so {it} could not cross {p}|"
        "{s} was {d} {a} and {it} did not cross {p}|{s} was {d} {a} , so {it} stopped before {p}"
    ),
    "place": w.listed(
        "{p} was {d} {a} , so {s} didn't cross {it}|{p} was {d} {a} , so {s} could not cross {it}|"
        "{p} was {d} {a} and {s} did not cross {it}|{p} was {d} {a} , so {s} never crossed {it}"
    ),
}
# Other things that fail because of who does them or because of the thing itself.
OTHERS = (
    (
        w.listed(
            "{s} didn't eat {p}|{s} did not eat {p}|{s} left {p}|{s} couldn't finish {p}|"
            "{s} would not touch {p}|{p} was not eaten by {s}"
        ),
        w.FOODS,
        w.FOOD_ADJECTIVES,
    ),
    (
        w.listed(
            "{s} didn't like {p}|{s} hated {p}|{s} never visited {p}|{s} did not play near {p}|"
            "{s} didn't stay at {p}|{p} was not liked by {s}|{s} did not walk to {p}"
        ),
        w.PLACES,
        w.PLACE_ADJECTIVES,
    ),
    (
        w.listed(
            "{s} didn't carry {p}|{s} could not lift {p}|{s} couldn't move {p}|"
            "{s} did not push {p}|{s} dropped {p}|{p} was not moved by {s}"
        ),
        w.THINGS,
        w.THING_ADJECTIVES,
    ),
)
SYLLABLES = w.listed("ba bo da fi gu ka lo mi nu pe ra so ta vo wu ze zor blim tak quo snee dax")


@dataclass(frozen=True)
class _Choice:
    """What a sentence is made of; `kind` says which noun the adjective is about."""

    kind: Kind
    clause: str
    order: str
    living: str
    place: str
    adjective: str

    @property
    def held_out_pair(self) -> bool:
        return w.held_out_pair(self.living if self.kind == "living" else self.place, self.adjective)


def reference(random: Random) -> Sentence:
    """A training sentence: no held-out clause, order, or noun and adjective.

    Held-out nouns occur in it only where nobody fails to cross anything.
    """
    about = _other if random.random() < 0.35 else _crossing
    while (choice := about(random)).held_out_pair:
        pass
    invented = random.random()
    if invented < 0.03:
        choice = replace(choice, living=_invented(random))
    elif invented < 0.06:
        choice = replace(choice, place=_invented(random))
    return _compose(random, choice)


def held_out_reference(random: Random, kind: Kind, nouns: bool = False) -> Sentence:
    """A sentence to measure by: its clause, its order, and its noun and adjective are held out.

    With `nouns`, the clause and order are from training and both nouns are held-out nouns. The
    pronoun is always "it".
    """
    while True:
        choice = replace(_crossing(random), kind=kind, adjective=random.choice(_adjectives(kind)))
        if nouns:
            living, place = random.choice(w.HELD_OUT_LIVING), random.choice(w.HELD_OUT_PLACES)
            choice = replace(choice, living=living, place=place)
        else:
            clause, order = random.choice(HELD_OUT_CLAUSES), random.choice(HELD_OUT_ORDERS)
            choice = replace(choice, clause=clause, order=order)
        if nouns or choice.held_out_pair:
            return _compose(random, choice, people=False)


def invented(word: str) -> bool:
    """Whether a word is made of the syllables of made-up nouns."""
    return re.fullmatch(f"(?:{'|'.join(SYLLABLES)}){{2,3}}", word) is not None


def _invented(random: Random) -> str:
    return "".join(random.choice(SYLLABLES) for _ in range(random.choice((2, 2, 3))))


def _crossing(random: Random) -> _Choice:
    kind: Kind = random.choice(("living", "place"))
    living = random.choice([noun for noun in w.LIVING if noun not in w.HELD_OUT_LIVING])
    place = random.choice([noun for noun in w.PLACES if noun not in w.HELD_OUT_PLACES])
    adjective = random.choice(_adjectives(kind))
    order = random.choice((*ORDERS, CONSEQUENCE))
    return _Choice(kind, random.choice(CLAUSES), order, living, place, adjective)


def _other(random: Random) -> _Choice:
    clauses, nouns, adjectives = random.choice(OTHERS)
    kind: Kind = random.choice(("living", "place"))
    adjective = random.choice(w.LIVING_ADJECTIVES if kind == "living" else adjectives)
    clause, order = random.choice(clauses), random.choice(ORDERS)
    return _Choice(kind, clause, order, random.choice(w.LIVING), random.choice(nouns), adjective)


def _adjectives(kind: Kind) -> tuple[str, ...]:
    return w.LIVING_ADJECTIVES if kind == "living" else w.PLACE_ADJECTIVES


def _compose(random: Random, choice: _Choice, people: bool = True) -> Sentence:
    """The sentence; with `people`, one in ten is about "he" or "she" where that fits."""
    s = _phrase(random, choice.living, w.LIVING_COLOURS, "living")
    p = _phrase(random, choice.place, w.PLACE_COLOURS, "place")
    if random.random() < 0.08:
        s += f" {random.choice(w.NEARBY)} the {random.choice(w.ROOMS)}"
    pronoun = "it"
    if people and choice.kind == "living" and random.random() < 0.1:
        persons = {"man": "he", "boy": "he", "woman": "she", "girl": "she"}
        pronoun = persons.get(choice.living, "it")
    said = {"s": s, "p": p, "it": f"{pronoun}@it", "d": random.choice(w.DEGREES)}
    said["a"] = f"{choice.adjective}@adjective"
    if choice.order == CONSEQUENCE:
        text = random.choice(CONSEQUENCES[choice.kind]).format(**said)
    else:
        reason = random.choice(REASONS).format(**said)
        text = choice.order.format(m=choice.clause.format(**said), r=reason)
    stop = random.choice((" .", " .", ""))
    opening = random.choice(OPENINGS)
    return parse(f"{opening} {text}{stop}", "reference", referent=choice.kind)


def _phrase(random: Random, noun: str, colours: tuple[str, ...], mark: str) -> str:
    article = random.choice(("the", "the", "the", "the", "a", "this", "that", "my", "our", "her"))
    colour = random.choice(colours) if random.random() < 0.15 else ""
    return f"{article} {colour} {noun}@{mark}"
