"""Takes lessons by lines, one after another, until the learner leaves or the input ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attn_lessons.reader import following
from attn_tui.computing import Models
from attn_tui.plain.lesson import PlainLesson
from attn_tui.plain.talk import Talk, Unheard

if TYPE_CHECKING:
    from attn_lessons.lesson import Lesson
    from attn_lessons.progress import Progress


def run_lessons(lesson: Lesson, name: str, progress: Progress, talk: Talk) -> None:
    """Begin with a lesson, opened by a name; those of the course lead on to the next."""
    models: Models = {}
    while True:
        after = following(lesson)
        plain = PlainLesson(lesson, progress, models, name, after)
        _until_interrupted(plain, talk)
        if not plain.onward or after is None:
            return
        lesson, name = after, after.id


def _until_interrupted(plain: PlainLesson, talk: Talk) -> None:
    """Say and hear; who presses Ctrl+C is told below that line that the place is kept."""
    try:
        converse(plain, talk)
    except KeyboardInterrupt:
        if talk.edits:
            talk.say(["", *plain.leaving()])
        raise


def converse(plain: PlainLesson, talk: Talk) -> None:
    """Say and hear until the lesson is over."""
    talk.say(plain.begin())
    while not plain.over:
        try:
            line = talk.hear()
        except Unheard as error:
            talk.say([str(error)])
            continue
        talk.say(plain.end_of_input() if line is None else plain.hear(line))
