"""The shipped model in NumPy, straight from its files, and a check that torch agrees.

`python -m training.check_numpy [FOLDER]` prints the largest difference.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Tokenizer

Floats = NDArray[np.float32]
FOLDER = Path(__file__).parent.parent / "engine" / "attn_engine" / "tiny"


@dataclass(frozen=True)
class Run:
    """One text through the model.

    starts: character at which a token starts -> that token (the first of those that share it).
    states: what enters layer 0 and what leaves each layer, (token, d_model) each; weights: one a
    layer, (head, query, key); logits: (token, vocabulary).
    """

    ids: list[int]
    tokens: list[str]
    starts: dict[int, int]
    states: list[Floats]
    weights: list[Floats]
    logits: Floats

    @property
    def table(self) -> Floats:
        """All weights: (layer, head, query, key)."""
        return np.stack(self.weights)


class NumpyTiny:
    """The forward pass from model.safetensors, tokenizer.json and config.json alone."""

    def __init__(self, folder: Path) -> None:
        self.tensors: dict[str, Floats] = load_file(folder / "model.safetensors")
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        vocabulary = self.tokenizer.get_vocab()
        self.ids: dict[str, int] = vocabulary
        self.pieces: list[str] = sorted(vocabulary, key=lambda piece: vocabulary[piece])

    def __call__(self, text: str, masked: Collection[int] = ()) -> Run:
        """The run of a text, the tokens at the `masked` places replaced by [MASK]."""
        encoding = self.tokenizer.encode(text)
        ids = [self.ids["[MASK]"] if i in masked else id_ for i, id_ in enumerate(encoding.ids)]
        starts: dict[int, int] = {}
        for i, (start, _) in enumerate(encoding.offsets):
            starts.setdefault(start, i)
        x = self.tensors["embedding.weight"][ids] + self.positions(len(ids))
        states, weights = [x], []
        for layer in range(self.config["n_layers"]):
            x, w = self._block(x, f"layers.{layer}.")
            states.append(x)
            weights.append(w)
        logits = self._norm(x, "norm.") @ self.tensors["embedding.weight"].T
        tokens = [self.pieces[i] for i in ids]
        return Run(ids, tokens, starts, states, weights, logits + self.tensors["head_bias"])

    def positions(self, length: int) -> Floats:
        """Sinusoids, sine and cosine interleaved: (position, d_model)."""
        d = self.config["d_model"]
        angles = np.arange(length)[:, None] / 10000.0 ** (np.arange(0, d, 2) / d)
        return np.stack((np.sin(angles), np.cos(angles)), -1).reshape(length, d).astype(np.float32)

    def _block(self, x: Floats, name: str) -> tuple[Floats, Floats]:
        y, weights = self._attention(self._norm(x, name + "norm_1."), name + "attention.")
        x = x + y
        h = self._linear(self._norm(x, name + "norm_2."), name + "feed_forward.", "1")
        h = 0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))
        return x + self._linear(h.astype(np.float32), name + "feed_forward.", "2"), weights

    def _attention(self, x: Floats, name: str) -> tuple[Floats, Floats]:
        heads = (len(x), self.config["n_heads"], -1)
        q, k, v = (self._linear(x, name, part).reshape(heads).swapaxes(0, 1) for part in "qkv")
        scores = q @ k.swapaxes(-2, -1) / np.float32(q.shape[-1] ** 0.5)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        return self._linear((weights @ v).swapaxes(0, 1).reshape(x.shape), name, "o"), weights

    def _linear(self, x: Floats, name: str, part: str) -> Floats:
        product: Floats = x @ self.tensors[f"{name}w_{part}"]
        return product + self.tensors[f"{name}b_{part}"]

    def _norm(self, x: Floats, name: str) -> Floats:
        spread = np.sqrt(x.var(-1, keepdims=True) + np.float32(self.config["layer_norm_eps"]))
        centred: Floats = (x - x.mean(-1, keepdims=True)) / spread
        return centred * self.tensors[name + "weight"] + self.tensors[name + "bias"]


def largest_difference(folder: Path, texts: list[str]) -> float:
    """The largest difference between this pass and torch's over texts, in logits and weights.

    Differences are divided by the largest logit or weight of the text where that is over 1.
    """
    import torch  # noqa: PLC0415

    from training.model import Shape, Tiny  # noqa: PLC0415

    ours = NumpyTiny(folder)
    c = ours.config
    shape = Shape(c["vocabulary"], c["n_layers"], c["n_heads"], c["d_model"], c["d_feed_forward"])
    theirs = Tiny(shape).eval()
    theirs.load_state_dict({name: torch.tensor(t) for name, t in ours.tensors.items()})
    worst = 0.0
    for text in texts:
        run = ours(text)
        ids = torch.tensor([ours.tokenizer.encode(text).ids])
        with torch.no_grad():
            output = theirs(ids, torch.zeros_like(ids, dtype=torch.bool))
            pairs = [
                (run.logits, theirs.logits(output.hidden)),
                *zip(run.weights, output.weights, strict=True),
            ]
        for got, wanted in ((a, b[0].numpy()) for a, b in pairs):
            largest = max(1.0, float(np.abs(wanted).max()))
            worst = max(worst, float(np.abs(got - wanted).max()) / largest)
    return worst


if __name__ == "__main__":
    from training.corpus import corpus

    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    difference = largest_difference(folder, [s.text for s in corpus(50, seed=1)])
    print(f"largest difference from torch over 50 texts: {difference:.1e}")
    sys.exit(difference > 1e-5)
