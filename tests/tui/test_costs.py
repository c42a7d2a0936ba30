"""What attention costs: words, table and plot of known measurements, the screen and `show cost`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

import attn_engine
from attn_engine import Cost, NotMeasured
from attn_tui.app import AttnApp
from attn_tui.measuring import BUDGET, measured, methods_of
from attn_tui.screens.costs import CostScreen
from attn_tui.view.costs import Measured, plot_of, table_of, words_of
from attn_tui.view.session import Session
from attn_tui.widgets.plot import StepPlot
from tests.tui.commanding import command, strict_json
from tests.tui.walking import press, screen_text, settle, until

MEBIBYTE = 2**20


def cost(method: str, n: int) -> Cost:
    """Naive by the square of the length, in time and memory; the others by the length in memory."""
    if method == "naive":
        return Cost(method, n, 1e-8 * n**2, 16 * n**2)
    return Cost(method, n, 2e-8 * n**2, 1024 * n)


def measure(
    sizes: Any, methods: Any, *, stopped: Callable[[], bool] = lambda: False, **how: Any
) -> Iterator[Cost | NotMeasured]:
    """What the engine would measure on a machine that is perfectly even."""
    for n in sizes:
        for method in methods:
            if stopped():
                return
            yield cost(method, n)


@pytest.fixture(autouse=True)
def even_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attn_engine, "measure_costs", measure)


@asynccontextmanager
async def costs(size: tuple[int, int] = (80, 24)):  # type: ignore[no-untyped-def]
    app = AttnApp(Session("Money bank grows", model="toy"))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "dollar_sign")
        screen = app.screen
        assert isinstance(screen, CostScreen)
        yield pilot, screen


def all_of(*methods: str, lengths: tuple[int, ...] = (500, 1000, 2000, 4000)) -> Measured:
    found = Measured()
    for result in measure(lengths, methods):
        found = found.plus(result)
    return found


def test_words_say_what_was_measured() -> None:
    assert words_of(all_of("naive", "strips")) == (
        "From 1,000 to 4,000 tokens, n² says 16 times as much. Measured, in time: naive 16x, "
        "strips 16x; in extra memory: naive 16x, strips 4.0x.",
    )
    assert words_of(all_of("naive", lengths=(500, 1000))) == ()
    assert words_of(Measured()) == ()


def test_the_table_has_a_row_a_length_and_the_slopes() -> None:
    head, *rows, last = table_of(all_of("naive", "in-place", "strips", "fused"))
    assert head.split() == ["tokens", "naive", "in-place", "strips", "fused"]
    assert [row.split()[0] for row in rows] == ["500", "1,000", "2,000", "4,000"]
    assert "160 ms, 244 MiB" in rows[-1]
    assert last.split() == ["slope", "2.0,", "2.0", *["2.0,", "1.0"] * 3]
    assert max(map(len, (head, *rows, last))) <= 78


def test_a_method_that_was_not_measured_leaves_a_gap() -> None:
    found = all_of("naive", "strips", lengths=(500,)).plus(cost("strips", 1000))
    found = found.plus(NotMeasured("naive", 1000, "naive would need too much."))
    assert table_of(found)[-2].split() == ["1,000", "-", "20", "ms,", "1,000", "KiB"]
    assert table_of(found)[-1].split() == ["slope", "-,", "-", "2.0,", "1.0"]


def test_the_plot_is_on_logarithmic_axes_with_the_slopes() -> None:
    spec = plot_of(all_of("naive", "strips"), "bytes")
    assert spec.log == "xy"
    assert [line.name for line in spec.lines] == ["naive n^2.0", "strips n^1.0"]
    assert spec.lines[1].x == (500.0, 1000.0, 2000.0, 4000.0)
    assert spec.lines[1].y == tuple(1024.0 * n for n in (500, 1000, 2000, 4000))


async def test_the_screen_shows_table_words_and_both_plots_by_a_key() -> None:
    async with costs() as (pilot, screen):
        text = screen_text(pilot)
        assert "naive n^2.0" in text
        assert "160 ms, 244 MiB" in text
        assert "n² says 16 times as much" in " ".join(text.split())
        assert "all measured" in text
        assert not screen.query_one("#bytes", StepPlot).display
        await press(pilot, "d")
        assert "strips n^1.0" in screen_text(pilot)
        await press(pilot, "l")
        assert "8,000" in screen_text(pilot)
        await press(pilot, "escape")
        assert pilot.app.screen is not screen


async def test_wide_screens_show_both_plots() -> None:
    async with costs((120, 36)) as (pilot, _screen):
        assert "naive n^2.0" in screen_text(pilot)
        assert "strips n^1.0" in screen_text(pilot)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (200, 50), (20, 5)])
async def test_it_fits_any_size(size: tuple[int, int]) -> None:
    async with costs(size) as (pilot, _screen):
        assert len(screen_text(pilot).split("\n")) == size[1]
        text = screen_text(pilot)
        assert "too small for a plot" not in text
        assert ("naive n^2.0" in text) == (size != (20, 5))
        assert ("160 ms, 244 MiB" in text) == (size[0] >= 80)


async def test_escape_stops_and_r_measures_again(monkeypatch: pytest.MonkeyPatch) -> None:
    reached, released = threading.Event(), threading.Event()

    def slow(*arguments: Any, stopped: Callable[[], bool], **how: Any) -> Iterator[Any]:
        yield cost("naive", 500)
        reached.set()
        released.wait(30)
        if not stopped():
            yield cost("naive", 1000)

    monkeypatch.setattr(attn_engine, "measure_costs", slow)
    app = AttnApp(Session("Money bank grows", model="toy"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("dollar_sign")
        await until(pilot, reached)
        screen = pilot.app.screen
        assert "measured naive at 500 tokens" in screen_text(pilot)
        await pilot.press("escape")
        assert pilot.app.screen is screen
        assert "stopped: r measures again" in screen_text(pilot)
        released.set()
        await settle(pilot)
        assert "1,000" not in screen_text(pilot)
        await press(pilot, "r")
        assert "1,000" in screen_text(pilot)
        assert "the time was up before the longest texts" in screen_text(pilot)


async def test_the_palette_and_the_help_know_it() -> None:
    async with costs() as (pilot, _screen):
        await press(pilot, "question_mark")
        assert "Twice as long a text" in screen_text(pilot)
        await press(pilot, "escape", "escape")
        found = [each.title for each in pilot.app.get_system_commands(pilot.app.screen)]
        assert any(title.startswith("What does it cost") for title in found)


def test_nothing_more_is_measured_when_the_time_is_up() -> None:
    now = [0.0]
    results = measured((500, 1000, 2000), False, clock=lambda: now[0])
    assert next(results) == cost("naive", 500)
    now[0] = 3 * BUDGET
    assert next(results) == cost("in-place", 500)
    now[0] += 0.1
    assert list(results) == []


def test_torch_is_left_alone_unless_it_is_asked_for() -> None:
    assert methods_of(False) == ("naive", "in-place", "strips")
    assert methods_of(True) == ("naive", "in-place", "strips", "fused")


def test_show_cost_prints_text_json_and_csv() -> None:
    text = command("show", "cost").text
    assert "160 ms, 244 MiB" in text
    assert "n² says 16 times as much" in " ".join(text.split())
    assert max(map(len, text.split("\n"))) <= 80
    page = strict_json(command("show", "cost", "--format", "json").out)
    assert page["costs"][0] == {"method": "naive", "n": 500, "seconds": 0.0025, "bytes": 4_000_000}
    assert page["slopes"]["strips"]["bytes"] == pytest.approx(1)
    rows = command("show", "cost", "--format", "csv").text.split()
    assert rows[:2] == ["method,n,seconds,bytes", "naive,500,0.0025,4000000"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("cost", "bank"), "show cost takes no text"),
        (("cost", "--format", "npz"), "text, json or csv"),
        (("costs",), "did you mean cost?"),
    ],
)
def test_what_show_cost_cannot_do_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    outcome = command("show", *words)
    assert (outcome.status, said in outcome.err, outcome.out) == (2, True, b"")


def test_torch_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any, **how: Any) -> Iterator[Any]:
        raise ValueError("method 'fused' needs PyTorch, which is not installed")

    monkeypatch.setattr(attn_engine, "measure_costs", refuse)
    outcome = command("show", "cost", "--backend", "torch")
    assert (outcome.status, "needs PyTorch" in outcome.err) == (2, True)
