"""All ten steps as arrays for NumPy."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np

from attn_tui.export.walk import Walk, facts


def walk_as_npz(walk: Walk) -> bytes:
    """Every matrix of every step as "step.matrix" ("score.scores"), all heads, read by `numpy.load`.

    "tokens" and "key_tokens" are the texts of the tokens. "metadata" is a string of JSON: what was
    computed and how, and "axes", the names of the axes of each array.
    """
    arrays: dict[str, Any] = {}
    axes: dict[str, tuple[str, ...]] = {}
    for stage in walk.trace:
        for matrix in stage.matrices:
            name = f"{stage.key}.{matrix.name}"
            arrays[name], axes[name] = matrix.values, matrix.axes
    arrays["tokens"] = np.array([token.text for token in walk.trace.tokens])
    arrays["key_tokens"] = np.array([token.text for token in walk.trace.key_tokens])
    arrays["metadata"] = np.array(json.dumps({"schema": 1, **facts(walk), "axes": axes}))
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue()
