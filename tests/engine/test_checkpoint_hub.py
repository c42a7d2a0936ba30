"""Models by their hub names: from the hub's cache, or downloaded from a hub on this machine."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

import attn_engine as ae
from attn_engine.checkpoints.hub import cache_folder, find_cached, is_hub_name
from tests.engine.hub_server import hub_server
from tests.engine.small_checkpoints import TEXT, bert_config, write_bert

NAME = "people/small-bert"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("HF_HUB_CACHE", str(folder))
    return folder


def write_snapshot(cache, commit="abc123"):
    """The layout of the hub's cache: blobs, and a snapshot of links to them."""
    model = cache / "models--people--small-bert"
    whole = write_bert(cache.parent / commit)
    for folder in ("blobs", "refs", f"snapshots/{commit}"):
        (model / folder).mkdir(parents=True, exist_ok=True)
    for file in whole.iterdir():
        blob = file.rename(model / "blobs" / f"{commit}-{file.name}")
        (model / "snapshots" / commit / file.name).symlink_to(blob)
    (model / "refs" / "main").write_text(commit)
    return model / "snapshots" / commit


def test_a_cached_model_is_used_offline(cache):
    write_snapshot(cache)
    model = ae.load_model(NAME)
    assert model.name == NAME
    assert ae.trace(model, TEXT, layer=1).n_heads == 3


def test_the_main_branch_comes_before_other_copies_and_broken_ones_do_not_count(cache):
    first, second = write_snapshot(cache, "first"), write_snapshot(cache, "second")
    assert find_cached(NAME) == second
    (second / "model.safetensors").unlink()
    assert find_cached(NAME) == first
    (first / "model.safetensors").rename(first / "model-1.safetensors")
    index = first / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": {"a": "model-1.safetensors"}}))
    assert find_cached(NAME) == first
    index.write_text(json.dumps({"weight_map": {"a": "model-2.safetensors"}}))
    assert find_cached(NAME) is None


def test_where_the_cache_is(monkeypatch):
    for variable in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", "/home/somebody")
    assert str(cache_folder()) == "/home/somebody/.cache/huggingface/hub"
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert str(cache_folder()) == "/caches/huggingface/hub"
    monkeypatch.setenv("HF_HOME", "~/hf")
    assert str(cache_folder()) == "/home/somebody/hf/hub"
    monkeypatch.setenv("HF_HUB_CACHE", "/hub")
    assert str(cache_folder()) == "/hub"


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("gpt2", True),
        ("people/small-bert_1.0", True),
        ("a/b/c", False),
        ("../secrets", False),
        ("people/..", False),
        ("two words", False),
        ("", False),
    ],
)
def test_names(name, is_one):
    assert is_hub_name(name) == is_one


def test_offline_and_not_in_the_cache(cache):
    with pytest.raises(
        ValueError, match="no model 'people/small-bert' on this machine, and HF_HUB"
    ):
        ae.load_model(NAME)


def test_without_the_extra(cache, monkeypatch):
    monkeypatch.delenv("HF_HUB_OFFLINE")
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(ValueError, match=r"pip install 'attn-tui\[hub\]'"):
        ae.load_model(NAME)


DOWNLOAD = """
import json, sys
import attn_engine as ae
name, most = sys.argv[1], float(sys.argv[2])
told = []
def progress(what, done, total):
    told.append([what, done, total])
    if done > most * total:
        raise KeyboardInterrupt("cancelled")
try:
    result = ae.load_model(name, progress=progress).about
except (ValueError, KeyboardInterrupt) as error:
    result = f"{type(error).__name__}: {error}"
print(json.dumps([result, told]))
"""
"""In a process of its own, because huggingface_hub reads its address once, when it is imported."""


def load(cache, address, name=NAME, most=1.0):
    """What loading gives, about the model or the error, and what progress was told."""
    offline = ("HF_HUB_OFFLINE", "HF_TOKEN")
    environment = {key: value for key, value in os.environ.items() if key not in offline}
    environment |= {"HF_ENDPOINT": address, "HF_HUB_CACHE": str(cache), "HF_HOME": str(cache)}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    done = subprocess.run(
        [sys.executable, "-c", DOWNLOAD, name, str(most)],
        env=environment, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert not done.stderr  # it would spoil the picture of the app
    return json.loads(done.stdout)


def address_of(server):
    return f"http://127.0.0.1:{server.server_address[1]}"


needs_hub = pytest.mark.skipif(
    find_spec("huggingface_hub") is None, reason="pip install 'attn-tui[hub]' to download"
)


@needs_hub
def test_a_download_takes_what_is_needed_tells_of_it_and_is_cached(tmp_path, cache):
    folder = write_bert(tmp_path / "model")
    (folder / "pytorch_model.bin").write_bytes(b"pickle")
    (folder / "README.md").write_text("prose")
    with hub_server({NAME: folder}) as server:
        about, told = load(cache, address_of(server))
    assert about.startswith("BERT, which predicts nothing")
    sizes = [(folder / name).stat().st_size for name in ("tokenizer.json", "model.safetensors")]
    assert told[-1] == [f"downloading {NAME}", sum(sizes), sum(sizes)]
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)
    files = sorted(
        file.name for file in (cache / f"models--{NAME.replace('/', '--')}").glob("*/*/*")
    )
    assert files == ["config.json", "model.safetensors", "tokenizer.json"]
    assert ae.load_model(NAME).about == about  # and now offline


@needs_hub
def test_a_cancelled_download_leaves_nothing_that_passes_for_a_model(tmp_path, cache):
    with hub_server({NAME: write_bert(tmp_path / "model")}) as server:
        result, _ = load(cache, address_of(server), most=0.0)
        assert result == "KeyboardInterrupt: cancelled"
        assert find_cached(NAME) is None
        about, _ = load(cache, address_of(server))
    assert about.startswith("BERT")


@needs_hub
def test_shards_are_downloaded(tmp_path, cache):
    folder = write_bert(tmp_path / "model")
    (folder / "model.safetensors").rename(folder / "model-1.safetensors")
    config = {"weight_map": {"any": "model-1.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(config))
    with hub_server({NAME: folder}) as server:
        about, _ = load(cache, address_of(server))
    assert about.startswith("BERT")


@needs_hub
def test_what_cannot_be_shown_is_refused_before_its_weights_come(tmp_path, cache):
    t5 = write_bert(tmp_path / "t5", config=bert_config() | {"model_type": "t5"})
    pickled = write_bert(tmp_path / "pickled")
    (pickled / "model.safetensors").rename(pickled / "pytorch_model.bin")
    with hub_server({"people/t5": t5, "people/pickled": pickled, "people/gated": None}) as server:
        address = address_of(server)
        assert "of architecture t5, which is not supported" in load(cache, address, "people/t5")[0]
        result = load(cache, address, "people/pickled")[0]
        assert "has no model.safetensors, and pickled weights are never opened" in result
        assert "is open only to those" in load(cache, address, "people/gated")[0]
        result = load(cache, address, "people/nobody")[0]
        assert result == (
            "ValueError: there is no model 'people/nobody', neither here nor on the hub; "
            "check its spelling"
        )
        assert not [path for path in server.asked if path.endswith((".safetensors", ".bin"))]


@needs_hub
def test_no_network(cache):
    with hub_server({}) as server:
        address = address_of(server)
    result, _ = load(cache, address)
    assert "on this machine and the hub cannot be reached; connect to the network" in result
