"""One place decides the palette and the first theme, from what the terminal says of itself."""

from __future__ import annotations

import pytest
from rich.style import Style

from attn_tui.app import AttnApp
from attn_tui.terminal.colours import palette_name, starts_light
from attn_tui.terminal.options import TerminalOptions
from attn_tui.terminal.pen import Pens
from attn_tui.view.session import Session


@pytest.mark.parametrize(
    ("system", "environ", "choice", "palette"),
    [
        ("truecolor", {}, "auto", "truecolor"),
        ("256", {"TERM": "tmux-256color"}, "auto", "256"),
        ("standard", {"TERM": "linux"}, "auto", "16"),
        ("standard", {"TERM": "alacritty"}, "auto", "truecolor"),
        ("256", {"TERM": "xterm-kitty"}, "auto", "truecolor"),
        ("standard", {"TERM": "vt100"}, "auto", "none"),
        (None, {"TERM": "dumb"}, "auto", "none"),
        ("truecolor", {"NO_COLOR": "1"}, "auto", "none"),
        ("truecolor", {"NO_COLOR": ""}, "auto", "truecolor"),
        ("standard", {"NO_COLOR": "1"}, "256", "256"),
        ("truecolor", {}, "none", "none"),
    ],
)
def test_the_palette_follows_the_choice_then_no_color_then_the_terminal(
    system, environ, choice, palette
):
    assert palette_name(system, environ, choice) == palette


@pytest.mark.parametrize(
    ("said", "light"),
    [("0;15", True), ("0;default;15", True), ("15;0", False), ("0;7", True), ("7;8", False),
     ("15;default", False), ("", False)],
)  # fmt: skip
def test_colorfgbg_tells_a_light_ground(said, light):
    assert starts_light({"COLORFGBG": said}) is light


@pytest.mark.parametrize(("palette", "dark"), [("truecolor", False), ("16", False), ("none", True)])
async def test_the_app_starts_light_where_the_ground_is_and_t_switches(palette, dark, monkeypatch):
    monkeypatch.setenv("COLORFGBG", "0;15")
    app = AttnApp(Session(""), options=TerminalOptions(palette=palette))
    async with app.run_test(size=(80, 24)) as pilot:
        assert app.current_theme.dark is dark
        await pilot.press("t")
        assert app.current_theme.dark is not dark


@pytest.mark.parametrize(
    ("palette", "parameters"),
    [
        ("truecolor", "1;38;2;255;255;85;48;2;0;0;170"), ("256", "1;38;5;227;48;5;19"),
        ("16", "1;93;44"), ("none", "1"),
    ],
)  # fmt: skip
def test_a_style_is_sent_in_the_colours_of_the_palette(palette, parameters):
    pen = Pens(palette).of(Style(color="#ffff55", bgcolor="#0000aa", bold=True))
    assert pen.parameters == parameters


def test_a_grey_of_the_256_is_sent_as_itself():
    # rich takes #eeeeee, which is number 255, for number 254.
    assert Pens("256").of(Style(bgcolor="#eeeeee")).background == "48;5;255"
