"""Lines of arithmetic by hand: decimals, order, the rest of a long sum, and signs."""

import math

import pytest

from attn_engine import arithmetic

INF = math.inf


@pytest.mark.parametrize(
    ("pairs", "result", "line"),
    [
        ([(1.0, 0.8), (0.0, 3.0)], 0.8, "1×0.80 + 0×3 = 0.80"),
        ([(0.5, -0.25), (2.0, 1.5)], 2.875, "0.500×(-0.250) + 2×1.500 = 2.875"),
        ([(-0.5, 1.0), (-0.5, -1.0)], 0.0, "(-0.50)×1 + (-0.50)×(-1) = 0"),
        ([(1 / 3, 1 / 3), (2 / 3, 2 / 3)], 5 / 9, "0.33×0.33 + 0.67×0.67 = 0.56"),
        ([(0.004, 100.0)], 0.4, "0.004×100 = 0.40"),
        (
            [(0.1, 1.0)] * 9 + [(1.0, 2.0)],
            2.9,
            " + ".join(["1×2", *["0.10×1"] * 5, "... 4 more (0.40) = 2.90"]),
        ),
        ([(0.0, 1.0)] * 9 + [(1.0, 0.5)], 0.5, "1×0.50 + ... 9 more (0) = 0.50"),
        ([(1.0, 0.0)] + [(0.0, 7.0)] * 9, 0.0, "1×0 + ... 9 more (0) = 0"),
    ],
)
def test_products(pairs, result, line):
    assert arithmetic.products_line(pairs, result) == line


def test_what_never_adds_up_as_written_is_not_called_equal():
    pairs = [(0.0014, 1000.4)] * 8
    line = arithmetic.products_line(pairs, sum(a * b for a, b in pairs))
    assert line == " + ".join(["0.001×1000.400"] * 8) + " ≈ 11.204"


def test_a_negative_bias_stands_in_brackets_too():
    line = arithmetic.products_line([(-1.0, 2.0)], -2.5, bias=-0.5)
    assert line == "(-1)×2 + (-0.50) (bias) = -2.50"


def test_sums():
    assert arithmetic.sum_line([0.8, -0.42], 0.38) == "0.80 - 0.42 = 0.38"
    assert arithmetic.sum_line([-0.8, 0.0], -0.8) == "-0.80 + 0 = -0.80"
    assert arithmetic.sum_line([1.25, -INF], -INF) == "1.25 + -inf = -inf"


def test_quotients():
    assert arithmetic.quotient_line(12.5, 16, 3.125) == "12.500 / √16 = 12.500 / 4 = 3.125"
    assert arithmetic.quotient_line(4.48, 6, 4.48 / 6**0.5) == "4.48 / √6 = 4.48 / 2.45 = 1.83"


def test_softmax():
    total = 1 + math.exp(-2)
    line = arithmetic.softmax_line([1.0, 3.0], 0, math.exp(-2) / total)
    assert line == "exp(1 - 3) / (0.14 + 1) = 0.14 / 1.14 = 0.12"
    line = arithmetic.softmax_line([-1.5, -INF], 1, 0.0)
    assert line == "exp(-inf - (-1.50)) / (1 + 0) = 0 / 1 = 0"
    line = arithmetic.softmax_line([0.0] * 8, 3, 0.125)
    assert line == "exp(0 - 0) / 8 = 1 / 8 = 0.125"


def test_figures():
    shown = [
        arithmetic.figure(value, 2)
        for value in (-0.0, 2.0, 0.004, 0.0004, 1234567.8, -INF, math.nan)
    ]
    assert shown == ["0", "2", "0.004", "4e-04", "1e+06", "-inf", "nan"]
