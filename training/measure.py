"""What the shipped files do on held-out sentences, each figure from the NumPy pass."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from training.check_numpy import NumpyTiny, Run
from training.everyday import agreement
from training.reference import Kind, held_out_reference
from training.senses import SENSES, sense
from training.sentence import Sentence

Table = NDArray[np.float64]  # (layer, head)


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
    random, sentences = Random(7), {}
    while len(sentences) < count:
        sentence = held_out_reference(random, kind, nouns)
        sentences[sentence.text] = sentence
    answers, of_two, first, weight, adjective = [], [], [], [], []
    for sentence in sentences.values():
        run = model(sentence.text)
        at = {mark: run.starts[start] for mark, start in sentence.marks.items()}
        other = "place" if kind == "living" else "living"
        logits = run.logits[at["it"]]
        ids = {noun: model.tokenizer.token_to_id(run.tokens[at[noun]]) for noun in (kind, other)}
        answers.append(logits.argmax() == ids[kind])
        of_two.append(logits[ids[kind]] > logits[ids[other]])
        rows = np.stack([w[:, at["it"]] for w in run.weights])
        first.append(rows.argmax(-1) == at[kind])
        weight.append(rows[..., at[kind]])
        adjective.append(rows[..., at["adjective"]])
    means = [np.mean(values, axis=0) for values in (answers, of_two, first, weight, adjective)]
    return Reference(count, float(means[0]), float(means[1]), *means[2:])


def senses(model: NumpyTiny, word: str, count: int = 200) -> tuple[list[float], float]:
    """Nearest-centroid accuracy on held-out sentences after 0, 1, ... layers, and the largest
    difference of the word's row of W_E between them (0: the same row).

    Centroids come from training sentences. Position is part of what enters layer 0.
    """
    learned = _vectors(model, word, count, held_out=False)
    asked = _vectors(model, word, count, held_out=True)
    accuracy = []
    for depth in range(model.config["n_layers"] + 1):
        centroids = {m: np.mean([v[depth] for v in vs], axis=0) for m, vs in learned.items()}
        right = [
            min(centroids, key=lambda m: float(np.linalg.norm(v[depth] - centroids[m]))) == meaning  # noqa: B023
            for meaning, vs in asked.items()
            for v in vs
        ]
        accuracy.append(float(np.mean(right)))
    return accuracy, 0.0


def _vectors(
    model: NumpyTiny, word: str, count: int, held_out: bool
) -> dict[str, list[list[NDArray[np.float32]]]]:
    random, seen = Random(11), set()
    vectors = defaultdict(list)
    for _ in range(count * 20):
        sentence = sense(random, word, held_out)
        if sentence.text in seen:
            continue
        seen.add(sentence.text)
        if len(vectors[sentence.sense]) < count // 2:
            run = model(sentence.text)
            at = run.starts[sentence.marks["sense"]]
            vectors[sentence.sense].append([state[at] for state in run.states])
    assert sorted(vectors) == sorted(SENSES[word])
    return vectors


def asked(model: NumpyTiny, sentences: Iterable[Sentence], alternatives: bool = False) -> float:
    """Share of sentences whose word marked "ask", masked, is the likeliest token.

    With `alternatives`, it need only be likelier than the verb of the other number.
    """
    pairs = {"is": "are", "was": "were", "has": "have"}
    pairs |= {many: one for one, many in pairs.items()}
    mask, right = model.tokenizer.token_to_id("[MASK]"), []
    for sentence in sentences:
        encoding = model.tokenizer.encode(sentence.text)
        starts = [start if end else -1 for start, end in encoding.offsets]
        at, ids = starts.index(sentence.marks["ask"]), encoding.ids
        word, ids[at] = ids[at], mask
        logits = model(ids).logits[at]
        if alternatives:
            other = pairs[model.tokenizer.id_to_token(word)]
            right.append(logits[word] > logits[model.tokenizer.token_to_id(other)])
        else:
            right.append(logits.argmax() == word)
    return float(np.mean(right))


def masked_words(model: NumpyTiny, sentences: list[Sentence]) -> float:
    """Share of tokens that the model guesses right, each sentence's every fifth token masked."""
    random, right = Random(3), []
    mask = model.tokenizer.token_to_id("[MASK]")
    for sentence in sentences:
        ids = model.tokenizer.encode(sentence.text).ids
        at = random.sample(range(1, len(ids)), max(1, len(ids) // 7))
        seen = [mask if i in at else token for i, token in enumerate(ids)]
        logits = model(seen).logits
        right += [logits[i].argmax() == ids[i] for i in at]
    return float(np.mean(right))


def different_agreements(count: int) -> list[Sentence]:
    """Held-out agreement sentences in which the noun in between has the other number."""
    from training.words import PLURALS  # noqa: PLC0415

    many, random, sentences = set(PLURALS.values()), Random(5), {}
    while len(sentences) < count:
        sentence = agreement(random, held_out=True)
        subject, between = (
            sentence.text[sentence.marks[mark] :].split()[0].strip(".")
            for mark in ("subject", "between")
        )
        if (between in many) != (subject in many):
            sentences[sentence.text] = sentence
    return list(sentences.values())


def looks(model: NumpyTiny, texts: list[str]) -> dict[str, Table]:
    """Mean weight a head puts on each kind of place, over all tokens of the texts but [CLS].

    "same word" counts only tokens whose word occurs elsewhere in the text, "stop" only texts with
    a full stop or comma; the token itself is never "same word".
    """
    found: dict[str, list[Table]] = defaultdict(list)
    for text in texts:
        run = model(text)
        weights = np.stack(run.weights).astype(np.float64)
        for i in range(1, len(run.tokens)):
            for place, keys in _places(run, i).items():
                if keys:
                    found[place].append(weights[:, :, i, keys].sum(-1))
    return {place: np.mean(tables, axis=0) for place, tables in found.items()}


def _places(run: Run, i: int) -> dict[str, list[int]]:
    tokens, n = run.tokens, len(run.tokens)
    same = [j for j in range(n) if tokens[j] == tokens[i] and j != i]
    return {
        "[CLS]": [0],
        "itself": [i],
        "previous": [i - 1] if i > 1 else [],
        "next": [i + 1] if i + 1 < n else [],
        "same word": same,
        "after the same word": [j + 1 for j in same if j + 1 < n and j + 1 != i],
        "stop": [j for j in range(n) if tokens[j] in {".", ","}],
    }
