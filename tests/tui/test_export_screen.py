"""The panel that writes files, the keys that copy, and what is kept back while it is veiled."""

from __future__ import annotations

import base64
import csv
import io

import numpy as np
import pytest
from textual.widgets import Input, Static

from attn_tui.app import AttnApp
from attn_tui.screens import taking
from attn_tui.screens.export import ExportScreen
from attn_tui.screens.long import LongScreen
from attn_tui.screens.side_by_side import SideBySideScreen
from attn_tui.view.session import Session
from attn_tui.widgets.choices import Choices
from tests.tui.lesson_making import lesson
from tests.tui.walking import press, screen_text, settle, walk


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Files are written here, and the terminal is one that says nothing of itself."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in ("TMUX", "STY", "TERM_PROGRAM", "WT_SESSION", "VTE_VERSION", "XTERM_VERSION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    return tmp_path


@pytest.fixture
def sent(monkeypatch):
    """What is sent to the terminal."""
    found: list[str] = []
    monkeypatch.setattr(taking, "send", lambda app, text: found.append(text))
    return found


def said(pilot) -> str:  # type: ignore[no-untyped-def]
    return " ".join(screen_text(pilot).replace("│", " ").split())


@pytest.mark.parametrize("size", [(80, 24), (60, 18), (120, 36)])
async def test_the_panel_fits_and_says_its_keys_and_the_file(size) -> None:
    async with walk(size=size, step="score", row=7, key=1) as (pilot, screen):
        await press(pilot, "S")
        shown = screen_text(pilot)
        for text in ("Save or export", "This screen, a picture", ".svg", "Enter write", "Esc back"):
            assert text in shown
        assert "File: attn-score-the-animal-didnt.svg" in shown
        await press(pilot, "escape")
        assert pilot.app.screen is screen


def listed(pilot) -> list[str]:
    """The lines of the list, without the frame around them."""
    text = screen_text(pilot).split("Save or export")[1].split("File:")[0]
    lines = (line.split("│")[1].strip() for line in text.split("\n") if line.count("│") > 1)
    return [line for line in lines if line]


async def test_a_list_that_does_not_fit_says_that_more_lines_follow() -> None:
    async with walk(size=(60, 18)) as (pilot, _):
        await press(pilot, "S")
        first = listed(pilot)
        assert (first[0][-1], first[-1][-1]) == ("g", "↓")
        await press(pilot, *["down"] * 6)
        assert (listed(pilot)[0][-1], listed(pilot)[-1][-1]) == ("↑", "↓")
        await press(pilot, *["down"] * 20)
        assert listed(pilot)[0].endswith("↑")
        assert "↓" not in "".join(listed(pilot))


async def test_every_line_writes_its_file_and_says_where_and_how_large(folder) -> None:
    async with walk(step="score", row=7, key=1, size=(120, 36)) as (pilot, screen):
        await press(pilot, "S")
        panel = pilot.app.screen
        assert isinstance(panel, ExportScreen)
        for offer in panel.offers:
            await press(pilot, "enter")
            path = folder / offer.name
            assert path.stat().st_size
            assert str(panel.query_one("#said", Static).render()).startswith(f"Written: {path} (")
            await press(pilot, "down")
        names = sorted(path.name for path in folder.iterdir())
        assert len(names) == len(panel.offers) == 11
        scores = screen.trace["score"]["scores"].values[0]
    stem = "attn-score-the-animal-didnt"
    rows = (folder / f"{stem}.csv").read_text().splitlines()
    values = np.array([row.split(",")[1:] for row in rows[1:]], float)
    np.testing.assert_allclose(values, scores, rtol=1e-6)
    assert "S[it, animal]" in (folder / f"{stem}.txt").read_text()
    assert b"<!DOCTYPE html>" in (folder / "attn-walk-the-animal-didnt.html").read_bytes()
    with np.load(io.BytesIO((folder / "attn-walk-the-animal-didnt.npz").read_bytes())) as arrays:
        np.testing.assert_array_equal(arrays["score.scores"][0], scores)


