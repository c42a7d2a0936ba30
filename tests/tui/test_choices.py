"""A list to choose from: as high as its lines, whatever part of it was in sight before."""

from __future__ import annotations

from textual.app import App, ComposeResult

from attn_tui.app import AttnApp
from attn_tui.view.session import Session
from attn_tui.widgets.choices import Choices
from tests.tui.walking import screen_text


class Listing(App[None]):
    """A list of six rows, two of them headings, one blank."""

    def compose(self) -> ComposeResult:
        """The list alone."""
        yield Choices(("one", "two", "three"), {0: "Some", 2: "Others"}, (".a", ".b", ".c"))


async def test_a_list_is_as_high_after_resizes_as_at_the_start() -> None:
    async with Listing().run_test(size=(40, 12)) as pilot:
        choices = pilot.app.query_one(Choices)
        fresh = screen_text(pilot)
        assert choices.size.height == 7
        assert "↓" not in fresh
        for size in ((40, 3), (1, 1), (9, 30), (40, 12)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert choices.size.height == 7
        assert screen_text(pilot) == fresh


async def test_the_chosen_line_is_in_sight_on_the_smallest_home_screen() -> None:
    app = AttnApp(Session(text=""))
    async with app.run_test(size=(60, 18)) as pilot:
        n_choices = len(app.screen.query_one(Choices).choices)
        for _ in range(n_choices):
            lines = screen_text(pilot).splitlines()
            chosen = app.screen.query_one(Choices)
            words = chosen.choices[chosen.chosen].split()[:2]
            assert any("▌" in line and " ".join(words) in line for line in lines)
            await pilot.press("down")
        assert "↑" in screen_text(pilot)
