"""A text on its way through one layer of attention, with every matrix of every step kept."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from attn_engine import masks, steps
from attn_engine.backends import Backend, backend_of
from attn_engine.explain import Explanation, explain_cell
from attn_engine.forward import Recorder, run_layer
from attn_engine.matrix import Array, Matrix
from attn_engine.model import Encoding, Model, Token
from attn_engine.stages import (
    FORMULAS,
    MATRIX_AXES,
    MATRIX_KINDS,
    PLAIN_FORMULAS,
    STAGE_KEYS,
    STAGE_MATRICES,
    STAGE_RESULTS,
    Stage,
)

Variant = Literal["learned", "plain"]

PAD = "[PAD]"


@dataclass(frozen=True, eq=False)
class Trace:
    """The ten steps of one text through one layer; `trace["softmax"]` is a step, iterating gives all.

    `model` is what was traced, `layer` which of its layers (from 0), `mask` the mask as written;
    `variant` "plain" is attention without weight matrices; `positions` False put zeros for P.
    """

    text: str
    tokens: tuple[Token, ...]
    model: Model
    layer: int
    mask: str | None
    variant: Variant
    positions: bool
    stages: tuple[Stage, ...] = field(repr=False)
    functions: dict[str, Callable[..., Any]] = field(repr=False)

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
        return explain_cell(self, stage, head, row, column, matrix)

    def source(self, stage: str) -> str:
        """The source text of the function that computed the step, as it ran."""
        function = self.functions[self[stage].key]
        try:
            return textwrap.dedent(inspect.getsource(function))
        except (OSError, TypeError):
            return f"# The source of {function!r} is not in a file."


def trace(
    model: Model,
    text: str,
    layer: int = 0,
    mask: str | None = None,
    variant: Variant = "learned",
    positions: bool = True,
) -> Trace:
    """Run a text through a model up to one layer and keep every matrix of that layer.

    `mask` is None, "causal", "window:W", "padding:N" or several joined by "+". Raises ValueError for
    a text without tokens, a layer, mask or variant that is not there, or padding shorter than the
    text.
    """
    rules = masks.parse_mask(mask)
    _check(model, text, layer, variant)
    backend = backend_of(model.backend, model.device, model.dtype)
    recorder = Recorder(backend.wait)
    encoding = recorder.run("tokenize", model.encode, text)
    if not encoding.tokens:
        raise ValueError("The text gives no tokens; write at least one word.")
    n_text = len(encoding.tokens)
    tokens, words, w_e = _continued(model, encoding, rules.padding)
    arrays = _embedded(recorder, backend, model, tokens, w_e, positions)
    arrays["mask"] = _mask(backend, len(tokens), n_text, rules)
    h = arrays["xp"]
    for index in range(layer + 1):
        weights = None if variant == "plain" else model.layers[index]
        arrays |= run_layer(recorder, backend, h, weights, arrays["mask"])
        h = arrays["out"]
    values = {name: backend.numpy(array) for name, array in arrays.items()}
    values |= _integers(tokens, len(words))
    if variant == "plain":
        del values["out"]
    matrices = _matrices(values, tokens, words, model.dimensions, variant)
    stages = tuple(_stage(key, matrices, variant, recorder.seconds[key]) for key in STAGE_KEYS)
    return Trace(
        text, tokens, model, layer, mask, variant, positions, stages, recorder.functions
    )  # fmt: skip


def _check(model: Model, text: str, layer: int, variant: str) -> None:
    if not isinstance(text, str) or not text.strip():
        raise ValueError("There is no text to trace; write at least one word.")
    n_layers = len(model.layers)
    if isinstance(layer, bool) or not isinstance(layer, int) or not 0 <= layer < n_layers:
        raise ValueError(
            f"layer {layer} is not there: model {model.name} has layers 0 to {n_layers - 1}"
        )
    if variant not in ("learned", "plain"):
        raise ValueError(f"variant {variant!r} is not known; there are learned and plain")


def _continued(
    model: Model, encoding: Encoding, padding: int | None
) -> tuple[tuple[Token, ...], tuple[str, ...], Array]:
    """Tokens, vocabulary and W_E with the words made up for this text and the padding."""
    tokens, words = encoding.tokens, model.vocabulary + encoding.extra_words
    rows = [model.table] if encoding.extra_rows is None else [model.table, encoding.extra_rows]
    if padding is not None:
        if padding < len(tokens):
            raise ValueError(
                f"mask padding:{padding} is shorter than the text, which has {len(tokens)} tokens"
            )
        if PAD not in words:
            words += (PAD,)
            rows.append(np.zeros((1, model.d_model), model.table.dtype))
        end = max(token.end for token in tokens)
        pad = Token(PAD, words.index(PAD), end, end, special=True)
        tokens += (pad,) * (padding - len(tokens))
    w_e = np.concatenate(rows, axis=0) if len(rows) > 1 else model.table
    return tokens, words, w_e


def _embedded(
    recorder: Recorder, backend: Backend, model: Model, tokens: tuple[Token, ...], w_e: Array,
    positions: bool,
) -> dict[str, steps.Array]:  # fmt: skip
    """The arrays of steps `embed` and `position` by name."""
    table = backend.array(w_e)
    ids = backend.array(np.array([token.id for token in tokens]))
    x = recorder.run("embed", steps.embed, ids, table)
    shape = (len(tokens), model.d_model)
    p = backend.array(np.asarray(model.positions(len(tokens))) if positions else np.zeros(shape))
    return {"w_e": table, "x": x, "p": p, "xp": recorder.run("position", steps.position, x, p)}


def _mask(backend: Backend, n_tokens: int, n_text: int, rules: masks.MaskRules) -> steps.Array:
    """What the mask step adds: (query, key), 0 where a query may attend and -inf elsewhere."""
    place = np.arange(n_tokens)
    key_lengths = None if rules.padding is None else n_text
    may = masks.allowed((place[:, None], place), rules.causal, rules.window, key_lengths)
    nothing = np.zeros((n_tokens, n_tokens), np.float32)
    return backend.array(nothing if may is None else masks.additive(may, nothing))


def _integers(tokens: tuple[Token, ...], n_words: int) -> dict[str, Array]:
    """The matrices that come from the tokens alone."""
    ids = np.array([token.id for token in tokens])
    one_hot = np.zeros((len(tokens), n_words), np.float32)
    one_hot[np.arange(len(tokens)), ids] = 1
    spans = np.array([(token.start, token.end) for token in tokens])
    return {"ids": ids, "spans": spans, "one_hot": one_hot}


def _matrices(
    values: dict[str, Array], tokens: tuple[Token, ...], words: tuple[str, ...],
    dimensions: tuple[str, ...], variant: Variant,
) -> dict[str, Matrix]:  # fmt: skip
    """Each array with its axes named and labelled."""
    texts = tuple(token.text for token in tokens)
    n_heads, _, d_value = values["z"].shape
    concat = tuple(f"h{head}.{index}" for head in range(n_heads) for index in range(d_value))
    known = {
        "token": texts, "query": texts, "key": texts, "vocabulary": words, "edge": ("start", "end"),
        "d_model": dimensions, "head_dimension": concat,
    }  # fmt: skip
    if variant == "plain":
        known |= {"d_head": dimensions, "head_dimension": dimensions}
    matrices = {}
    for name, array in values.items():
        axes = MATRIX_AXES[name]
        labels = tuple(
            known[axis] if axis in known else tuple(str(index) for index in range(size))
            for axis, size in zip(axes, array.shape, strict=True)
        )
        kind = MATRIX_KINDS.get(name, "signed")
        matrices[name] = Matrix(name, array, axes, labels, kind)
    return matrices


def _stage(key: str, matrices: dict[str, Matrix], variant: Variant, seconds: float) -> Stage:
    formula = (PLAIN_FORMULAS if variant == "plain" else FORMULAS)[key]
    if variant == "plain" and key == "heads":
        names: tuple[str, ...] = ("concat", "y")
    else:
        names = tuple(name for name in STAGE_MATRICES[key] if name in matrices)
    found = tuple(matrices[name] for name in names)
    return Stage(key, key.capitalize(), formula, found, STAGE_RESULTS[key], seconds)


def _stage_index(key: str) -> int:
    if key not in STAGE_KEYS:
        raise ValueError(f"there is no step {key!r}; the steps are {', '.join(STAGE_KEYS)}")
    return STAGE_KEYS.index(key)
