"""Where it is computed: the places listed, one chosen without losing one's own, failures told."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from dataclasses import replace

import pytest

import attn_engine as ae
from attn_tui.looking import look
from attn_tui.screens import places
from attn_tui.screens.places import PlaceScreen
from attn_tui.screens.walk import WalkScreen
from attn_tui.view.measured import measured_of
from attn_tui.view.places import NUMPY, Choice, Place, dtype_after, dtype_at, line_of, memory_of
from attn_tui.widgets.choices import Choices
from tests.engine.fake_torch import install
from tests.tui.commanding import MONEY, command
from tests.tui.walking import press, screen_text, settle, until, walk

GB = 1_000_000_000
TORCH = Place("torch", "cpu", "processor", ("float16", "bfloat16", "float32", "float64"), 8 * GB)
CARD = Place("torch", "cuda:0", "Card 0", ("float16", "bfloat16", "float32"), 80 * GB, 3 * GB)
NONE = Place("torch", "mps", "Apple", reason="this torch was built without MPS")
ALL = (NUMPY, TORCH, CARD, NONE)
AT = {"step": "softmax", "row": 7, "key": 2, "layer": 1, "head": 1}


def there_are(monkeypatch: pytest.MonkeyPatch, *found: Place) -> None:
    """Let the panel find these."""

    async def looked() -> tuple[Place, ...]:
        return found

    monkeypatch.setattr(places, "look_meanwhile", looked)


def test_a_place_is_a_line_with_its_memory() -> None:
    assert line_of(CARD) == ("torch  cuda:0  Card 0", "3.0 of 80 GB free")
    assert memory_of(replace(CARD, free=800_000_000)) == "800 MB of 80 GB free"
    assert memory_of(TORCH) == "8.0 GB"
    assert line_of(NONE) == ("torch  mps     this torch was built without MPS", "")


def test_a_dtype_that_a_place_lacks_becomes_float32() -> None:
    assert dtype_at(NUMPY, "bfloat16") == "float32"
    assert dtype_after(NUMPY, "bfloat16", -1) == "float16"
    assert dtype_after(CARD, "float32", 1) == "float32"
    assert dtype_after(NONE, "float16", 1) == "float16"


def test_another_process_looks_and_torch_stays_unloaded_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    numpy, torch, *others = look()
    assert (numpy.backend, numpy.dtypes) == ("numpy", NUMPY.dtypes)
    assert numpy.total
    assert torch.backend == "torch"
    assert torch.dtypes or torch.reason
    assert all(other.reason or other.dtypes for other in others)
    assert "torch" not in sys.modules


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 36)])
async def test_the_panel_lists_all_and_leaves_with_the_place_kept(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    there_are(monkeypatch, *ALL)
    async with walk(size=size, **AT) as (pilot, screen):
        kept = screen.session
        await press(pilot, "B")
        text = screen_text(pilot)
        assert "now numpy on cpu in float32" in text
        assert "3.0 of 80 GB free" in text
        assert "built without MPS" in text
        assert "[float32]" in text
        await press(pilot, "down", "down", "down")
        assert "Cannot be used: this torch was built without MPS." in screen_text(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, PlaceScreen)
        await press(pilot, "escape")
        assert pilot.app.screen is screen
        assert screen.session == kept


async def test_numpy_in_another_dtype_and_the_steps_are_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there_are(monkeypatch, NUMPY)
    async with walk(**AT) as (pilot, screen):
        kept = screen.session
        await press(pilot, "B", "right", "enter")
        assert screen.session == replace(kept, dtype="float64")
        assert screen.trace.dtype == "float64"
        lines = measured_of(screen.whole)
        assert len(lines) == 6
        assert "968 B" not in lines[1]
        assert "1.9 kB" in lines[1]  # two heads of 11 x 11 numbers of 8 bytes
        assert screen.frame.status[-1] == "numpy float64"


async def test_torch_in_half_precision_keeps_step_word_layer_and_head(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    there_are(monkeypatch, *ALL)
    async with walk(size=(120, 36), **AT) as (pilot, screen):
        kept, cell = screen.session, screen.frame.board.cursor
        await press(pilot, "B", "down", "left", "enter")
        assert screen.session == replace(kept, backend="torch", dtype="bfloat16")
        assert (screen.trace.backend, screen.trace.dtype) == ("torch", "bfloat16")
        assert screen.frame.board.cursor == cell
        assert "torch bfloat16 · softmax " in screen_text(pilot)


async def test_a_card_that_is_full_is_told_and_all_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    fake = install(monkeypatch, cuda=1)

    def full(*shape: object, **how: object) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")

    fake.ones = full  # type: ignore[method-assign]
    there_are(monkeypatch, *ALL)
    async with walk(**AT) as (pilot, screen):
        kept, trace = screen.session, screen.trace
        await press(pilot, "B", "down", "down", "enter")
        assert screen.session == screen.wanted == kept
        assert screen.trace is trace
        text = " ".join(screen_text(pilot).split())
        assert "device cuda:0 has not enough memory for this (3.2 of 85.9 GB free)" in text
        assert "this machine has cpu, cuda:0" in text
        await press(pilot, "n")
        assert screen.session.step == "sum"


async def test_how_mps_compares_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    install(monkeypatch, mps=True)
    there_are(monkeypatch, NUMPY, Place("torch", "mps", "Apple", ("float16", "float32")))
    async with walk(size=(120, 36), **AT) as (pilot, screen):
        await press(pilot, "B", "down", "enter")
        assert "device mps and the processor differ by up to" in screen_text(pilot)
        assert "peak " in screen_text(pilot)
        await press(pilot, "n", "B")
        assert "Device mps and the processor differ" in screen_text(pilot)
        await press(pilot, "escape", "L")
        assert "differ by up to" not in screen_text(pilot)
        assert screen.session.device == "mps"


async def test_the_title_says_that_torch_is_loading_and_escape_gives_it_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    there_are(monkeypatch, *ALL)
    begun, going_on = threading.Event(), threading.Event()
    load = ae.load_model

    def slow(name: str, backend: str, *how: object) -> ae.Model:
        if backend == "torch":
            how[-1]("loading torch", 0, 1)
            begun.set()
            assert going_on.wait(30)
            how[-1]("loading torch", 1, 1)
        return load(name, backend, *how)

    monkeypatch.setattr(ae, "load_model", slow)
    async with walk(**AT) as (pilot, screen):
        kept = screen.session
        await pilot.press("B", "down", "enter")
        await until(pilot, begun)
        assert "loading torch · Esc cancels" in screen_text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, WalkScreen)
        assert "numpy float32" in screen_text(pilot)
        going_on.set()
        await settle(pilot)
        assert screen.session == screen.wanted == kept


def test_torch_is_told_of_before_it_is_imported() -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    script = (
        f"import sys; sys.path[:] = {sys.path!r}; import attn_engine as ae\n"
        "told = lambda *how: print(*how, 'torch' in sys.modules)\n"
        "ae.load_model('toy', progress=told); ae.load_model('toy', 'torch', progress=told)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["loading torch 0 1 False", "loading torch 1 1 True"]


async def test_a_process_that_looks_ends_with_the_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = []

    async def forever() -> tuple[Place, ...]:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)
        return ()

    monkeypatch.setattr(places, "look_meanwhile", forever)
    async with walk() as (pilot, screen):
        await pilot.press("B")
        await pilot.pause()
        assert "Looking for torch and its devices" in screen_text(pilot)
        assert pilot.app.screen.query_one(Choices).choices == (line_of(NUMPY)[0],)
        await pilot.press("escape")
        while not ended:
            await pilot.pause()
        assert pilot.app.screen is screen


def test_the_choice_is_said_in_words() -> None:
    assert str(Choice("torch", "cuda:1", "float16")) == "torch on cuda:1 in float16"


def test_on_the_command_line_a_full_card_and_one_that_is_not_there_are_a_sentence_and_2(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    fake = install(monkeypatch, cuda=1)
    missing = command("show", "softmax", MONEY, "--device", "cuda:1")
    assert (missing.status, missing.out) == (2, b"")
    assert "device 'cuda:1' is not there; this machine has cpu, cuda:0\n" in missing.err

    def full(*shape: object, **how: object) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory.")

    fake.ones = full  # type: ignore[method-assign]
    refused = command("show", "softmax", MONEY, "--device", "cuda:0")
    assert (refused.status, refused.out) == (2, b"")
    assert "device cuda:0 has not enough memory for this" in refused.err
    assert refused.err.count("\n") == 1
