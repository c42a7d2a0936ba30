"""The words of the corpus, by what they are, and which of them are held out."""

from __future__ import annotations

import zlib


def listed(text: str) -> tuple[str, ...]:
    """The parts of a text, between bars where it has any, else between spaces."""
    return tuple(text.split("|" if "|" in text else None))


# "It" may stand for any of these when the adjective is for living things...
LIVING = listed(
    "animal dog cat horse bird child man woman girl boy puppy fox rabbit sheep duck frog turtle "
    "lion bear monkey donkey kitten elephant student farmer baby tiger pig cow mouse goat teacher "
    "camel hen wolf lamb"
)
# ... and for any of these when it is for places to cross.
PLACES = listed(
    "street road river bridge field tunnel wall path stream valley canal highway ditch lake swamp "
    "desert fence hill meadow track trail creek lane square yard forest pond gate"
)
LIVING_ADJECTIVES = listed(
    "tired hungry sick sleepy scared old lazy afraid weak nervous ill young thirsty hurt shy "
    "frightened bored sad exhausted anxious"
)
PLACE_ADJECTIVES = listed(
    "wide narrow long steep busy slippery deep high icy dangerous rough muddy crowded broad dark "
    "wet noisy flooded windy rocky"
)
DEGREES = ("too", "too", "too", "very", "so", "really", "far too", "much too", "a bit too", "")

# Nouns that no training sentence about not crossing contains; others do.
HELD_OUT_LIVING = ("cow", "mouse", "goat", "teacher", "wolf")
HELD_OUT_PLACES = ("lane", "meadow", "square", "pond", "gate")

FOODS = listed("cake bread soup apple cheese fish rice meat pie egg salad sandwich")
FOOD_ADJECTIVES = listed("hot salty bitter sour spicy cold stale sweet burnt raw")
THINGS = listed("box bag table chair trunk basket stone sofa desk piano bucket log")
THING_ADJECTIVES = listed("heavy big large bulky full huge")

LIVING_COLOURS = ("little", "big", "brown", "white", "black", "grey", "small", "poor")
PLACE_COLOURS = ("main", "new", "quiet", "next", "other", "old")

PLURALS = {
    "dog": "dogs", "cat": "cats", "horse": "horses", "bird": "birds", "girl": "girls",
    "boy": "boys", "rabbit": "rabbits", "duck": "ducks", "farmer": "farmers", "house": "houses",
    "tree": "trees", "car": "cars", "book": "books", "key": "keys", "flower": "flowers",
    "chair": "chairs", "student": "students", "child": "children", "lamp": "lamps",
    "river": "rivers", "street": "streets", "garden": "gardens", "shop": "shops",
    "window": "windows", "door": "doors", "road": "roads", "picture": "pictures", "cup": "cups",
    "apple": "apples", "boat": "boats", "cow": "cows", "teacher": "teachers",
}  # fmt: skip
NEARBY = ("near", "behind", "in front of", "next to", "by", "beside", "close to", "with")

NAMES = listed("anna tom bob mary john lucy peter emma sam kate")
COLOURS = listed("red blue green yellow black white brown grey")
ROOMS = listed("kitchen garden house school room park shop market barn office library")
OBJECTS = listed(
    "ball cup hat book key lamp letter spoon coat shoe pen clock knife plate picture flower car "
    "phone camera bell"
)
TIMES = listed(
    "yesterday|today|in the morning|at night|last week|that day|in the evening|last year|"
    "on monday|at noon|after lunch|one day|in winter|in summer"
)
NUMBERS = listed("one two three four five six seven eight nine ten")


def held_out_pair(noun: str, adjective: str) -> bool:
    """Whether no training sentence says this of this noun: a fifth of all pairs, two by name."""
    if (noun, adjective) in {("animal", "tired"), ("street", "wide")}:
        return True
    return zlib.crc32(f"{noun} {adjective}".encode()) % 5 == 0
