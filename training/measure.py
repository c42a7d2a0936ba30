"""What the shipped files do on held-out sentences, each figure from the NumPy pass."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from training.check_numpy import NumpyTiny, Run
from training.corpus import everyday_words
from training.everyday import VERBS, agreement, repetition
from training.reference import Kind, held_out_reference
from training.senses import SENSES, sense
from training.sentence import Sentence
from training.words import PLURALS

Table = NDArray[np.float64]  # (layer, head)
Vector = NDArray[np.float32]


@dataclass(frozen=True)
class Reference:
    """Over sentences of one kind: how often right, and by head how often and how much.

    answers, answers_of_two: shares of sentences whose likeliest token, or likelier of the two
    nouns, is the referent. first: (layer, head) share in which the referent has the most weight of
    "it"; weight and adjective: (layer, head) mean weight of "it" on the referent and the adjective.
    """

    count: int
    answers: float
    answers_of_two: float
    first: Table
    weight: Table
    adjective: Table


def reference(model: NumpyTiny, kind: Kind, count: int, nouns: bool = False) -> Reference:
    """Figures over `count` different held-out sentences of a kind."""
    random = Random(7)
    sentences: dict[str, Sentence] = {}
    while len(sentences) < count:
        sentence = held_out_reference(random, kind, nouns)
        sentences[sentence.text] = sentence
    answers, of_two, first, weight, adjective = [], [], [], [], []
    for sentence in sentences.values():
        run = model(sentence.text)
        at = {mark: run.starts[start] for mark, start in sentence.marks.items()}
        other = "place" if kind == "living" else "living"
        logits, noun = run.logits[at["it"]], run.ids[at[kind]]
        answers.append(logits.argmax() == noun)
        of_two.append(logits[noun] > logits[run.ids[at[other]]])
        rows = run.table[:, :, at["it"]]
        first.append(rows.argmax(-1) == at[kind])
        weight.append(rows[..., at[kind]])
        adjective.append(rows[..., at["adjective"]])
    means = [np.mean(values, axis=0) for values in (answers, of_two, first, weight, adjective)]
    return Reference(count, float(means[0]), float(means[1]), *means[2:])


@dataclass(frozen=True)
class Meaning:
    """Nearest-centroid accuracy after each layer, how often the answer at the word is right, and
    how many rows of W_E the word came from.
    """

    accuracy: list[float]
    answers: float
    rows: int


def meaning(model: NumpyTiny, word: str, count: int = 200) -> Meaning:
    """Figures over `count` held-out sentences; the centroids come from as many of training."""
    learned = _word_runs(model, word, count, held_out=False)
    asked = _word_runs(model, word, count, held_out=True)
    accuracy = []
    for depth in range(1, model.config["n_layers"] + 1):
        centroids = {
            m: np.mean([r.states[depth][i] for r, i in rs], 0) for m, rs in learned.items()
        }
        right = [_nearest(run.states[depth][at], centroids) == m for m, run, at in _flat(asked)]
        accuracy.append(float(np.mean(right)))
    likeliest = [
        model.tokenizer.id_to_token(int(run.logits[at].argmax())) == m
        for m, run, at in _flat(asked)
    ]
    rows = {run.ids[at] for _, run, at in [*_flat(learned), *_flat(asked)]}
    return Meaning(accuracy, float(np.mean(likeliest)), len(rows))


_Runs = dict[str, list[tuple[Run, int]]]


def _flat(runs: _Runs) -> list[tuple[str, Run, int]]:
    return [(name, run, at) for name, pairs in runs.items() for run, at in pairs]


def _nearest(vector: Vector, centroids: dict[str, Vector]) -> str:
    return min(centroids, key=lambda name: float(np.linalg.norm(vector - centroids[name])))


def _word_runs(model: NumpyTiny, word: str, count: int, held_out: bool) -> _Runs:
    """As many different sentences of each meaning, and where the word is in each."""
    random, seen = Random(11), set()
    runs: _Runs = {name: [] for name in SENSES[word]}
    while min(len(found) for found in runs.values()) < count // 2:
        sentence = sense(random, word, held_out)
        found = runs[sentence.sense or ""]
        if sentence.text not in seen and len(found) < count // 2:
            run = model(sentence.text)
            found.append((run, run.starts[sentence.marks["sense"]]))
        seen.add(sentence.text)
    return runs


@dataclass(frozen=True)
class Filled:
    """right: share of [MASK]s filled as in the sentence; weight and previous: (layer, head) mean
    weight of the [MASK] on the word that tells, and on the token before it.
    """

    right: float
    weight: Table
    previous: Table


def verbs(model: NumpyTiny, count: int) -> Filled:
    """Held-out sentences, verb masked: the right number likelier than the wrong one, by subject.

    In each, the noun nearest to the verb has the other number than the subject.
    """
    many, random = set(PLURALS.values()), Random(5)
    sentences: dict[str, Sentence] = {}
    while len(sentences) < count:
        sentence = agreement(random, held_out=True)
        words = [_word(sentence, mark) for mark in ("subject", "between")]
        if (words[0] in many) != (words[1] in many):
            sentences[sentence.text] = sentence
    other = dict(VERBS) | {plural: one for one, plural in VERBS}
    right, weights, previous = [], [], []
    for sentence in sentences.values():
        verb = _word(sentence, "ask")
        run, at = _masked(model, sentence)
        right.append(run.logits[at][model.ids[verb]] > run.logits[at][model.ids[other[verb]]])
        weights.append(run.table[:, :, at, run.starts[sentence.marks["subject"]]])
        previous.append(run.table[:, :, at, at - 1])
    return Filled(float(np.mean(right)), np.mean(weights, axis=0), np.mean(previous, axis=0))


def repeats(model: NumpyTiny, count: int) -> Filled:
    """Runs of unrelated words said twice, one word of the second time masked."""
    random, right, weights, previous = Random(9), [], [], []
    for _ in range(count):
        sentence = repetition(random, everyday_words())
        run, at = _masked(model, sentence)
        before = model(sentence.text).ids
        right.append(run.logits[at].argmax() == before[at])
        weights.append(run.table[:, :, at, before.index(before[at])])
        previous.append(run.table[:, :, at, at - 1])
    return Filled(float(np.mean(right)), np.mean(weights, axis=0), np.mean(previous, axis=0))


def _word(sentence: Sentence, mark: str) -> str:
    return sentence.text[sentence.marks[mark] :].split()[0].strip(".")


def _masked(model: NumpyTiny, sentence: Sentence) -> tuple[Run, int]:
    """The run with the word marked "ask" masked, and where that is."""
    at = model(sentence.text).starts[sentence.marks["ask"]]
    return model(sentence.text, masked=(at,)), at


def masked_words(model: NumpyTiny, sentences: list[Sentence]) -> float:
    """Share of tokens that are guessed right with one in seven of each text masked."""
    random, right = Random(3), []
    for sentence in sentences:
        ids = model.tokenizer.encode(sentence.text).ids
        masked = random.sample(range(len(ids)), max(1, len(ids) // 7))
        logits = model(sentence.text, masked).logits
        right += [logits[i].argmax() == ids[i] for i in masked]
    return float(np.mean(right))


def looks(model: NumpyTiny, texts: list[str]) -> dict[str, Table]:
    """Mean weight a head puts on each kind of place, over all tokens of the texts.

    "same word" counts only tokens whose word occurs elsewhere in the text, "stop" only texts with
    a full stop or comma; the token itself is never "same word".
    """
    found: dict[str, list[Table]] = defaultdict(list)
    for text in texts:
        run = model(text)
        for i in range(len(run.tokens)):
            for place, keys in _places(run, i).items():
                if keys:
                    found[place].append(run.table[:, :, i, keys].sum(-1))
    return {place: np.mean(tables, axis=0) for place, tables in found.items()}


def _places(run: Run, i: int) -> dict[str, list[int]]:
    tokens, n = run.tokens, len(run.tokens)
    same = [j for j in range(n) if tokens[j] == tokens[i] and j != i]
    return {
        "first": [0] if i else [],
        "itself": [i],
        "previous": [i - 1] if i else [],
        "next": [i + 1] if i + 1 < n else [],
        "same word": same,
        "after the same word": [j + 1 for j in same if j + 1 < n and j + 1 != i],
        "stop": [j for j in range(n) if tokens[j] in {".", ","}],
    }
