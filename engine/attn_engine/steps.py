"""The mathematics of attention: one small pure function a step, on any array-API library.

`trace` and `attend` run these very functions, and the app's code view shows their text. Arrays
carry a leading head axis where heads exist; further batch axes may come before it.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from attn_engine.namespaces import array_namespace

Array: TypeAlias = Any
"""An array of NumPy, torch or any other library that follows the Python array API standard."""


def embed(ids: Array, w_e: Array) -> Array:
    """Pick the row of each id: the same as one_hot @ w_e without multiplying by all the zeros.

    ids: (token,), w_e: (vocabulary, d_model) -> x: (token, d_model)
    """
    xp = array_namespace(w_e)
    return xp.take(w_e, ids, axis=0)


def position(x: Array, p: Array) -> Array:
    """Add to each token what tells its place.

    x, p: (token, d_model) -> xp: (token, d_model)
    """
    return x + p


def add_type(xp: Array, type_row: Array) -> Array:
    """Add to each token what tells which of two texts it belongs to; here that is always the first.

    xp: (token, d_model), type_row: (d_model) -> xp: (token, d_model)
    """
    return xp + type_row


def layer_norm(x: Array, weight: Array, bias: Array | None, eps: float) -> Array:
    """Bring each token's vector to mean 0 and variance 1, then stretch and shift each dimension.

    x: (token, d_model), weight, bias: (d_model) -> (token, d_model). `eps` keeps a vector of equal
    numbers from dividing by 0. Source: Ba et al. 2016, Layer Normalization, equation 4.
    """
    xp = array_namespace(x)
    centred = x - xp.mean(x, axis=-1, keepdims=True)
    variance = xp.mean(centred * centred, axis=-1, keepdims=True)
    normal = centred / xp.sqrt(variance + eps) * weight
    return normal if bias is None else normal + bias


def project(h: Array, w_q: Array, w_k: Array, w_v: Array) -> tuple[Array, Array, Array]:
    """Give each token, in each head, a query, a key and a value.

    h: (token, d_model), w_q, w_k, w_v: (head, d_model, d_head) -> q, k, v: (head, token, d_head)
    """
    return h @ w_q, h @ w_k, h @ w_v


def project_across(
    h: Array, h_kv: Array, w_q: Array, w_k: Array, w_v: Array
) -> tuple[Array, Array, Array]:
    """Give each token of one text a query, and each of another text a key and a value.

    h: (query, d_model), h_kv: (key, d_model), w_q, w_k, w_v: (head, d_model, d_head) ->
    q: (head, query, d_head), k, v: (head, key, d_head). Source: Vaswani et al. 2017, Attention Is
    All You Need, section 3.2.3, encoder-decoder attention.
    """
    return h @ w_q, h_kv @ w_k, h_kv @ w_v


def add_head_bias(x: Array, bias: Array) -> Array:
    """Shift the queries, keys or values of each head, the same for every token.

    x: (head, token, d_head), bias: (head, d_head) -> (head, token, d_head)
    """
    return x + bias[:, None, :]


def rotate_halves(x: Array, cos: Array, sin: Array) -> Array:
    """Turn dimensions i and n + i of each token by the angle of its place; the others stay.

    x: (head, token, d_head), cos, sin: (token, n) with 2n <= d_head -> (head, token, d_head).
    Source: Su et al. 2021, RoFormer, equation 34, with halves instead of neighbours.
    """
    xp = array_namespace(x)
    n = cos.shape[-1]
    a, b, rest = x[..., :n], x[..., n : 2 * n], x[..., 2 * n :]
    return xp.concat([a * cos - b * sin, b * cos + a * sin, rest], axis=-1)


def rotate_pairs(x: Array, cos: Array, sin: Array) -> Array:
    """Turn dimensions 2i and 2i + 1 of each token by the angle of its place; the others stay.

    x: (head, token, d_head), cos, sin: (token, n) with 2n <= d_head -> (head, token, d_head).
    Source: Su et al. 2021, RoFormer, equation 34.
    """
    xp = array_namespace(x)
    n = cos.shape[-1]
    a, b, rest = x[..., 0 : 2 * n : 2], x[..., 1 : 2 * n : 2], x[..., 2 * n :]
    turned = xp.stack([a * cos - b * sin, b * cos + a * sin], axis=-1)
    return xp.concat([xp.reshape(turned, (*x.shape[:-1], 2 * n)), rest], axis=-1)


def project_plain(h: Array) -> tuple[Array, Array, Array]:
    """Use the vectors themselves as queries, keys and values, in one head.

    h: (token, d_model) -> q, k, v: (1, token, d_model)
    """
    one_head = h[None, :, :]
    return one_head, one_head, one_head


def project_plain_across(h: Array, h_kv: Array) -> tuple[Array, Array, Array]:
    """Use the vectors of one text as queries, those of another as keys and values, in one head.

    h: (query, d_model), h_kv: (key, d_model) -> q: (1, query, d_model), k, v: (1, key, d_model)
    """
    given = h_kv[None, :, :]
    return h[None, :, :], given, given


def share(array: Array, group: int) -> Array:
    """Let so many query heads in a row use the same head of keys or values.

    array: (kv_head, key, d_head) -> (kv_head * group, key, d_head). Source: Ainslie et al. 2023,
    GQA: Training Generalized Multi-Query Transformer Models, section 2.
    """
    xp = array_namespace(array)
    return xp.repeat(array, group, axis=-3)


def score(q: Array, k: Array) -> Array:
    """Compare each query with each key by a dot product.

    q: (head, query, d_head), k: (head, key, d_head) -> scores: (head, query, key)
    """
    xp = array_namespace(q, k)
    return q @ xp.matrix_transpose(k)


def scale(scores: Array, factor: float) -> Array:
    """Shrink the scores so that their spread does not grow with d_head; factor = 1 / sqrt(d_head).

    scores: (head, query, key) -> scaled: (head, query, key)
    """
    return scores * factor


def softcap(scaled: Array, cap: float) -> Array:
    """Bend the scores smoothly into -cap .. cap.

    scaled: (head, query, key) -> capped: (head, query, key)
    """
    xp = array_namespace(scaled)
    return cap * xp.tanh(scaled / cap)


def mask(scaled: Array, mask: Array | None) -> Array:
    """Add 0 where a query may attend and -inf where it may not; without a mask, nothing.

    scaled: (head, query, key), mask: (query, key) -> masked: (head, query, key)
    """
    return scaled if mask is None else scaled + mask


def softmax(masked: Array) -> Array:
    """Turn each row into weights that sum to 1; a row of nothing but -inf becomes zeros.

    masked: (head, query, key) -> weights: (head, query, key)
    """
    xp = array_namespace(masked)
    if masked.shape[-1] == 0:
        return masked
    lowest = xp.finfo(masked.dtype).min
    peak = xp.clip(xp.max(masked, axis=-1, keepdims=True), min=lowest)
    exps = xp.exp(masked - peak)  # the peak cancels out and keeps exp from overflowing
    total = xp.sum(exps, axis=-1, keepdims=True)  # at least exp(0) = 1, or 0 in an empty row
    return exps / xp.clip(total, min=1.0)


def weighted_sum(weights: Array, v: Array) -> Array:
    """Mix the values of all keys, each as much as its weight says.

    weights: (head, query, key), v: (head, key, d_head) -> z: (head, query, d_head)
    """
    return weights @ v


def concatenate(z: Array) -> Array:
    """Put the results of the heads side by side.

    z: (head, query, d_head) -> concat: (token, head * d_head)
    """
    xp = array_namespace(z)
    n_heads, n_query, d_head = z.shape
    return xp.reshape(xp.permute_dims(z, (1, 0, 2)), (n_query, n_heads * d_head))


def mix(concat: Array, w_o: Array) -> Array:
    """Mix what the heads found into one vector a token.

    concat: (token, head * d_head), w_o: (head * d_head, d_model) -> y: (token, d_model)
    """
    return concat @ w_o


def add_bias(y: Array, b_o: Array) -> Array:
    """Shift every token's vector alike.

    y: (token, d_model), b_o: (d_model) -> y: (token, d_model)
    """
    return y + b_o


def add(h: Array, y: Array) -> Array:
    """Add the result to what the layer was given, so that nothing is lost.

    h, y: (token, d_model) -> (token, d_model)
    """
    return h + y


def heads_plain(z: Array) -> tuple[Array, Array]:
    """Hand on the one head as it is.

    z: (1, query, d_model) -> concat, y: (token, d_model)
    """
    return z[0, :, :], z[0, :, :]


def widen(array: Array) -> Array:
    """A half type (float16, bfloat16) as float32, so that sums and softmax stay accurate."""
    xp = array_namespace(array)
    return xp.astype(array, xp.float32) if xp.finfo(array.dtype).bits < 32 else array


def narrow(array: Array, dtype: Any) -> Array:  # noqa: ANN401 - each library has its own dtypes
    """The array in the dtype it had before `widen`."""
    xp = array_namespace(array)
    return xp.astype(array, dtype, copy=False)
