"""What a screen asks of the app: another screen."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message


@dataclass
class WalkAsked(Message):
    """The learner wants to walk through a text."""

    text: str


@dataclass
class HomeAsked(Message):
    """The learner wants the home screen; walks go on with `model`."""

    model: str
