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

PANES: tuple[tuple[str, str], ...] = (
    ("one-hot", "One-hot rows"),
    ("bag-of-words", "Bags of words"),
    ("tfidf", "TF-IDF"),
    ("analogy", "Arithmetic with words"),
    ("plane", "Words in a plane"),
    ("lookup", "A product or a lookup"),
    ("shuffle", "The words shuffled"),
    ("sinusoids", "Sinusoids by hand"),
    ("bands", "Positions in bands"),
    ("rotation", "A step is a turn"),
    ("similarity", "Three ways to be alike"),
)
"""The names of the pictures, as lessons write them, with their titles, in the order of the course."""
