"""Positional encodings: what tells a token's place, added to its vector or turning its queries."""

from __future__ import annotations

import numpy as np

from attn_engine.matrix import Array
from attn_engine.model import Rotary


def sinusoidal(length: int, d_model: int, base: float = 10000.0) -> Array:
    """Sines and cosines of falling frequency, interleaved: (length, d_model), float64.

    PE(pos, 2i) = sin(pos / base^(2i/d_model)), PE(pos, 2i+1) = cos(pos / base^(2i/d_model));
    an odd d_model leaves the last cosine out. Raises ValueError for a negative length, a d_model
    below 1 or a base that is not above 0. Source: Vaswani et al. 2017, Attention Is All You Need,
    section 3.5.
    """
    if length < 0:
        raise ValueError(f"length is {length}; it must be 0 or more")
    if d_model < 1:
        raise ValueError(f"d_model is {d_model}; it must be 1 or more")
    if not base > 0:
        raise ValueError(f"base is {base}; it must be above 0")
    even = np.arange(0, d_model, 2)
    angles = np.arange(length)[:, None] / base ** (even / d_model)
    encoding = np.empty((length, d_model))
    encoding[:, 0::2] = np.sin(angles)
    encoding[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return encoding


def sinusoidal_step(steps: int, d_model: int, base: float = 10000.0) -> Array:
    """The matrix R with PE(pos + steps) = PE(pos) R at every place: (d_model, d_model), float64.

    Each pair of a sine and a cosine turns by steps / base^(2i/d_model); pairs don't mix, so R has
    2 × 2 blocks on its diagonal and zeros elsewhere. Raises ValueError for an odd d_model, whose
    last sine has no cosine to turn with, and as `sinusoidal` does. Source: Vaswani et al. 2017,
    section 3.5, where PE(pos + k) is said to be a linear function of PE(pos).
    """
    if d_model % 2:
        raise ValueError(f"d_model is {d_model}; a turn needs pairs, so it must be even")
    width = sinusoidal(0, d_model, base).shape[1]  # says what is wrong with d_model or base
    angles = steps / base ** (np.arange(0, d_model, 2) / d_model)
    matrix = np.zeros((width, width))
    sines = np.arange(0, d_model, 2)
    matrix[sines, sines] = matrix[sines + 1, sines + 1] = np.cos(angles)
    matrix[sines + 1, sines] = np.sin(angles)
    matrix[sines, sines + 1] = -np.sin(angles)
    return matrix


def rotary_turns(length: int, rotary: Rotary) -> tuple[Array, Array]:
    """The cosines and sines of the angles t / base^(2i/dimensions), float64.

    Each is (length, dimensions / 2): token t, pair i. Source: Su et al. 2021, RoFormer, section 3.2.2.
    """
    even = np.arange(0, rotary.dimensions, 2)
    angles = np.arange(length)[:, None] / rotary.base ** (even / rotary.dimensions)
    return np.cos(angles), np.sin(angles)