async def test_the_picture_is_that_of_the_screen_below_the_panel(folder) -> None:
    async with walk(step="score") as (pilot, _):
        await press(pilot, "S", "enter")
    svg = next(folder.glob("*.svg")).read_text()
    assert "Take" not in svg
    assert "Score" in svg


async def test_a_second_time_it_takes_the_next_name(folder) -> None:
    async with walk() as (pilot, _):
        await press(pilot, "S", "enter")
        before = next(folder.glob("*.svg"))
        kept = before.read_bytes()
        assert f"File: {before.stem}-2.svg" in screen_text(pilot)
        await press(pilot, "enter")
        assert before.read_bytes() == kept
        assert before.with_stem(f"{before.stem}-2").exists()


async def name(pilot, text: str) -> None:  # type: ignore[no-untyped-def]
    await press(pilot, "slash")
    pilot.app.screen.query_one(Input).value = text
    await press(pilot, "enter")


async def test_a_file_that_is_there_is_asked_for_once(folder) -> None:
    (folder / "mine.svg").write_text("mine")
    async with walk() as (pilot, _):
        await press(pilot, "S")
        await name(pilot, "mine.svg")
        assert "There is a file 'mine.svg' already; Enter again writes over it." in said(pilot)
        assert (folder / "mine.svg").read_text() == "mine"
        await press(pilot, "down", "up", "enter")
        assert (folder / "mine.svg").read_text() == "mine"
        await press(pilot, "enter")
        assert (folder / "mine.svg").read_text().startswith("<svg")
        assert "Written: " in said(pilot)


async def test_a_name_gets_its_suffix_and_home_is_found(folder) -> None:
    async with walk() as (pilot, _):
        await press(pilot, "S", "down", "down")
        await name(pilot, "~/scores")
        assert (folder / "scores.csv").exists()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("none/x.svg", "There is no folder 'none'."),
        ("~nobody-here/x.svg", "Could not determine home directory"),
    ],
)
async def test_what_cannot_be_written_is_said_and_the_name_is_kept(typed, sentence, folder) -> None:
    async with walk() as (pilot, _):
        await press(pilot, "S")
        await name(pilot, typed)
        assert sentence in said(pilot)
        assert f"File: {typed}" in said(pilot)
        assert "Written" not in said(pilot)
    assert not list(folder.iterdir())


async def test_escape_leaves_the_line_then_the_panel(folder) -> None:
    async with walk() as (pilot, screen):
        await press(pilot, "S", "slash", "x", "escape")
        assert isinstance(pilot.app.screen, ExportScreen)
        assert "File: attn-tokenize" in screen_text(pilot)
        await press(pilot, "escape")
        assert pilot.app.screen is screen
        assert not list(folder.iterdir())


def decoded(sequence: str) -> str:
    assert sequence.startswith("\x1b]52;c;")
    assert sequence.endswith("\a")
    return base64.b64decode(sequence[7:-1], validate=True).decode()


async def test_y_copies_the_arithmetic_and_says_where_it_is(sent, monkeypatch, folder) -> None:
    monkeypatch.setenv("TERM", "xterm-kitty")
    async with walk(step="score", layer=1, row=7, key=1) as (pilot, screen):
        await press(pilot, "y")
        text = decoded(sent[0])
        assert text.startswith("S[it, animal] = Q·Kᵀ = ")
        assert text.endswith(f" = {screen.frame.arithmetic.value}")
        assert "S[it, animal] was sent to the terminal's clipboard (OSC 52)." in said(pilot)
    assert not list(folder.iterdir())


