"""tiny keeps its promises on sentences that it has not seen, through the engine's own trace."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from attn_engine import Model, Trace, load_model, trace
from attn_engine.tiny import FOLDER
from training.reference import Kind, held_out_reference
from training.senses import SENSES, sense
from training.sentence import Sentence

ANIMAL = "The animal didn't cross the street because it was too tired"
LAYER, HEAD = 1, 2
"""The head that the report names for "it"."""


@pytest.fixture(scope="module")
def tiny() -> Model:
    return load_model("tiny")


def places(traced: Trace, sentence: Sentence) -> dict[str, int]:
    """The token at which each marked word of a sentence starts."""
    starts = {token.start: index for index, token in enumerate(traced.tokens)}
    return {mark: starts[start] for mark, start in sentence.marks.items()}


def held_out(kind: Kind, count: int) -> list[Sentence]:
    random, found = Random(23), {}
    while len(found) < count:
        sentence = held_out_reference(random, kind)
        found[sentence.text] = sentence
    return list(found.values())


@pytest.mark.parametrize(("adjective", "noun"), [("tired", "animal"), ("wide", "street")])
def test_it_looks_at_the_animal_or_the_street_and_the_answer_is_the_same(
    tiny: Model, adjective: str, noun: str
) -> None:
    traced = trace(tiny, ANIMAL.replace("tired", adjective), layer=LAYER)
    words = [token.text for token in traced.tokens]
    it = words.index("it")
    assert traced["softmax"]["weights"].values[HEAD, it, words.index(noun)] >= 0.6
    assert tiny.vocabulary[int(traced.logits()[it].argmax())] == noun


@pytest.mark.parametrize("kind", ["living", "place"])
def test_the_referent_gets_the_most_weight_and_is_the_answer_on_held_out_sentences(
    tiny: Model, kind: Kind
) -> None:
    most, answers = [], []
    for sentence in held_out(kind, 200):
        traced = trace(tiny, sentence.text, layer=LAYER)
        at = places(traced, sentence)
        row = traced["softmax"]["weights"].values[HEAD, at["it"]]
        most.append(row.argmax() == at[kind])
        answers.append(traced.logits()[at["it"]].argmax() == traced.tokens[at[kind]].id)
    assert np.mean(most) >= 0.90
    assert np.mean(answers) >= 0.95


def test_bank_leaves_the_input_as_one_vector_and_the_last_layer_as_two(tiny: Model) -> None:
    def vectors(of_training: bool) -> tuple[list[str], np.ndarray, set[int]]:
        random, meanings, found, ids = Random(31), [], [], set()
        while len(found) < 100:
            sentence = sense(random, "bank", held_out=not of_training)
            traced = trace(tiny, sentence.text, layer=LAYER)
            place = places(traced, sentence)["sense"]
            meanings.append(str(sentence.sense))
            found.append(traced.hidden()[-1][place])
            ids.add(traced.tokens[place].id)
        return meanings, np.array(found), ids

    known, learned, ids = vectors(of_training=True)
    asked, contextual, more_ids = vectors(of_training=False)
    assert len(ids | more_ids) == 1
    centroids = {
        meaning: learned[[name == meaning for name in known]].mean(axis=0)
        for meaning in SENSES["bank"]
    }
    nearest = [
        min(centroids, key=lambda name: float(np.linalg.norm(vector - centroids[name])))
        for vector in contextual
    ]
    assert np.mean([a == b for a, b in zip(nearest, asked, strict=True)]) >= 0.95


def test_the_engine_agrees_with_the_transformer_that_was_trained(tiny: Model) -> None:
    torch = pytest.importorskip("torch")
    from training.check_numpy import NumpyTiny
    from training.model import Shape, Tiny

    files = NumpyTiny(FOLDER)
    c = files.config
    network = Tiny(
        Shape(c["vocabulary"], c["n_layers"], c["n_heads"], c["d_model"], c["d_feed_forward"])
    ).eval()
    network.load_state_dict({name: torch.tensor(t) for name, t in files.tensors.items()})
    for text in (ANIMAL, "the dogs near the house are old.", "zebra 🙂 x"):
        traced = trace(tiny, text, layer=LAYER)
        ids = torch.tensor([[token.id for token in traced.tokens]])
        with torch.no_grad():
            out = network(ids, torch.zeros_like(ids, dtype=torch.bool))
            logits = network.logits(out.hidden)[0].numpy()
        np.testing.assert_allclose(traced.logits(), logits, atol=1e-4)
        for layer in range(traced.n_layers):
            ours = trace(tiny, text, layer=layer)["softmax"]["weights"].values
            np.testing.assert_allclose(ours, out.weights[layer][0].numpy(), atol=2e-5)


def test_any_text_runs_and_its_pieces_cover_it(tiny: Model) -> None:
    text = "Zebra quokkas 🙂 日本 \u05e9\u05dc\u05d5\u05dd!"
    tokens = trace(tiny, text).tokens
    assert not any(token.unknown for token in tokens)
    covered = {place for token in tokens for place in range(token.start, token.end)}
    assert covered == {place for place, character in enumerate(text) if character != " "}
