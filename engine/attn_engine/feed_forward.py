"""The second half of a layer: what each token does by itself with what attention brought it."""

from __future__ import annotations

import math
from collections.abc import Callable

from attn_engine import steps
from attn_engine.erf import erf
from attn_engine.model import Activation
from attn_engine.namespaces import array_namespace
from attn_engine.steps import Array


def feed_forward(
    x: Array,
    w_in: Array,
    b_in: Array | None,
    w_out: Array,
    b_out: Array | None,
    *,
    activation: Activation,
) -> Array:
    """Widen each token's vector, bend it, and narrow it again.

    x: (token, d_model), w_in: (d_model, d_ff), b_in: (d_ff), w_out: (d_ff, d_model),
    b_out: (d_model) -> (token, d_model). Source: Vaswani et al. 2017, equation 2.
    """
    return linear(bend(linear(x, w_in, b_in), activation), w_out, b_out)


def linear(x: Array, w: Array, b: Array | None) -> Array:
    """Multiply by the weights and add the bias, if there is one.

    x: (token, n_in), w: (n_in, n_out), b: (n_out) -> (token, n_out)
    """
    return x @ w if b is None else x @ w + b


def bend(x: Array, activation: Activation) -> Array:
    """The activation of each number, half types computed in float32; x: any shape."""
    return steps.narrow(ACTIVATIONS[activation](steps.widen(x)), x.dtype)


def gelu(x: Array) -> Array:
    """Keep each number as far as a normal one is likely to be below it.

    x: any shape. Source: Hendrycks and Gimpel 2016, Gaussian Error Linear Units, section 2.
    """
    return 0.5 * x * (1 + erf(x * math.sqrt(0.5)))


def gelu_tanh(x: Array) -> Array:
    """GELU with tanh in the place of the error function, as GPT-2 was trained with.

    x: any shape. Source: the same paper and section, its approximation.
    """
    xp = array_namespace(x)
    return 0.5 * x * (1 + xp.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * (x * x * x))))


def relu(x: Array) -> Array:
    """Keep what is above 0. x: any shape."""
    xp = array_namespace(x)
    return xp.clip(x, min=0)


ACTIVATIONS: dict[Activation, Callable[[Array], Array]] = {
    "gelu": gelu,
    "gelu_tanh": gelu_tanh,
    "relu": relu,
}
