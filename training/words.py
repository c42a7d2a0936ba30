"""The words of the corpus, by what they are, and which of them are held out."""

from __future__ import annotations

import zlib

# "It" may stand for any of these when the adjective is for living things...
LIVING = tuple(
    "animal dog cat horse bird child man woman girl boy puppy fox rabbit sheep duck frog turtle "
    "lion bear monkey donkey kitten elephant student farmer baby tiger pig cow mouse goat teacher "
    "camel hen wolf lamb".split()
)
# ... and for any of these when it is for places to cross.
PLACES = tuple(
    "street road river bridge field tunnel wall path stream valley canal highway ditch lake swamp "
    "desert fence hill meadow track trail creek lane square yard forest pond gate".split()
)
LIVING_ADJECTIVES = tuple(
    "tired hungry sick sleepy scared old lazy afraid weak nervous ill young thirsty hurt shy "
    "frightened bored sad exhausted anxious".split()
)
PLACE_ADJECTIVES = tuple(
    "wide narrow long steep busy slippery deep high icy dangerous rough muddy crowded broad dark "
    "wet noisy flooded windy rocky".split()
)
DEGREES = ("too", "too", "too", "very", "so", "really", "far too", "much too", "a bit too", "")

# Nouns that no training sentence about crossing contains; others do.
HELD_OUT_LIVING = ("cow", "mouse", "goat", "teacher", "wolf")
HELD_OUT_PLACES = ("lane", "meadow", "square", "pond", "gate")

FOODS = tuple("cake bread soup apple cheese fish rice meat pie egg salad sandwich".split())
FOOD_ADJECTIVES = tuple("hot salty bitter sour spicy cold stale sweet burnt raw".split())
THINGS = tuple("box bag table chair trunk basket stone sofa desk piano bucket log".split())
THING_ADJECTIVES = tuple("heavy big large bulky full huge".split())

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

NAMES = tuple("anna tom bob mary john lucy peter emma sam kate".split())
COLOURS = tuple("red blue green yellow black white brown grey".split())
ROOMS = tuple("kitchen garden house school room park shop market barn office library".split())
OBJECTS = tuple(
    "ball cup hat book key lamp letter spoon coat shoe pen clock knife plate picture flower car "
    "phone camera bell".split()
)
TIMES = tuple(
    "yesterday|today|in the morning|at night|last week|that day|in the evening|last year|"
    "on monday|at noon|after lunch|one day|in winter|in summer".split("|")
)
NUMBERS = tuple("one two three four five six seven eight nine ten".split())


def held_out_pair(noun: str, adjective: str) -> bool:
    """Whether no training sentence says this of this noun: a fifth of all pairs, and two by name."""
    if (noun, adjective) in {("animal", "tired"), ("street", "wide")}:
        return True
    return zlib.crc32(f"{noun} {adjective}".encode()) % 5 == 0
