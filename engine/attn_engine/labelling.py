"""From bare arrays to matrices with named, labelled axes, and from these to the ten steps."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from attn_engine.inputs import Inputs
from attn_engine.matrix import Array, Matrix
from attn_engine.recorder import Recorder
from attn_engine.stages import (
    MATRIX_AXES,
    MATRIX_KINDS,
    PLAIN_MATRICES,
    STAGE_KEYS,
    STAGE_MATRICES,
    STAGE_RESULTS,
    Stage,
    Variant,
)


def token_arrays(inputs: Inputs) -> dict[str, Array]:
    """The arrays that follow from the tokens alone, by name."""
    ids = np.array([token.id for token in inputs.tokens])
    one_hot = np.zeros((len(ids), len(inputs.words)), np.float32)
    one_hot[np.arange(len(ids)), ids] = 1
    spans = np.array([(token.start, token.end) for token in inputs.tokens])
    return {"ids": ids, "spans": spans, "one_hot": one_hot}


def label_matrices(
    arrays: Mapping[str, Array],
    queries: Inputs,
    keys: Inputs,
    dimensions: tuple[str, ...],
    variant: Variant,
) -> dict[str, Matrix]:
    """Each array with its axes named and labelled; an axis without names of its own is numbered.

    In self-attention `queries` and `keys` are the same.
    """
    texts, key_texts = (tuple(token.text for token in side.tokens) for side in (queries, keys))
    n_heads, _, d_head = arrays["z"].shape
    known = {
        "token": texts,
        "query": texts,
        "key": key_texts,
        "edge": ("start", "end"),
        "vocabulary": queries.words,
        "d_model": dimensions,
        "head_dimension": tuple(f"h{h}.{i}" for h in range(n_heads) for i in range(d_head)),
    }
    if variant == "plain":  # its one head has the dimensions of the vectors themselves
        known |= {"d_head": dimensions, "head_dimension": dimensions}

    def labels(axis: str, size: int) -> tuple[str, ...]:
        return known[axis] if axis in known else tuple(map(str, range(size)))

    return {
        name: Matrix(
            name,
            array,
            MATRIX_AXES[name],
            tuple(map(labels, MATRIX_AXES[name], array.shape)),
            MATRIX_KINDS.get(name, "signed"),
        )
        for name, array in arrays.items()
    }


def make_stages(
    matrices: Mapping[str, Matrix],
    formulas: Mapping[str, str],
    variant: Variant,
    recorder: Recorder,
) -> tuple[Stage, ...]:
    """The ten steps, each with those of its matrices that there are, and what it took."""
    names = PLAIN_MATRICES if variant == "plain" else STAGE_MATRICES
    return tuple(
        Stage(
            key,
            key.capitalize(),
            formulas[key],
            tuple(matrices[name] for name in names[key] if name in matrices),
            STAGE_RESULTS[key],
            recorder.seconds[key],
            recorder.nbytes[key],
        )
        for key in STAGE_KEYS
    )
