"""Whatever is wrong with a checkpoint is one ValueError, one sentence that says what and where."""

import json
import re
import struct

import numpy as np
import pytest
from safetensors.numpy import save_file

import attn_engine as ae
from tests.engine.small_checkpoints import bert_config, bert_tensors, write_bert

QUERY = "encoder.layer.1.attention.self.query.weight"


def check(folder, *parts):
    """Loading the folder raises one sentence with all the parts in it."""
    with pytest.raises(ValueError, match=r"^\S") as caught:
        ae.load_model(str(folder))
    sentence = str(caught.value)
    assert type(caught.value) is ValueError
    assert "\n" not in sentence
    for part in parts:
        assert part in sentence


@pytest.mark.parametrize(
    ("missing", "says"),
    [
        ("config.json", "has no config.json, which a checkpoint needs"),
        ("model.safetensors", "has no model.safetensors, which a checkpoint needs"),
        ("tokenizer.json", "has no tokenizer.json (nor vocab.txt), which a checkpoint needs"),
    ],
)
def test_a_file_that_is_missing(tmp_path, missing, says):
    write_bert(tmp_path)
    (tmp_path / missing).unlink()
    check(tmp_path, str(tmp_path), says)


@pytest.mark.parametrize("kept", [0, 5, 100, 0.5, -1])
def test_weights_that_are_cut_short(tmp_path, kept):
    path = write_bert(tmp_path) / "model.safetensors"
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * kept) if isinstance(kept, float) else kept])
    check(tmp_path, str(path), "get it again")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"not weights but prose, and more of it", "is not a safetensors file"),
        (struct.pack("<Q", 4) + b"{}}}", "is not valid JSON"),
        (struct.pack("<Q", 4) + b"[12]", "should hold a JSON object and holds a list"),
        (struct.pack("<Q", 7) + b'{"a":1}', "its entry for tensor a makes no sense"),
        (
            struct.pack("<Q", 55) + b'{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,9]} }',
            "its entry for tensor a makes no sense",
        ),
        (
            struct.pack("<Q", 55) + b'{"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]} }',
            "its entry for tensor a makes no sense",
        ),
    ],
)
def test_weights_that_are_something_else(tmp_path, content, says):
    (write_bert(tmp_path) / "model.safetensors").write_bytes(content)
    check(tmp_path, "model.safetensors", says)


def test_pickled_weights_are_never_opened(tmp_path):
    (write_bert(tmp_path) / "model.safetensors").rename(tmp_path / "pytorch_model.bin")
    check(tmp_path, "only as pickle (pytorch_model.bin)", "reads model.safetensors")


def test_a_tensor_of_another_shape(tmp_path):
    write_bert(tmp_path, bert_tensors() | {QUERY: np.zeros((24, 23), np.float32)})
    check(tmp_path, f"tensor {QUERY}", "has shape (24, 23)", "asks for (24, 24)")


def test_a_tensor_that_is_missing_in_the_last_layer(tmp_path):
    tensors = bert_tensors()
    del tensors[QUERY]
    write_bert(tmp_path, tensors)
    check(tmp_path, f"the checkpoint has no tensor {QUERY}")


def test_a_missing_half_precision_tensor_is_told_when_the_model_loads(tmp_path):
    tensors = {name: values.astype(np.float16) for name, values in bert_tensors().items()}
    del tensors[QUERY]
    write_bert(tmp_path, tensors)
    check(tmp_path, f"the checkpoint has no tensor {QUERY}")


