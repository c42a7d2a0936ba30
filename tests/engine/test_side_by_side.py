"""The same text on NumPy and torch, and the fused kernel: how far apart may they be?"""

import sys
from dataclasses import replace

import numpy as np
import pytest

import attn_engine as ae
from attn_engine.differences import difference
from attn_engine.side_by_side import fused_output
from tests.engine.block_models import random_model
from tests.engine.fake_torch import install
from tests.engine.small_model import small_model

TEXT = "the river bank of money flows"
ULP = {"float32": 2**-24, "float64": 2**-24, "float16": 2**-11, "bfloat16": 2**-8}
"""Half the spacing of the coarser of two dtypes that are compared, relative to a number."""


@pytest.mark.parametrize("mask", [None, "causal+padding:8", "window:2"])
def test_ways_agree_as_far_as_their_bits_go(mask):
    pytest.importorskip("torch", reason="torch is not installed")
    given = ae.trace(small_model(), TEXT, layer=1, mask=mask)
    reference, *others = ae.side_by_side(given)
    assert reference.trace is given
    assert [f"{run.backend} {run.dtype}" for run in others] == [
        "numpy float64", "torch float32", "torch float16", "torch bfloat16",
    ]  # fmt: skip
    for run in others:
        assert run.reason == run.fused_reason == ""
        worst = difference(given["heads"]["y"].values, run.trace["heads"]["y"].values)
        assert 0 < worst.relative < 100 * ULP[run.dtype]
        assert abs(worst.values[worst.at]) == worst.largest


@pytest.mark.parametrize("mask", [None, "causal+padding:8"])
@pytest.mark.parametrize("variant", ["learned", "plain"])
def test_the_fused_kernel_gives_the_sum_of_the_stages(mask, variant):
    pytest.importorskip("torch", reason="torch is not installed")
    given = ae.trace(small_model(), TEXT, mask=mask, variant=variant)
    for run in list(ae.side_by_side(given))[2:]:
        staged = run.trace["sum"]["z"].values
        assert run.fused.shape == staged.shape
        assert difference(staged, run.fused).relative < 8 * ULP[run.dtype]


def test_shared_heads_are_fused_by_their_groups():
    pytest.importorskip("torch", reason="torch is not installed")
    model = random_model(n_kv_heads=2, dtype="float32", backend="torch")
    trace = ae.trace(model, "abacad")
    assert trace["score"]["k"].shape[0] == 2
    np.testing.assert_allclose(fused_output(trace), trace["sum"]["z"].values, atol=1e-5)


def test_without_torch_one_run_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    *there, missing = ae.side_by_side(ae.trace(small_model(), TEXT))
    assert [run.dtype for run in there] == ["float32", "float64"]
    assert missing.trace is None
    assert "pip install 'attn-tui[torch]'" in missing.reason


def test_mps_stays_on_the_explicit_path_and_says_so(monkeypatch):
    pytest.importorskip("torch", reason="torch is not installed")
    install(monkeypatch, mps=True)
    given = ae.trace(ae.load_model("toy", "torch", "mps"), TEXT)
    runs = list(ae.side_by_side(given))
    assert runs[2].trace is given
    assert all(run.trace.device == "mps" and run.fused is None for run in runs[2:])
    assert "the fused kernel has given wrong results" in runs[2].fused_reason


def test_a_dtype_that_overflows_is_seen():
    pytest.importorskip("torch", reason="torch is not installed")
    model = small_model()
    given = ae.trace(replace(model, table=model.table * np.float32(1e5)), TEXT)
    half = list(ae.side_by_side(given))[3]
    assert np.isnan(difference(given["embed"]["x"].values, half.trace["embed"]["x"].values).largest)


def test_only_torch_has_the_fused_kernel():
    with pytest.raises(ValueError, match="trace with backend torch"):
        fused_output(ae.trace(small_model(), TEXT))
