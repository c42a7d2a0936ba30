"""Backends: the same trace wherever it runs, and clear words where it cannot."""

import re
import sys

import numpy as np
import pytest

import attn_engine as ae
from tests.engine.small_model import small_model

TEXT = "the river bank of money flows"


@pytest.mark.parametrize(
    ("backend", "dtype", "near"),
    [
        ("numpy", "float64", 1e-4),
        ("numpy", "float16", 0.1),
        ("torch", "float32", 1e-4),
        ("torch", "float64", 1e-4),
        ("torch", "float16", 0.1),
        ("torch", "bfloat16", 0.6),
    ],
)
@pytest.mark.parametrize("variant", ["learned", "plain"])
def test_every_backend_computes_the_same_trace(backend, dtype, near, variant):
    if backend == "torch":
        pytest.importorskip("torch", reason="torch is not installed")
    options = {"mask": "causal+padding:8", "variant": variant}
    expected = ae.trace(small_model(), TEXT, **options)
    trace = ae.trace(small_model(backend=backend, dtype=dtype), TEXT, **options)
    assert (trace.backend, trace.dtype) == (backend, dtype)
    for stage in trace:
        for matrix in stage.matrices:
            reference = expected[stage.key][matrix.name]
            np.testing.assert_allclose(matrix.values, reference.values, rtol=near, atol=near)
            assert matrix.labels == reference.labels
    assert trace["sum"]["z"].values.dtype == (np.float64 if dtype == "float64" else np.float32)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"backend": "jax"}, "backend 'jax' is not known; there are numpy and torch"),
        ({"device": "cuda"}, "backend numpy computes on device cpu; for 'cuda' use backend torch"),
        ({"dtype": "int8"}, "backend numpy has no dtype 'int8'; it has float16, float32, float64"),
        ({"dtype": "bfloat16"}, "backend numpy has no dtype 'bfloat16'"),
        ({"backend": "torch", "dtype": "int8"}, "backend torch has no dtype 'int8'"),
    ],
)
def test_refusals(how, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        ae.load_model("toy", **how)


def test_a_device_that_is_not_there():
    torch = pytest.importorskip("torch", reason="torch is not installed")
    for device in ("cuda:99", "gpu", "meta"):
        with pytest.raises(
            ValueError, match=f"device '{device}' is not there; this machine has cpu"
        ):
            ae.load_model("toy", backend="torch", device=device)
    if not torch.cuda.is_available():
        with pytest.raises(ValueError, match="device 'cuda' is not there"):
            ae.load_model("toy", backend="torch", device="cuda")


def test_torch_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ValueError, match=re.escape("pip install 'attn-tui[torch]'")):
        ae.load_model("toy", backend="torch")


def test_a_model_that_is_not_there():
    with pytest.raises(ValueError, match="there is no model 'gpt-17' on this machine"):
        ae.load_model("gpt-17")


def test_a_loaded_model_carries_its_backend():
    model = ae.load_model("toy", dtype="float64")
    assert (model.name, model.backend, model.device, model.dtype) == (
        "toy",
        "numpy",
        "cpu",
        "float64",
    )
