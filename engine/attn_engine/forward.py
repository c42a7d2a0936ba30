"""The steps run one by one, with the time and the function of each kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from attn_engine import steps
from attn_engine.attention import default_scale
from attn_engine.backends import Backend
from attn_engine.inputs import Inputs
from attn_engine.model import Layer, Model
from attn_engine.steps import Array


class Recorder:
    """Runs functions and keeps, under each step's key, which one ran and for how many seconds."""

    def __init__(self, wait: Callable[[], None]) -> None:
        self.functions: dict[str, Callable[..., Any]] = {}
        self.seconds: dict[str, float] = {}
        self._wait = wait

    def run(self, key: str, function: Callable[..., Any], *operands: Any) -> Any:  # noqa: ANN401
        """The function's result, computed to the end before the clock is stopped."""
        start = time.perf_counter()
        result = function(*operands)
        self._wait()
        self.seconds[key] = time.perf_counter() - start
        self.functions[key] = function
        return result


def run_input(
    recorder: Recorder, backend: Backend, model: Model, inputs: Inputs, *, positions: bool
) -> dict[str, Array]:
    """The arrays of steps `embed` and `position` by name; without positions P is zeros."""
    w_e = backend.array(inputs.w_e)
    ids = backend.array(np.array([token.id for token in inputs.tokens]))
    x = recorder.run("embed", steps.embed, ids, w_e)
    length = len(inputs.tokens)
    p = backend.array(model.positions(length) if positions else np.zeros((length, model.d_model)))
    return {"w_e": w_e, "x": x, "p": p, "xp": recorder.run("position", steps.position, x, p)}


def run_layer(
    recorder: Recorder, backend: Backend, h: Array, layer: Layer | None, mask: Array | None
) -> dict[str, Array]:
    """The arrays of steps `project` to `heads` by name.

    h: (token, d_model), mask: (query, key). The next layer is given "out". Without a layer attention
    is plain, which has no weights and nothing to add its result to: the next one is given "y".
    """
    run = recorder.run
    if layer is None:
        weights: dict[str, Array] = {}
        q, k, v = run("project", steps.project_plain, h)
    else:
        names = ("w_q", "w_k", "w_v", "w_o")
        weights = {name: backend.array(getattr(layer, name)) for name in names}
        q, k, v = run("project", steps.project, h, weights["w_q"], weights["w_k"], weights["w_v"])
    q32, k32, v32 = steps.widen(q), steps.widen(k), steps.widen(v)
    scores = run("score", steps.score, q32, k32)
    scaled = run("scale", steps.scale, scores, default_scale(q.shape[-1]))
    masked = run("mask", steps.mask, scaled, mask)
    softmax = run("softmax", steps.softmax, masked)
    z = steps.narrow(run("sum", steps.weighted_sum, softmax, v32), h.dtype)
    if layer is None:
        mixed = dict(zip(("concat", "y"), run("heads", steps.heads_plain, z), strict=True))
    else:
        results = run("heads", steps.heads, z, weights["w_o"], h)
        mixed = dict(zip(("concat", "y", "out"), results, strict=True))
    return {
        "h": h, **weights, "q": q, "k": k, "v": v, "scores": scores, "scaled": scaled,
        "masked": masked, "weights": softmax, "z": z, **mixed,
    }  # fmt: skip
