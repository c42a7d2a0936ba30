"""A lesson done as a learner does it, by keys alone: each task answered wrong first, then right."""

from __future__ import annotations

from dataclasses import replace

from textual.events import Key
from textual.pilot import Pilot

from attn_lessons.answers import answer_of, judge
from attn_lessons.lesson import Ask, CellAsk, ChoiceAsk, CodeAsk, GoalAsk, NumberAsk, OrderAsk
from attn_lessons.places import sheet_of, traced
from attn_tui.screens.lesson import LessonScreen
from attn_tui.view.task_state import TaskState
from attn_tui.widgets.code_editor import CodeEditor
from attn_tui.widgets.lesson_page import LessonPage
from tests.tui.lesson_making import page_text
from tests.tui.walking import press, settle

PRESSES = 20
"""So often at most Enter is pressed for one thing: a page has fewer screens to read."""

TAIL = 24
"""So many last characters of a text must be in sight for it to count as read to the end."""


async def do_step(pilot: Pilot[None]) -> None:
    """Do all tasks of the open step, then read to its end and go on to the next."""
    screen, step = lesson_screen(pilot), lesson_screen(pilot).state.step
    while (ask := screen.state.active) is not None:
        await solve(pilot, ask)
    for _ in range(PRESSES):
        if screen.state.step != step:
            break
        await press(pilot, "enter")
    assert screen.state.step == step + 1


async def solve(pilot: Pilot[None], ask: Ask) -> None:
    """Ask for a hint, answer wrong and be refused in words, then answer right and read why."""
    screen = lesson_screen(pilot)
    step, scene = screen.state.step, screen.state.here.scene
    await press(pilot, "n")
    assert "First this task" in page_text(screen)
    await press(pilot, "h")
    assert plain(ask.hints[0]) in plain(page_text(screen))

    await _ANSWER_WRONG[ask.kind](pilot, ask)
    task = _task(pilot, ask)
    assert not task.right
    assert _speaks(task.said), task.said
    assert plain(task.said) in plain(page_text(screen))
    assert _in_sight(pilot, task.said)
    assert ask.id not in pilot.app.progress.solved(screen.state.lesson.id)
    if isinstance(pilot.app.focused, CodeEditor):
        await press(pilot, "escape")
    await press(pilot, "n")
    assert screen.state.step == step
    assert screen.state.active is ask

    assert judge(ask, scene, answer_of(ask, scene)).right
    await _ANSWER_RIGHT[ask.kind](pilot, ask)
    assert _task(pilot, ask).right, _task(pilot, ask)
    assert ask.id in pilot.app.progress.solved(screen.state.lesson.id)
    assert isinstance(pilot.app.focused, LessonPage)
    assert plain(ask.explanation) in plain(page_text(screen))
    if screen.state.active is None:
        assert _in_sight(pilot, ask.explanation)


def lesson_screen(pilot: Pilot[None]) -> LessonScreen:
    """The lesson that is open."""
    screen = pilot.app.screen
    assert isinstance(screen, LessonScreen)
    return screen


def plain(text: str) -> str:
    """A text as it is shown: without the marks of Markdown, as one line."""
    return " ".join(text.replace("*", "").replace("`", "").split())


def seen_of_page(pilot: Pilot[None]) -> str:
    """What of the page is on the screen, as one line."""
    area = lesson_screen(pilot).query_one(LessonPage).region
    strips = pilot.app.screen._compositor.render_strips()[area.y : area.bottom]
    lines = [strip.crop(area.x, area.right).text.strip(" ▌│▁▂▃▄▅▆▇█") for strip in strips]
    return plain(" ".join(lines))


async def _burst(pilot: Pilot[None], *keys: str) -> None:
    """Type the keys faster than the screen settles, as somebody does who holds one down.

    Textual takes characters ahead of keys that are bound, so that a burst has only one of the two.
    """
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))
    await settle(pilot)


def _in_sight(pilot: Pilot[None], text: str) -> bool:
    return plain(text)[-TAIL:] in seen_of_page(pilot)


