"""Where one is in a long text, how it zooms, and the words, without a screen."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.view.long_map import RowFacts
from attn_tui.view.long_view import LongView, beyond, bin_of, middle
from attn_tui.view.long_words import row_said
from attn_tui.view.numbers import amount, weight
from attn_tui.view.time_left import TimeLeft

TOTAL = st.integers(1, 200_000)


@given(total=TOTAL, data=st.data(), shape=st.tuples(st.integers(8, 100), st.integers(16, 200)))
def test_whatever_is_pressed_the_cursor_is_on_a_token_that_is_shown(
    total: int, data: st.DataObject, shape: tuple[int, int]
) -> None:
    view = LongView.whole(total)
    for closer in data.draw(st.lists(st.booleans(), max_size=12)):
        place = st.integers(-10, total + 10)
        view = view.at(data.draw(place), data.draw(place)).zoomed(closer, shape)
        for stretch, at in ((view.rows, view.row), (view.columns, view.column)):
            assert 0 <= stretch.start <= at < stretch.stop <= total
        if len(view.columns) not in (total,) and len(view.columns) > shape[1]:
            assert len(view.columns) % shape[1] == 0


def test_zooming_halves_and_doubles_around_the_cursor() -> None:
    view = LongView.whole(131_072).at(70_000, 5).zoomed(closer=True, shape=(24, 64))
    assert (len(view.rows), len(view.columns)) == (65_544, 65_536)
    assert view.rows.said() == "37,228-102,771"
    assert view.columns.start == 0
    wider = view.zoomed(closer=False, shape=(24, 64))
    assert len(wider.rows) == len(wider.columns) == 131_072
    for _ in range(40):
        view = view.zoomed(closer=True, shape=(24, 64))
    assert view.rows.said() == "69,996-70,003"


def test_what_is_shown_moves_along_with_the_cursor() -> None:
    view = LongView.whole(1000).at(500, 500).of_length(100).at(620, 500)
    assert view.rows.said() == "570-669"
    assert view.columns.said() == "450-549"


def test_the_cursor_goes_from_the_middle_of_a_bin_to_that_of_the_next() -> None:
    edges = np.array([100, 110, 120, 129])
    assert [bin_of(edges, place) for place in (0, 100, 109, 110, 128, 500)] == [0, 0, 0, 1, 2, 2]
    assert middle(edges, 1) == 114
    assert beyond(edges, 101, 1) == 114
    assert beyond(edges, 101, 0) == 101
    assert beyond(edges, 125, 2) == 124 + 18
    assert beyond(edges, 101, -1) == 94


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_time_left_is_said_of_what_takes_more_than_a_second() -> None:
    clock = Clock()
    time_left = TimeLeft(clock)
    assert time_left.left(0.5) is None
    clock.now += 0.4
    assert time_left.left(0.5) is None
    assert time_left.left(0.1) == pytest.approx(3.6)
    clock.now += 60
    assert time_left.left(0.5) == pytest.approx(60.4)
    later = TimeLeft(clock, done=0.5)
    clock.now += 10
    assert later.left(0.75) == pytest.approx(10)


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        (0.31, "", "0.31"), (0.0000076, "", "0.0000076"), (1e-30, "", "under 1e-9"),
        (0.00042, "s", "420 µs"), (0.0123, "s", "12.3 ms"), (3.0, "s", "3 s"),
        (59.6, "s", "60 s"), (125, "s", "2 min 5 s"), (5000, "s", "83 min 20 s"),
        (9000, "s", "2 h 30 min"), (3 * 2**20, "bytes", "3 MiB"), (1000 * 2**20, "bytes", "1,000 MiB"),
    ],
)  # fmt: skip
def test_amounts_are_said_as_people_read_them(value: float, unit: str, said: str) -> None:
    assert amount(value, unit) == said


def test_a_weight_keeps_two_digits() -> None:
    assert [weight(value) for value in (0.0, 1.0, 0.0949, 0.00123)] == [
        "0",
        "1.00",
        "0.095",
        "0.0012",
    ]


def test_most_is_said_only_of_more_than_half() -> None:
    from attn_engine import Token

    words = tuple(Token(word, 0, 0, 0) for word in ("river", "bank"))
    facts = RowFacts(0, 1, (0, 1, -1), (0.31, 0.9, 0.0), (1.0, 0.2, 0.0), (0.31, 0.1, 0.0))
    assert row_said(facts, words, 0).startswith(
        "Token 1 “bank” looks most at token 0 “river”: 0.31."
    )
    assert row_said(facts, words, 1).startswith(
        "Most of token 1 “bank” goes to token 1 “bank”: 0.90."
    )
    assert row_said(facts, words, 2) == "Token 1 “bank” may look at nothing: its row is all 0."


def test_a_row_of_equal_weights_is_said_to_have_no_preference() -> None:
    from attn_engine import Token

    words = tuple(Token(word, 0, 0, 0) for word in ("river", "bank"))
    bits = math.log2(200_000)
    largest = (1 / 200_000, 1.01 / 200_000, 0.5, 1.0)
    facts = RowFacts(0, 1, (0,) * 4, largest, (bits + 1e-6, bits, 1.0, 0.0), (0.1,) * 4)
    said = [row_said(facts, words, head) for head in range(4)]
    same = "Token 1 “bank” gives every key that it may look at the same {}: it has no preference."
    assert said[0] == same.format("0.0000050")
    assert said[1].startswith("Token 1 “bank” looks most at token 0 “river”: ")
    assert said[2] == same.format("0.50")
    assert said[3].startswith("Most of token 1 “bank” goes to token 0 “river”: ")
