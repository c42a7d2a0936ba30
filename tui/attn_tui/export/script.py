"""A Python script that computes the walk again with the engine's public API, and checks it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from attn_tui.export.walk import Walk, made_with

if TYPE_CHECKING:
    from attn_engine import Matrix

TOLERANCES = {"float64": 1e-9, "float32": 1e-4, "float16": 2e-2, "bfloat16": 1e-1}
"""How far a number may be off where another processor or release computes it."""

SCRIPT = '''\
"""A walk through self-attention, computed again. Made with {made_with}.

It needs the package attn-tui, which brings attn_engine. It prints the shape of every matrix and what
one word looks at, and checks the numbers against those that were exported.
"""

import numpy as np

import attn_engine as ae

TEXT = {text}
KEYS = {keys}  # the text of keys and values; None: TEXT itself
LAYER, HEAD, ROW = {layer}, {head}, {row}  # counted from 0

model = ae.load_model({model}, backend={backend}, device={device}, dtype={dtype})
trace = ae.trace(
    model, TEXT, layer=LAYER, mask={mask}, variant={variant}, positions={positions}, keys=KEYS
)

# The ten steps with their matrices; where heads differ, the first axis counts them.
for step in trace:
    print(f"{{step.title}}: {{step.formula}}")
    for matrix in step.matrices:
        print(f"    {{matrix.name:<9}}{{matrix.shape}}  {{', '.join(matrix.axes)}}")

# What one word looks at.
weights = trace["softmax"]["weights"].values[HEAD, ROW]
print(f"\\n{{trace.tokens[ROW].text!r}} looks at, in layer {{LAYER}} head {{HEAD}}:")
for place in np.argsort(-weights, kind="stable")[:5]:
    print(f"    {{weights[place]:.3f}}  {{trace.key_tokens[place].text!r}}")

# The same attention in one call, from the queries, keys and values of the walk.
q, k, v = (trace["project"][name].values for name in "qkv")
attention = ae.attend(q, k, v, mask=trace["mask"]["mask"].values.astype(q.dtype))
assert np.allclose(attention.weights[HEAD, ROW], weights, atol={tolerance})

# (step, matrix, cell, value) as exported.
inf, nan = np.inf, np.nan
EXPORTED = [
{expected}]
for step, name, cell, value in EXPORTED:
    found = float(trace[step][name].values[cell])
    assert np.isclose(found, value, rtol={tolerance}, atol={tolerance}, equal_nan=True), (
        f"{{step}}.{{name}}{{list(cell)}} is {{found}} and was {{value}}"
    )
print(f"\\nAll {{len(EXPORTED)}} exported numbers are found again.")
'''


def as_script(walk: Walk) -> bytes:
    """The script; whatever was typed stands in it as a literal, with nothing invisible in it."""
    trace, session = walk.trace, walk.session
    row = min(session.row, len(trace.tokens) - 1)
    told = {
        "text": trace.text, "keys": trace.keys, "model": _loaded(session.model),
        "backend": trace.backend, "device": trace.device, "dtype": trace.dtype,
        "mask": trace.mask, "variant": trace.variant, "positions": trace.positions,
    }  # fmt: skip
    return SCRIPT.format(
        made_with=made_with(),
        layer=trace.layer,
        head=session.head,
        row=row,
        tolerance=TOLERANCES.get(trace.dtype, 1e-4),
        expected="".join(f"    {each!r},\n" for each in _expected(walk, row)),
        **{name: repr(value) for name, value in told.items()},
    ).encode()


def _loaded(name: str) -> str:
    """The name that loads the model from anywhere: a folder's whole path."""
    folder = Path(name).expanduser()
    return os.path.realpath(folder) if folder.is_dir() else name


def _expected(walk: Walk, row: int) -> list[tuple[str, str, tuple[int, ...], float]]:
    """Three cells of the result of each step: the first, one of the row, and the last."""
    results = ((stage, stage[stage.result]) for stage in walk.trace)
    return [
        (stage.key, matrix.name, cell, float(matrix.values[cell]))
        for stage, matrix in results
        for cell in dict.fromkeys(_cells(matrix, walk.session.head, row))
    ]


def _cells(matrix: Matrix, head: int, row: int) -> list[tuple[int, ...]]:
    last = tuple(size - 1 for size in matrix.shape)
    middle = {"head": head, "token": row, "query": row}
    along = zip(matrix.axes, matrix.shape, strict=True)
    chosen = tuple(min(middle.get(axis, size // 2), size - 1) for axis, size in along)
    return [(0,) * len(last), chosen, last]