def _speaks(said: str) -> bool:
    """Whether an answer is refused with a sentence that says more than that it is wrong."""
    return len(said.split()) >= 3 and said.endswith((".", "?", "!")) and "wrong" not in said.lower()


def _task(pilot: Pilot[None], ask: Ask) -> TaskState:
    return lesson_screen(pilot).state.tasks[ask.id]


async def _enter(pilot: Pilot[None], ask: Ask) -> None:
    """Press Enter, which first reads on, until it has answered."""
    lesson = lesson_screen(pilot).state.lesson.id
    before = len(pilot.app.progress.attempts(lesson, ask.id))
    for _ in range(PRESSES):
        await press(pilot, "enter")
        if len(pilot.app.progress.attempts(lesson, ask.id)) > before:
            return
        if isinstance(ask, GoalAsk) and _task(pilot, ask).said:
            return  # a goal that is not reached yet is no wrong answer, and not kept
    raise AssertionError(f"Enter never answered {ask.id}")


# A number is typed.


async def _number(pilot: Pilot[None], ask: NumberAsk, number: float) -> None:
    await _burst(pilot, *["backspace"] * len(_task(pilot, ask).typed))
    await _burst(pilot, *f"{number:.3f}")
    await _enter(pilot, ask)


async def _wrong_number(pilot: Pilot[None], ask: NumberAsk) -> None:
    await _number(pilot, ask, answer_of(ask, lesson_screen(pilot).state.here.scene) + 7.3)


async def _right_number(pilot: Pilot[None], ask: NumberAsk) -> None:
    await _number(pilot, ask, answer_of(ask, lesson_screen(pilot).state.here.scene))


# A cell is pointed at; Enter leads there if the panes show something else.


async def _point(pilot: Pilot[None], ask: CellAsk, cell: tuple[int, int]) -> None:
    screen = lesson_screen(pilot)
    for _ in range(PRESSES):
        if "Point with the arrows" in page_text(screen):
            break
        await press(pilot, "enter")
    sheet = _sheet(pilot, ask)
    row, column = cell
    await _burst(pilot, *["left"] * len(sheet.columns), *["right"] * column)
    if ask.reference.row is None:
        await _burst(pilot, *["up"] * len(sheet.rows), *["down"] * row)
    await _enter(pilot, ask)


async def _wrong_cell(pilot: Pilot[None], ask: CellAsk) -> None:
    scene, sheet = lesson_screen(pilot).state.here.scene, _sheet(pilot, ask)
    row, column = answer_of(ask, scene)
    cells = [(row, at) for at in range(len(sheet.columns))]
    if ask.reference.row is None:
        cells = [(at, column) for at in range(len(sheet.rows))]
    wrong = next(cell for cell in cells if not judge(ask, scene, cell).right)
    await _point(pilot, ask, wrong)


async def _right_cell(pilot: Pilot[None], ask: CellAsk) -> None:
    await _point(pilot, ask, answer_of(ask, lesson_screen(pilot).state.here.scene))


def _sheet(pilot: Pilot[None], ask: CellAsk):
    there = ask.reference.scene(lesson_screen(pilot).state.here.scene)
    return sheet_of(traced(there), there.stage, there.head, ask.reference.matrix)


# An option is chosen by its number, or with the arrows.


async def _wrong_choice(pilot: Pilot[None], ask: ChoiceAsk) -> None:
    wrong = next(place for place, option in enumerate(ask.options) if not option.right)
    await press(pilot, str(wrong + 1))
    await _enter(pilot, ask)
    assert plain(_task(pilot, ask).said) == plain(f"Not right. {ask.options[wrong].why}")


async def _right_choice(pilot: Pilot[None], ask: ChoiceAsk) -> None:
    right = answer_of(ask, lesson_screen(pilot).state.here.scene)
    await _burst(pilot, *["up"] * len(ask.options), *["down"] * right)
    await _enter(pilot, ask)


