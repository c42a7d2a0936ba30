"""Positional encodings: what tells a token's place, added to its vector or turning its queries."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from attn_engine import steps
from attn_engine.arguments import count
from attn_engine.matrix import Array
from attn_engine.model import Rotary
from attn_engine.namespaces import array_namespace, device, is_array
from attn_engine.steps import Array as AnyArray


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
    return _turns(np.arange(length), rotary)


def rotary(
    x: AnyArray,
    positions: AnyArray | Sequence[int] | None = None,
    base: float = 10000.0,
    interleaved: bool = False,
    dimensions: int | None = None,
) -> AnyArray:
    """Queries or keys turned by their places, so that q k^T depends on how far apart they are.

    x: (..., n_heads, length, d_head) of any library -> the same shape and dtype. Pair i of the token
    at place t turns by the angle t / base^(2i/dimensions).

    - positions: the places, (length,) or one row a batch entry, (..., length); 0, 1, 2, ... unless
      given. After a past of p tokens they start at p; padding on the left shifts them.
    - interleaved: pairs are neighbours (0, 1), (2, 3), ... as in the paper and GPT-J; else halves
      (0, n), (1, n + 1), ... as in Llama. It must be as the weights were trained.
    - dimensions: how many of d_head turn, from the first on; all unless given.

    Half types turn in float32. Raises ValueError, naming the argument, for what does not fit. Source:
    Su et al. 2021, RoFormer, equation 34.
    """
    if not is_array(x) or x.ndim < 2:
        raise ValueError(f"x is {_what(x)}; give an array (..., n_heads, length, d_head)")
    length, d_head = x.shape[-2:]
    if not base > 0:
        raise ValueError(f"base is {base}; it must be above 0")
    turning = Rotary(base, d_head if dimensions is None else dimensions, interleaved)
    if turning.dimensions > d_head:
        raise ValueError(f"dimensions is {dimensions}, but x has d_head {d_head}")
    xp = array_namespace(x)
    if not xp.isdtype(x.dtype, "real floating"):
        raise ValueError(f"x has dtype {x.dtype}; give a floating-point dtype")
    wide = steps.widen(x)
    cos, sin = (
        xp.asarray(turn, dtype=wide.dtype, device=device(x))
        for turn in _turns(_places(positions, x, length), turning)
    )
    rotate = steps.rotate_pairs if interleaved else steps.rotate_halves
    return steps.narrow(rotate(wide, cos, sin), x.dtype)


def alibi_slopes(n_heads: int) -> Array:
    """How steeply each head's attention falls with distance under ALiBi: (n_heads,), float64.

    `attend` takes the bias as its float mask, with keys and queries counted alike:

        distance = np.arange(n_key) - (past + np.arange(n_query))[:, None]      # 0 or less
        bias = slopes[:, None, None] * distance                 # (n_heads, n_query, n_key)
        attend(q, k, v, mask=bias.astype(q.dtype), causal=True, past=past)

    A row's weights do not change when all of its scores do by as much, so slopes[:, None, None] *
    np.arange(n_key) does the same and needs no n x n numbers. For n_heads not a power of 2, the
    slopes of the next smaller one come first, then every other of the next larger one. Raises
    ValueError for n_heads below 1. Source: Press et al. 2022, Train Short, Test Long, section 3.
    """
    n_heads = count("n_heads", n_heads, least=1)
    smaller = 1 << (n_heads.bit_length() - 1)
    first = 2.0 ** (-8 * np.arange(1, smaller + 1) / smaller)
    others = 2.0 ** (-8 * np.arange(1, 2 * smaller, 2) / (2 * smaller))
    return np.concatenate([first, others[: n_heads - smaller]])


def _turns(positions: Array, rotary: Rotary) -> tuple[Array, Array]:
    """Cosines and sines, (..., length, dimensions / 2), of the angles of places (..., length)."""
    even = np.arange(0, rotary.dimensions, 2)
    angles = positions[..., None] / rotary.base ** (even / rotary.dimensions)
    return np.cos(angles), np.sin(angles)


def _places(positions: AnyArray | Sequence[int] | None, x: AnyArray, length: int) -> Array:
    """The places as NumPy, to broadcast to (..., n_heads, length)."""
    if positions is None:
        return np.arange(length)
    if hasattr(positions, "cpu"):
        positions = positions.cpu()
    places = np.asarray(positions)
    if places.dtype.kind not in "iuf":
        raise ValueError(f"positions has dtype {places.dtype}; give numbers")
    if places.shape == (length,):
        return places
    if places.ndim < 2 or places.shape != (*x.shape[:-3], length):
        raise ValueError(
            f"positions has shape {places.shape}, but x has batch axes {tuple(x.shape[:-3])} and "
            f"length {length}; give (length,) or one row a batch entry"
        )
    return places[..., None, :]


def _what(x: object) -> str:
    return f"of {x.ndim} axes" if isinstance(x, np.ndarray) else f"a {type(x).__name__}"
