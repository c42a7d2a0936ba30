"""What random keys are made of, and an app that they are sent to: what must hold after each."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hypothesis import strategies as st
from rich.cells import cell_len
from textual import events
from textual.app import App
from textual.binding import Binding
from textual.errors import NoWidget
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import ModalScreen
from textual.worker import WorkerCancelled

from attn_lessons.progress import Progress
from attn_lessons.reader import course, read_lesson
from attn_tui import keys as tables
from attn_tui.app import AttnApp
from attn_tui.computing import Models
from attn_tui.key import Key
from attn_tui.screens.sized import SMALLEST
from attn_tui.terminal.front_buffer import FrontBuffer
from attn_tui.view.places import NUMPY, Place
from attn_tui.view.session import Session
from attn_tui.widgets.key_hints import KeyHints
from tests.terminal.escapes import Stray, strays
from tests.tui.lesson_making import SMALL
from tests.tui.test_costs import measure

PATIENCE = 20.0
"""Seconds after which the app is held to answer no more."""
MOST_ESCAPES = 8
LONG_TEXT = "The animal was tired. Money bank grows. " * 12
LESSONS = course()

STARTS = ("home", "toy", "tiny", "crossed", "small lesson", "lesson", "long", "costs", "compared")

TABLES = [table for table in vars(tables).values() if isinstance(table, tuple)]
NAMES = sorted(
    {name for table in TABLES for key in table if isinstance(key, Key)
     for name in key.keys.split(",") if name}
)  # fmt: skip
"""Every key of the key tables."""
EDITING = [
    "backspace", "delete", "ctrl+w", "ctrl+u", "ctrl+k", "ctrl+a", "ctrl+e", "ctrl+x", "ctrl+v",
    "shift+left", "shift+right", "shift+home", "ctrl+left", "ctrl+right", "tab", "shift+tab",
    "space", "f1", "f12", "insert", "ctrl+l", "ctrl+@", "alt+q", "ctrl+q", "ctrl+p",
]  # fmt: skip
OPENING = [
    "colon",
    "slash",
    "K",
    "M",
    "B",
    "a",
    "c",
    "D",
    "question_mark",
    "enter",
    "p",
    "dollar_sign",
]
"""Keys after which something else gets the keys that follow at once."""
MOVING = ["pageup", "pagedown", "home", "end", "up", "down", "enter", "escape", "tab"]
PASTES = [
    "bank", "a\nb\tc", "\x1b]52;c;aGk=\x07", "\x1b[2J", "[/]", "[bold]x",
    "\u202e\u202d\u2066", "e" + "\u0301" * 40,
    "👨\u200d👩\u200d👧🇩🇪❤\ufe0f", "漢字 한국", "\ue000\u200b", "%s {x} $x", "0.5", " ", "x" * 400,
    "/no/such",
]  # fmt: skip


@dataclass(frozen=True)
class Keys:
    """Keys that come at once."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Own:
    """The key of a present screen's or widget's own, by its place among them."""

    place: int


@dataclass(frozen=True)
class Paste:
    text: str


@dataclass(frozen=True)
class Size:
    columns: int
    lines: int


@dataclass(frozen=True)
class Click:
    """In parts of the screen, from 0 to 1."""

    x: float
    y: float
    times: int


Event = Keys | Own | Paste | Size | Click

a_key = (
    st.sampled_from(NAMES)
    | st.sampled_from(NAMES + EDITING)
    | st.characters(min_codepoint=0x20, max_codepoint=0x2FF, exclude_categories=["Cc", "Cf"]).map(
        lambda character: _character_to_key(character) if character.isascii() else character
    )
)
an_event = st.one_of(
    st.lists(a_key, min_size=1, max_size=4).map(lambda names: Keys(tuple(names))),
    st.tuples(
        st.sampled_from(OPENING), st.lists(st.sampled_from(MOVING) | a_key, max_size=3)
    ).map(lambda drawn: Keys((drawn[0], *drawn[1]))),
    st.builds(Own, st.integers(0, 60)),
    st.builds(Paste, st.sampled_from(PASTES)),
    st.builds(Paste, st.text(max_size=8)),
    st.builds(Size, st.integers(1, 200), st.integers(1, 50)),
    st.sampled_from([Size(80, 24), Size(120, 36), Size(1, 1), Size(60, 18), Size(200, 50)]),
    st.builds(Click, st.floats(0, 1), st.floats(0, 1), st.integers(1, 2)),
)  # fmt: skip
sequences = st.lists(an_event, min_size=1, max_size=10)


class Checked:
    """Everything that the app sends while it lasts, checked as it is made."""

    def __init__(self) -> None:
        self.found: list[Stray] = []

    @contextmanager
    def listening(self) -> Iterator[Checked]:
        stage = FrontBuffer.stage

        def checked(front: FrontBuffer, *pieces: Any) -> Any:
            update = stage(front, *pieces)
            front.commit(
                update
            )  # as is done once it is written, which nothing is without a terminal
            self.found += strays(update.output)
            return update

        with patch.object(FrontBuffer, "stage", checked):
            yield self


