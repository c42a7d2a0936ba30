"""Words with two meanings, each in sentences whose other words tell which is meant."""

from __future__ import annotations

from random import Random

from training import words as w
from training.sentence import Sentence, parse

# word -> a word that names the meaning -> sentences; "*" is the word itself. The HELD_OUT last
# ones of each meaning never occur in training.
HELD_OUT = 5
SENSES: dict[str, dict[str, str]] = {
    "bank": {
        "money": (
            "{who} withdrew money from the *|{who} put the money into the *|the * lends money|"
            "{who} opened an account at the *|the * gave {who} a loan|{who} paid the * in cash|"
            "{who} is withdrawing money from a *|the * keeps the gold safe|{who} works in a big *|"
            "the robber stole cash from the *|{who} owes the * a lot of money|money * grows|"
            "the * pays interest on savings|{who} took a loan from the *|"
            "the manager of the * counted the money|{who} asked the * for a credit card|"
            "the * sent {who} a bill|savings in the * grow|{who} signed a check at the *|"
            "write a story about a man who saves money in a *|"
            # held out
            "{who} took cash out of the *|the * counted the savings of {who}|"
            "{who} asked the manager of a * for a loan|the * lost the money of {who}|"
            "write a poem about a man withdrawing money from a *"
        ),
        "river": (
            "{who} sat on the river *|the boat reached the * of the river|river * flows|"
            "{who} is fishing on a river *|the * of the stream was muddy|fish swim near the *|"
            "{who} walked along the * of the river|the water rose over the *|"
            "flowers grow on the river *|a frog jumped from the * into the water|"
            "{who} slept on the grass by the river *|the * was wet after the flood|"
            "trees stand on the * of the stream|the duck swam to the muddy *|"
            "{who} swam to the other * of the river|the canoe drifted to the *|"
            "reeds grow along the *|{who} caught a fish from the *|the river flooded its *|"
            "write a story about a woman fishing on the * of a stream|"
            # held out
            "{who} fished from the muddy *|the duck slept on the * of the stream|"
            "the boat drifted along the river *|grass grows on the * by the water|"
            "write a poem about a man fishing on a river *"
        ),
    },
    "bat": {
        "animal": (
            "the * flew out of the cave|a * sleeps by day|the * hung from the roof of the cave|"
            "a * flies at night|the * ate an insect|the wings of the * are thin|"
            "{who} saw a * fly in the dark|the * has small wings|a * hunts insects|"
            "an owl and a * live in the cave|the * slept upside down|"
            # held out
            "a * flew in the dark|{who} saw a * in the cave|the * hunts at night|"
            "the wings of a * are small|the * ate insects in the cave"
        ),
        "ball": (
            "{who} hit the ball with a *|the player swung the *|{who} bought a wooden * and a ball|"
            "the * broke when the player hit the ball|{who} dropped the * and ran|"
            "the team needs a new *|{who} held the * with both hands|the * is made of wood|"
            "a player with a * won the game|{who} swung a wooden * at the ball|"
            "the coach gave the player a *|"
            # held out
            "{who} swung the * with both hands|the player broke a wooden *|"
            "the ball hit the * of the player|the coach bought a * for the team|"
            "{who} won the game with a new *"
        ),
    },
    "bark": {
        "tree": (
            "the * of the tree is rough|the oak has thick *|moss grows on the *|"
            "{who} cut the * with a knife|the * fell off the old oak|insects live under the *|"
            "{who} peeled the * from the trunk|the * of the pine is brown|the tree lost its *|"
            "{who} touched the rough * of the oak|a beetle ate the * of the pine|"
            # held out
            "the * of the oak is thick|moss covers the * of the tree|insects ate the rough *|"
            "{who} peeled the brown * of the pine|a beetle lives under the * of the trunk"
        ),
        "dog": (
            "the * of the dog woke {who}|{who} heard a loud *|the dog gave a short *|"
            "the puppy has a loud *|a loud * scared the thief|the * of the puppy was loud|"
            "{who} was woken by a *|the guard dog answered with a *|we heard the angry * of a dog|"
            "the * frightened the cat|the dog greeted {who} with a happy *|"
            # held out
            "{who} heard the * of the puppy|the loud * of a dog scared the cat|"
            "the guard dog gave an angry *|the puppy answered with a short *|"
            "a happy * greeted {who}"
        ),
    },
    "spring": {
        "season": (
            "flowers bloom in *|{who} plants seeds in *|after winter comes *|* is warm and green|"
            "the birds come back in *|the snow melts in *|{who} likes * more than autumn|"
            "in * the days grow longer|the trees turn green in *|{who} was born in *|"
            "every * the garden blooms|"
            # held out
            "in * the flowers bloom|the snow melts when * comes|{who} plants the garden in *|"
            "* comes after winter|the birds sing in the green *"
        ),
        "metal": (
            "the * in the clock broke|a metal * pushes the door shut|{who} bent the steel *|"
            "the machine needs a new *|the * of the mattress is rusty|{who} oiled the rusty *|"
            "the * snapped inside the machine|a coil is a kind of *|the toy has a metal *|"
            "the engine has a steel *|{who} fixed the * of the clock|"
            # held out
            "{who} oiled the * of the machine|a steel * broke inside the clock|"
            "the rusty * snapped|the toy needs a metal *|{who} bent the * of the engine"
        ),
    },
}


def sense(random: Random, word: str | None = None, held_out: bool = False) -> Sentence:
    """A sentence with an ambiguous word, "bank" half of the time; its meaning is the `sense`."""
    word = word or random.choice(("bank", "bank", "bank", "bat", "bark", "spring"))
    meaning = random.choice(sorted(SENSES[word]))
    templates = SENSES[word][meaning].split("|")
    chosen = templates[-HELD_OUT:] if held_out else templates[:-HELD_OUT]
    text = random.choice(chosen).replace("*", f"{word}@sense").format(who=_who(random))
    opening = random.choice(("", "", "", *(f"{time} ," for time in w.TIMES), "i know that"))
    stop = random.choice((" .", ""))
    return parse(f"{opening} {text}{stop}", "sense", sense=meaning)


def _who(random: Random) -> str:
    person = random.choice(("man", "woman", "girl", "boy", "teacher", "farmer", "child", "student"))
    return random.choice((*w.NAMES, *("he", "she", "i", "we") * 2, *(f"the {person}",) * 8))
