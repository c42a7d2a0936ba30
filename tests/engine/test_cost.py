"""What attention costs: the methods agree, the slopes are those of n and n squared, errors speak."""

import itertools
import re
import shutil
import sys
from importlib.util import find_spec

import numpy as np
import pytest

import attn_engine as ae
from attn_engine import cost, cost_child, peak_memory
from tests.engine import oracle

INSTALLED = [
    method for method in ae.COST_METHODS if method != "fused" or find_spec("torch") is not None
]


@pytest.mark.parametrize("method", INSTALLED)
def test_every_method_computes_attention(method):
    q, k, v = np.random.default_rng(0).standard_normal((3, 2, 9, 4), np.float32)
    every = np.ones((2, 9, 9), bool)
    expected = oracle.attention(q, k, v, every, np.zeros(every.shape))[1]
    result = np.asarray(cost_child.METHODS[method](q, k, v)).reshape(expected.shape)
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems keep one peak")
def test_memory_grows_with_the_square_only_where_the_matrix_is_made():
    sizes = (1024, 2048)
    costs = list(ae.measure_costs(sizes, n_heads=2, d_head=16))
    assert [(each.n, each.method) for each in costs] == list(
        itertools.product(sizes, ae.COST_METHODS[:3])
    )
    assert all(each.seconds > 0 for each in costs)
    of = {method: [each for each in costs if each.method == method] for method in INSTALLED[:3]}
    assert ae.cost_slope(of["naive"], "bytes") == pytest.approx(2, abs=0.3)
    assert ae.cost_slope(of["in-place"], "bytes") == pytest.approx(2, abs=0.3)
    assert of["strips"][1].bytes < of["in-place"][1].bytes
    matrix = 2 * 2048**2 * 4
    assert of["in-place"][1].bytes == pytest.approx(matrix, rel=0.2)
    assert of["naive"][1].bytes > 2 * matrix


def test_slopes():
    costs = [ae.Cost("naive", n, 3e-9 * n**2, 40 * n) for n in (100, 700, 1500)]
    assert ae.cost_slope(costs) == pytest.approx(2)
    assert ae.cost_slope(costs, "bytes") == pytest.approx(1)
    with pytest.raises(ValueError, match=r"two lengths or more, and there are 1"):
        ae.cost_slope(costs[:1] * 2)
    with pytest.raises(ValueError, match=r"of one method, and these are of naive, strips"):
        ae.cost_slope([*costs, ae.Cost("strips", 5, 1.0, 1)])


@pytest.fixture
def told(monkeypatch):
    """Stands in for the child: what it tells of (method, n); 1 ms and 1 MiB at 100 tokens else."""
    answers = {}

    def child(method, n, shape, limits, stopped):
        growth = (n / 100) ** 2
        return answers.get((method, n), ae.Cost(method, n, 1e-3 * growth, int(2**20 * growth)))

    monkeypatch.setattr(cost, "_in_child", child)
    return answers


def test_a_method_ends_before_it_takes_too_long_or_too_much(told):
    results = list(ae.measure_costs([400, 100, 200], ["naive"], most_seconds=0.01))
    assert [each.n for each in results] == [100, 200, 400]
    assert results[-1] == ae.NotMeasured(
        "naive", 400, "naive at 400 tokens would take about 0.016 s; the limit is 0.01 s."
    )
    results = list(ae.measure_costs([100, 6400], ["naive"], most_bytes=2**30))
    assert results[-1].reason == (
        "naive at 6,400 tokens would need about 4.0 GiB; the limit is 1.0 GiB."
    )


def test_a_method_that_fails_ends_and_the_others_go_on(told):
    told["naive", 200] = "ran out of memory"
    results = list(ae.measure_costs([100, 200, 400], ["naive", "strips"]))
    assert [(each.method, each.n) for each in results if isinstance(each, ae.Cost)] == [
        ("naive", 100), ("strips", 100), ("strips", 200), ("strips", 400),
    ]  # fmt: skip
    assert results[2].reason == "naive at 200 tokens ran out of memory."


def test_giving_up_ends_the_child_at_once():
    assert list(ae.measure_costs([100_000], ["naive"], stopped=lambda: True)) == []


def test_a_child_that_fails_is_told_of(monkeypatch):
    monkeypatch.setattr(cost.sys, "executable", shutil.which("false"))
    (result,) = ae.measure_costs([10], ["strips"])
    assert result.reason == "strips at 10 tokens failed: no message."


def test_the_peak_of_memory_sees_what_was_freed():
    peak_memory.reset_peak()
    before = peak_memory.peak_bytes()
    np.ones(2**24, np.uint8).sum()
    np.ones(2**27, np.uint8).sum()
    assert peak_memory.peak_bytes() - before == pytest.approx(2**27, rel=0.2)
    assert peak_memory.free_bytes() > 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"methods": ["fast"]}, "method 'fast' is not known; there are naive, in-place, strips"),
        ({"sizes": [16, 0]}, "sizes is 0; it must be 1 or more"),
        ({"sizes": [1.5]}, "sizes is 1.5; it must be a whole number"),
        ({"n_heads": 0}, "n_heads is 0; it must be 1 or more"),
        ({"most_seconds": float("nan")}, "most_seconds is nan"),
    ],
)
def test_refusals(change, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        ae.measure_costs(**change)


def test_torch_is_asked_for_by_name_only(monkeypatch):
    monkeypatch.setattr(cost, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match="'fused' needs PyTorch"):
        ae.measure_costs(methods=["fused"])