def test_a_tensor_of_whole_numbers(tmp_path):
    write_bert(tmp_path, bert_tensors() | {QUERY: np.zeros((24, 24), np.int8)})
    check(tmp_path, f"tensor {QUERY}", "is of dtype I8; those that work are F64, F32, F16, BF16")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (
            {"model_type": "t5"},
            "of architecture t5, which is not supported; "
            "those that work are BERT, DistilBERT, RoBERTa, GPT-2",
        ),
        ({"model_type": None, "architectures": ["LlamaForCausalLM"]}, "LlamaForCausalLM"),
        ({"auto_map": {"AutoModel": "code.Model"}}, "asks to run code that comes with the model"),
        ({"hidden_size": 25}, "25 dimensions cannot be shared out to 3 heads evenly"),
        ({"hidden_size": None}, "has no hidden_size"),
        ({"hidden_size": "wide"}, "has hidden_size 'wide'; it should be a number of 1 or more"),
        ({"hidden_act": "swish"}, "has hidden_act 'swish', which is not supported; those that"),
        ({"layer_norm_eps": 0}, "has layer_norm_eps 0; it should be above 0"),
        ({"pad_token_id": -3}, "has pad_token_id -3; it should be 0 or more"),
        ({"position_embedding_type": "relative_key"}, "position_embedding_type 'relative_key'"),
        ({"vocab_size": 20}, "asks for (20, 24)"),
        ({"num_hidden_layers": 3}, "has no tensor encoder.layer.2."),
    ],
)
def test_a_config_that_asks_for_what_is_not_there(tmp_path, changes, says):
    write_bert(tmp_path, config=bert_config() | changes)
    check(tmp_path, says)


@pytest.mark.parametrize("file", ["config.json", "tokenizer.json", "model.safetensors.index.json"])
def test_json_that_is_broken(tmp_path, file):
    write_bert(tmp_path)
    if "index" in file:
        (tmp_path / "model.safetensors").unlink()
    (tmp_path / file).write_text('{"half": ')
    check(tmp_path, str(tmp_path / file), "is not valid JSON")


def test_a_tokenizer_that_is_none(tmp_path):
    (write_bert(tmp_path) / "tokenizer.json").write_text('{"model": "none"}')
    check(tmp_path, str(tmp_path / "tokenizer.json"), "holds no tokenizer that can be read")


def test_old_vocabulary_files_that_are_broken(tmp_path):
    write_bert(tmp_path)
    (tmp_path / "tokenizer.json").unlink()
    (tmp_path / "vocab.txt").write_text("the\nanimal\n")
    check(tmp_path, str(tmp_path / "vocab.txt"), "its vocabulary has no [CLS]")


def test_a_tokenizer_with_more_words_than_the_table(tmp_path):
    tensors = bert_tensors()
    name = "embeddings.word_embeddings.weight"
    tensors[name] = tensors[name][:20]
    write_bert(tmp_path, tensors, bert_config() | {"vocab_size": 20})
    check(tmp_path, "the tokenizer in", "config.json says vocab_size 20")


def test_shards_outside_the_folder_and_shards_that_are_missing(tmp_path):
    (write_bert(tmp_path) / "model.safetensors").unlink()
    index = tmp_path / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": {QUERY: "../../etc/passwd"}}))
    check(tmp_path, "names a file outside the folder: ../../etc/passwd")
    index.write_text(json.dumps({"weight_map": {QUERY: "model-1.safetensors"}}))
    check(tmp_path, "has no model-1.safetensors, which a checkpoint needs")
    index.write_text("{}")
    check(tmp_path, "has no weight_map")


def test_a_file_a_path_that_is_not_there_and_a_slip_of_the_finger(tmp_path):
    write_bert(tmp_path)
    check(tmp_path / "config.json", "is a file; a model is a folder")
    check(tmp_path / "nowhere", "there is no model", "folders of checkpoints")
    check("tooy", "there is no model 'tooy'", "did you mean toy?")


def test_a_roberta_without_room_after_its_padding(tmp_path):
    sizes = {"model_type": "roberta", "pad_token_id": 29}
    write_bert(tmp_path, config=bert_config() | sizes)
    check(tmp_path, "max_position_embeddings 30", "after pad_token_id 29")


def test_a_text_longer_than_the_positions(tmp_path):
    model = ae.load_model(str(write_bert(tmp_path)))
    with pytest.raises(ValueError, match=re.escape("30")):
        ae.trace(model, "a " * 29)


def test_a_whole_folder_is_not_refused(tmp_path):
    """What all the others differ from in one thing."""
    write_bert(tmp_path)
    save_file(bert_tensors(prefix="bert."), tmp_path / "model.safetensors")
    assert len(ae.load_model(str(tmp_path)).layers) == 2
