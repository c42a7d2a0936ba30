"""A text on its way through one layer of attention, with every matrix of every step kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from attn_engine.backends import backend_of
from attn_engine.explain import explain_cell
from attn_engine.explanation import Explanation
from attn_engine.failures import failures_told
from attn_engine.formulas import formulas
from attn_engine.forward import Forward
from attn_engine.inputs import additive_mask
from attn_engine.labelling import label_matrices, make_stages, token_arrays
from attn_engine.masks import MaskRules, parse_mask
from attn_engine.matrix import Array
from attn_engine.model import Model, Token
from attn_engine.recorder import Recorder, source_of
from attn_engine.sides import Climb, added_mask
from attn_engine.stages import STAGE_KEYS, Stage, Variant


@dataclass(frozen=True, eq=False)
class Trace:
    """The ten steps of one text through one layer; `trace["softmax"]` is one, iterating gives all.

    `model` is what was traced, `layer` which of its layers (from 0), `mask` the mask as written;
    `variant` "plain" is attention without weight matrices; `positions` False put zeros for P. `below`
    holds the inputs of layers 0 to `layer` where `forward` computed them. `peak_memory` is the most
    bytes that its device had in use meanwhile, weights and all, None where it cannot tell.

    `keys` is the other text whose keys and values are attended to, `key_tokens` its tokens; in
    self-attention `keys` is None and `key_tokens` are `tokens`.
    """

    text: str
    tokens: tuple[Token, ...]
    keys: str | None
    key_tokens: tuple[Token, ...]
    model: Model = field(repr=False)
    layer: int
    mask: str | None
    variant: Variant
    positions: bool
    stages: tuple[Stage, ...] = field(repr=False)
    functions: dict[str, tuple[Callable[..., Any], ...]] = field(repr=False)
    forward: Forward = field(repr=False)
    below: tuple[Any, ...] = field(repr=False)
    peak_memory: int | None = None

    @property
    def backend(self) -> str:
        """The name of the library that computed the trace."""
        return self.model.backend

    @property
    def device(self) -> str:
        """The device on which the trace was computed."""
        return self.model.device

    @property
    def dtype(self) -> str:
        """The dtype in which the trace was computed."""
        return self.model.dtype

    @property
    def n_heads(self) -> int:
        """How many heads the traced layer has; plain attention has one."""
        return self["score"]["scores"].shape[0]

    @property
    def n_layers(self) -> int:
        """How many layers the model has."""
        return len(self.model.layers)

    @property
    def seconds(self) -> float:
        """The time that the ten steps took; layers below the traced one are not counted."""
        return sum(stage.seconds for stage in self.stages)

    @property
    def nbytes(self) -> int:
        """The memory of the arrays that the ten steps made, where they were computed."""
        return sum(stage.nbytes for stage in self.stages)

    def __getitem__(self, key: str) -> Stage:
        return self.stages[_stage_index(key)]

    def __iter__(self) -> Iterator[Stage]:
        return iter(self.stages)

    def explain(
        self, stage: str, head: int = 0, row: int = 0, column: int = 0, matrix: str | None = None
    ) -> Explanation:
        """The arithmetic of one cell of a step; `matrix` names another than the step's result.

        Raises ValueError for a step, matrix, head, row or column that is not there.
        """
        return explain_cell(self, stage, head=head, row=row, column=column, matrix=matrix)

    def source(self, stage: str) -> str:
        """The source text of the functions that computed the step, in the order in which they ran."""
        return "\n\n".join(map(source_of, self.functions[self[stage].key]))

    def hidden(self) -> tuple[Array, ...]:
        """The input of layer 0, then the output of each layer: n_layers + 1 of (token, d_model).

        The layers above the traced one are computed when first asked for, and there a text attends to
        itself again. A norm after the last layer is left to `logits`.
        """
        return self._hidden

    def logits(self) -> Array:
        """The model's scores for each word of its vocabulary: (token, vocabulary).

        Raises ValueError if the model has nothing that makes them.
        """
        output = self.model.output
        if output is None:
            raise ValueError(
                f"model {self.model.name} gives vectors, not words: it has no output layer"
            )
        hidden, backend = self._hidden[-1], self.forward.backend
        with failures_told(self.device):
            return _read_only(backend.numpy(self.forward.logits(output, backend.array(hidden))))

    @cached_property
    def _hidden(self) -> tuple[Array, ...]:
        with failures_told(self.device):
            return self._run_up()

    def _run_up(self) -> tuple[Array, ...]:
        """The vectors between the layers, from those that are computed up to the last."""
        forward, backend, heads = self.forward, self.forward.backend, self["heads"]
        if self.variant == "plain":
            above = backend.array(heads["y"].values)
        else:
            out = backend.array(heads["out"].values)
            above = forward.feed_forward(self.model.layers[self.layer], out)
        states = [*self.below, above]
        for index in range(self.layer + 1, self.n_layers):
            states.append(forward.block(index, states[-1]))
        return tuple(_read_only(backend.numpy(state)) for state in states)


def trace(
    model: Model,
    text: str,
    layer: int = 0,
    mask: str | None = None,
    *,
    variant: Variant = "learned",
    positions: bool = True,
    keys: str | None = None,
) -> Trace:
    """Run a text through a model up to one layer and keep every matrix of that layer.

    `mask` is None, "causal", "window:W", "padding:N" or several joined by "+". Raises ValueError
    for a text without tokens or with more than the model has positions for, a layer, mask or variant
    that is not there, or padding shorter than the text; DeviceError, one sentence, where the model's
    device has too little memory or is gone. A decoder is causal whatever the mask.

    `keys` is another text to attend to (cross-attention): queries come from `text`, keys and values
    from `keys`, both texts having gone up to this layer by themselves. Scores are then rectangular,
    (query, key). Padding pads the keys' text. Places are counted from the start of each text, so that
    under "causal" query i sees keys 0 to i, and under "window:W" the last W of these, which may be
    none; a decoder masks nothing here that is not asked for. For one step with a cache of keys take
    `attend`, with `past`.
    """
    rules = parse_mask(mask)
    _check(model, text, layer, variant)
    if keys is not None and not isinstance(keys, str):
        raise ValueError(f"keys is {keys!r}; give the text whose keys are attended to, or None")
    with failures_told(model.device):
        return _traced(model, text, layer, mask, rules, variant, positions, keys)


def _traced(  # noqa: PLR0917 - those of `trace`
    model: Model,
    text: str,
    layer: int,
    mask: str | None,
    rules: MaskRules,
    variant: Variant,
    positions: bool,
    keys: str | None,
) -> Trace:
    backend = backend_of(model.backend, model.device, model.dtype)
    backend.watch_memory()
    recorder = Recorder(backend.wait)
    climb = Climb(backend, model, variant, positions, layer)
    encoding = recorder.run("tokenize", model.encode, text)
    if keys is None:
        rules = replace(rules, causal=rules.causal or model.causal)
        side = other = climb.run(recorder, encoding, rules)
    else:
        side = climb.run(recorder, encoding, replace(rules, padding=None))
        other = climb.run(Recorder(lambda: None), model.encode(keys), rules, "the text of the keys")
    mask_values = additive_mask(side.inputs, other.inputs, rules)
    forward = replace(side.forward, mask=added_mask(mask_values, rules))
    weights = None if variant == "plain" else model.layers[layer]
    h_kv = None if keys is None else other.states[-1]
    arrays = side.arrays | forward.attention(recorder, weights, side.states[-1], h_kv)
    values = {name: backend.numpy(array) for name, array in arrays.items()}
    values |= {"mask": mask_values, **token_arrays(side.inputs)}
    stages = make_stages(
        label_matrices(values, side.inputs, other.inputs, model.dimensions, variant),
        formulas(model, weights, rotary="q_plain" in values, across=keys is not None),
        variant,
        recorder,
    )
    return Trace(
        text, side.inputs.tokens, keys, other.inputs.tokens, model, layer, mask, variant, positions,
        stages, recorder.functions, side.forward, side.states, backend.peak_memory(),
    )  # fmt: skip


def _read_only(array: Array) -> Array:
    array.flags.writeable = False
    return array


def _check(model: Model, text: str, layer: int, variant: str) -> None:
    if not isinstance(text, str):
        raise ValueError(f"text is {text!r}; give a text to trace")
    n_layers = len(model.layers)
    if isinstance(layer, bool) or not isinstance(layer, int) or not 0 <= layer < n_layers:
        raise ValueError(
            f"layer {layer} is not there: model {model.name} has layers 0 to {n_layers - 1}"
        )
    if variant not in ("learned", "plain"):
        raise ValueError(f"variant {variant!r} is not known; there are learned and plain")


def _stage_index(key: str) -> int:
    if key not in STAGE_KEYS:
        raise ValueError(f"there is no step {key!r}; the steps are {', '.join(STAGE_KEYS)}")
    return STAGE_KEYS.index(key)
