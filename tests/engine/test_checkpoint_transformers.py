"""Random small checkpoints give what transformers' eager attention gives."""

import numpy as np
import pytest

import attn_engine as ae
from tests.engine.small_checkpoints import TEXT, transformers_model

torch = pytest.importorskip("torch")
pytest.importorskip("transformers", reason="pip install -e '.[oracle]' to compare with it")

ARCHITECTURES = ["bert", "distilbert", "roberta", "gpt2"]
TEXTS = [TEXT, "A bank, déjà vu."]


def pairs(oracle, model, text):
    """(ours, transformers') of each hidden state, each layer's weights, and the logits."""
    ids = [token.id for token in model.encode(text).tokens]
    with torch.no_grad():
        theirs = oracle(
            input_ids=torch.tensor([ids]), output_hidden_states=True, output_attentions=True
        )
    trace = ae.trace(model, text)
    hidden = trace.hidden()
    assert len(hidden) == len(theirs.hidden_states) == len(model.layers) + 1
    # transformers puts GPT-2's last hidden state through the norm that comes before the logits.
    shown = len(hidden) - (model.final_norm is not None)
    yield from zip(hidden[:shown], theirs.hidden_states[:shown], strict=True)
    for layer, weights in enumerate(theirs.attentions):
        yield ae.trace(model, text, layer=layer)["softmax"]["weights"].values, weights
    if model.output is not None:
        yield trace.logits(), theirs.logits


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_hidden_states_weights_and_logits_agree(tmp_path, architecture, text):
    oracle = transformers_model(architecture, tmp_path)
    model = ae.load_model(str(tmp_path))
    assert model.output is not None
    for ours, theirs in pairs(oracle, model, text):
        np.testing.assert_allclose(ours, theirs[0].numpy(), atol=1e-4, rtol=1e-4)
        assert float(theirs.std()) > 0.01  # nothing agrees by being flat


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_a_body_without_its_head_agrees_too(tmp_path, architecture):
    oracle = transformers_model(architecture, tmp_path, body_only=True)
    model = ae.load_model(str(tmp_path))
    assert (model.output is None) == (architecture != "gpt2")  # GPT-2's is its input table
    hidden = ae.trace(model, TEXT).hidden()
    ids = torch.tensor([[token.id for token in model.encode(TEXT).tokens]])
    with torch.no_grad():
        theirs = oracle(input_ids=ids, output_hidden_states=True).hidden_states
    np.testing.assert_allclose(hidden[1], theirs[1][0].numpy(), atol=1e-4, rtol=1e-4)


def test_torch_gives_what_numpy_gives(tmp_path):
    transformers_model("gpt2", tmp_path)
    numpy, torch_ = (
        ae.trace(ae.load_model(str(tmp_path), backend=name), TEXT, layer=1)
        for name in ("numpy", "torch")
    )
    for stage in numpy:
        for matrix in stage.matrices:
            other = torch_[stage.key][matrix.name].values
            np.testing.assert_allclose(matrix.values, other, atol=1e-4)


def test_a_stored_decoder_that_differs_from_the_input_table_is_used(tmp_path):
    oracle = transformers_model("bert", tmp_path, tied=False)
    model = ae.load_model(str(tmp_path))
    *_, (ours, theirs) = pairs(oracle, model, TEXT)
    np.testing.assert_allclose(ours, theirs[0].numpy(), atol=1e-4, rtol=1e-4)
