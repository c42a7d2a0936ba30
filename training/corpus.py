"""The corpus: made-up English in fixed proportions, the same for the same seed.

`python -m training.corpus` prints some of it.
"""

from __future__ import annotations

from random import Random
from string import ascii_lowercase

from training import words as w
from training.everyday import agreement, plain, repetition
from training.reference import SYLLABLES, reference
from training.senses import sense
from training.sentence import Sentence, join

KINDS = ("reference", "sense", "agreement", "repetition", "plain")
SHARES = (36, 16, 12, 18, 18)
LONGEST = 56  # words and punctuation marks, so that few texts reach the model's longest


def corpus(size: int, seed: int) -> list[Sentence]:
    """`size` texts, most of one sentence, some of several with at most one question."""
    random = Random(seed)
    texts = []
    for _ in range(size):
        sentences = [_sentence(random, random.choices(KINDS, SHARES)[0])]
        while random.random() < 0.25 and _length(sentences) < LONGEST - 20:
            kind = random.choice(("agreement", "plain", "plain"))
            sentences.insert(random.choice((0, len(sentences))), _sentence(random, kind))
        texts.append(sentences[0] if len(sentences) == 1 else _joined(sentences))
    return texts


def everyday_words() -> tuple[str, ...]:
    """Words of all kinds, for runs of unrelated words."""
    lists = (
        w.LIVING, w.PLACES, w.LIVING_ADJECTIVES, w.PLACE_ADJECTIVES, w.FOODS, w.THINGS, w.OBJECTS,
        w.ROOMS, w.NAMES, w.COLOURS, w.NUMBERS, SYLLABLES, tuple(ascii_lowercase),
        ("é", "ñ", "日本", "→", "привет", "naïve", "ing", "er", "un"),
    )  # fmt: skip
    return tuple(word for words in lists for word in words)


_WORDS = everyday_words()


def _sentence(random: Random, kind: str) -> Sentence:
    match kind:
        case "reference":
            return reference(random)
        case "sense":
            return sense(random)
        case "agreement":
            return agreement(random)
        case "repetition":
            return repetition(random, _WORDS)
        case _:
            return plain(random)


def _joined(sentences: list[Sentence]) -> Sentence:
    """The sentences in a row; each but the last ends in a stop, and marks stay where unique."""
    ended = []
    for sentence in sentences[:-1]:
        stop = "" if sentence.text[-1] in ".?!" else "."
        ended.append(
            Sentence(sentence.text + stop, "", sentence.marks, sentence.referent, sentence.sense)
        )
    return join([*ended, sentences[-1]])


def _length(sentences: list[Sentence]) -> int:
    return sum(len(sentence.text.split()) + 1 for sentence in sentences)


if __name__ == "__main__":
    for text in corpus(40, seed=0):
        print(f"{text.kind:11}", text.text)
