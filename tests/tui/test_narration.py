"""The two sentences of each step: true of the trace, and short enough for 80 columns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from rich.cells import cell_len

from attn_engine import load_model, trace
from attn_lessons import sentences
from attn_tui.view.narration import narration_of
from attn_tui.view.session import Session
from attn_tui.view.titles import STEP_KEYS
from tests.tui.walking import ANIMAL

TOY = load_model("toy")
ROOM = 78


@pytest.mark.parametrize("text", [sentence.text for sentence in sentences()])
@pytest.mark.parametrize("how", [{}, {"layer": 1}, {"variant": "plain"}, {"mask": "causal"}])
def test_each_sentence_fits_a_line_of_eighty_columns(text: str, how: dict[str, object]) -> None:
    traced = trace(TOY, text, **how)  # type: ignore[arg-type]
    for step in STEP_KEYS:
        for head in range(traced.n_heads):
            for row in range(len(traced.tokens)):
                session = Session(text, step=step, head=head, row=row)
                for projection in ("q", "k", "v"):
                    told = narration_of(traced, replace(session, projection=projection))
                    assert max(map(cell_len, told)) <= ROOM, told


def test_the_largest_weight_is_the_one_that_is_named() -> None:
    traced = trace(TOY, ANIMAL, layer=1)
    weights = traced["softmax"]["weights"].values[0, 7]
    told = narration_of(traced, Session(ANIMAL, step="softmax", layer=1, row=7))[1]
    best = traced.tokens[int(np.argmax(weights))].text
    assert told == f"“it” gives {100 * weights.max():.0f}% to “{best}”; " + (
        "the row sums to 1.00."
    )


def test_a_row_without_a_preference_is_not_said_to_have_one() -> None:
    traced = trace(TOY, ANIMAL)
    for step in ("score", "softmax", "sum"):
        told = narration_of(traced, Session(ANIMAL, step=step, row=0))[1]
        assert any(word in told for word in ("alike", "same", "average")), told


def test_a_row_that_may_look_at_nothing_says_so() -> None:
    padded = trace(TOY, "River bank", mask="padding:4+window:1")
    told = narration_of(padded, Session("River bank", step="softmax", row=3))[1]
    assert "may look at nothing" in told


def test_in_plain_attention_the_change_is_from_the_vector_that_was_there() -> None:
    traced = trace(TOY, ANIMAL, variant="plain")
    change = traced["heads"]["y"].values[0] - traced["project"]["h"].values[0]
    most = int(np.argmax(np.abs(change)))
    told = narration_of(traced, Session(ANIMAL, step="heads", variant="plain", row=0))[1]
    assert told == f"“The” changes most in {TOY.dimensions[most]}: {change[most]:+.2f}."