async def test_where_it_may_not_arrive_a_file_has_it_too(sent, folder) -> None:
    async with walk(step="score", layer=1, row=7, key=1) as (pilot, _):
        await press(pilot, "Y")
        kept = (folder / "state" / "attn-tui" / "copied.txt").read_text()
        assert kept == decoded(sent[0])
        assert "It is in ~/state/attn-tui/copied.txt." in said(pilot)
        await press(pilot, "y")
        assert (folder / "state" / "attn-tui" / "copied.txt").read_text() == decoded(sent[1])


async def test_where_nothing_arrives_nothing_is_sent(sent, monkeypatch, folder) -> None:
    monkeypatch.setenv("TERM_PROGRAM", "Apple_Terminal")
    async with walk(step="score") as (pilot, _):
        await press(pilot, "y")
        assert sent == [""]
        assert "is not in the clipboard: Terminal of macOS" in said(pilot)
        assert (folder / "state" / "attn-tui" / "copied.txt").exists()


async def test_a_long_matrix_goes_into_a_file_alone(sent, monkeypatch, folder) -> None:
    monkeypatch.setenv("TERM", "xterm-kitty")
    async with walk(text=" ".join(["bank"] * 120), step="score") as (pilot, _):
        await press(pilot, "Y")
        assert sent == [""]
        assert "too long for a terminal's" in said(pilot)
        lines = (folder / "state" / "attn-tui" / "copied.txt").read_text().splitlines()
        assert len(lines) == 121


async def test_without_a_place_for_the_file_it_says_so(sent, monkeypatch, folder) -> None:
    (folder / "state").write_text("a file where a folder should be")
    async with walk(step="score") as (pilot, _):
        await press(pilot, "y")
        assert "No file has it" in said(pilot)


async def test_a_veiled_row_is_not_taken_away(sent, folder) -> None:
    async with walk(step="softmax", row=7) as (pilot, screen):
        await press(pilot, "p", "S")
        assert pilot.app.screen is screen
        assert "What is veiled is not taken away" in said(pilot)
        await press(pilot, "y", "Y")
        assert sent == []
        await press(pilot, "escape", "S")
        assert isinstance(pilot.app.screen, ExportScreen)
    assert not list(folder.iterdir())


async def test_an_open_question_of_a_lesson_keeps_everything_back(sent, tmp_path) -> None:
    folder = tmp_path / "lesson"
    folder.mkdir()
    async with lesson(folder) as (pilot, screen):
        await press(pilot, *"nssn", "tab")
        await press(pilot, "S")
        assert pilot.app.screen is screen
        assert "A question is open" in said(pilot)
        await press(pilot, "y", "Y", "0", "S")
        assert pilot.app.screen is screen
        assert sent == []
        await press(pilot, "tab", "s", "tab", "S")
        assert isinstance(pilot.app.screen, ExportScreen)
    assert not list(tmp_path.glob("attn-*"))


async def test_a_long_texts_map_can_be_taken_away(sent, folder) -> None:
    app = AttnApp(Session(" ".join(["river bank"] * 700), model="toy"), long="long")
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, LongScreen)
        found = app.screen.shown.map.map[0]
        await press(pilot, "S", *["down"] * 2, "enter")
        written = (folder / "attn-map-river-bank-river.csv").read_text()
        rows = list(csv.reader(io.StringIO(written)))
        values = np.array([row[1:] for row in rows[1:]], float)
        np.testing.assert_allclose(values, found, rtol=1e-5)
        await press(pilot, "escape", "y")
        assert decoded(sent[0]).startswith("A[")


async def test_differences_side_by_side_can_be_taken_away(folder) -> None:
    async with walk(step="score", size=(100, 30)) as (pilot, _):
        await press(pilot, "D")
        assert isinstance(pilot.app.screen, SideBySideScreen)
        await press(pilot, "S")
        panel = pilot.app.screen
        assert isinstance(panel, ExportScreen)
        await press(pilot, "enter")
        assert (folder / "attn-differences-score.svg").exists()
        assert len(panel.query_one(Choices).choices) == len(panel.offers)
