"""Writes report.md and the jobs of the heads: `python -m training.report`.

Give `--other FOLDER` the files of another run, guided or not, to set its figures beside.
Every figure is computed by the NumPy pass from the files as they are shipped.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

from training.check_numpy import FOLDER, NumpyTiny, largest_difference
from training.corpus import corpus
from training.figures import COUNT, OTHER_SEED, SENTENCE, Figures, figures, jobs
from training.senses import SENSES

Runs = dict[str, Figures]  # a column's title -> its model


def report(folder: Path, runs: Runs, lines: list[list[str]]) -> str:
    """The Markdown of the report; `lines` are the jobs of the heads of the first run."""
    model = NumpyTiny(folder)
    shapes = {name: " x ".join(map(str, t.shape)) for name, t in sorted(model.tensors.items())}
    parts = [
        "# The tiny model: what it does on sentences it has not seen",
        "Written by `python -m training.report`; every figure comes from the shipped files through "
        "a NumPy forward pass without torch. Layers and heads count from 0.",
        _about(folder, model),
        *_it(runs),
        *_meanings(runs),
        *_others(runs),
        *_heads(next(iter(runs.values())), lines),
        "## Tensors\n`x @ w + b`; head h owns columns h*d_head to (h+1)*d_head of w_q, w_k and "
        "w_v, and these rows of w_o. Block: x + attention(norm_1(x)), then "
        "x + feed_forward(norm_2(x)); logits: norm(x) @ embedding.weight transposed + head_bias. "
        "Positions are computed.",
        _table(["name", "shape"], [[f"`{name}`", shape] for name, shape in shapes.items()]),
    ]
    return "\n\n".join(parts) + "\n"


def _about(folder: Path, model: NumpyTiny) -> str:
    c = model.config
    weights, pieces = (
        (folder / name).stat().st_size / 1e6 for name in ("model.safetensors", "tokenizer.json")
    )
    digest = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    difference = largest_difference(folder, [text.text for text in corpus(50, OTHER_SEED)])
    parameters = sum(tensor.size for tensor in model.tensors.values())
    training = dict(c["training"])
    minutes, threads = training.pop("minutes"), training.pop("threads")
    settings = ", ".join(f"{name} {value}" for name, value in training.items())
    return (
        f"- {c['n_layers']} layers of {c['n_heads']} heads, d_model {c['d_model']}, d_head "
        f"{c['d_head']}, feed-forward {c['d_feed_forward']}, {c['vocabulary']} pieces, at most "
        f"{c['max_length']} tokens: {parameters:,} numbers in {c['dtype']}, {weights:.2f} MB, and "
        f"a tokenizer of {pieces:.2f} MB.\n"
        f"- Trained on {c['trained_on']}.\n- Cannot show {c['cannot_show']}.\n"
        f"- `python -m training.train` took {minutes} minutes on {threads} CPU thread; "
        f"{settings}. sha256 of the weights: `{digest}`.\n"
        f"- As shipped: {_guidance(model)}. In a run with a guided head, that head is shown; in "
        "one without, the head that does best. Guidance is an auxiliary loss, -log of the weight "
        f"from “it” to its noun, times {training['pull']}, as linguistically-informed "
        "self-attention had for syntax (Strubell et al. 2018).\n"
        f"- Largest relative difference from torch, in logits and weights of 50 texts: "
        f"{difference:.1e}."
    )


def _it(runs: Runs) -> list[str]:
    asked = (("tired", "animal"), ("wide", "street"))
    named = [
        [
            f"{a}: weight on {n}; answer",
            *(f"{r.named[a][0]:.3f}; {r.named[a][1]}" for r in runs.values()),
        ]
        for a, n in asked
    ]
    return [
        "## What “it” stands for\n"
        "The model answers at “it”: the likeliest token there, out of the whole vocabulary. "
        f"{COUNT} sentences of each kind; clause, word order, and noun with adjective are all held "
        "out: none of these occurs in training. In the second table the clauses are those of "
        "training and both nouns are held out: no training sentence about not crossing has them.",
        _table(["held-out clauses, orders and pairs", *runs], _reference_rows(runs, "held_out")),
        _table(["held-out nouns", *runs], _reference_rows(runs, "nouns")),
        f"“{SENTENCE.format('...')}”, both pairs held out:",
        _table(["in that head", *runs], named),
    ]


def _reference_rows(runs: Runs, which: str) -> list[list[str]]:
    rows = []
    for kind in ("living", "place"):
        of = [(getattr(run, which)[kind], run.head) for run in runs.values()]
        first = [f"{_percent(f.first[head])} ({head[0]}:{head[1]})" for f, head in of]
        rows += [
            [f"{kind}: answer right in 100", *(_percent(f.answers) for f, _ in of)],
            [f"{kind}: likelier than the other noun", *(_percent(f.answers_of_two) for f, _ in of)],
            [f"{kind}: its noun has the most weight of “it”, in 100", *first],
            [f"{kind}: mean weight on it", *(f"{f.weight[head]:.3f}" for f, head in of)],
        ]
    return rows


def _meanings(runs: Runs) -> list[str]:
    parts = [
        "## Words with two meanings\n"
        f"{COUNT} held-out sentences of each word. Its input vector, a row of W_E, is the same in "
        "all of them (50.0 by guessing); after each layer, how many in 100 vectors lie nearest to "
        "the centroid of their meaning, centroids taken from training sentences. At the word the "
        "model was asked for the meaning, as it is asked for the noun at “it”; its answer is the "
        "likeliest token.",
    ]
    for title, run in runs.items():
        layers = [f"after layer {i}" for i in range(len(run.meanings["bank"].accuracy))]
        rows = [
            [f"{word}: {' or '.join(SENSES[word])}", str(found.rows)]
            + [_percent(share) for share in (*found.accuracy, found.answers)]
            for word, found in run.meanings.items()
        ]
        parts.append(_table([title, "rows of W_E", *layers, "answer right"], rows))
    return parts


def _others(runs: Runs) -> list[str]:
    rows = {
        "verb of a far subject, the noun between of the other number, held-out clauses": [
            run.verbs.right for run in runs.values()
        ],
        "a word masked in a new run of unrelated words said twice": [
            run.repeats.right for run in runs.values()
        ],
        "any masked token (one in seven) of new texts like training's, where much is free": [
            run.masked for run in runs.values()
        ],
    }
    table = [[name, *map(_percent, shares)] for name, shares in rows.items()]
    return ["## Other patterns", _table(["right in 100", *runs], table)]


def _heads(found: Figures, lines: list[list[str]]) -> list[str]:
    does = [[f"{i}:{h}", line] for i, heads in enumerate(lines) for h, line in enumerate(heads)]
    tables = {
        **{f"it to its noun ({kind})": v.weight for kind, v in found.held_out.items()},
        **{f"it to the adjective ({kind})": v.adjective for kind, v in found.held_out.items()},
        "masked verb to its subject": found.verbs.weight,
        "masked repeat to the first time": found.repeats.weight,
        "masked repeat to the token before it": found.repeats.previous,
        **found.looks,
    }
    weights = [[name, *(f"{x:.2f}" for x in table.ravel())] for name, table in tables.items()]
    return [
        "## What each head does\n"
        "Mean weights: from “it” over the held-out sentences (on its noun, in the first table, the "
        "lower of both kinds), from [MASK] in the tests above, the rest from every token of 300 "
        "new texts like those of training. Written layer:head.",
        _table(["head", "where its weight goes"], does),
        _table(["mean weight", *(head for head, _ in does)], weights),
    ]


def _guidance(model: NumpyTiny) -> str:
    guided = [f"{layer}:{head} guided" for layer, head in model.config["guided_heads"]]
    return ", ".join(guided) or "no head guided"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def main() -> None:
    """Measures, writes what the heads do into config.json, and writes report.md."""
    parser = argparse.ArgumentParser(description="Report what the tiny model does.")
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    parser.add_argument("--other", type=Path, help="the files of a run to set beside")
    options = parser.parse_args()
    model = NumpyTiny(options.folder)
    runs = {f"as shipped, {_guidance(model)}": figures(model)}
    lines = jobs(next(iter(runs.values())), model.config["guided_heads"])
    if options.other:
        other = NumpyTiny(options.other)
        runs[f"other run, {_guidance(other)}"] = figures(other)
    measured = {"it_head": list(next(iter(runs.values())).head), "jobs": lines}
    text = json.dumps(model.config | measured, indent=2, ensure_ascii=False) + "\n"
    (options.folder / "config.json").write_text(text, encoding="utf-8")
    text = report(options.folder, runs, lines)
    (options.folder / "report.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
