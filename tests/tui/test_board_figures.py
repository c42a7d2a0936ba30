"""Figures in the few characters of a cell."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.view.figures import Figures, choices, figure, precise
from tests.tui.board_making import axis, grid


@pytest.mark.parametrize(
    ("value", "decimals", "width", "expected"),
    [
        (1.234, 2, 5, "1.23"),
        (-1.234, 2, 5, "-1.23"),
        (-12.34, 2, 5, "-12.3"),
        (-12.34, 1, 4, "-12"),
        (-0.001, 2, 5, "0.00"),
        (-0.04, 1, 4, "0.0"),
        (99.96, 1, 4, "100"),
        (1234.5, 1, 5, "1234"),
        (12345.0, 1, 4, "12k"),
        (-12345.0, 1, 4, "-12k"),
        (1.5e6, 1, 4, "1.5M"),
        (3e30, 1, 4, "3e30"),
        (-3e30, 1, 4, "-###"),
        (float("-inf"), 2, 5, "-∞"),
        (float("inf"), 2, 5, "∞"),
        (float("nan"), 2, 5, "nan"),
    ],
)
def test_a_value_in_its_cell(value: float, decimals: int, width: int, expected: str) -> None:
    assert figure(value, Figures(decimals, width)) == expected


@pytest.mark.parametrize(
    ("value", "expected"), [(0.354, ".35"), (0.999, "1.0"), (1.0, "1.0"), (0.001, ".00"), (0, "0")]
)
def test_weights_in_three_characters(value: float, expected: str) -> None:
    assert figure(value, Figures(2, 3, bare=True, plain_zero=True)) == expected


@given(st.floats(), st.integers(0, 6), st.integers(3, 14), st.booleans())
def test_no_value_is_wider_than_its_cell(
    value: float, decimals: int, width: int, bare: bool
) -> None:
    text = figure(value, Figures(decimals, width, bare))
    assert 0 < len(text) <= width
    assert text.lstrip("-").strip("0.") or not text.startswith("-")


@given(st.floats(-999, 999), st.integers(3, 9))
def test_a_figure_is_the_value_rounded(value: float, width: int) -> None:
    text = figure(value, Figures(2, width))
    if "#" not in text:
        decimals = len(text.partition(".")[2])
        assert abs(float(text) - value) <= 0.5 * 10**-decimals + 1e-9


def test_decimals_are_chosen_for_the_whole_matrix() -> None:
    values = np.array([[-10.25, 3.0], [np.nan, -np.inf]])
    signed = grid("S", values, axis("query", 2), axis("key", 2))
    assert choices(signed) == (Figures(2, 6), Figures(1, 5), Figures(0, 3))
    whole = grid("S", np.array([[-3.0, 12.0]]), axis("query", 1), axis("key", 2))
    assert choices(whole) == (Figures(0, 2),)
    assert precise(signed) == Figures(6, 10)
