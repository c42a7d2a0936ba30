"""Models by their name on the Hugging Face Hub: from its cache on this machine, else downloaded."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from attn_engine.checkpoints.json_file import read_json
from attn_engine.checkpoints.tensors import INDEX, WEIGHTS

Progress: TypeAlias = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much it is in all; raises to cancel."""

_NAME = re.compile(r"[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?")


def is_hub_name(name: str) -> bool:
    """Whether the hub could have a model of that name: ORGANISATION/MODEL, or MODEL alone."""
    return _NAME.fullmatch(name) is not None and "--" not in name and ".." not in name


def find_model(name: str, progress: Progress | None = None) -> Path:
    """The folder with a hub model's files, downloaded if they are not on this machine.

    Raises ValueError, one sentence, where that cannot be done, and whatever `progress` raises.
    """
    cached = find_cached(name)
    if cached is not None:
        return cached
    if _is_set("HF_HUB_OFFLINE") or _is_set("TRANSFORMERS_OFFLINE"):
        raise ValueError(
            f"there is no model {name!r} on this machine, and HF_HUB_OFFLINE forbids to download "
            "it; unset that, or name a folder"
        )
    from attn_engine.checkpoints.download import download  # noqa: PLC0415 - needs the extra `hub`

    return download(name, cache_folder(), progress)


def find_cached(name: str) -> Path | None:
    """The newest whole copy of a model in the hub's cache, if there is one.

    The layout is the hub's own: models--ORGANISATION--MODEL/refs/main names the commit whose files
    are in snapshots/COMMIT.
    """
    folder = cache_folder() / f"models--{name.replace('/', '--')}"
    return next(filter(_is_whole, _snapshots(folder)), None)


def cache_folder() -> Path:
    """Where huggingface_hub keeps what it downloads, as its environment variables say."""
    chosen = os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE")
    if not chosen:
        caches = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
        home = os.environ.get("HF_HOME") or os.path.join(caches, "huggingface")
        chosen = os.path.join(home, "hub")
    return Path(os.path.expandvars(chosen)).expanduser()


def _snapshots(folder: Path) -> Iterator[Path]:
    """The copies of a model, that of its main branch first, then newest first."""
    try:
        main = (folder / "refs" / "main").read_text().strip()
        if main and Path(main).name == main:
            yield folder / "snapshots" / main
    except OSError:
        pass
    others = [path for path in (folder / "snapshots").glob("*") if path.is_dir()]
    yield from sorted(others, key=lambda path: path.stat().st_mtime, reverse=True)


def _is_whole(snapshot: Path) -> bool:
    """Whether nothing is missing, as it is after a download that was broken off."""
    if not (snapshot / "config.json").exists():
        return False
    if not any(
        (snapshot / file).exists() for file in ("tokenizer.json", "vocab.txt", "vocab.json")
    ):
        return False
    if (snapshot / WEIGHTS).exists():
        return True
    if not (snapshot / INDEX).exists():
        return False
    shards = read_json(snapshot / INDEX).get("weight_map", {})
    return all((snapshot / file).exists() for file in shards.values())


def _is_set(variable: str) -> bool:
    return os.environ.get(variable, "").upper() in ("1", "ON", "YES", "TRUE")
