"""The names of the ten steps as the screen writes them, known before the engine is loaded."""

from __future__ import annotations

STEPS: tuple[tuple[str, str], ...] = (
    ("tokenize", "Tokenize"),
    ("embed", "Embed"),
    ("position", "Position"),
    ("project", "Project"),
    ("score", "Score"),
    ("scale", "Scale"),
    ("mask", "Mask"),
    ("softmax", "Softmax"),
    ("sum", "Sum"),
    ("heads", "Heads"),
)
"""Step keys with their titles, in the order of the walk; the place in the tuple is the digit key."""

STEP_KEYS = tuple(key for key, _ in STEPS)
