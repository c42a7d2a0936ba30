"""What a visitor's app refuses, and what it is started with."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from attn_lessons.progress import FILE, Progress
from attn_tui.computing import model_of
from attn_tui.screens.lesson import LessonScreen
from attn_tui.serving.environment import Started
from attn_tui.serving.served import SERVED, Served, served
from attn_tui.view.session import Session
from attn_tui.widgets.choices import Choices
from attn_tui.widgets.code_editor import CodeEditor
from attn_tui.widgets.text_line import TextLine
from tests.tui.lesson_making import lesson, page_text
from tests.tui.walking import press, screen_text, settle, walk

VISITOR = "0123456789abcdef" * 2


@pytest.fixture
def visiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SERVED, Served(("tiny", "toy")).written())


def test_what_is_allowed_arrives_as_it_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    assert served() is None
    allowed = Served(("toy", "a folder\n"), runs_code=True)
    monkeypatch.setenv(SERVED, allowed.written())
    assert served() == allowed
    for nonsense in ("", "1", "{}", '{"models": 3}', '{"models": [], "runs_code": "yes"}'):
        monkeypatch.setenv(SERVED, nonsense)
        assert served() == Served(), "what cannot be read allows nothing"


def test_a_visitor_has_no_other_model_loaded(visiting: None, tmp_path: Path) -> None:
    for name in (str(tmp_path), "minilm", "openai-community/gpt2", "toys"):
        with pytest.raises(ValueError, match="not loaded here: this app is served"):
            model_of(Session("a", model=name), {})
    assert model_of(Session("a", model="toy"), {}).name == "toy"


async def test_the_panel_of_models_offers_a_visitor_no_folder(visiting: None) -> None:
    async with walk("Money bank grows") as (pilot, _):
        await press(pilot, "M")
        names = [choice.split()[0] for choice in pilot.app.screen.query_one(Choices).choices]
        assert names == ["tiny", "toy"]
        assert "this app is served to visitors" in screen_text(pilot)
        await press(pilot, "slash")
        assert not pilot.app.screen.query(TextLine)


async def at_the_code_task(pilot, screen: LessonScreen) -> None:
    while screen.state.active is None or screen.state.active.id != "code":
        screen.action_skip() if screen.state.active else screen.action_turn(1)
        await settle(pilot)


async def test_a_visitors_code_is_not_run(visiting: None, tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        await at_the_code_task(pilot, screen)
        assert "Code is not run here" in page_text(screen), "before it is written"
        screen.query_one(CodeEditor).text = "def scores(x):\n    return x @ x.T"
        await press(pilot, "enter", "ctrl+r")
        assert isinstance(screen.focused, CodeEditor)
        assert (screen.running, screen.doing.right) == (None, False)
        assert not screen.progress.attempts("small", "code")
        await press(pilot, "escape", "s")
        assert screen.state.active is None, "the lesson goes on without it"


async def test_a_visitors_code_is_run_if_that_was_allowed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(SERVED, Served(("toy",), runs_code=True).written())
    async with lesson(tmp_path) as (pilot, screen):
        await at_the_code_task(pilot, screen)
        assert "Code is not run here" not in page_text(screen)
        screen.query_one(CodeEditor).text = "def scores(x):\n    return x @ x.T"
        await press(pilot, "enter", "ctrl+r")
        assert [attempt.right for attempt in screen.progress.attempts("small", "code")] == [True]


def test_the_progress_is_in_the_file_that_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(FILE, str(tmp_path / "new" / "mine"))
    progress = Progress.open()
    assert progress.path == tmp_path / "new" / "mine"
    progress.close()


def test_an_app_is_told_of_a_browser_and_not_of_the_servers_terminal() -> None:
    of_the_terminal = {
        "NO_COLOR": "1",
        "TERM": "dumb",
        "TMUX": "a,b",
        "TEXTUAL_FPS": "1",
        "STY": "c",
    }
    started = Started(("app",), {"HOME": "/home", **of_the_terminal}, Served(("toy",)))
    environ = started.environ_of(VISITOR)
    assert environ["HOME"] == "/home"
    assert environ["TERM"] == "xterm-256color"
    assert not {"NO_COLOR", "TMUX", "TEXTUAL_FPS", "STY"} & set(environ)
    assert json.loads(environ[SERVED]) == {"models": ["toy"], "runs_code": False}
    folder = Path(environ[FILE]).parent
    assert folder.name == VISITOR
    assert folder.parent.parent == Path(os.environ["XDG_STATE_HOME"]) / "attn-tui"


@pytest.mark.parametrize("key", ["S", "y", "Y"])
async def test_a_visitor_writes_no_file(
    visiting: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.chdir(tmp_path)
    async with walk("Money bank grows") as (pilot, screen):
        await press(pilot, key)
        assert pilot.app.screen is screen
        assert "Nothing is saved or copied here" in screen_text(pilot)
    assert not list(tmp_path.iterdir())
