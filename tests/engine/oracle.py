"""Attention computed one query at a time in float64: slow, plain, and none of the engine's code."""

import math

import numpy as np


def attention(q, k, v, may_attend, bias, *, scale=None, softcap=None):
    """(weights, output) for arrays with any batch axes; may_attend, bias: (..., heads, query, key)."""
    q, k, v = (np.asarray(array, dtype=np.float64) for array in (q, k, v))
    group = q.shape[-3] // k.shape[-3]
    scale = 1 / math.sqrt(q.shape[-1]) if scale is None else scale
    weights = np.zeros((*q.shape[:-1], k.shape[-2]))
    output = np.zeros((*q.shape[:-1], v.shape[-1]))
    for place in np.ndindex(q.shape[:-1]):
        *batch, head, _ = place
        keys, values = k[(*batch, head // group)], v[(*batch, head // group)]
        scores = [float(np.dot(q[place], key)) * scale for key in keys]
        if softcap is not None:
            scores = [softcap * math.tanh(score / softcap) for score in scores]
        open_keys = [j for j in range(len(keys)) if may_attend[(*place, j)]]
        if not open_keys:
            continue
        scores = {j: scores[j] + float(bias[(*place, j)]) for j in open_keys}
        top = max(scores.values())
        powers = {j: math.exp(score - top) for j, score in scores.items()}
        for j, power in powers.items():
            weights[(*place, j)] = power / sum(powers.values())
            output[place] += weights[(*place, j)] * values[j]
    return weights, output
