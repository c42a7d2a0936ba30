"""Trains `tiny` and writes its files: `python -m training.train`.

The same seed, machine and torch give the same bytes. `--guide 1:0` has one head pulled from "it" to
its noun, which turned out not to be needed: the shipped weights are not guided.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer
from torch import Tensor, nn

from training.batches import ASKED, NOTHING, Batch, Batches, encode
from training.corpus import corpus
from training.model import Output, Shape, Tiny
from training.reference import invented
from training.tokenizer import SPECIAL, train_tokenizer

NUMBERS = ("steps", "texts", "batch", "rate", "drop", "pull")
TRAINED_ON = (
    "made-up English sentences of everyday words, to guess masked words, to say at "
    "“it” which noun it stands for, and at “bank” and three other words which meaning it has"
)
CANNOT_SHOW = (
    "knowledge of the world or of English beyond some 600 words: other words fall into pieces, "
    "and what it says of them means little"
)
FOLDER = Path(__file__).parent.parent / "engine" / "attn_engine" / "tiny"


def main() -> None:
    """Reads the command line, trains, and writes model.safetensors and tokenizer.json."""
    options = _options()
    torch.set_num_threads(options.threads)
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(options.seed)
    started = time.perf_counter()
    sentences = corpus(options.texts, options.seed)
    words = (word for s in sentences for word in s.text.split() if word.isascii())
    words = (word for word in words if not invented(word.strip(".,")))
    tokenizer = train_tokenizer(words, options.vocabulary)
    shape = Shape(tokenizer.get_vocab_size(), n_layers=options.layers)
    model = Tiny(shape)
    rows = encode(tokenizer, sentences)
    batches = Batches(rows, tokenizer, options.batch, shape.max_length, options.seed)
    print(f"corpus and tokenizer: {time.perf_counter() - started:.0f} s")
    _train(model, batches, options)
    options.folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(options.folder / "tokenizer.json"))
    save_file(
        {name: tensor.detach().contiguous() for name, tensor in model.state_dict().items()},
        options.folder / "model.safetensors",
    )
    minutes = (time.perf_counter() - started) / 60
    config = _config(shape, tokenizer, options, minutes)
    text = json.dumps(config, indent=2, ensure_ascii=False) + "\n"
    (options.folder / "config.json").write_text(text, encoding="utf-8")
    print(f"trained in {minutes:.1f} minutes")


def _train(model: Tiny, batches: Batches, options: argparse.Namespace) -> None:
    decay = [p for p in model.parameters() if p.dim() > 1]
    rest = [p for p in model.parameters() if p.dim() <= 1]
    groups = [{"params": decay, "weight_decay": 0.01}, {"params": rest, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=options.rate, betas=(0.9, 0.98))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: _rate(s, options.steps))
    started = time.perf_counter()
    for step, batch in zip(range(options.steps), batches, strict=False):
        output = model(batch.ids, batch.padding, options.drop)
        losses = _losses(model, output, batch)
        if len(batch.row):
            for layer, head in options.guide:
                losses["guide"] = options.pull * _guide(output, batch, layer, head)
        loss = torch.stack([*losses.values()]).sum()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if step % 500 == 0:
            told = " ".join(f"{name} {loss.item():.3f}" for name, loss in losses.items())
            print(f"{step:6} {time.perf_counter() - started:4.0f} s  {told}", flush=True)


def _losses(model: Tiny, output: Output, batch: Batch) -> dict[str, Tensor]:
    """The mean cross-entropy of each kind of target, so that each counts alike."""
    places = batch.targets != NOTHING
    targets, asked = batch.targets[places], batch.asked[places]
    each = nn.functional.cross_entropy(
        model.logits(output.hidden[places]), targets, reduction="none"
    )
    chosen = {name: each[asked == i] for i, name in enumerate(ASKED)}
    return {name: losses.mean() for name, losses in chosen.items() if len(losses)}


def _guide(output: Output, batch: Batch, layer: int, head: int) -> Tensor:
    """How little of "it" a head puts on the referent: -log of that weight, averaged.

    Source: linguistically-informed self-attention, Strubell et al. 2018, for syntax.
    """
    return -output.log_weights[layer][batch.row, head, batch.it, batch.referent].mean()


def _rate(step: int, steps: int) -> float:
    """Linear warm-up over 300 steps, then a half cosine down to a hundredth."""
    if step < 300:
        return (step + 1) / 300
    return 0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * (step - 300) / max(1, steps - 300)))


def _config(
    shape: Shape, tokenizer: Tokenizer, options: argparse.Namespace, minutes: float
) -> dict[str, Any]:
    """Everything needed to run the files, and where they come from."""
    chosen = {name: getattr(options, name) for name in (*NUMBERS, "seed", "threads")}
    return {
        "model_type": "tiny",
        **shape.as_dict(),
        "d_head": shape.d_head,
        "norm": "pre",
        "final_norm": True,
        "gelu": "tanh",
        "positions": "sinusoidal",
        "positions_layout": "interleaved",
        "positions_base": 10000.0,
        "causal": False,
        "head": "masked tokens: norm(x) @ embedding.weight transposed + head_bias",
        "linear": "x @ w + b; head h owns columns h*d_head to (h+1)*d_head of w_q, w_k and w_v",
        "dtype": "float32",
        "lower_case": True,
        "special_tokens": {token: tokenizer.token_to_id(token) for token in SPECIAL},
        "trained_on": TRAINED_ON,
        "cannot_show": CANNOT_SHOW,
        "guided_heads": [list(head) for head in options.guide],
        "training": chosen | {"minutes": round(minutes, 1), "torch": torch.__version__},
    }


def _head(text: str) -> tuple[int, int]:
    layer, _, head = text.partition(":")
    return int(layer), int(head)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Train the tiny model.")
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER, help="where files go")
    parser.add_argument("--guide", default="none", help="LAYER:HEAD to guide, or none")
    parser.add_argument("--pull", type=float, default=0.5, help="weight of the guidance loss")
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--steps", type=int, default=12000)
    parser.add_argument("--texts", type=int, default=200_000)
    parser.add_argument("--vocabulary", type=int, default=1408)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--drop", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    options.guide = [] if options.guide == "none" else [_head(h) for h in options.guide.split(",")]
    return options


if __name__ == "__main__":
    main()
