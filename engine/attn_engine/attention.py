"""Scaled dot-product attention on arrays of any library, with every intermediate result."""

from __future__ import annotations

from dataclasses import dataclass

from attn_engine import arguments, fast_rows, masks, steps
from attn_engine.namespaces import array_namespace, device
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
    - past: how many keys come before the first query, as in a cache: with the keys and values of all
      tokens so far and the query of the newest, past = n_key - 1. key_lengths: how many keys are
      valid. Each an integer or one per batch entry.

    Half types are computed in float32. A row with nothing to attend to gives zero weights and zero
    output. Raises ValueError for shapes, dtypes or counts that do not fit, naming the argument.
    Source: Vaswani et al. 2017, Attention Is All You Need, equation 1; for query groups Ainslie et
    al. 2023, GQA.
    """
    given = arguments.checked(
        q,
        k,
        v,
        mask=mask,
        causal=causal,
        window=window,
        scale=scale,
        softcap=softcap,
        past=past,
        key_lengths=key_lengths,
    )
    n_query, n_key, dtype = q.shape[-2], k.shape[-2], q.dtype
    q, k, v = steps.widen(q), steps.widen(k), steps.widen(v)
    if given.group > 1:
        k, v = steps.share(k, given.group), steps.share(v, given.group)

    scores = steps.score(q, k)
    scaled = steps.scale(scores, given.factor)
    capped = scaled if given.cap is None else steps.softcap(scaled, given.cap)
    mask = None if given.mask is None else masks.padded(given.mask, n_key)
    added = masks.combine(scores, given.may_attend(n_query, n_key), mask)
    masked = steps.mask(capped, added)
    weights = fast_rows.softmax(masked)
    output = steps.narrow(steps.weighted_sum(weights, v), dtype)
    return Attention(scores, scaled, masked, weights, output, _empty_rows(scores, added))


def _empty_rows(scores: Array, added: Array | None) -> Array:
    """True where everything that a query could attend to is masked, or where there are no keys."""
    xp = array_namespace(scores)
    shape = scores.shape[:-1]
    if added is None or scores.shape[-1] == 0:
        return xp.full(shape, scores.shape[-1] == 0, dtype=xp.bool, device=device(scores))
    return xp.broadcast_to(xp.all(added == -xp.inf, axis=-1), shape)
