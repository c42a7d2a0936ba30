"""All figures of a model in one place, and from them what each head does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training import measure as m
from training.check_numpy import NumpyTiny
from training.corpus import corpus
from training.reference import Kind
from training.senses import SENSES

COUNT = 200
OTHER_SEED = 10_001  # of texts made like those of training, for what heads do on average
SENTENCE = "The animal didn't cross the street because it was too {}"


@dataclass(frozen=True)
class Figures:
    """All figures of one model; `head` is the (layer, head) that looks from "it" to its noun."""

    head: tuple[int, int]
    held_out: dict[Kind, m.Reference]
    nouns: dict[Kind, m.Reference]
    named: dict[str, tuple[float, str]]
    meanings: dict[str, m.Meaning]
    verbs: m.Filled
    repeats: m.Filled
    masked: float
    looks: dict[str, m.Table]


def figures(model: NumpyTiny) -> Figures:
    """Measures a model; without a guided head, `head` is the best for the worse kind."""
    kinds: tuple[Kind, ...] = ("living", "place")
    held_out = {kind: m.reference(model, kind, COUNT) for kind in kinds}
    worse = np.minimum(held_out["living"].first, held_out["place"].first)
    best = divmod(int(worse.argmax()), worse.shape[1])
    head = tuple(model.config["guided_heads"][0]) if model.config["guided_heads"] else best
    texts = corpus(300, OTHER_SEED)
    return Figures(
        head,
        held_out,
        {kind: m.reference(model, kind, COUNT, nouns=True) for kind in kinds},
        {adjective: _named(model, head, adjective) for adjective in ("tired", "wide")},
        {word: m.meaning(model, word, COUNT) for word in SENSES},
        m.verbs(model, COUNT),
        m.repeats(model, COUNT),
        m.masked_words(model, texts),
        m.looks(model, [text.text for text in texts]),
    )


def _named(model: NumpyTiny, head: tuple[int, int], adjective: str) -> tuple[float, str]:
    run = model(SENTENCE.format(adjective))
    it = run.tokens.index("it")
    noun = "animal" if adjective == "tired" else "street"
    weight = run.weights[head[0]][head[1], it, run.tokens.index(noun)]
    return float(weight), model.pieces[run.logits[it].argmax()]


def jobs(found: Figures, guided: list[list[int]]) -> list[list[str]]:
    """A line for each head of each layer: what it does most, with the mean weight."""
    kinds = found.held_out.values()
    places = {
        "from “it” to its noun": np.minimum(*(kind.weight for kind in kinds)),
        "from “it” to an adjective for living things": found.held_out["living"].adjective,
        "from “it” to an adjective for places": found.held_out["place"].adjective,
        "from a masked verb to its subject": found.verbs.weight,
        "from a masked repeat to the first time": found.repeats.weight,
        "from a masked repeat to the token before it": found.repeats.previous,
        "to the previous token": found.looks["previous"],
        "to the next token": found.looks["next"],
        "to the same word elsewhere": found.looks["same word"],
        "to the token after the same word": found.looks["after the same word"],
        "to a stop or comma, as a resting place": found.looks["stop"],
        "to itself": found.looks["itself"],
        "to the first token": found.looks["first"],
    }
    lines: list[list[str]] = []
    for layer in range(len(found.verbs.weight)):
        lines.append([])
        for head in range(found.verbs.weight.shape[1]):
            ranked = sorted(((t[layer, head], name) for name, t in places.items()), reverse=True)
            strong = [f"{name} ({weight:.2f})" for weight, name in ranked if weight >= 0.4]
            line = "; ".join(strong[:3]) or f"mixed, most {ranked[0][1]} ({ranked[0][0]:.2f})"
            lines[-1].append(line + (", guided" if [layer, head] in guided else ""))
    return lines
