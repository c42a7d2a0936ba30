"""Colours of values: readable, ordered, and told apart without seeing red from green."""

from __future__ import annotations

import numpy as np
import pytest

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

DEUTERANOPIA = np.array(
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]
)
PROTANOPIA = np.array(
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ]
)
"""Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB."""


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
            assert contrast(ink.figure, ink.alternate) >= 4.5


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


@pytest.mark.parametrize("sight", [DEUTERANOPIA, PROTANOPIA])
@pytest.mark.parametrize("dark", [True, False])
def test_signs_are_told_apart_by_the_colour_blind(dark: bool, sight: np.ndarray) -> None:
    inks = palette(dark).signed
    assert inks is not None
    for magnitude in (10, 20, 31):
        below, above = (
            sight @ linear(inks[STEPS // 2 + sign * magnitude].ground) for sign in (-1, 1)
        )
        # Blue stays the bluer of the two by far.
        assert below[2] - below[0] > above[2] - above[0] + 0.01 * magnitude / 3


@pytest.mark.parametrize("dark", [True, False])
def test_figures_that_touch_stand_on_different_grounds(dark: bool) -> None:
    inks = palette(dark).signed
    assert inks is not None
    grounds = {ink.ground for ink in inks[:STEPS]}
    assert all(ink.alternate != ink.ground for ink in inks[:STEPS])
    assert len(grounds) == STEPS


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
