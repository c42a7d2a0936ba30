"""Colours of values: readable, ordered, and told apart without seeing red from green."""

from __future__ import annotations

import numpy as np
import pytest
from rich._palettes import EIGHT_BIT_PALETTE, STANDARD_PALETTE

from attn_tui.view.chrome import chrome
from attn_tui.view.colour import contrast, luminance, rgb
from attn_tui.view.palette import (
    ASCII_GLYPHS,
    LEVELS,
    MASKED,
    NOT_A_NUMBER,
    STEPS,
    VEILED,
    glyph,
    levels,
    palette,
)
from attn_tui.view.terminal_colours import SIXTEEN, TWO_HUNDRED_FIFTY_SIX

SIGHTS = {
    "all three kinds of cone": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
"""Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB."""

TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_OKLAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
"""Ottosson (2020); in OKLab a difference of 0.02 is one that can just be seen side by side."""

EVERY = [(name, dark) for name in ("truecolor", "256", "16") for dark in (True, False)]
ENDS, FROM_ZERO, SPECIAL, APART = 0.15, 0.2, 0.05, 0.04
"""Stated distances: ends of the signed ramp; zero from an end; masked and veiled cells from what
they could be taken for; chrome. The last two are told by signs and words, too."""


def linear(colour: tuple[int, int, int]) -> np.ndarray:
    share = np.array(colour) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast(rgb("#000000"), rgb("#ffffff")) == pytest.approx(21)
    assert contrast(rgb("#777777"), rgb("#ffffff")) == pytest.approx(4.478, abs=1e-3)
    assert contrast(rgb("#ff0000"), rgb("#ffffff")) == pytest.approx(3.998, abs=1e-3)


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("name", ["truecolor", "256", "16"])
def test_figures_are_readable_on_every_level(dark: bool, name: str) -> None:
    colours = palette(dark, name)
    for inks in (colours.signed, colours.weights):
        assert inks is not None
        assert len(inks) == LEVELS
        for ink in inks:
            assert contrast(ink.figure, ink.ground) >= 4.5


@pytest.mark.parametrize("dark", [True, False])
def test_ramps_are_in_order(dark: bool) -> None:
    colours = palette(dark)
    assert colours.signed is not None
    assert colours.weights is not None
    away = 1 if dark else -1
    weights = [away * luminance(ink.ground) for ink in colours.weights[:STEPS]]
    assert weights == sorted(weights)
    signed = [away * luminance(ink.ground) for ink in colours.signed[:STEPS]]
    middle = STEPS // 2
    assert signed[middle:] == sorted(signed[middle:])
    assert signed[: middle + 1] == sorted(signed[: middle + 1], reverse=True)


def distance(one: tuple[int, int, int], other: tuple[int, int, int], sight: str) -> float:
    """The OKLab distance of two colours as somebody sees them."""
    seen = (np.clip(SIGHTS[sight] @ linear(colour), 0, 1) for colour in (one, other))
    one_lab, other_lab = (TO_OKLAB @ np.cbrt(TO_CONES @ colour) for colour in seen)
    return float(np.linalg.norm(one_lab - other_lab))


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(("name", "dark"), EVERY)
def test_levels_that_mean_different_things_are_told_apart_by_everyone(
    name: str, dark: bool, sight: str
) -> None:
    colours = palette(dark, name)
    assert colours.signed is not None
    assert colours.weights is not None
    signed = [ink.ground for ink in colours.signed]
    weights = [ink.ground for ink in colours.weights]
    zero, last = STEPS // 2, STEPS - 1
    for one, other, least in (
        (signed[0], signed[last], ENDS),
        (signed[0], signed[zero], FROM_ZERO),
        (signed[last], signed[zero], FROM_ZERO),
        (weights[0], weights[last], 2 * FROM_ZERO),
        *((signed[MASKED], signed[level], SPECIAL) for level in (0, zero, last)),
        *((signed[VEILED], signed[level], SPECIAL) for level in (0, zero, last, MASKED)),
        *((weights[MASKED], weights[level], SPECIAL) for level in (0, last)),
        *((weights[VEILED], weights[level], SPECIAL) for level in (0, last, MASKED)),
    ):
        assert distance(one, other, sight) >= least, (one, other)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(("name", "dark"), EVERY)
def test_the_cursor_is_told_from_every_level_by_everyone(name: str, dark: bool, sight: str) -> None:
    colours = palette(dark, name)
    accent = rgb(chrome(dark, name).accent)
    for inks in (colours.signed, colours.weights):
        assert inks is not None
        assert min(distance(accent, ink.ground, sight) for ink in inks) >= APART


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(("name", "dark"), EVERY)
def test_the_chrome_is_told_apart_by_everyone(name: str, dark: bool, sight: str) -> None:
    colours = chrome(dark, name)
    for one, other in (
        ("accent", "text"), ("accent", "label"), ("accent", "quiet"), ("success", "error"),
        ("primary", "success"), ("primary", "error"), ("quiet", "primary"), ("quiet", "success"),
        ("quiet", "error"), ("text", "quiet"),
    ):  # fmt: skip
        first, second = (rgb(getattr(colours, word)) for word in (one, other))
        assert distance(first, second, sight) >= APART, (one, other)


@pytest.mark.parametrize(("name", "dark"), EVERY)
def test_every_word_is_readable_on_every_ground(name: str, dark: bool) -> None:
    colours = chrome(dark, name)
    for word in ("text", "label", "quiet", "accent", "primary", "success", "error"):
        for ground in ("ground", "surface", "panel"):
            pair = rgb(getattr(colours, word)), rgb(getattr(colours, ground))
            assert contrast(*pair) >= 4.5, (word, ground)


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize(("name", "own"), [("256", TWO_HUNDRED_FIFTY_SIX), ("16", SIXTEEN)])
def test_palettes_are_made_of_colours_that_exist(name: str, own: dict, dark: bool) -> None:
    colours, around = palette(dark, name), chrome(dark, name)
    for inks in (colours.signed, colours.weights):
        assert inks is not None
        assert {each for ink in inks for each in (ink.ground, ink.figure)} <= set(own)
    assert {rgb(value) for value in vars(around).values()} <= set(own)


def test_the_terminals_own_colours_have_the_values_that_rich_knows() -> None:
    assert all(EIGHT_BIT_PALETTE[number] == rgb for rgb, number in TWO_HUNDRED_FIFTY_SIX.items())
    assert all(STANDARD_PALETTE[number] == rgb for rgb, number in SIXTEEN.items())
    assert len(TWO_HUNDRED_FIFTY_SIX) == 240
    assert len(SIXTEEN) == 16


@pytest.mark.parametrize("dark", [True, False])
def test_every_level_has_a_ground_of_its_own(dark: bool) -> None:
    inks = palette(dark).signed
    assert inks is not None
    assert len({ink.ground for ink in inks[:STEPS]}) == STEPS


@pytest.mark.parametrize("dark", [True, False])
def test_minus_infinity_is_no_large_negative(dark: bool) -> None:
    inks = palette(dark).signed
    assert inks is not None
    assert inks[MASKED].ground not in {ink.ground for ink in inks[:STEPS]}
    assert inks[VEILED].ground not in {ink.ground for ink in inks[:STEPS]}


def test_levels_of_hand_worked_values() -> None:
    values = np.array([-4.0, -2.0, 0.0, 2.0, 4.0, 99.0, -np.inf, np.nan, np.inf])
    assert levels(values, "signed", 4.0).tolist() == [
        0, 15, 31, 47, 62, 62, MASKED, NOT_A_NUMBER, 62,
    ]  # fmt: skip
    assert levels(np.array([0.0, 0.25, 0.5, 1.0]), "weights", 0.5).tolist() == [0, 31, 62, 62]
    assert levels(np.array([[0.0, -np.inf]]), "mask", 1.0).tolist() == [[31, MASKED]]
    assert levels(np.array([7, 4000]), "integers", 4000.0).tolist() == [31, 31]
    assert levels(np.zeros(3), "signed", 0.0).tolist() == [31, 31, 31]


def test_without_colour_shades_tell_magnitude_and_sign() -> None:
    assert palette(True, "none").inks("signed") is None
    shades = [glyph(level, "signed") for level in (0, 15, 31, 47, 62)]
    assert shades[2] == " "
    assert len(set(shades)) == 5
    assert [glyph(level, "weights") for level in (0, 1, 62)] == [" ", "░", "█"]
    assert all(glyph(level, "weights", ascii_only=True) in ASCII_GLYPHS for level in range(STEPS))
    assert glyph(MASKED, "signed", ascii_only=True).isascii()
