"""The arguments of attention, checked: what does not fit is refused in one sentence."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from attn_engine import masks
from attn_engine.namespaces import array_namespace, device, is_array
from attn_engine.steps import Array


class Options(TypedDict, total=False):
    """The options that `attend` explains, for the functions that take all of them."""

    mask: Array | None
    causal: bool
    window: int | None
    scale: float | None
    softcap: float | None
    past: Array | int
    key_lengths: Array | int | None


@dataclass(frozen=True, eq=False)
class Checked:
    """Options that fit the arrays.

    group: query heads that share a key head. mask: with at least two axes, its last one perhaps
    shorter than the keys. past, key_lengths: integers that broadcast to (..., head, query, key).
    """

    group: int
    mask: Array | None
    causal: bool
    window: int | None
    factor: float
    cap: float | None
    past: Array
    key_lengths: Array | None

    def may_attend(self, n_query: int, n_key: int) -> Array | None:
        """The booleans of causal, window and key_lengths; None if there are none of these."""
        xp, where = array_namespace(self.past), device(self.past)
        query = xp.arange(n_query, device=where)[:, None] + self.past
        key = xp.arange(n_key, device=where)
        return masks.allowed(query, key, self.causal, self.window, self.key_lengths)


def checked(
    q: Array,
    k: Array,
    v: Array,
    *,
    mask: Array | None = None,
    causal: bool = False,
    window: int | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    past: Array | int = 0,
    key_lengths: Array | int | None = None,
) -> Checked:
    """The options of `attend`, once they fit; raises ValueError naming the argument otherwise.

    To be called by the public function itself, so that a warning names the line of its caller.
    """
    _check_arrays(q, k, v)
    group = _check_shapes(q, k, v)
    n_key = k.shape[-2]
    return Checked(
        group=group,
        mask=None if mask is None else masks.checked(mask, q, (*q.shape[:-1], n_key)),
        causal=causal,
        window=None if window is None else count("window", window, least=1),
        factor=default_scale(q.shape[-1]) if scale is None else number("scale", scale),
        cap=None if softcap is None else _above_zero("softcap", softcap),
        past=_counts("past", past, q, n_key),
        key_lengths=None if key_lengths is None else _counts("key_lengths", key_lengths, q, n_key),
    )


def of_entry(counts: Array, batch: Sequence[int]) -> int:
    """The past or the key lengths of one batch entry, from those that `Checked` has of all."""
    count: int = int(counts if counts.ndim == 0 else counts[(*batch, 0, 0, 0)])
    return count


def default_scale(d_head: int) -> float:
    """1 / sqrt(d_head), and 1 for heads of no width, whose scores are all 0."""
    return 1 / math.sqrt(max(d_head, 1))


def count(name: str, value: Array | int, least: int = 0) -> int:
    """A whole number of at least so many. Raises ValueError naming the argument."""
    try:
        number = operator.index(value)
    except TypeError:
        raise ValueError(f"{name} is {value!r}; it must be a whole number") from None
    if isinstance(value, bool) or number < least:
        raise ValueError(f"{name} is {value!r}; it must be {least} or more")
    return number


def number(name: str, value: float) -> float:
    """A finite number. Raises ValueError naming the argument."""
    try:
        result = float(value)
    except (TypeError, ValueError):
        result = math.nan
    if not math.isfinite(result):
        raise ValueError(f"{name} is {value!r}; it must be a finite number")
    return result


def _above_zero(name: str, value: float) -> float:
    result = number(name, value)
    if result <= 0:
        raise ValueError(f"{name} is {value!r}; it must be above 0")
    return result


def _check_arrays(q: Array, k: Array, v: Array) -> None:
    for name, array in (("q", q), ("k", k), ("v", v)):
        if not is_array(array):
            raise ValueError(f"{name} is a {type(array).__name__}; attention needs an array")
    try:
        xp = array_namespace(q, k, v)
    except TypeError:
        kinds = ", ".join(f"{type(array).__module__}.{type(array).__name__}" for array in (q, k, v))
        raise ValueError(f"q, k and v are of different libraries: {kinds}") from None
    for name, array in (("q", q), ("k", k), ("v", v)):
        if not xp.isdtype(array.dtype, "real floating"):
            raise ValueError(
                f"{name} has dtype {array.dtype}; attention needs a floating-point dtype"
            )
        if array.dtype != q.dtype:
            raise ValueError(f"{name} has dtype {array.dtype} and q {q.dtype}; they must be equal")


def _check_shapes(q: Array, k: Array, v: Array) -> int:
    """How many query heads share a key head."""
    for name, array in (("q", q), ("k", k), ("v", v)):
        if array.ndim < 3:
            raise ValueError(
                f"{name} has {array.ndim} axes; attention needs at least 3: (heads, length, d_head)"
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
    if 0 in {n_heads, n_kv_heads} or n_heads % n_kv_heads:
        raise ValueError(
            f"q has {n_heads} heads, which the {n_kv_heads} heads of k do not divide evenly"
        )
    return int(n_heads // n_kv_heads)


def _counts(name: str, value: Array | int, q: Array, n_key: int) -> Array:
    """An integer or one per batch entry as an array that broadcasts to (..., head, query, key)."""
    xp = array_namespace(q)
    batch = tuple(q.shape[:-3])
    if getattr(value, "ndim", 0) == 0 and not isinstance(value, (list, tuple)):
        counts = xp.asarray(count(name, value), device=device(q))
    else:
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
        counts = xp.reshape(counts, (*batch, 1, 1, 1))
    if bool(xp.any(counts > n_key)):
        raise ValueError(f"{name} has {int(xp.max(counts))}, but k has {n_key} keys")
    return counts
