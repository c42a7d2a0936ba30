"""Every screen in every palette: no colour is drawn that the palette does not have."""

from __future__ import annotations

from collections import Counter

import pytest
from textual.screen import Screen

from attn_tui.app import AttnApp
from attn_tui.terminal.options import TerminalOptions
from attn_tui.terminal.pen import Pens
from attn_tui.view.session import Session
from attn_tui.view.terminal_colours import SIXTEEN, TWO_HUNDRED_FIFTY_SIX
from tests.tui.walking import ANIMAL, press, settle, toy_session

OWN = {"256": TWO_HUNDRED_FIFTY_SIX, "16": SIXTEEN}
SCREENS = {
    "home": (Session(text=""), ()),
    "course": (Session(text=""), ("down", "enter")),
    "score": (toy_session(text=ANIMAL, step="score", row=7, key=10), ()),
    "mask": (toy_session(text=ANIMAL, step="mask", mask="causal", row=4, key=2), ()),
    "softmax": (toy_session(text=ANIMAL, step="softmax", layer=1, row=7), ()),
    "predict": (toy_session(text=ANIMAL, step="softmax", layer=1, row=7), ("p",)),
    "plot": (toy_session(text=ANIMAL, step="position", row=7), ("d",)),
    "code": (toy_session(text=ANIMAL, step="score"), ("c",)),
    "help": (toy_session(text=ANIMAL), ("question_mark",)),
    "commands": (toy_session(text=ANIMAL), ("colon", "s", "t", "e", "p", "down")),
    "editing": (toy_session(text=ANIMAL), ("slash",)),
    "models": (toy_session(text=ANIMAL), ("M",)),
    "places": (toy_session(text=ANIMAL), ("B",)),
    "meaning": (toy_session(text=ANIMAL), ("a",)),
    "side by side": (toy_session(text=ANIMAL), ("D",)),
}


def styles(screen: Screen[object]):
    """The text and style of every run on the screen."""
    return [
        segment
        for strip in screen._compositor.render_strips()
        for segment in strip
        if segment.style is not None and segment.text
    ]


async def drawn(name: str, palette: str, *more: str, ascii_only: bool = False):
    session, keys = SCREENS[name]
    app = AttnApp(session, options=TerminalOptions(palette=palette, ascii=ascii_only))
    async with app.run_test(size=(100, 34)) as pilot:
        await settle(pilot)
        await press(pilot, *more, *keys)
        await settle(pilot)
        return styles(app.screen), app


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize("palette", ["256", "16"])
@pytest.mark.parametrize("name", SCREENS)
async def test_every_colour_is_one_that_the_palette_has(name, palette, light):
    segments, app = await drawn(name, palette, *(["t"] if light else []))
    assert app.current_theme.dark is not light
    colours = {
        (colour.name, segment.text.strip()[:20])
        for segment in segments
        for colour in (segment.style.color, segment.style.bgcolor)
        if colour is not None and tuple(colour.triplet or ()) not in OWN[palette]
    }
    assert colours == set()


@pytest.mark.parametrize("name", SCREENS)
async def test_without_colours_none_is_sent(name):
    segments, _ = await drawn(name, "none")
    pens = Pens("none")
    used = [pens.of(segment.style) for segment in segments]
    assert {(pen.foreground, pen.background) for pen in used} == {("", "")}
    # What stands out is told all the same.
    assert any(pen.attributes & {"1", "7"} for pen in used)


@pytest.mark.parametrize("name", SCREENS)
async def test_without_colours_no_letter_is_lost_in_its_ground(name):
    """Only black and white are drawn, and never one on itself, but for blanks and full blocks."""
    segments, _ = await drawn(name, "none")
    for segment in segments:
        style = segment.style
        assert {c.name for c in (style.color, style.bgcolor) if c} <= {"#000000", "#ffffff"}, (
            segment
        )
        if style.color and style.color == style.bgcolor:
            assert set(segment.text) <= set(" █"), segment


@pytest.mark.parametrize("light", [False, True])
async def test_without_colours_the_cursor_is_drawn_the_other_way_round(light):
    segments, _ = await drawn("softmax", "none", *(["t"] if light else []))
    pens = Pens("none")
    figures = [
        each for each in segments if "." in each.text and each.text.strip(" -.0123456789") == ""
    ]
    ways = Counter("7" in pens.of(each.style).attributes for each in figures)
    assert ways[light] > 10
    assert 1 <= ways[not light] <= 2
