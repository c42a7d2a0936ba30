"""Download of a model's files through huggingface_hub, with progress, to be cancelled at any time."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from attn_engine.checkpoints.config import read_config
from attn_engine.checkpoints.tensors import INDEX, WEIGHTS

if TYPE_CHECKING:
    from attn_engine.checkpoints.hub import Progress

_SMALL_FILES = ("tokenizer.json", "tokenizer_config.json", "vocab.txt", "vocab.json", "merges.txt")


def download(name: str, cache: Path, progress: Progress | None) -> Path:
    """The folder in the hub's cache that a model's config, tokenizer and safetensors were put in.

    Raises ValueError, one sentence, for a missing extra, no network, no such model, or one that
    cannot be shown (which its config tells before its weights are fetched), and what `progress`
    raises.
    """
    hub = _import_hub(name)
    meter = Meter(name, progress)
    try:
        return _fetch(hub, name, cache, meter)
    except Exception as error:
        if meter.cancelled is not None:
            raise meter.cancelled from None
        if type(error) is ValueError:  # one of ours; the hub's own are of other types
            raise
        raise ValueError(_sentence(hub, name, error)) from None


def _fetch(hub: Any, name: str, cache: Path, meter: Meter) -> Path:  # noqa: ANN401
    info = hub.HfApi().model_info(name, files_metadata=True, timeout=20)
    sizes = {file.rfilename: file.size or 0 for file in info.siblings or ()}

    def fetch(file: str) -> Path:
        path = hub.hf_hub_download(
            name, file, revision=info.sha, cache_dir=cache, tqdm_class=meter.bar()
        )
        return Path(path)

    if "config.json" not in sizes:
        raise ValueError(f"model {name!r} on the hub has no config.json, so it cannot be shown")
    weights = [file for file in (WEIGHTS, INDEX) if file in sizes][:1]
    if not weights:
        raise ValueError(
            f"model {name!r} on the hub has no {WEIGHTS}, and pickled weights are never opened; "
            "choose a model with safetensors"
        )
    folder = fetch("config.json").parent
    read_config(folder)
    if weights == [INDEX]:
        fetch(INDEX)
        weights = sorted(
            file for file in sizes if file.endswith(".safetensors") and "/" not in file
        )
    files = [file for file in _SMALL_FILES if file in sizes] + weights
    meter.total = sum(sizes[file] for file in files)
    for file in files:
        fetch(file)
    return folder


class Meter:
    """Adds up the bytes of all files and tells `progress` of them."""

    def __init__(self, name: str, progress: Progress | None) -> None:
        self.total = 0
        self.cancelled: BaseException | None = None
        self._done = 0
        self._what = f"downloading {name}"
        self._progress = progress

    def add(self, count: int) -> None:
        """Some more bytes have come."""
        self._done += count
        if self._progress is not None and self.total:
            try:
                self._progress(self._what, min(self._done, self.total), self.total)
            except BaseException as error:
                self.cancelled = error
                raise

    def bar(self) -> type[Bar]:
        """A class of progress bars that tell this meter."""
        return type("MeterBar", (Bar,), {"meter": self})


class Bar:
    """Has of a tqdm progress bar what huggingface_hub calls; draws nothing."""

    meter: Meter

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def update(self, n: float | None = 1) -> None:
        """`n` more bytes have come."""
        self.meter.add(int(n or 0))

    def close(self) -> None:
        """Nothing is open."""

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _import_hub(name: str) -> Any:  # noqa: ANN401 - the module, loaded only now
    # The other way of downloading runs in threads of its own, which a cancel does not reach.
    os.environ.setdefault("HF_HUB_DISABLE_XET", "1")
    try:
        return importlib.import_module("huggingface_hub")
    except ImportError:
        raise ValueError(
            f"there is no model {name!r} on this machine; to download it from the hub, "
            "pip install 'attn-tui[hub]'"
        ) from None


def _sentence(hub: Any, name: str, error: Exception) -> str:  # noqa: ANN401
    errors = hub.errors
    if isinstance(error, errors.GatedRepoError):
        return (
            f"model {name!r} is open only to those its authors let in; ask on its page, "
            "then log in with: hf auth login"
        )
    if isinstance(error, errors.RepositoryNotFoundError):
        return f"there is no model {name!r}, neither here nor on the hub; check its spelling"
    status = getattr(getattr(error, "response", None), "status_code", None)
    if status is not None:
        return f"the hub answered with error {status} for model {name!r}; try again later"
    if isinstance(error, OSError) and error.errno is not None and error.filename is not None:
        return f"model {name!r} cannot be stored: {error.strerror}: {error.filename}"
    return (
        f"there is no model {name!r} on this machine and the hub cannot be reached; connect to the "
        "network and try again, or name a folder"
    )
