"""Tensors are views of the file, under whichever names it has them, in one file or in shards."""

import json
import mmap

import numpy as np
import pytest
from safetensors.numpy import save_file

import attn_engine as ae
from tests.engine.small_checkpoints import TEXT, bert_config, bert_tensors, write_bert


def weights(folder):
    return ae.trace(ae.load_model(str(folder)), TEXT, layer=1)["softmax"]["weights"].values


@pytest.fixture
def expected(tmp_path):
    return weights(write_bert(tmp_path / "expected"))


def memory_of(array):
    """The object at the bottom of a chain of views."""
    while isinstance(array, np.ndarray):
        array = array.base
    return array.obj if isinstance(array, memoryview) else array


def test_weights_are_read_only_views_of_the_mapped_file(tmp_path):
    model = ae.load_model(str(write_bert(tmp_path)))
    layer = model.layers[0]
    arrays = [
        model.table,
        model.positions(3),
        layer.w_q,
        layer.w_k,
        layer.w_v,
        layer.w_o,
        layer.b_q,
    ]
    arrays += [layer.feed_forward.w_in, layer.norm_attention.weight, model.type_row]
    for array in arrays:
        assert isinstance(memory_of(array), mmap.mmap)
        assert not array.flags.writeable


def test_layers_are_built_once_and_only_when_they_are_asked_for(tmp_path):
    path = write_bert(tmp_path)
    halves = {name: values.astype(np.float16) for name, values in bert_tensors().items()}
    save_file(halves, path / "model.safetensors")
    layers = ae.load_model(str(path)).layers
    assert len(layers) == 2
    assert layers[1] is layers[-1]
    assert layers[1].w_q.dtype == np.float32
    with pytest.raises(IndexError):
        layers[2]


def test_a_prefix_and_the_old_names_of_norms_make_no_difference(tmp_path, expected):
    old = {
        name.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
            "LayerNorm.bias", "LayerNorm.beta"
        ): values
        for name, values in bert_tensors(prefix="bert.").items()
    }
    old["bert.embeddings.position_ids"] = np.arange(30)[None]
    assert np.array_equal(weights(write_bert(tmp_path / "old", old)), expected)


def test_shards_are_put_together(tmp_path, expected):
    tensors = bert_tensors()
    folder = write_bert(tmp_path / "shards")
    (folder / "model.safetensors").unlink()
    files = {name: f"model-{number % 3}.safetensors" for number, name in enumerate(tensors)}
    for file in set(files.values()):
        save_file({name: tensors[name] for name in files if files[name] == file}, folder / file)
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": files}))
    assert np.array_equal(weights(folder), expected)


def test_float16_is_read_as_it_is_stored(tmp_path):
    halves = {name: values.astype(np.float16) for name, values in bert_tensors().items()}
    wide = {name: values.astype(np.float32) for name, values in halves.items()}
    ours = weights(write_bert(tmp_path / "halves", halves))
    assert np.array_equal(ours, weights(write_bert(tmp_path / "wide", wide)))


def test_bfloat16_is_read_as_it_is_stored(tmp_path):
    torch = pytest.importorskip("torch")
    from safetensors.torch import save_file as save_torch

    halves = {name: torch.asarray(it).bfloat16() for name, it in bert_tensors().items()}
    wide = {name: it.float().numpy() for name, it in halves.items()}
    folder = write_bert(tmp_path / "halves")
    save_torch(halves, folder / "model.safetensors")
    assert np.array_equal(weights(folder), weights(write_bert(tmp_path / "wide", wide)))


def test_the_model_says_what_it_is(tmp_path):
    model = ae.load_model(str(write_bert(tmp_path / "my-bert")))
    assert model.name == "my-bert"
    assert model.about == "BERT, which predicts nothing: 2 layers of 3 heads, 24 dimensions."
    assert (model.max_tokens, model.pad_id, model.causal) == (30, 0, False)
    assert model.output is None
    assert len(model.vocabulary) == bert_config()["vocab_size"] == len(model.table)
