"""The models that need no more than their name, each in a few words."""

from __future__ import annotations

from attn_engine.models import NAMES

ABOUT = {
    "toy": "made by hand, every number checkable on paper",
    "tiny": "trained for this course; small, any text runs",
    "minilm": "a real transformer: 6 layers of 12 heads, 384 dimensions",
}


def known_models() -> tuple[tuple[str, str], ...]:
    """Name and description of each."""
    return tuple((name, ABOUT.get(name, "")) for name in NAMES)
