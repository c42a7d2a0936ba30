"""Everyday sentences: agreement at a distance, repetition, and plain talk about things."""

from __future__ import annotations

from random import Random

from training import words as w
from training.sentence import Sentence, parse

VERBS = (("is", "are"), ("is", "are"), ("was", "were"), ("has", "have"))
AFTER = {
    "is": w.listed("new|clean|big|small|red|here|over there|very nice|not far|blue"),
    "has": w.listed("a new place|a good place|a name|a story"),
}
AFTER["was"] = AFTER["is"]
# The number of the noun in the middle is free, so that only the first noun tells the verb.
AGREEMENTS = w.listed(
    "the {s} {near} the {o} {v} {x}|the {s} {near} the {o} {near2} the {o2} {v} {x}|"
    "the {c} {s} {near} the {o} {v} {x}|{t} , the {s} {near} the {o} {v} {x}|"
    "i know that the {s} {near} the {o} {v} {x}|the {s} that {n} saw {near} the {o} {v} {x}|"
    "the {s} {v} {x}"
)
HELD_OUT_AGREEMENTS = w.listed(
    "she said that the {s} {near} the {o} {v} {x}|the {s} that {n} bought with the {o} {v} {x}|"
    "the {c} {s} {near} the {o} {near2} the {o2} {v} {x}"
)
PLAIN = w.listed(
    "the {living} is {living_adjective}|the {place} is {place_adjective}|"
    "the {living} was {living_adjective} {time}|{name} saw a {place_adjective} {place}|"
    "a {living_adjective} {living} slept in the {room}|the {living} ran across the {place}|"
    "the {living} walked along the {place}|{name} fed the {living}|the {living} drank water|"
    "{name} crossed the {place} {time}|the {living} crossed the {place} and went home|"
    "{time} , the {living} ate the {food}|the {living} chased the {living2}|"
    "the {food} is {food_adjective}|{name} made a {food_adjective} {food}|"
    "the {thing} is {thing_adjective}|{name} put the {object} on the {thing}|"
    "{name} gave {name2} a {color} {object}|the {color} {object} is in the {room}|"
    "{name} lost the {object} in the {room}|where is the {object} ?|"
    "is the {living} in the {room} ?|"
    "{name} and {name2} went to the {room} {time}|{name} has {number} {plural}|"
    "there are {number} {plural} in the {room}|it is raining {time}|it is cold in the {room}|"
    "it was late when {name} came home|the {living} ate the {living2}|"
    "the {living} and the {living2} live near the {place}|the {place} leads to the {room}|"
    "{name} ate some of the {food}|i ate some of bob's chocolate {food}|"
    "{name} opened the door of the {room}|two roads meet here and one leads to the {room}|"
    "{name} wrote a poem about a {living}|write a story about a {living}|the sun is hot {time}|"
    "the king and the queen live in the castle|winter is a season|"
    "summer is a season|the king is a man|the queen is a woman|"
    "hello , {name} ! how are you ?|{name} reads a book about the {living}|"
    "the {living} sat on the {thing}|attention is all you need|i love my {living}|"
    "what does the {living} want ?|{name} is playing with the {living} in the {room}|"
    "a word can look at every other word|{name} said that the {place} is {place_adjective}|"
    "the {living2} that saw the {living} is {living_adjective}|my {living} likes {food}"
)


def agreement(random: Random, held_out: bool = False) -> Sentence:
    """A subject, something in between, a verb (marked "ask") that agrees with the subject."""
    nouns = sorted(w.PLURALS)
    plural = random.random() < 0.5
    one, many = random.choice(VERBS)
    subject, *others = random.sample(nouns, 3)
    between = [w.PLURALS[o] if random.random() < 0.5 else o for o in others]
    text = random.choice(HELD_OUT_AGREEMENTS if held_out else AGREEMENTS).format(
        s=f"{w.PLURALS[subject] if plural else subject}@subject",
        o=f"{between[0]}@between",
        o2=between[1],
        v=f"{many if plural else one}@ask",
        x=random.choice(AFTER[one]),
        near=random.choice(w.NEARBY),
        near2=random.choice(w.NEARBY),
        c=random.choice(w.COLOURS),
        t=random.choice(w.TIMES),
        n=random.choice(w.NAMES),
    )
    return parse(text + random.choice((" .", "")), "agreement")


def repetition(random: Random, everything: tuple[str, ...]) -> Sentence:
    """A run of unrelated words, said twice; words of the second time are marked "ask...".

    Half of the time it breaks off after the word marked "ask", which only the words before tell.
    """
    run = [random.choice(everything) for _ in range(random.randint(3, 9))]
    asked = random.sample(range(1, len(run)), 1 + len(run) // 4)
    marks = {at: f"@ask{i or ''}" for i, at in enumerate(asked)}
    again = [word + marks.get(at, "") for at, word in enumerate(run)]
    if random.random() < 0.5:
        again = again[: asked[0] + 1]
    middle = random.choice((" . ", " , ", " ", " and again "))
    return parse(" ".join(run) + middle + " ".join(again), "repetition")


def plain(random: Random) -> Sentence:
    """An everyday sentence. Held-out nouns occur here, so that the model knows what they are."""
    living, living2 = random.sample(w.LIVING, 2)
    name, name2 = random.sample(w.NAMES, 2)
    singular = random.choice(sorted(w.PLURALS))
    place, place_adjective = random.choice(w.PLACES), random.choice(w.PLACE_ADJECTIVES)
    living_adjective = random.choice(w.LIVING_ADJECTIVES)
    pairs = ((living, living_adjective), (living2, living_adjective), (place, place_adjective))
    if any(w.held_out_pair(*pair) for pair in pairs):
        return plain(random)
    text = random.choice(PLAIN).format(
        living=living,
        living2=living2,
        place=place,
        living_adjective=living_adjective,
        place_adjective=place_adjective,
        food=random.choice(w.FOODS),
        food_adjective=random.choice(w.FOOD_ADJECTIVES),
        thing=random.choice(w.THINGS),
        thing_adjective=random.choice(w.THING_ADJECTIVES),
        name=name,
        name2=name2,
        room=random.choice(w.ROOMS),
        object=random.choice(w.OBJECTS),
        color=random.choice(w.COLOURS),
        number=random.choice(w.NUMBERS[1:]),
        plural=w.PLURALS[singular],
        time=random.choice(w.TIMES),
    )
    return parse(text + ("" if text.endswith("?") else random.choice((" .", " .", ""))), "plain")
