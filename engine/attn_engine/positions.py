"""Positional encodings: what is added to a token's vector so that its place is known."""

from __future__ import annotations

import numpy as np

from attn_engine.matrix import Array


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
