"""One layer of attention, run step by step, with the time and the function of each step kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from attn_engine import steps
from attn_engine.backends import Backend
from attn_engine.model import Layer
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


def run_layer(
    recorder: Recorder, backend: Backend, h: Array, layer: Layer | None, mask: Array
) -> dict[str, Array]:
    """The arrays of steps `project` to `heads` by name; the layer's result is "out".

    h: (token, d_model), mask: (query, key). Without a layer attention is plain: no weights.
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
    scaled = run("scale", steps.scale, scores, scale_factor(q.shape[-1]))
    masked = run("mask", steps.mask, scaled, mask)
    softmax = run("softmax", steps.softmax, masked)
    z = steps.narrow(run("sum", steps.weighted_sum, softmax, v32), h)
    if layer is None:
        concat, y = run("heads", steps.heads_plain, z)
        out = y
    else:
        concat, y, out = run("heads", steps.heads, z, weights["w_o"], h)
    return {
        "h": h, **weights, "q": q, "k": k, "v": v, "scores": scores, "scaled": scaled,
        "mask": mask, "masked": masked, "weights": softmax, "z": z, "concat": concat, "y": y,
        "out": out,
    }  # fmt: skip


def scale_factor(d_head: int) -> float:
    """1 / sqrt(d_head), and 1 for heads of no width, whose scores are all 0."""
    return 1.0 / max(d_head, 1) ** 0.5
