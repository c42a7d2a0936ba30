"""What a screen asks of the app: another screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from attn_lessons.lesson import Lesson


@dataclass
class WalkAsked(Message):
    """The learner wants to walk through a text."""

    text: str


@dataclass
class HomeAsked(Message):
    """The learner wants the home screen."""


@dataclass
class CourseAsked(Message):
    """The learner wants the list of lessons."""


@dataclass
class LessonAsked(Message):
    """The learner wants a lesson, at the step where it was left.

    `again` is a task to be done once more, at whose step it opens.
    """

    lesson: Lesson
    again: str | None = None
