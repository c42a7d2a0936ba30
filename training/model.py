"""The transformer that is trained: pre-norm encoder blocks and a masked-token head."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor, nn


@dataclass(frozen=True)
class Shape:
    """The sizes of a model; `layer_norm_eps` is added to the variance in each layer norm."""

    vocabulary: int
    n_layers: int = 2
    n_heads: int = 4
    d_model: int = 64
    d_feed_forward: int = 256
    max_length: int = 64
    layer_norm_eps: float = 1e-5

    @property
    def d_head(self) -> int:
        """The width of one head."""
        return self.d_model // self.n_heads

    def as_dict(self) -> dict[str, Any]:
        """The sizes as they are written to config.json."""
        return asdict(self)


@dataclass(frozen=True)
class Output:
    """hidden: (text, token, d_model), before the head; one entry a layer in `weights`,
    (text, head, query, key), and in `log_weights`, their logarithms.
    """

    hidden: Tensor
    weights: tuple[Tensor, ...]
    log_weights: tuple[Tensor, ...]


def sinusoids(length: int, d_model: int, base: float = 10000.0) -> Tensor:
    """PE(pos, 2i) = sin(pos / base^(2i/d_model)), PE(pos, 2i+1) = cos of the same.

    (position, d_model). Source: Vaswani et al. 2017, section 3.5.
    """
    angles = torch.arange(length)[:, None] / base ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack((angles.sin(), angles.cos()), dim=-1).reshape(length, d_model)


class Attention(nn.Module):
    """Multi-head self-attention, x @ W + b; head h owns columns h*d_head and on."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.n_heads, self.d_head = shape.n_heads, shape.d_head
        for name in ("q", "k", "v", "o"):
            weight = torch.randn(shape.d_model, shape.d_model) * shape.d_model**-0.5
            self.register_parameter(f"w_{name}", nn.Parameter(weight))
            self.register_parameter(f"b_{name}", nn.Parameter(torch.zeros(shape.d_model)))

    def forward(self, x: Tensor, blocked: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """x: (text, token, d_model), blocked: (text, 1, 1, key) -> output, weights, their logs."""
        n, t, _ = x.shape
        q, k, v = (
            (x @ getattr(self, f"w_{name}") + getattr(self, f"b_{name}"))
            .view(n, t, self.n_heads, self.d_head)
            .transpose(1, 2)
            for name in "qkv"
        )
        scores = q @ k.transpose(-2, -1) / self.d_head**0.5
        log_weights = scores.masked_fill(blocked, -1e30).log_softmax(-1)
        weights = log_weights.exp()
        concat = (weights @ v).transpose(1, 2).reshape(n, t, -1)
        return concat @ self.w_o + self.b_o, weights, log_weights


class FeedForward(nn.Module):
    """x -> gelu(x @ w_1 + b_1) @ w_2 + b_2, GELU in its tanh form."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        d, f = shape.d_model, shape.d_feed_forward
        self.w_1 = nn.Parameter(torch.randn(d, f) * d**-0.5)
        self.b_1 = nn.Parameter(torch.zeros(f))
        self.w_2 = nn.Parameter(torch.randn(f, d) * f**-0.5)
        self.b_2 = nn.Parameter(torch.zeros(d))

    def forward(self, x: Tensor) -> Tensor:
        """x: (text, token, d_model) -> the same shape."""
        return nn.functional.gelu(x @ self.w_1 + self.b_1, approximate="tanh") @ self.w_2 + self.b_2


class Block(nn.Module):
    """x + attention(norm_1(x)), then x + feed_forward(norm_2(x))."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.norm_1 = nn.LayerNorm(shape.d_model, shape.layer_norm_eps)
        self.attention = Attention(shape)
        self.norm_2 = nn.LayerNorm(shape.d_model, shape.layer_norm_eps)
        self.feed_forward = FeedForward(shape)

    def forward(self, x: Tensor, blocked: Tensor, drop: float) -> tuple[Tensor, Tensor, Tensor]:
        """x: (text, token, d_model) -> the same shape, weights and their logs."""
        y, weights, log_weights = self.attention(self.norm_1(x), blocked)
        x = x + nn.functional.dropout(y, drop, self.training)
        y = self.feed_forward(self.norm_2(x))
        return x + nn.functional.dropout(y, drop, self.training), weights, log_weights


class Tiny(nn.Module):
    """Embedding plus sinusoids, blocks, a last norm, and the embedding transposed as the head."""

    positions: Tensor

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.embedding = nn.Embedding(shape.vocabulary, shape.d_model)
        self.layers = nn.ModuleList(Block(shape) for _ in range(shape.n_layers))
        self.norm = nn.LayerNorm(shape.d_model, shape.layer_norm_eps)
        self.head_bias = nn.Parameter(torch.zeros(shape.vocabulary))
        # Words start smaller than positions, so that heads can tell places apart early on, and the
        # logits small, so that the first guesses are even.
        nn.init.normal_(self.embedding.weight, std=0.5)
        nn.init.constant_(self.norm.weight, 0.25)
        positions = sinusoids(shape.max_length, shape.d_model)
        self.register_buffer("positions", positions, persistent=False)

    def forward(self, ids: Tensor, padding: Tensor, drop: float = 0.0) -> Output:
        """ids and padding (True where nothing is): (text, token)."""
        x = self.embedding(ids) + self.positions[: ids.shape[1]]
        blocked, weights, log_weights = padding[:, None, None, :], [], []
        for block in self.layers:
            x, w, log_w = block(x, blocked, drop)
            weights.append(w)
            log_weights.append(log_w)
        return Output(self.norm(x), tuple(weights), tuple(log_weights))

    def logits(self, hidden: Tensor) -> Tensor:
        """hidden: (..., d_model) -> (..., vocabulary)."""
        return hidden @ self.embedding.weight.T + self.head_bias
