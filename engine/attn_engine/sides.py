"""The two sides of attention: the text that asks, and the text that is asked, mostly the same."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from attn_engine.backends import Backend
from attn_engine.forward import Arrays, Forward
from attn_engine.inputs import Inputs, additive_mask, prepare
from attn_engine.masks import MaskRules
from attn_engine.matrix import Array
from attn_engine.model import Encoding, Model
from attn_engine.recorder import Recorder
from attn_engine.stages import Variant


@dataclass(frozen=True, eq=False)
class Side:
    """A text on its way up, attending to itself, as far as the input of one layer.

    `arrays` are those of the steps `embed` and `position`; `states` the inputs of layers 0 to that
    layer, each (token, d_model).
    """

    inputs: Inputs
    forward: Forward
    arrays: Arrays
    states: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Climb:
    """How texts are taken up to a layer: where, through which model, and under which rules."""

    backend: Backend
    model: Model
    variant: Variant
    positions: bool
    layer: int

    def run(
        self, recorder: Recorder, encoding: Encoding, rules: MaskRules, what: str = "the text"
    ) -> Side:
        """Take a text up; `what` is what it is called. A decoder is causal whatever the rules.

        Raises ValueError for a text that is too short or too long.
        """
        inputs = prepare(self.model, encoding, rules.padding, what)
        own = replace(rules, causal=rules.causal or self.model.causal)
        added = added_mask(additive_mask(inputs, inputs, own), own)
        forward = Forward(self.backend, self.model, self.variant, self.positions, added)
        arrays, first = forward.input(recorder, inputs)
        states = [first]
        for index in range(self.layer):
            states.append(forward.block(index, states[-1]))
        return Side(inputs, forward, arrays, tuple(states))


def added_mask(values: Array, rules: MaskRules) -> Array | None:
    """The mask as the mask step adds it: None where no rule masks anything."""
    return None if rules == MaskRules() else values