@contextmanager
def quick() -> Iterator[None]:
    """Nothing that takes long or leaves this process: no measuring, no torch, no other models."""
    known = (("toy", "by hand"), ("tiny", "trained"))

    async def look() -> tuple[Place, ...]:
        return (NUMPY, Place("torch", "cpu", "", reason="not today"))

    with ExitStack() as stack:
        stack.enter_context(patch("attn_engine.measure_costs", measure))
        stack.enter_context(patch("attn_tui.screens.models.known_models", lambda: known))
        stack.enter_context(patch("attn_tui.screens.places.look_meanwhile", look))
        stack.enter_context(patch.dict("sys.modules", {"torch": None, "transformers": None}))
        yield


def opened(start: str, models: Models, folder: Path) -> AttnApp:
    """An app where the sequence begins; `START_KEYS` lead on from there."""
    progress = Progress.open(folder / "progress.sqlite3")
    session = Session("", model="toy")
    lesson = None
    if start == "lesson":
        lesson = LESSONS[len(list(folder.iterdir())) % len(LESSONS)]
    elif start == "small lesson":
        path = folder / "small.md"
        path.write_text(SMALL, "utf-8")
        lesson = read_lesson(path)
    elif start == "long":
        session = Session(LONG_TEXT, model="toy")
    elif start == "tiny":
        session = Session("it was tired", model="tiny")
    elif start == "crossed":
        session = Session("Money bank", model="toy", keys="river flows")
    elif start != "home":
        session = Session("Money bank grows", model="toy")
    long = "A remark." if start == "long" else None
    return AttnApp(session, models, lesson=lesson, progress=progress, long=long)


START_KEYS = {"costs": ("dollar_sign",), "compared": ("D",)}


async def settle(pilot: Pilot[None]) -> None:
    """Wait until nothing is left to do; fails if that never comes."""

    async def quiet() -> None:
        app = pilot.app
        for _ in range(3):
            if app.is_running and app._exception is None:
                with suppress(WorkerCancelled):  # by another of its kind
                    await app.workers.wait_for_complete()
                await pilot._wait_for_screen()
                app.screen._on_timer_update()  # paint, without waiting for the next frame

    await asyncio.wait_for(quiet(), PATIENCE)


async def do(pilot: Pilot[None], event: Event) -> None:
    """Let it happen, as the terminal would."""
    app = pilot.app
    if isinstance(event, Keys):
        for name in event.names:
            send(app, name)
    elif isinstance(event, Own):
        names = own_keys(app)
        send(app, names[event.place % len(names)])
    elif isinstance(event, Paste):
        app.post_message(events.Paste(event.text))
    elif isinstance(event, Size):
        await pilot.resize_terminal(event.columns, event.lines)
    else:
        width, height = app.size
        at = (int(event.x * (width - 1)), int(event.y * (height - 1)))
        with suppress(NoWidget):  # Pilot's own wish: a click on nothing is a click on nothing
            await pilot.click(offset=at, times=event.times)
    await settle(pilot)


def send(app: App[Any], name: str) -> None:
    """Put a key into the queue; one that is a character brings it along."""
    character = name if len(name) == 1 else CHARACTERS.get(name)
    app.post_message(events.Key(name, character))


CHARACTERS = {
    _character_to_key(chr(code)): chr(code) for code in range(0x20, 0x7F)
}  # fmt: skip


def own_keys(app: App[Any]) -> list[str]:
    """The keys that are bound where the focus is, in a fixed order; q, which quits, left out."""
    bound = {
        name: binding
        for name, (_, binding, *_) in app.screen.active_bindings.items()
        if isinstance(binding, Binding) and binding.action not in {"quit", "app.quit"}
    }
    return sorted(bound) or ["escape"]


def check(app: App[Any], checked: Checked) -> None:
    """What must hold after every event, while the app runs."""
    assert app._exception is None
    assert not checked.found, checked.found[:3]
    screen = app.screen
    if all(size >= least for size, least in zip(app.size, SMALLEST, strict=True)):
        assert screen.max_scroll_x == 0, f"{screen} scrolls sideways"
    for line in screen.query(KeyHints):
        shown = line.render().plain.rstrip()
        assert cell_len(shown) <= line.content_size.width, f"the footer overflows: {shown}"
    focused = app.focused
    assert focused is None or (focused.screen is screen and focused.is_attached)


async def lead_back(pilot: Pilot[None], checked: Checked) -> None:
    """Esc leads out of whatever is open, and q quits."""
    app = pilot.app
    for _ in range(MOST_ESCAPES):
        if not is_typing(app):
            break
        send(app, "escape")
        await settle(pilot)
        check(app, checked)
    assert not is_typing(app), f"Esc does not lead out of {app.screen}, {app.focused}"
    send(app, "q")
    await settle(pilot)
    assert app._exit, f"q does not quit in {app.screen}, {app.focused}"


def is_typing(app: App[Any]) -> bool:
    """Whether a panel is open, or something has the focus in which q is a letter."""
    focused = app.focused
    kinds = {kind.__name__ for kind in type(focused).__mro__} if focused else set()
    named = {"CostScreen", "SideBySideScreen"} & {type(app.screen).__name__}
    return bool(
        isinstance(app.screen, ModalScreen) or named or kinds & {"Input", "TextArea", "LessonPage"}
    )
