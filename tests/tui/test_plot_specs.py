"""What the plots say, held against the trace, hand-worked numbers and NumPy's own SVD."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import attn_engine as ae
from attn_tui.view.plot_spec import Bars, Curves, Plane, PlotSpec
from attn_tui.view.plots import plot_of
from attn_tui.view.plots.planes import principal_components
from attn_tui.view.plots.wording import entropy
from attn_tui.view.session import Session
from attn_tui.view.titles import STEP_KEYS
from attn_tui.widgets.plot_canvas import Glyphs
from tests.tui.test_plot_widget import drawn

TEXT = "she sat on the bank of the river"
ANIMAL = "The animal didn't cross the street because it was too tired"
BANK = TEXT.split().index("bank")
STANDING = Session(TEXT, row=BANK, key=1, dimension=2, head=1)


@cache
def traced(text: str = TEXT, named: bool = True, **how: object) -> ae.Trace:
    """A trace of the toy model, or of the same model with its dimensions only numbered."""
    model = ae.load_model("toy")
    if not named:
        model = replace(model, dimensions=tuple(map(str, range(model.d_model))))
    return ae.trace(model, text, **how)


def spec_at(step: str, trace: ae.Trace | None = None, **changes: object) -> PlotSpec:
    return plot_of(trace or traced(), replace(STANDING, step=step, **changes))


@pytest.mark.parametrize(
    ("step", "names"),
    [
        ("score", ("scores",)),
        ("scale", ("scores", "scaled")),
        ("mask", ("masked",)),
        ("softmax", ("weights",)),
    ],
)
def test_the_bars_of_a_row_are_that_row_of_the_trace(step: str, names: tuple[str, ...]) -> None:
    trace = traced(mask="causal")
    spec = spec_at(step, trace)
    assert isinstance(spec, Bars)
    assert spec.labels == tuple(TEXT.split())
    assert spec.cursor == 1
    assert "“bank”" in spec.title
    for series, name in zip(spec.series, names, strict=True):
        np.testing.assert_array_equal(series.values, trace[step][name].values[1, BANK])


def test_a_masked_row_says_how_much_it_may_look_at() -> None:
    count = len(TEXT.split())
    title = spec_at("mask", traced(mask="causal")).title
    assert f"it may look at {BANK + 1} of {count} keys" in title
    assert "no key is masked" in spec_at("mask").title


def test_entropy_is_0_for_one_key_and_log2_of_n_for_n_keys_alike() -> None:
    rows = np.array([[1, 0, 0, 0], [0.25] * 4, [0.5, 0.25, 0.25, 0]])
    np.testing.assert_allclose(entropy(rows), [0.0, 2.0, 1.5])
    trace = traced()
    weights = trace["softmax"]["weights"].values[1, BANK].astype(float)
    bits = -sum(w * np.log2(w) for w in weights if w > 0)
    spec = spec_at("softmax", trace)
    assert f"sum {weights.sum():.2f}, entropy {bits:.2f} bits" in spec.title
    assert f"{np.log2(len(weights)):.2f} bits: {len(weights)} keys alike" in spec.remark


def test_the_contributions_add_up_to_the_cell_of_z() -> None:
    trace = traced(mask="causal")
    for column in range(trace["sum"]["z"].shape[-1]):
        spec = spec_at("sum", trace, dimension=column)
        cell = float(trace["sum"]["z"].values[1, BANK, column])
        assert sum(spec.series[0].values) == pytest.approx(cell, abs=1e-5)
        assert f"= {cell:.2f}, the sum of these bars" in spec.title or abs(cell) < 0.1


def test_the_projections_are_the_three_rows_and_the_one_shown_stands_out() -> None:
    trace = traced()
    for place, which in enumerate("qkv"):
        spec = spec_at("project", trace, projection=which)
        assert spec.lit == place
        assert [series.name for series in spec.series] == ["q", "k", "v"]
        for series in spec.series:
            row = trace["project"][series.name].values[1, BANK]
            np.testing.assert_array_equal(series.values, row)


def test_the_waves_are_columns_of_p_and_the_cursors_is_among_them() -> None:
    trace = traced()
    p = trace["position"]["p"]
    for column in range(p.shape[1]):
        spec = spec_at("position", trace, dimension=column)
        assert isinstance(spec, Curves)
        assert spec.cursor == BANK
        assert len(spec.series) <= 4
        assert spec.series[spec.lit].name == p.labels[1][column]
        for series in spec.series:
            at = p.labels[1].index(series.name)
            np.testing.assert_array_equal(series.values, p.values[:, at])
    off = spec_at("position", traced(positions=False))
    assert off.title == "Positions are off: P is 0 everywhere"


def test_ids_are_bars_and_said_to_mean_nothing() -> None:
    spec = spec_at("tokenize")
    assert spec.series[0].values == tuple(float(token.id) for token in traced().tokens)
    assert spec.remark == "near ids are not near meanings"


@pytest.mark.parametrize(
    ("text", "names"), [(TEXT, ("money", "nature")), (ANIMAL, ("living", "place"))]
)
def test_the_plane_shows_the_meanings_in_which_the_words_differ_most(
    text: str, names: tuple[str, str]
) -> None:
    trace = traced(text)
    x = trace["embed"]["x"]
    spec = spec_at("embed", trace)
    assert isinstance(spec, Plane)
    assert (spec.x_name, spec.y_name) == names
    assert spec.points[spec.cursor].label == trace.tokens[BANK].text
    places = [(point.x, point.y) for point in spec.points]
    np.testing.assert_array_equal(places, x.values[:, [x.labels[1].index(name) for name in names]])


def test_without_names_the_plane_is_that_of_the_principal_components() -> None:
    trace = traced(named=False)
    spec = spec_at("embed", trace)
    assert "first two principal components" in spec.title
    x = trace["embed"]["x"].values.astype(float)
    left, sizes, _ = np.linalg.svd(x - x.mean(axis=0), full_matrices=False)
    oracle = left[:, :2] * sizes[:2]
    places = np.array([(point.x, point.y) for point in spec.points])
    np.testing.assert_allclose(np.abs(places), np.abs(oracle), atol=1e-6)
    assert f"{(sizes[:2] ** 2).sum() / (sizes**2).sum():.0%} of the spread" in spec.title


def test_components_of_few_equal_or_unknown_vectors_are_still_places() -> None:
    for vectors in (np.ones((1, 3)), np.ones((4, 3)), np.full((2, 3), np.nan)):
        places, share = principal_components(vectors)
        assert places.shape == (len(vectors), 2)
        assert share == 1.0
    half_known = np.array([[0.0, 1.0], [np.inf, 0.0], [2.0, 1.0]])
    places, _ = principal_components(half_known)
    assert np.isnan(places[1]).all()
    assert abs(places[0, 0] - places[2, 0]) == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("text", "word", "how", "toward"),
    [
        (TEXT, "bank", {"layer": 0}, "toward nature"),
        ("he took money from the bank", "bank", {"layer": 0}, "toward money"),
        (TEXT, "bank", {"variant": "plain"}, ""),
        (ANIMAL, "it", {"layer": 1}, "toward living"),
    ],
)
def test_the_token_moves_from_what_entered_the_layer_to_what_leaves_it(
    text: str, word: str, how: dict[str, object], toward: str
) -> None:
    trace = traced(text, **how)
    row = text.split().index(word)
    spec = spec_at("heads", trace, head=0, row=row)
    assert isinstance(spec, Plane)
    before = trace["project"]["h"].values[row]
    after = trace["heads"]["y" if "variant" in how else "out"].values[row]
    labels = trace["heads"]["y"].labels[1]
    axes = [labels.index(spec.x_name), labels.index(spec.y_name)]
    point = spec.points[spec.cursor]
    assert point.label == word
    assert (point.x, point.y) == pytest.approx(tuple(before[axes]))
    assert spec.goal == pytest.approx(tuple(after[axes]))
    step = after - before
    assert f"moves by ({step[axes[0]]:+.2f}, {step[axes[1]]:+.2f}), " in spec.title
    assert np.argmax(np.abs(step[:6])) in axes
    assert spec.title.endswith(toward)


def test_without_names_the_focus_of_each_head_is_shown_instead() -> None:
    trace = traced(named=False)
    spec = spec_at("heads", trace)
    assert isinstance(spec, Bars)
    assert spec.cursor == 1
    weights = trace["softmax"]["weights"].values[:, BANK].astype(float)
    expected = [-sum(w * np.log2(w) for w in row if w > 0) for row in weights]
    np.testing.assert_allclose(spec.series[0].values, expected, atol=1e-6)


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("step", STEP_KEYS)
@pytest.mark.parametrize(
    "text", ["bank", "[/] \x1b[31m [b]bank 漢字 \u202ex", " ".join(["bank river"] * 256)]
)
def test_every_step_of_any_text_can_be_drawn(text: str, step: str, named: bool) -> None:
    trace = traced(text, named=named, mask="causal")
    session = replace(STANDING, text=text, step=step, row=400, key=400, dimension=400)
    spec = plot_of(trace, session)
    assert "\x1b" not in spec.title
    for size in ((120, 10), (60, 20), (20, 6)):
        shown = "".join(drawn(spec, *size, Glyphs()))
        assert "\x1b" not in shown
        assert "\u202e" not in shown
