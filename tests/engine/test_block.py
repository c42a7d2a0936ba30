"""What a block shows and how: turned positions, what runs and when, decoders, limits, old values."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import attn_engine as ae
from attn_engine.model import Rotary
from tests.engine.block_models import random_model

TEXT = "cab had a big jig"


def values(trace, stage, name):
    return trace[stage][name].values


@pytest.mark.parametrize("backend", ["numpy", "torch"])
@pytest.mark.parametrize("interleaved", [True, False])
@pytest.mark.parametrize("dimensions", [2, 4, 6])
def test_rotary_positions_turn_complex_numbers(dimensions, interleaved, backend):
    if backend == "torch":
        pytest.importorskip("torch", reason="torch is not installed")
    base = 50.0
    model = random_model(rotary=(base, dimensions, interleaved), d_head=6, backend=backend)
    trace = ae.trace(model, TEXT)
    n_pairs = dimensions // 2
    for name in ("q", "k"):
        plain, turned = values(trace, "project", f"{name}_plain"), values(trace, "project", name)
        for pair in range(n_pairs):
            first, second = (2 * pair, 2 * pair + 1) if interleaved else (pair, pair + n_pairs)
            for place in range(len(trace.tokens)):
                number = plain[:, place, first] + 1j * plain[:, place, second]
                number *= np.exp(1j * place * base ** (-2 * pair / dimensions))
                np.testing.assert_allclose(turned[:, place, first], number.real, atol=1e-12)
                np.testing.assert_allclose(turned[:, place, second], number.imag, atol=1e-12)
        np.testing.assert_array_equal(turned[..., dimensions:], plain[..., dimensions:])
        assert abs(turned[:, 2, :dimensions] - plain[:, 2, :dimensions]).min() > 0
    assert not values(trace, "position", "p").any()
    assert ("rotate_pairs" if interleaved else "rotate_halves") in trace.source("project")


def test_only_the_distance_counts_for_turned_queries_and_keys():
    trace = ae.trace(random_model(rotary=(100.0, 4, False), biases=False), "a a a a a a")
    scores = values(trace, "score", "scores")
    for distance in range(-5, 6):
        along = np.diagonal(scores, distance, axis1=1, axis2=2)
        np.testing.assert_allclose(along, along[:, :1] + 0 * along, atol=1e-12)


def test_without_positions_nothing_is_turned():
    model = random_model(rotary=(100.0, 4, True))
    straight, shuffled = (ae.trace(model, text, positions=False) for text in ("abc", "cab"))
    assert "q_plain" not in {matrix.name for matrix in straight["project"].matrices}
    np.testing.assert_allclose(straight.hidden()[-1][[2, 0, 1]], shuffled.hidden()[-1], atol=1e-12)


def test_the_steps_hold_what_the_model_has_and_name_it():
    trace = ae.trace(random_model(embedding=True, norms="post"), TEXT)
    names = {stage.key: [matrix.name for matrix in stage.matrices] for stage in trace}
    assert names["position"] == ["x", "p", "t", "xp", "xp_norm"]
    assert names["heads"] == ["concat", "w_o", "b_o", "y", "h", "added", "out"]
    assert trace["position"].formula == "norm(X + P + T)"
    assert trace["heads"].formula == "Y = [Z₀ Z₁ …]·W^O + b^O"
    pre = ae.trace(random_model(rotary=(10.0, 2, False)), TEXT)["project"]
    assert [matrix.name for matrix in pre.matrices] == [
        "h", "n", "w_q", "w_k", "w_v", "b_q", "b_k", "b_v", "q_plain", "k_plain", "q", "k", "v",
    ]  # fmt: skip
    assert pre.formula == (
        "N = norm(H), Q = turn(N·W^Q + b^Q), K = turn(N·W^K + b^K), V = N·W^V + b^V"
    )
    for stage in (*trace, pre):
        assert stage[stage.result].values.size


def test_the_source_shows_every_function_that_ran_in_its_order():
    source = ae.trace(random_model(norms="post"), TEXT).source("heads")
    names = re.findall(r"^def (\w+)", source, re.MULTILINE)
    assert names == ["concatenate", "mix", "add_bias", "add", "layer_norm"]
    source = ae.trace(random_model(norms="pre"), TEXT, layer=1).source("project")
    assert re.findall(r"^def (\w+)", source, re.MULTILINE) == [
        "layer_norm", "project", "add_head_bias",
    ]  # fmt: skip


def test_a_decoder_is_causal_whatever_mask_is_asked_for():
    model = random_model(causal=True)
    for mask, window in ((None, 99), ("causal", 99), ("window:2", 2)):
        trace = ae.trace(model, TEXT, mask=mask)
        assert trace.mask == mask
        place = np.arange(len(trace.tokens))
        back = place[:, None] - place
        np.testing.assert_array_equal(
            values(trace, "mask", "mask") == 0, (back >= 0) & (back < window)
        )
    longer = ae.trace(model, TEXT + " ab").hidden()
    for short, long in zip(ae.trace(model, TEXT).hidden(), longer, strict=True):
        np.testing.assert_allclose(short, long[:-2], atol=1e-12)


class Counted(Sequence):
    """Layers that count how often each is asked for."""

    def __init__(self, layers):
        self.layers, self.asked = layers, []

    def __len__(self):
        return len(self.layers)

    def __getitem__(self, index):
        self.asked.append(index)
        return self.layers[index]


def test_a_trace_asks_once_for_each_layer_that_it_needs():
    layers = Counted(random_model(n_layers=3).layers)
    model = replace(random_model(n_layers=3), layers=layers)
    trace = ae.trace(model, TEXT, layer=1)
    assert layers.asked == [0, 1]
    np.testing.assert_array_equal(trace.hidden()[1], values(trace, "project", "h"))
    assert layers.asked == [0, 1, 1, 2]
    assert trace.hidden() is trace.hidden()
    ae.trace(model, TEXT, variant="plain")
    assert len(layers.asked) == 4


@pytest.mark.parametrize("variant", ["learned", "plain"])
@pytest.mark.parametrize("norms", ["none", "pre", "post"])
def test_hidden_states_do_not_depend_on_the_layer_traced(norms, variant):
    model = random_model(norms=norms, embedding=True, n_layers=3)
    expected, *others = (ae.trace(model, TEXT, i, variant=variant).hidden() for i in range(3))
    assert len(expected) == 4
    for states in others:
        np.testing.assert_array_equal(states, expected)


def test_what_is_computed_on_demand_is_read_only():
    trace = ae.trace(random_model(output=True), TEXT)
    for array in (*trace.hidden(), trace.logits()):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(ValueError, match="random gives vectors, not words"):
        ae.trace(random_model(), TEXT).logits()


def test_padding_uses_the_model_s_own_token_and_changes_no_hidden_state():
    model = random_model(pad_id=4)
    padded, bare = ae.trace(model, "abc", mask="padding:5"), ae.trace(model, "abc")
    assert [(token.text, token.special) for token in padded.tokens[3:]] == [("e", True)] * 2
    assert padded["embed"]["w_e"].values is bare["embed"]["w_e"].values
    for ours, expected in zip(padded.hidden(), bare.hidden(), strict=True):
        np.testing.assert_allclose(ours[:3], expected, atol=1e-12)


@pytest.mark.parametrize(
    ("fields", "text", "mask", "words"),
    [
        ({"max_tokens": 3}, "abcd", None, "has 4 tokens, but model random has positions for 3"),
        ({"max_tokens": 3}, "ab", "padding:4", "padding:4 is too long: model random has positions"),
        ({}, " ", None, "There is no text to trace"),
    ],
)
def test_texts_that_do_not_fit(fields, text, mask, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        ae.trace(random_model(**fields), text, mask=mask)


def test_parts_that_do_not_fit():
    with pytest.raises(ValueError, match="rotary turns 3 dimensions; they turn in pairs"):
        Rotary(10.0, 3, interleaved=False)
    with pytest.raises(ValueError, match="w_q has 4 heads, which the 3 heads of w_k do not"):
        random_model(n_kv_heads=3)


def test_half_types_stay_near():
    expected = ae.trace(random_model(embedding=True, output=True, dtype="float32"), TEXT)
    half = replace(expected.model, dtype="float16")
    ours = ae.trace(half, TEXT, layer=1)
    np.testing.assert_allclose(ours.hidden()[-1], expected.hidden()[-1], atol=0.05)
    np.testing.assert_allclose(ours.logits(), expected.logits(), atol=0.1)


def test_the_toy_computes_what_it_did_when_there_were_no_blocks():
    with np.load(Path(__file__).parent / "data" / "toy_values.npz") as recorded:
        for name, expected in recorded.items():
            layer, variant, stage, matrix = name.split(" ")
            trace = ae.trace(
                ae.load_model("toy"), "The river bank", int(layer), "causal", variant=variant
            )
            ours = trace[stage][matrix].values
            assert ours.dtype == expected.dtype
            np.testing.assert_allclose(ours, expected, rtol=1e-6, atol=1e-7)
