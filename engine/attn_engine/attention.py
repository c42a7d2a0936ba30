"""Scaled dot-product attention on arrays of any library, with every intermediate result."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass

from attn_engine import masks, steps
from attn_engine.namespaces import array_namespace, device, is_array
from attn_engine.steps import Array


@dataclass(frozen=True, eq=False)
class Attention:
    """What attention computed, each array in the caller's own library.

    scores, scaled, masked, weights: (..., n_heads, n_query, n_key), float32 for half types;
    output: (..., n_heads, n_query, d_value) in the dtype of q. `masked` has the softcap in it.
    empty_rows: (..., n_heads, n_query) is True where a query has nothing to attend to, so that its
    weights and output are zeros.
    """

    scores: Array
    scaled: Array
    masked: Array
    weights: Array
    output: Array
    empty_rows: Array


def attend(  # noqa: PLR0917 - the options may be given in this order
    q: Array,
    k: Array,
    v: Array,
    mask: Array | None = None,
    causal: bool = False,
    window: int | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    past: Array | int = 0,
    key_lengths: Array | int | None = None,
) -> Attention:
    """softmax(scale q k^T + mask) v, step by step.

    q: (..., n_heads, n_query, d_head), k: (..., n_kv_heads, n_key, d_head), v: (..., n_kv_heads,
    n_key, d_value); query head i uses key head i // (n_heads / n_kv_heads).

    - mask: broadcasts to (..., n_heads, n_query, n_key). Boolean: True = may attend. Float: added;
      one of nothing but 0 and 1 gives a UserWarning. A last axis shorter than the keys (and not 1)
      leaves the remaining keys out.
    - causal: query i sees keys j <= i + past. window: of these the last `window`, itself included;
      a window implies no later keys.
    - scale: 1 / sqrt(d_head) unless given. softcap: scaled becomes softcap tanh(scaled / softcap),
      before any mask.
    - past: how many keys come before the first query; key_lengths: how many keys are valid. Each an
      integer or one per batch entry.

    Half types are computed in float32. A row with nothing to attend to gives zero weights and zero
    output. Raises ValueError for shapes, dtypes or counts that do not fit, naming the argument.
    Source: Vaswani et al. 2017, Attention Is All You Need, equation 1; for query groups Ainslie et
    al. 2023, GQA.
    """
    _check_arrays(q, k, v)
    group = _check_shapes(q, k, v)
    factor = default_scale(q.shape[-1]) if scale is None else _number("scale", scale)
    dtype = q.dtype
    q, k, v = steps.widen(q), steps.widen(k), steps.widen(v)
    if group > 1:
        k, v = steps.share(k, group), steps.share(v, group)
    rules = _rules(q, k, causal=causal, window=window, past=past, key_lengths=key_lengths)

    scores = steps.score(q, k)
    scaled = steps.scale(scores, factor)
    capped = scaled if softcap is None else steps.softcap(scaled, _cap(softcap))
    added = masks.combine(scores, rules, mask)
    masked = steps.mask(capped, added)
    weights = steps.softmax(masked)
    output = steps.narrow(steps.weighted_sum(weights, v), dtype)
    return Attention(scores, scaled, masked, weights, output, _empty_rows(scores, added))


def default_scale(d_head: int) -> float:
    """1 / sqrt(d_head), and 1 for heads of no width, whose scores are all 0."""
    return 1 / math.sqrt(max(d_head, 1))


def _check_arrays(q: Array, k: Array, v: Array) -> None:
    for name, array in (("q", q), ("k", k), ("v", v)):
        if not is_array(array):
            raise ValueError(f"{name} is a {type(array).__name__}; attend needs an array")
    try:
        xp = array_namespace(q, k, v)
    except TypeError:
        kinds = ", ".join(f"{type(array).__module__}.{type(array).__name__}" for array in (q, k, v))
        raise ValueError(f"q, k and v are of different libraries: {kinds}") from None
    for name, array in (("q", q), ("k", k), ("v", v)):
        if not xp.isdtype(array.dtype, "real floating"):
            raise ValueError(f"{name} has dtype {array.dtype}; attend needs a floating-point dtype")
        if array.dtype != q.dtype:
            raise ValueError(f"{name} has dtype {array.dtype} and q {q.dtype}; they must be equal")


def _check_shapes(q: Array, k: Array, v: Array) -> int:
    """How many query heads share a key head."""
    for name, array in (("q", q), ("k", k), ("v", v)):
        if array.ndim < 3:
            raise ValueError(
                f"{name} has {array.ndim} axes; attend needs at least 3: (heads, length, d_head)"
            )
        if tuple(array.shape[:-3]) != tuple(q.shape[:-3]):
            raise ValueError(
                f"{name} has batch axes {tuple(array.shape[:-3])} and q {tuple(q.shape[:-3])}; "
                f"they must be equal"
            )
    if k.shape[-1] != q.shape[-1]:
        raise ValueError(f"k has d_head {k.shape[-1]} and q {q.shape[-1]}; they must be equal")
    if v.shape[-2] != k.shape[-2]:
        raise ValueError(f"v has {v.shape[-2]} keys and k {k.shape[-2]}; they must be equal")
    n_heads, n_kv_heads = q.shape[-3], k.shape[-3]
    if v.shape[-3] != n_kv_heads:
        raise ValueError(f"v has {v.shape[-3]} heads and k {n_kv_heads}; they must be equal")
    if n_heads == n_kv_heads:
        return 1
    if n_kv_heads == 0 or n_heads % n_kv_heads:
        raise ValueError(
            f"q has {n_heads} heads, which the {n_kv_heads} heads of k do not divide evenly"
        )
    return int(n_heads // n_kv_heads)


def _rules(
    q: Array,
    k: Array,
    *,
    causal: bool,
    window: int | None,
    past: Array | int,
    key_lengths: Array | int | None,
) -> Array | None:
    """The booleans of causal, window and key_lengths; None if there are none of these."""
    xp = array_namespace(q)
    n_query, n_key, where = q.shape[-2], k.shape[-2], device(q)
    if window is not None:
        window = _count("window", window, least=1)
    before = _counts("past", past, q)
    lengths = None if key_lengths is None else _counts("key_lengths", key_lengths, q)
    if lengths is not None and bool(xp.any(lengths > n_key)):
        raise ValueError(f"key_lengths has {int(xp.max(lengths))}, but k has {n_key} keys")
    query = xp.arange(n_query, device=where)[:, None] + before
    key = xp.arange(n_key, device=where)
    return masks.allowed(query, key, causal, window, lengths)


def _counts(name: str, value: Array | int, q: Array) -> Array:
    """An integer or one per batch entry as an array that broadcasts to (..., head, query, key)."""
    xp = array_namespace(q)
    batch = tuple(q.shape[:-3])
    if getattr(value, "ndim", 0) == 0 and not isinstance(value, (list, tuple)):
        return xp.asarray(_count(name, value), device=device(q))
    counts = xp.asarray(value, device=device(q))
    if not xp.isdtype(counts.dtype, "integral"):
        raise ValueError(f"{name} has dtype {counts.dtype}; it counts keys, so give integers")
    if tuple(counts.shape) != batch:
        raise ValueError(
            f"{name} has shape {tuple(counts.shape)} and the batch {batch}; "
            f"give an integer or one per batch entry"
        )
    if bool(xp.any(counts < 0)):
        raise ValueError(f"{name} has {int(xp.min(counts))}; it must be 0 or more")
    return xp.reshape(counts, (*batch, 1, 1, 1))


def _count(name: str, value: Array | int, least: int = 0) -> int:
    try:
        count = operator.index(value)
    except TypeError:
        raise ValueError(f"{name} is {value!r}; it must be a whole number") from None
    if isinstance(value, bool) or count < least:
        raise ValueError(f"{name} is {value!r}; it must be {least} or more")
    return count


def _number(name: str, value: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{name} is {value!r}; it must be a finite number")
    return number


def _cap(softcap: float) -> float:
    cap = _number("softcap", softcap)
    if cap <= 0:
        raise ValueError(f"softcap is {softcap!r}; it must be above 0")
    return cap


def _empty_rows(scores: Array, added: Array | None) -> Array:
    """True where everything that a query could attend to is masked, or where there are no keys."""
    xp = array_namespace(scores)
    shape = scores.shape[:-1]
    if added is None or scores.shape[-1] == 0:
        return xp.full(shape, scores.shape[-1] == 0, dtype=xp.bool, device=device(scores))
    return xp.broadcast_to(xp.all(added == -xp.inf, axis=-1), shape)
