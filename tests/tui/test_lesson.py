"""A lesson by keys alone: every kind of task answered wrong, then right; back, forth and resumed."""

from __future__ import annotations

from pathlib import Path

import pytest

from attn_lessons.progress import Progress
from attn_lessons.reader import course
from attn_tui.app import AttnApp
from attn_tui.screens.course import CourseScreen
from attn_tui.screens.home import HomeScreen
from attn_tui.screens.lesson import LessonScreen
from attn_tui.screens.walk import WalkScreen
from attn_tui.view.session import Session
from attn_tui.widgets.code_editor import CodeEditor
from attn_tui.widgets.lesson_page import LessonPage
from attn_tui.widgets.plot import StepPlot
from tests.tui.lesson_making import lesson, page_text
from tests.tui.walking import press, screen_text, settle

SIZES = [(80, 24), (120, 36)]


@pytest.mark.parametrize("size", SIZES)
async def test_a_lesson_is_completed_by_keys_alone(tmp_path: Path, size: tuple[int, int]) -> None:
    async with lesson(tmp_path, size) as (pilot, screen):

        def said() -> str:
            return page_text(screen)

        assert "A bank is two things." in said()
        assert screen.trace.text == "River bank flows"
        assert screen.frame.board.cursor == (1, 1)

        await press(pilot, "enter", "enter")
        assert "A river is wet" in said()
        await press(pilot, "n")
        assert screen.state.step == 1
        await press(pilot, "h", "h", "h")
        assert "Hint 2 of 2" in said()
        await press(pilot, "down", "enter")
        assert screen.state.tasks["choice"].right

        items = screen.state.tasks["order"].items
        assert items != ("an", "ban", "bank")
        await press(pilot, "enter")
        assert "later" in said()
        while (items := screen.state.tasks["order"].items) != ("an", "ban", "bank"):
            wrong = next(n for n, item in enumerate(items) if item != ("an", "ban", "bank")[n])
            wanted = items.index(("an", "ban", "bank")[wrong])
            chosen = screen.state.tasks["order"].chosen
            step = "down" if wanted > chosen else "up"
            await press(pilot, *[step] * abs(wanted - chosen), "space")
            await press(pilot, *["up"] * (wanted - wrong), "space")
        await press(pilot, "enter")
        assert "Each is made of the one before." in said()

        await press(pilot, "enter")
        assert screen.session.step == "project"
        await press(pilot, *"99", "enter")
        assert "too large" in said()
        await press(pilot, "backspace", "backspace", *"6/2", "enter")
        assert "✓ Right: 3" in said()

        await press(pilot, "enter")
        assert screen.pointing
        assert screen.frame.veiled
        assert screen.session.row == 2
        await press(pilot, "right", "left", "enter")
        assert not screen.state.tasks["cell"].right
        assert "another is larger" in said()
        assert screen.frame.veiled
        await press(pilot, "left", "enter")
        assert screen.state.tasks["cell"].right
        assert not screen.frame.veiled

        await press(pilot, "enter", "enter")
        assert "it takes 0.7 or more" in said()
        await press(pilot, "tab", "slash")
        await press(pilot, *["backspace"] * len("River bank flows"), *"The bank is old", "enter")
        assert screen.state.tasks["goal"].right
        assert "Nobody else to ask." in said()
        assert screen.trace.text == "River bank flows"
        assert (screen.session.step, screen.session.plot) == ("heads", True)
        assert bool(screen.query_one(StepPlot).region.height)

        await press(pilot, "tab", "b", "n")
        assert screen.session.step == "heads"
        await press(pilot, "enter")
        assert (screen.session.step, screen.session.plot) == ("score", None)
        await press(pilot, "enter")
        assert isinstance(screen.focused, CodeEditor)
        await press(pilot, "ctrl+r")
        assert not screen.state.tasks["code"].right
        assert screen.state.tasks["code"].said
        await press(pilot, "backspace", "backspace", "backspace", *"x @ x.T", "ctrl+r")
        assert screen.state.tasks["code"].right
        assert isinstance(screen.focused, LessonPage)

        await press(pilot, "enter")
        assert "Answer everything." in said()
        assert "All 6 tasks are done." in said()
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, CourseScreen)


async def test_nothing_goes_on_before_a_task_is_done_or_skipped_then_all_is_open(
    tmp_path: Path,
) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        await press(pilot, "n", "n")
        assert screen.state.step == 1
        assert "First this task" in screen_text(pilot)
        await press(pilot, "s", "s")
        assert "So it needs its neighbours." in screen_text(pilot)
        await press(pilot, "n", "b", "b", "b")
        assert screen.state.step == 0
        await press(pilot, "i", "down", "down", "enter")
        assert screen.state.step == 2
        await press(pilot, "i", "escape")
        assert pilot.app.screen is screen


