"""Devices: what there is, what it is asked, and one sentence for whatever fails on it."""

import re
import sys
from dataclasses import replace

import numpy as np
import pytest

import attn_engine as ae
from attn_engine import memory
from attn_engine.agreement import compared
from attn_engine.backends import TorchBackend
from attn_engine.differences import difference
from tests.engine.fake_torch import GIB, install
from tests.engine.small_model import small_model

TEXT = "the river bank of money flows"


def loaded(**how):
    return ae.load_model("toy", **how)


@pytest.fixture
def torch():
    return pytest.importorskip("torch", reason="torch is not installed")


def test_without_torch_there_is_numpy_and_how_to_get_the_rest(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    numpy, torch = ae.devices()
    assert (numpy.backend, numpy.name, numpy.dtypes, numpy.reason) == (
        "numpy", "cpu", ("float16", "float32", "float64"), "",
    )  # fmt: skip
    assert (torch.backend, torch.dtypes) == ("torch", ())
    assert "pip install 'attn-tui[torch]'" in torch.reason


def test_what_torch_could_use_elsewhere_is_listed_with_the_reason(monkeypatch, torch):
    install(monkeypatch)
    found = {device.name: device for device in ae.devices() if device.backend == "torch"}
    assert list(found) == ["cpu", "cuda", "mps"]
    assert found["cpu"].dtypes == ("float16", "bfloat16", "float32", "float64")
    assert found["mps"].reason == "this torch was built without MPS"
    assert found["cuda"].reason


def test_each_card_with_its_memory_and_mps_without_float64(monkeypatch, torch):
    install(monkeypatch, cuda=2, mps=True)
    cards = {device.name: device for device in ae.devices()[2:]}
    assert list(cards) == ["cuda:0", "cuda:1", "mps"]
    one = cards["cuda:1"]
    assert (one.what, one.total, one.free, one.reason) == ("Card 1", 80 * GIB, 3 * GIB, "")
    assert "bfloat16" in one.dtypes
    assert cards["mps"].dtypes == ("float16", "bfloat16", "float32")
    assert (cards["mps"].total, cards["mps"].free) == (16 * GIB, 15 * GIB)


def test_a_card_that_does_not_start_is_listed_with_what_it_said(monkeypatch, torch):
    fake = install(monkeypatch, cuda=1)

    def broken(index):
        raise RuntimeError("CUDA error: device is busy\nCompile with ...")

    fake.cuda.mem_get_info = broken
    assert ae.devices()[2].reason == "CUDA error: device is busy"


def test_the_limit_of_a_container_counts(monkeypatch, tmp_path):
    (tmp_path / "memory.max").write_text(f"{GIB}\n")
    (tmp_path / "memory.current").write_text(f"{GIB // 4}\n")
    monkeypatch.setattr(memory, "GROUP", tmp_path)
    monkeypatch.setattr(memory, "_system_total", lambda: 8 * GIB)
    monkeypatch.setattr(memory, "_system_free", lambda: 2 * GIB)
    assert memory.machine_memory() == (GIB, GIB - GIB // 4)
    (tmp_path / "memory.max").write_text("max\n")
    assert memory.machine_memory() == (8 * GIB, 2 * GIB)


@pytest.mark.parametrize(("device", "peak"), [("cuda", 123_456_789), ("cuda:1", 123_456_789)])
def test_a_card_is_waited_for_before_and_after_each_function(monkeypatch, torch, device, peak):
    fake = install(monkeypatch, cuda=2)
    model = loaded(backend="torch", device=device)
    trace = ae.trace(model, TEXT)
    assert trace.peak_memory == peak
    assert fake.calls[0] == "reset"
    assert fake.calls.count("synchronize") == len(fake.calls) - 1 >= 2 * 12
    np.testing.assert_allclose(
        trace["heads"]["out"].values, ae.trace(loaded(), TEXT)["heads"]["out"].values, atol=1e-5
    )


def test_bytes_are_those_of_the_dtype_and_the_processor_has_no_peak(torch):
    single, half = (
        ae.trace(small_model(backend="torch", dtype=dtype), TEXT)
        for dtype in ("float32", "float16")
    )
    assert single["project"].nbytes == 3 * 3 * 6 * 2 * 4
    assert half["project"].nbytes == single["project"].nbytes // 2
    assert half["score"].nbytes == single["score"].nbytes == 3 * 6 * 6 * 4
    assert single.nbytes == sum(stage.nbytes for stage in single)
    assert single.seconds == sum(stage.seconds for stage in single)
    assert single.peak_memory is None


def test_mps_is_compared_with_the_processor_and_never_fuses(monkeypatch, torch):
    fake = install(monkeypatch, mps=True)
    model = loaded(backend="torch", device="mps")
    assert model.device_note.startswith("device mps and the processor differ by up to 0.0e+00")
    assert model.device_note.endswith("rounding in float32.")
    assert not TorchBackend("mps", "float32").may_fuse
    assert TorchBackend("cpu", "float32").may_fuse
    assert 0 < ae.trace(model, TEXT).peak_memory <= len(fake.calls)
    assert not loaded(backend="torch").device_note


@pytest.mark.parametrize("wrong", [1.5, float("nan")])
def test_an_mps_that_computes_wrongly_is_refused(monkeypatch, torch, wrong):
    install(monkeypatch, mps=True)
    to_numpy = TorchBackend.numpy

    def off(self, array):
        values = to_numpy(self, array)
        return values * wrong if self._kind == "mps" and values.ndim == 3 else values

    monkeypatch.setattr(TorchBackend, "numpy", off)
    with pytest.raises(ValueError, match="too much for rounding in float32; use device cpu"):
        loaded(backend="torch", device="mps")


def test_a_dtype_that_a_device_lacks(monkeypatch, torch):
    install(monkeypatch, mps=True)
    said = "device mps cannot compute in float64; it can in float16, bfloat16, float32"
    with pytest.raises(ValueError, match=said):
        loaded(backend="torch", device="mps", dtype="float64")


def failing(torch, kind, words):
    error = getattr(torch, kind, RuntimeError)(words)

    def ones(*args, **how):
        raise error

    return ones


@pytest.mark.parametrize(
    ("kind", "words", "said"),
    [
        (
            "OutOfMemoryError",
            "CUDA out of memory. Tried to allocate 80 GiB.",
            "device cuda:0 has not enough memory for this (3.2 of 85.9 GB free); "
            "this machine has cpu, cuda:0, mps",
        ),
        (
            "AcceleratorError",
            "CUDA error: unspecified launch failure\nCompile with ...",
            "device cuda:0 no longer answers (CUDA error: unspecified launch failure); "
            "this machine has cpu, cuda:0, mps",
        ),
    ],
)
def test_a_full_device_and_one_that_is_gone(monkeypatch, torch, kind, words, said):
    fake = install(monkeypatch, cuda=1, mps=True)
    model = loaded(backend="torch", device="cuda:0")
    try:
        fake.ones = failing(torch, kind, words)
    except TypeError:
        pytest.skip(f"this torch makes its {kind} itself")
    with pytest.raises(ae.DeviceError, match=re.escape(said)):
        ae.trace(model, TEXT)


def test_memory_of_the_processor_is_not_endless(torch):
    table = np.broadcast_to(np.float32(1), (5, 10**15))
    model = replace(small_model(), backend="torch", table=table)
    with pytest.raises(ae.DeviceError, match="device cpu has not enough memory for this; this"):
        ae.trace(model, "the river")


def test_other_errors_are_not_taken_for_the_devices(torch):
    weights = small_model().layers[0]
    wrong = replace(weights, w_o=np.ones((5, 6), np.float32))
    with pytest.raises(RuntimeError, match="shapes cannot be multiplied"):
        ae.trace(replace(small_model(), backend="torch", layers=(wrong,)), TEXT)


def test_differences_of_infinities_and_of_no_numbers():
    inf, nan = np.inf, np.nan
    same = difference(np.array([[1.0, -inf], [-4.0, 2.0]]), np.array([[1.5, -inf], [-4.0, 2.0]]))
    assert (same.at, same.largest, same.relative) == ((0, 0), 0.5, 0.125)
    np.testing.assert_array_equal(same.values, [[0.5, 0], [0, 0]])
    for theirs in (nan, inf):
        broken = difference(np.array([1.0, 2.0]), np.array([9.0, theirs]))
        assert broken.at == (1,)
        assert np.isnan(broken.largest)
    assert difference(np.zeros((0, 3)), np.zeros((0, 3))).at == ()
    with pytest.raises(ValueError, match="cannot be compared"):
        difference(np.zeros(2), np.zeros(3))


def test_any_model_can_be_compared(torch):
    assert (
        "rounding in bfloat16"
        in compared(small_model(backend="torch", dtype="bfloat16")).device_note
    )
