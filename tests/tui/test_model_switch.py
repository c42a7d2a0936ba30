"""Another model without losing one's place: chosen, loaded, given up, refused."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
from textual.widgets import Input

import attn_engine
from attn_engine import Model, load_model
from attn_tui.command.progress import progress_on
from attn_tui.computing import progress_said
from attn_tui.screens.models import ModelScreen
from attn_tui.screens.walk import WalkScreen
from attn_tui.tracing import ModelLoading
from attn_tui.view.known_models import known_models
from tests.tui.real_model import KEY, NAME, real_model
from tests.tui.walking import press, screen_text, settle, until, walk

Loader = Callable[..., Model]


def loads(monkeypatch: pytest.MonkeyPatch, loader: Loader) -> None:
    """Let `loader` load every model but the toy."""

    def load(name: str, *how: object) -> Model:
        return load_model(name) if name == "toy" else loader(name, how[-1])

    monkeypatch.setattr(attn_engine, "load_model", load)


async def choose(pilot, name: str) -> None:  # type: ignore[no-untyped-def]
    """Type a name into the panel of models."""
    await press(pilot, "M", "slash")
    pilot.app.screen.query_one(Input).value = name
    await pilot.press("enter")


async def test_step_word_and_text_stay_and_layer_and_head_are_held() -> None:
    models = {KEY: real_model()}
    async with walk(models=models, model=NAME, layer=4, head=3, step="softmax", row=7, key=2) as (
        pilot, screen,
    ):  # fmt: skip
        words = [screen.trace.tokens[at].text for at in (7, 2)]
        await choose(pilot, "toy")
        await settle(pilot)
        assert (screen.trace.model.name, screen.trace.layer, screen.session.head) == ("toy", 1, 1)
        assert screen.session.step == "softmax"
        at = screen.frame.board.cursor
        assert [screen.trace.tokens[place].text for place in at] == words
        assert at == (6, 1)
        assert "toy · layer 1 of 2" in screen_text(pilot)
        await choose(pilot, NAME)
        await settle(pilot)
        assert screen.frame.board.cursor == (7, 2)


async def test_a_mask_with_padding_is_dropped_since_tokens_differ() -> None:
    async with walk(models={KEY: real_model()}, mask="causal+padding:13") as (pilot, screen):
        await choose(pilot, NAME)
        await settle(pilot)
        assert screen.trace.mask == "causal"


async def test_the_panel_lists_the_known_models_and_a_key_takes_one() -> None:
    async with walk() as (pilot, screen):
        await press(pilot, "M")
        for name, about in known_models():
            assert name in screen_text(pilot)
            assert about
            assert about in screen_text(pilot)
        await press(pilot, "escape")
        assert pilot.app.screen is screen
        await press(pilot, "M", *["up"] * 9, "enter")
        assert screen.trace.model.name == known_models()[0][0]


async def test_what_cannot_be_loaded_is_said_and_the_model_at_hand_stays() -> None:
    async with walk(step="score", row=7) as (pilot, screen):
        kept = screen.trace
        await choose(pilot, "no-such-folder/")
        await settle(pilot)
        assert screen.trace is kept
        text = screen_text(pilot)
        assert "no-such-folder" in text
        assert "toy · layer 0 of 2" in text
        await press(pilot, "right", "n")
        assert (screen.session.model, screen.session.step) == ("toy", "scale")


async def test_the_title_says_how_far_it_is_and_escape_gives_it_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, going_on, left = threading.Event(), threading.Event(), threading.Event()

    def slow(name: str, progress: Callable[[str, int, int], None]) -> Model:
        try:
            progress("downloading far/away", 12_300_000, 90_800_000)
            begun.set()
            going_on.wait(30)
            progress("downloading far/away", 13_300_000, 90_800_000)
            raise AssertionError("it was not given up")
        finally:
            left.set()

    loads(monkeypatch, slow)
    async with walk(step="score", row=7) as (pilot, screen):
        kept = screen.trace
        await choose(pilot, "far/away")
        await until(pilot, begun)
        assert "downloading far/away: 12 of 91 MB · Esc cancels" in screen_text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert pilot.app.screen is screen
        assert "toy · layer 0 of 2" in screen_text(pilot)
        going_on.set()
        await until(pilot, left)
        await settle(pilot)
        assert screen.trace is kept
        assert (screen.session.model, screen.wanted.model) == ("toy", "toy")


async def test_progress_of_what_was_given_up_is_not_shown() -> None:
    async with walk() as (pilot, screen):
        screen.post_message(ModelLoading(screen.request - 1, "too late"))
        await pilot.pause()
        assert "too late" not in screen_text(pilot)


async def test_escape_leaves_the_line_then_the_panel() -> None:
    async with walk() as (pilot, screen):
        await press(pilot, "M", "slash", "escape")
        assert isinstance(pilot.app.screen, ModelScreen)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, WalkScreen)
        assert screen.session.model == "toy"


async def test_home_over_a_walk_names_the_model_that_the_walk_has_now() -> None:
    async with walk() as (pilot, screen):
        screen.want(replace(screen.session, model="tiny"))
        await settle(pilot)
        await press(pilot, "escape")
        assert "model tiny" in screen_text(pilot)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (("downloading x/y", 0, 90_868_376), "downloading x/y: 0 of 91 MB"),
        (("layer", 3, 6), "layer: 3 of 6"),
    ],
)
def test_progress_is_told_in_megabytes_or_in_numbers(told: tuple[str, int, int], said: str) -> None:
    assert progress_said(*told) == said


class Watched(io.StringIO):
    """A terminal that someone watches."""

    def isatty(self) -> bool:
        return True


def test_the_command_line_tells_a_terminal_how_far_it_is_and_clears_the_line() -> None:
    watched = Watched()
    tell = progress_on(watched)
    assert tell is not None
    tell("downloading x/y", 5_000_000, 9_000_000)
    assert watched.getvalue().endswith("downloading x/y: 5 of 9 MB")
    tell("downloading x/y", 9_000_000, 9_000_000)
    assert watched.getvalue().endswith("\r\x1b[K")
    assert progress_on(io.StringIO()) is None