async def test_a_lesson_goes_on_where_it_was_left(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, _):
        await press(pilot, "n", "down", "enter", "s", "n", "b")
    async with lesson(tmp_path) as (pilot, screen):
        assert screen.state.step == 1
        assert screen.state.tasks["choice"].right
        assert screen.state.tasks["order"].skipped
        await press(pilot, "n")
        assert screen.state.step == 2
        assert screen.state.active.id == "number"


async def test_every_attempt_is_kept_with_what_was_answered(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, _):
        await press(pilot, "n", "enter", "down", "enter", "s", "n", *"3", "enter")
    with_all = Progress.open(tmp_path / "progress.sqlite3")
    kept = [(each.task, each.answer, bool(each.right)) for each in with_all.attempts("small")]
    with_all.close()
    assert kept == [("choice", "0", False), ("choice", "1", True), ("number", "3", True)]


async def test_the_panes_stay_the_walks_and_the_next_step_sets_them(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        await press(pilot, "tab", "7", "H", "down")
        assert screen.session.step == "softmax"
        assert screen.session.head == 1
        await press(pilot, "enter")
        assert pilot.app.screen is not screen
        await press(pilot, "escape", "question_mark")
        assert "The lesson, where you read" in screen_text(pilot)
        await press(pilot, "escape", "tab", "n", "b")
        assert screen.session.step == "embed"
        assert screen.session.head == 0


async def test_keys_quicker_than_a_question_leave_it_behind(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        await press(pilot, "n", "s", "s", "n", "s", "n")
        assert screen.pointing
        screen.leave_pointing()
        screen.scene_placed(screen.state.here.scene)
        screen.action_skip()
        screen.action_turn(1)
        await settle(pilot)
        assert not screen.pointing

        screen.action_turn(-1)
        screen.action_skip()
        await settle(pilot)
        assert screen.pointing
        screen.leave_pointing()
        screen.scene_placed(screen.state.here.scene)
        screen.action_step("score")
        await settle(pilot)
        assert not screen.pointing
        assert screen.session.step == "score"


async def test_walking_off_ends_the_pointing_and_enter_leads_back(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        await press(pilot, "n", "s", "s", "n", "s", "n")
        assert screen.pointing
        await press(pilot, "tab", "4")
        assert not screen.pointing
        assert not screen.frame.veiled
        await press(pilot, "tab", "enter")
        assert screen.pointing
        assert screen.session.step == "softmax"
        await press(pilot, "tab", "home", "enter")
        assert screen.state.tasks["cell"].right


async def test_earlier_attempts_at_code_can_be_leafed_through(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        await press(pilot, "n", "s", "s", "n", "s", "n", "s", "n", "s", "n", "enter")
        editor = screen.query_one(CodeEditor)
        start = editor.text
        await press(pilot, *"  # one", "ctrl+r")
        await press(pilot, "pageup")
        assert editor.text == start
        await press(pilot, "pagedown", "enter")
        assert editor.text == f"{start}  # one\n    "
        await press(pilot, "escape")
        assert isinstance(screen.focused, LessonPage)


async def test_home_goes_on_with_the_lesson_and_the_course_lists_how_far_it_is(
    tmp_path: Path,
) -> None:
    async with lesson(tmp_path) as (pilot, _):
        await press(pilot, "escape")
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        assert "Begin: One word, two meanings" in screen_text(pilot)
        await press(pilot, "enter")
        context = pilot.app.screen
        assert isinstance(context, LessonScreen)
        await press(pilot, "enter", "enter", "escape")
        assert pilot.app.screen is not context
        assert "Continue: One word, two meanings" in screen_text(pilot)
        await press(pilot, "down", "enter")
        assert isinstance(pilot.app.screen, CourseScreen)
        assert "step 3 of" in screen_text(pilot)
        await press(pilot, "enter")
        assert pilot.app.screen.state.step == 2
        await press(pilot, "question_mark", "escape", "escape")
        await settle(pilot)


async def test_home_over_a_lesson_names_the_model_that_its_walks_run_in(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        assert screen.session.model == "toy"  # as the lesson wants it
        await press(pilot, "escape")
        assert "model tiny" in screen_text(pilot)
        await press(pilot, "down", "down", "enter")
        walk = pilot.app.screen
        assert type(walk) is WalkScreen
        assert walk.session.model == "tiny"
        await press(pilot, "escape")
        assert "model tiny" in screen_text(pilot)


async def test_a_skipped_task_is_taken_up_again(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        await press(pilot, "n", "s", "s", "n")
        assert screen.state.step == 2
        await press(pilot, "b")
        assert "s takes it up again" in page_text(screen)
        await press(pilot, "s")
        assert screen.state.active.id == "choice"
        assert "So it needs its neighbours." not in page_text(screen)
        await press(pilot, "2", "enter")
        assert screen.state.tasks["choice"].right
        await press(pilot, "n")
        assert screen.state.step == 2


async def test_letters_are_no_number_and_do_nothing_else(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        await press(pilot, "n", "s", "s", "n")
        await press(pilot, *"cow")
        assert "A number is written with figures" in page_text(screen)
        await press(pilot, *"1sqn", "backspace", *"2,9")
        assert pilot.app.screen is screen
        assert screen.state.tasks["number"].typed == "2,9"
        assert not screen.state.tasks["number"].skipped
        await press(pilot, "enter")
        assert "too small" in page_text(screen)
        await press(pilot, *["backspace"] * 3, "enter")
        assert "That is no number" in page_text(screen)
        kept = [attempt.answer for attempt in pilot.app.progress.attempts("small", "number")]
        assert kept == ["2,9"]


async def test_the_panes_say_nothing_while_a_question_is_open(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        await press(pilot, "n", "s", "s", "n")
        assert screen.frame.plot is None
        assert "come with the answer" in screen.frame.prose[0]
        await press(pilot, "3", "enter")
        assert screen.frame.plot is not None
        assert "come with the answer" not in screen.frame.prose[0]


async def test_r_sets_the_panes_as_the_step_has_them(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        await press(pilot, "7", "v")
        assert (screen.session.step, screen.session.variant) == ("softmax", "plain")
        await press(pilot, "r")
        assert (screen.session.step, screen.session.variant) == ("embed", "learned")
        assert screen.frame.board.cursor == (1, 1)


async def test_what_is_not_in_sight_is_read_before_it_is_answered(tmp_path: Path) -> None:
    async with lesson(tmp_path, (60, 18)) as (pilot, screen):
        await press(pilot, "n", "s", "b", "n")
        assert "Enter read on" in screen_text(pilot)
        while not screen.page.is_read:
            await press(pilot, "enter")
        assert not pilot.app.progress.attempts("small", "order")
        assert "Enter answer" in screen_text(pilot)


async def test_a_review_that_is_done_leaves_the_list(tmp_path: Path, monkeypatch) -> None:
    progress = Progress.open(tmp_path / "progress.sqlite3")
    first = course()[0]
    ask = first.asks[0]
    progress.visit(first.id, 2)
    progress.attempt(first.id, ask.id, "0", right=False)
    monkeypatch.setattr("attn_lessons.progress.time.time", lambda: 4e9)
    app = AttnApp(Session(""), progress=progress)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "down", "enter", *["down"] * len(course()), "enter")
        await press(pilot, "3", "enter")
        assert app.screen.state.tasks[ask.id].right
        await press(pilot, "escape")
        assert isinstance(app.screen, CourseScreen)
        assert "Worth another try" not in screen_text(pilot)
    progress.close()


async def test_enter_on_the_home_screen_waits_for_the_course(tmp_path: Path) -> None:
    progress = Progress.open(tmp_path / "progress.sqlite3")
    app = AttnApp(Session(""), progress=progress)
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.action_open()
        await settle(pilot)
        assert isinstance(app.screen, LessonScreen)
    progress.close()


async def test_what_is_asked_stays_veiled_wherever_one_walks(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        await press(pilot, "n", "s", "s", "n")
        assert screen.session.step == "project"
        await press(pilot, "tab", "1")
        assert screen.frame.board.veiled == 1
        assert screen.frame.board.top is None
        await press(pilot, "tab", "3", "enter", "tab")
        assert screen.state.tasks["number"].right
        assert screen.frame.board.veiled is None
        await press(pilot, "tab", "n")
        assert screen.pointing
        await press(pilot, "7")
        assert screen.frame.board.veiled == 2
        await press(pilot, "6", "7")
        assert screen.frame.board.veiled == 2


async def test_another_number_begins_anew_after_a_verdict(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        await press(pilot, "n", "s", "s", "n", "9", "9", "enter", "3")
        assert screen.state.tasks["number"].typed == "3"
        assert "s skip" not in screen_text(pilot)
        await press(pilot, "8", "enter")
        assert "s skip" in screen_text(pilot)
        await press(pilot, "s", "s", "3", "enter")
        assert screen.state.tasks["number"].right


async def test_a_skipped_goal_is_shown_reached(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        await press(pilot, "n", "s", "s", "n", "s", "n", "s", "n")
        assert screen.state.active.id == "goal"
        await press(pilot, "s")
        assert screen.session.step == "heads"


async def test_a_wrong_answer_is_called_wrong_before_the_reason(tmp_path: Path) -> None:
    async with lesson(tmp_path) as (pilot, screen):
        await press(pilot, "enter", "enter")
        assert "×▸1 River" in page_text(screen)
        assert "Not right. A river is wet" in page_text(screen)
        await press(pilot, "down")
        assert "× 1 River" in page_text(screen)
        assert "▸ 2 bank" in page_text(screen)
        await press(pilot, "enter", "enter")
        order = screen.state.tasks["order"].said
        assert order.startswith("Not right. ")
        assert order in page_text(screen)


async def test_the_narrowest_footer_says_how_to_change_sides(tmp_path: Path) -> None:
    async with lesson(tmp_path, (60, 18)) as (pilot, _):
        await press(pilot, "n")
        assert "Tab panes" in screen_text(pilot).splitlines()[-1]
        await press(pilot, "tab")
        assert "Tab page" in screen_text(pilot).splitlines()[-1]