# Items are lifted, moved, set down.


async def _wrong_order(pilot: Pilot[None], ask: OrderAsk) -> None:
    assert _task(pilot, ask).items != ask.items
    await _enter(pilot, ask)


async def _right_order(pilot: Pilot[None], ask: OrderAsk) -> None:
    right = answer_of(ask, lesson_screen(pilot).state.here.scene)
    for place, item in enumerate(right):
        at = _task(pilot, ask).items.index(item)
        await _burst(pilot, *["up"] * len(right), *["down"] * at)
        await _burst(pilot, "space", *["up"] * (at - place), "space")
    assert _task(pilot, ask).items == right
    await _enter(pilot, ask)


# A goal is brought about in the panes.


async def _wrong_goal(pilot: Pilot[None], ask: GoalAsk) -> None:
    await _enter(pilot, ask)


async def _right_goal(pilot: Pilot[None], ask: GoalAsk) -> None:
    screen = lesson_screen(pilot)
    scene = screen.state.here.scene
    solved = replace(scene, **{**ask.goal.required, **ask.solution})
    await press(pilot, "tab")
    if solved.text != scene.text:
        await press(pilot, "slash")
        await _burst(pilot, *["backspace"] * len(scene.text))
        await _burst(pilot, *solved.text)
        await press(pilot, "enter")
    for name, key in (("positions", "o"), ("variant", "v"), ("mask", "m"), ("layer", "L")):
        for _ in range(PRESSES):
            if getattr(screen.session, name) == getattr(solved, name):
                break
            await press(pilot, key)
    for _ in range(PRESSES):
        if screen.session.head == solved.head or solved.variant == "plain":
            break
        await press(pilot, "H")
    assert _task(pilot, ask).right, _task(pilot, ask).said
    assert _task(pilot, ask).said.startswith("Reached.")
    await press(pilot, "tab")


# Code is typed into the editor.


async def _wrong_code(pilot: Pilot[None], ask: CodeAsk) -> None:
    """What the editor offers at the start."""
    await _open_editor(pilot)
    assert pilot.app.query_one(CodeEditor).text == f"{ask.signature}\n{ask.start}"
    await _run(pilot, ask)


async def _right_code(pilot: Pilot[None], ask: CodeAsk) -> None:
    await _open_editor(pilot)
    source = answer_of(ask, lesson_screen(pilot).state.here.scene)
    await press(pilot, "f7", "backspace")
    before, keys = "", list[str]()
    for number, line in enumerate(source.rstrip("\n").split("\n")):
        # The editor begins a line where the one before did, or further in.
        offered = len(before) - len(before.lstrip()) + 4 * before.endswith(":")
        assert line.startswith(" " * offered)
        keys += [*["enter"] * (number > 0), *line[offered:]]
        before = line
    await _burst(pilot, *keys)
    assert pilot.app.screen.query_one(CodeEditor).text == source.rstrip("\n")
    await _run(pilot, ask)


async def _open_editor(pilot: Pilot[None]) -> None:
    for _ in range(PRESSES):
        if isinstance(pilot.app.focused, CodeEditor):
            return
        await press(pilot, "enter")
    raise AssertionError("Enter never led into the editor")


async def _run(pilot: Pilot[None], ask: CodeAsk) -> None:
    lesson = lesson_screen(pilot).state.lesson.id
    before = len(pilot.app.progress.attempts(lesson, ask.id))
    await press(pilot, "ctrl+r")
    await settle(pilot)
    assert len(pilot.app.progress.attempts(lesson, ask.id)) == before + 1


_ANSWER_WRONG = {
    "number": _wrong_number, "cell": _wrong_cell, "choice": _wrong_choice, "order": _wrong_order,
    "goal": _wrong_goal, "code": _wrong_code,
}  # fmt: skip
_ANSWER_RIGHT = {
    "number": _right_number, "cell": _right_cell, "choice": _right_choice, "order": _right_order,
    "goal": _right_goal, "code": _right_code,
}  # fmt: skip
