"""The shipped tiny model keeps what its report says, and training is the same every time."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from training import measure
from training.check_numpy import FOLDER, NumpyTiny, largest_difference
from training.corpus import corpus
from training.reference import held_out_reference, invented, reference
from training.words import HELD_OUT_LIVING, HELD_OUT_PLACES, held_out_pair

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tiny():
    return NumpyTiny(FOLDER)


def test_numpy_agrees_with_torch():
    pytest.importorskip("torch")
    texts = [text.text for text in corpus(20, seed=2)]
    assert largest_difference(FOLDER, [*texts, "Ça ne va pas 🙂!", "x" * 40]) < 1e-5


def test_the_same_command_gives_the_same_weights(tmp_path):
    pytest.importorskip("torch")
    short = ["--steps", "6", "--texts", "2000"]
    digests = set()
    for name in ("once", "again"):
        command = [sys.executable, "-m", "training.train", str(tmp_path / name), *short]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        digests.add(hashlib.sha256((tmp_path / name / "model.safetensors").read_bytes()).digest())
    assert len(digests) == 1


@pytest.mark.parametrize("kind", ["living", "place"])
def test_one_head_looks_from_it_to_its_noun(tiny, kind):
    found = measure.reference(tiny, kind, 200)
    layer, head = tiny.config["it_head"]
    assert found.first[layer, head] >= 0.9
    assert found.answers >= 0.95


@pytest.mark.parametrize(("adjective", "noun"), [("tired", "animal"), ("wide", "street")])
def test_the_known_sentence(tiny, adjective, noun):
    run = tiny(f"The animal didn't cross the street because it was too {adjective}")
    layer, head = tiny.config["it_head"]
    it = run.tokens.index("it")
    assert run.table[layer, head, it, run.tokens.index(noun)] >= 0.6
    assert tiny.pieces[run.logits[it].argmax()] == noun


def test_two_meanings_part_after_the_input(tiny):
    found = measure.meaning(tiny, "bank")
    assert found.rows == 1
    assert found.accuracy[-1] >= 0.95


def test_what_is_held_out_is_not_trained_on():
    random = Random(0)
    kinds = ["living", "place"] * 300
    measured = {held_out_reference(random, kind).text for kind in kinds}
    held_out_nouns = {*HELD_OUT_LIVING, *HELD_OUT_PLACES}
    for _ in range(5000):
        sentence = reference(random)
        at = {
            mark: sentence.text[start:].split()[0].strip(".,")
            for mark, start in sentence.marks.items()
        }
        if not invented(at[sentence.referent]):
            assert not held_out_pair(at[sentence.referent], at["adjective"]), sentence.text
        assert sentence.text not in measured
        if held_out_nouns & {at["living"], at["place"]}:
            assert "cross" not in sentence.text


def test_any_text_becomes_tokens_that_point_into_it(tiny):
    text = "  The Robot isn’t “unsuperviseable”: café 日本 🙂!"
    encoding = tiny.tokenizer.encode(text)
    for token, (start, end) in zip(encoding.tokens, encoding.offsets, strict=True):
        piece = text[start:end]
        assert piece
        assert token == piece.lower().replace("’", "'") or token.startswith("<0x")
    spans = [text[start:end] for start, end in encoding.offsets]
    assert spans.count("🙂") == 4
    covered = "".join(text[start:end] for start, end in dict.fromkeys(encoding.offsets))
    assert covered == "".join(text.split())
