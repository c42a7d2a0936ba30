"""Sinusoids: a worked table, their interleaving, and that a shift is a rotation."""

import math

import numpy as np
import pytest

import attn_engine as ae
from attn_engine.positions import sinusoidal_step


def test_worked_table_with_an_odd_width():
    expected = [
        [0, 1, 0],
        [0.84, 0.54, 0],
        [0.91, -0.42, 0],
        [0.14, -0.99, 0.01],
        [-0.76, -0.65, 0.01],
    ]
    np.testing.assert_array_equal(ae.sinusoidal(5, 3).round(2), expected)


def test_formula():
    encoding = ae.sinusoidal(4, 6, base=100.0)
    for position in range(4):
        for i in range(3):
            angle = position / 100 ** (2 * i / 6)
            assert encoding[position, 2 * i] == pytest.approx(math.sin(angle))
            assert encoding[position, 2 * i + 1] == pytest.approx(math.cos(angle))


def test_a_shift_turns_each_pair_by_the_same_angle():
    encoding = ae.sinusoidal(12, 8)
    for i in range(4):
        angle = 3 / 10000 ** (2 * i / 8)
        turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
        pair = encoding[:, 2 * i : 2 * i + 2]
        np.testing.assert_allclose(pair[3:], pair[:-3] @ turn.T, atol=1e-12)


def test_no_positions_and_wrong_sizes():
    assert ae.sinusoidal(0, 4).shape == (0, 4)
    for arguments, words in (((-1, 4), "length is -1"), ((3, 0), "d_model is 0")):
        with pytest.raises(ValueError, match=words):
            ae.sinusoidal(*arguments)
    with pytest.raises(ValueError, match="base is 0"):
        ae.sinusoidal(3, 4, base=0)


@pytest.mark.parametrize("steps", [-3, 0, 1, 7])
def test_a_step_is_one_matrix_at_every_place(steps):
    far = ae.sinusoidal(30, 8)
    turned = far[10:20] @ sinusoidal_step(steps, 8)
    np.testing.assert_allclose(turned, far[10 + steps : 20 + steps], atol=1e-13)


def test_a_step_keeps_lengths_and_pairs_apart():
    turn = sinusoidal_step(5, 6)
    np.testing.assert_allclose(turn @ turn.T, np.eye(6), atol=1e-15)
    assert not turn[:2, 2:].any()
    with pytest.raises(ValueError, match="even"):
        sinusoidal_step(1, 3)
