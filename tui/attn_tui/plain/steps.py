"""What is said of a lesson as a whole: how it begins, its steps, how far one is, how it ends."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attn_tui.plain.commands import keys_line
from attn_tui.plain.spoken import one_line, prose_lines, spoken
from attn_tui.view.lesson_page import step_title
from attn_tui.view.numbers import counted
from attn_tui.view.safe_text import visible

if TYPE_CHECKING:
    from attn_lessons.lesson import Lesson
    from attn_lessons.progress import Progress
    from attn_tui.view.lesson_state import LessonState

_CODE = re.compile(r"`([^`]+)`")

HOW = (
    "Enter reads on, help lists the commands, quit leaves. A colon makes any word a command: :hint"
)


def opening_lines(lesson: Lesson, step: int, due: tuple[tuple[str, str], ...]) -> list[str]:
    """The lesson, how to get along in it, where it goes on, and which tasks are `due` again."""
    tasks = len(lesson.asks)
    lines = [
        f"Lesson: {_title(lesson)}. {len(lesson.steps)} steps, {counted(tasks, 'task')}, "
        f"about {counted(lesson.minutes, 'minute')}.",
        HOW,
    ]
    lines += [line for line in [_due_line(lesson, due)] if line]
    return [*lines, "It goes on where you were."] if step else lines


def _due_line(lesson: Lesson, due: tuple[tuple[str, str], ...]) -> str:
    """The steps whose tasks were once answered wrong, now that some days have passed."""
    steps = [
        str(number)
        for number, step in enumerate(lesson.steps, 1)
        if any((lesson.id, ask.id) in due for ask in step.asks)
    ]
    if not steps:
        return ""
    return f"Worth another try: step {', '.join(steps)}. go {steps[0]} goes there, then type again."


def step_lines(lesson: Lesson, step: int) -> list[str]:
    """The heading of a step and its prose."""
    prose = lesson.steps[step].prose.strip()
    first, _, rest = prose.partition("\n")
    place = f"Step {step + 1} of {len(lesson.steps)}."
    if first.startswith("#"):
        title = one_line(first).removeprefix("Heading: ")
        end = "" if title.endswith((".", "?", "!")) else "."
        return [f"{place} {title}{end}", *read_out(rest)]
    return [place, *read_out(prose)]


def read_out(markdown: str) -> list[str]:
    """A Markdown text, then how to do here what it says with keys of the screen."""
    told = keys_line(_CODE.findall(markdown))
    return [*prose_lines(markdown), *([told] if told else [])]


def steps_lines(state: LessonState) -> list[str]:
    """A line for each step, with what is open in it; go N goes to one."""
    lines = []
    for number, step in enumerate(state.lesson.steps):
        title = spoken(visible(step_title(state.lesson, number)))
        tasks = [state.tasks[ask.id] for ask in step.asks]
        done = sum(task.right for task in tasks)
        notes = [f"{done} of {counted(len(tasks), 'task')} right"] if tasks else []
        notes += ["you are here"] if number == state.step else []
        notes += ["not open yet"] if number > state.reach else []
        lines.append(f"{number + 1}. {title}{' (' + ', '.join(notes) + ')' if notes else ''}")
    return lines


def where_line(state: LessonState) -> str:
    """Where one is and what is done."""
    lesson = state.lesson
    right = sum(state.tasks[ask.id].right for ask in lesson.asks)
    return (
        f"Step {state.step + 1} of {len(lesson.steps)} of the lesson {_title(lesson)}. "
        f"{right} of {counted(len(lesson.asks), 'task')} right."
    )


def end_lines(state: LessonState, progress: Progress, following: Lesson | None) -> list[str]:
    """What was done of the lesson, what was not, and what comes next."""
    lesson, lines = state.lesson, ["This is the end of the lesson."]
    right = [ask for ask in lesson.asks if state.tasks[ask.id].right]
    if lesson.asks:
        first = sum(_at_first(lesson, ask.id, progress) for ask in right)
        tasks = counted(len(lesson.asks), "task")
        lines.append(f"{len(right)} of {tasks} right, {first} at the first try.")
    left = [
        number
        for number, step in enumerate(lesson.steps, 1)
        if any(not state.tasks[ask.id].right for ask in step.asks)
    ]
    if left:
        lines.append(
            f"Still to do: step {', '.join(map(str, left))}. go {left[0]} goes there, then type again."
        )
    if following is not None:
        lines.append(f"Enter: the next lesson, {_title(following)}. quit leaves.")
    else:
        lines.append("Enter leaves.")
    return lines


def leaving_lines(state: LessonState, name: str, input_ended: bool, kept: bool) -> list[str]:
    """Where one was, whether that is kept, how to go on; `name` is what opened the lesson."""
    quoted = f'"{name}"' if " " in name else name
    ended = "The input has ended. " if input_ended else ""
    place = f"step {state.step + 1} of {len(state.lesson.steps)} of {_title(state.lesson)}"
    return [
        f"{ended}Your place is {'kept' if kept else 'not kept'}: {place}.",
        f"Go on with: attn-tui learn {visible(quoted)} --plain",
    ]


def _at_first(lesson: Lesson, task: str, progress: Progress) -> bool:
    tried = progress.attempts(lesson.id, task)
    return bool(tried) and tried[0].right


def _title(lesson: Lesson) -> str:
    return spoken(visible(lesson.title))
