"""A text on its way up: the input of layer 0, then one block after the other, on a backend.

A block is attention, which is the steps `project` to `heads`, and the feed-forward half after it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attn_engine import steps
from attn_engine.arguments import default_scale
from attn_engine.backends import Backend
from attn_engine.feed_forward import bend, feed_forward, linear
from attn_engine.inputs import Inputs
from attn_engine.matrix import Array as NumpyArray
from attn_engine.model import Layer, Model, Norm, Output
from attn_engine.positions import rotary_turns
from attn_engine.recorder import Recorder
from attn_engine.stages import Variant
from attn_engine.steps import Array

Arrays = dict[str, Array]
"""The arrays of some steps by name."""


@dataclass(frozen=True, eq=False)
class Forward:
    """How one text goes through a model: where it is computed, and what holds in every layer.

    `mask` is (query, key) and None where nothing is masked. Without `positions` P is zeros and
    nothing is turned: no token knows its place.
    """

    backend: Backend
    model: Model
    variant: Variant
    positions: bool
    mask: NumpyArray | None

    def input(self, recorder: Recorder, inputs: Inputs) -> tuple[Arrays, Array]:
        """The arrays of steps `embed` and `position`, and the one of them that layer 0 is given."""
        model, array, run = self.model, self.backend.array, recorder.run
        length = len(inputs.tokens)
        w_e = array(inputs.w_e)
        ids = array(np.array([token.id for token in inputs.tokens]))
        x = run("embed", steps.embed, ids, w_e)
        zeros = np.zeros((length, model.d_model))
        p = array(model.positions(length) if self.positions else zeros)
        arrays = {"w_e": w_e, "x": x, "p": p, "xp": run("position", steps.position, x, p)}
        if model.type_row is not None:
            arrays["t"] = array(np.broadcast_to(model.type_row, zeros.shape))
            arrays["xp"] = run("position", steps.add_type, arrays["xp"], array(model.type_row))
        if model.embedding_norm is None:
            return arrays, arrays["xp"]
        arrays["xp_norm"] = self._norm(recorder, "position", model.embedding_norm, arrays["xp"])
        return arrays, arrays["xp_norm"]

    def attention(
        self, recorder: Recorder, layer: Layer | None, h: Array, h_kv: Array | None = None
    ) -> Arrays:
        """The arrays of steps `project` to `heads` for h: (token, d_model), among them "out".

        Keys and values are of h as well, or of another text's h_kv: (key, d_model). Without a layer
        attention is plain: it has no weights and nothing to add its result to, so that "y" takes the
        place of "out".
        """
        arrays = self._project(recorder, layer, h, h_kv)
        arrays |= self._attend(recorder, arrays["q"], arrays["k"], arrays["v"])
        return arrays | self._heads(recorder, layer, arrays["z"], h)

    def feed_forward(self, layer: Layer, out: Array) -> Array:
        """What a layer makes of the result of its attention half: (token, d_model)."""
        block, norm, array = layer.feed_forward, layer.norm_feed_forward, self.backend.array
        if block is None:
            return out
        given = self._quiet_norm(norm, out) if self.model.norms == "pre" else out
        b_in, b_out = (None if b is None else array(b) for b in (block.b_in, block.b_out))
        w_in, w_out = array(block.w_in), array(block.w_out)
        added = out + feed_forward(given, w_in, b_in, w_out, b_out, activation=block.activation)
        return self._quiet_norm(norm, added) if self.model.norms == "post" else added

    def block(self, index: int, h: Array) -> Array:
        """A whole layer with none of its arrays kept: (token, d_model) -> (token, d_model)."""
        if self.variant == "plain":
            return self.attention(self._quiet(), None, h)["y"]
        layer = self.model.layers[index]
        return self.feed_forward(layer, self.attention(self._quiet(), layer, h)["out"])

    def logits(self, output: Output, h: Array) -> Array:
        """A score for each word of the vocabulary: (token, vocabulary)."""
        array = self.backend.array
        h = self._quiet_norm(self.model.final_norm, h)
        if output.dense is not None:
            b_dense = None if output.b_dense is None else array(output.b_dense)
            h = bend(linear(h, array(output.dense), b_dense), output.activation)
        h = self._quiet_norm(output.norm, h)
        return linear(h, array(output.w), None if output.b is None else array(output.b))

    def _project(
        self, recorder: Recorder, layer: Layer | None, h: Array, h_kv: Array | None
    ) -> Arrays:
        run, array = recorder.run, self.backend.array
        arrays = {"h": h} if h_kv is None else {"h": h, "h_kv": h_kv}
        given = list(arrays.values())
        if layer is None:
            plain = steps.project_plain if h_kv is None else steps.project_plain_across
            return arrays | dict(zip("qkv", run("project", plain, *given), strict=True))
        if self.model.norms == "pre" and layer.norm_attention is not None:
            given = [self._norm(recorder, "project", layer.norm_attention, x) for x in given]
            arrays |= dict(zip(("n", "n_kv"), given, strict=False))
        weights = {name: array(getattr(layer, name)) for name in ("w_q", "w_k", "w_v")}
        learned = steps.project if h_kv is None else steps.project_across
        results = run("project", learned, *given, *weights.values())
        arrays |= weights | dict(zip("qkv", results, strict=True))
        for name in ("q", "k", "v"):
            bias = getattr(layer, f"b_{name}")
            if bias is not None:
                arrays[f"b_{name}"] = array(bias)
                arrays[name] = run(
                    "project", steps.add_head_bias, arrays[name], arrays[f"b_{name}"]
                )
        if self.model.rotary is None or not self.positions:
            return arrays
        rotate = steps.rotate_pairs if self.model.rotary.interleaved else steps.rotate_halves
        for name in ("q", "k"):
            length = arrays[name].shape[-2]
            turns = [array(turn) for turn in rotary_turns(length, self.model.rotary)]
            arrays[f"{name}_plain"] = arrays[name]
            arrays[name] = run("project", rotate, arrays[name], *turns)
        return arrays

    def _attend(self, recorder: Recorder, q: Array, k: Array, v: Array) -> Arrays:
        run, group = recorder.run, q.shape[0] // k.shape[0]
        keys, values = steps.widen(k), steps.widen(v)
        if group > 1:
            keys = run("score", steps.share, keys, group)
        scores = run("score", steps.score, steps.widen(q), keys)
        scaled = run("scale", steps.scale, scores, default_scale(q.shape[-1]))
        added = None if self.mask is None else self.backend.array(self.mask)
        masked = run("mask", steps.mask, scaled, added)
        weights = run("softmax", steps.softmax, masked)
        if group > 1:
            values = run("sum", steps.share, values, group)
        z = steps.narrow(run("sum", steps.weighted_sum, weights, values), q.dtype)
        return {"scores": scores, "scaled": scaled, "masked": masked, "weights": weights, "z": z}

    def _heads(self, recorder: Recorder, layer: Layer | None, z: Array, h: Array) -> Arrays:
        run, array = recorder.run, self.backend.array
        if layer is None:
            concat, y = run("heads", steps.heads_plain, z)
            return {"concat": concat, "y": y}
        arrays = {"concat": run("heads", steps.concatenate, z), "w_o": array(layer.w_o)}
        arrays["y"] = run("heads", steps.mix, arrays["concat"], arrays["w_o"])
        if layer.b_o is not None:
            arrays["b_o"] = array(layer.b_o)
            arrays["y"] = run("heads", steps.add_bias, arrays["y"], arrays["b_o"])
        arrays["out"] = run("heads", steps.add, h, arrays["y"])
        if self.model.norms == "post" and layer.norm_attention is not None:
            arrays["added"] = arrays["out"]
            arrays["out"] = self._norm(recorder, "heads", layer.norm_attention, arrays["added"])
        return arrays

    def _norm(self, recorder: Recorder, key: str, norm: Norm, x: Array) -> Array:
        """The normalised vectors in the dtype of x, half types computed in float32."""
        weight = steps.widen(self.backend.array(norm.weight))
        bias = None if norm.bias is None else steps.widen(self.backend.array(norm.bias))
        normal = recorder.run(key, steps.layer_norm, steps.widen(x), weight, bias, norm.eps)
        return steps.narrow(normal, x.dtype)

    def _quiet_norm(self, norm: Norm | None, x: Array) -> Array:
        return x if norm is None else self._norm(self._quiet(), "", norm, x)

    def _quiet(self) -> Recorder:
        """A recorder for what is in no step that anybody sees."""
        return Recorder(lambda: None)
