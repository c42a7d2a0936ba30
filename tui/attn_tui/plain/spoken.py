"""Our own words with every sign spelt out that a voice or a braille display might pass over."""

from __future__ import annotations

import re

from attn_tui.view.marked_text import marked_lines

SIGNS = {
    "ᵀ": " transposed", "√": "square root of ", "∞": "infinity", "²": " squared",
    "≤": "at most", "≥": "at least", "±": "signs", "π": "pi", "…": "...",
    "“": '"', "”": '"', "’": "'", "–": "-", "−": "-", "₀": "0", "₁": "1", "₂": "2",
    "₃": "3", "₄": "4", "₅": "5", "₆": "6", "₇": "7", "₈": "8", "₉": "9",
}  # fmt: skip

_SPACED = {"×": "times", "·": "times", "→": "to"}
"""Signs between two things, whether or not there are spaces around them."""

_BETWEEN = re.compile(f" *([{''.join(_SPACED)}]) *")
_MINUS_INFINITY = re.compile(r"[-−](∞|inf\b)")

LINE = 1_000_000
"""The width of a line that only the terminal breaks."""


def spoken(text: str) -> str:
    """The text with words in place of signs: 3×2 is "3 times 2"."""
    text = _MINUS_INFINITY.sub("minus infinity", text)
    if text.isascii():
        return text
    text = _BETWEEN.sub(lambda found: f" {_SPACED[found[1]]} ", text)
    for sign, words in SIGNS.items():
        text = text.replace(sign, words)
    return text.strip()


def prose_lines(markdown: str) -> list[str]:
    """A Markdown text, a line for each paragraph, item of a list and line of code; none is blank.

    Code keeps its signs and its spaces, for it is what the learner writes.
    """
    lines = []
    for line in marked_lines(markdown, LINE):
        text = "".join(run.text for run in line)
        if not text.strip():
            continue
        looks = {run.look for run in line}
        if looks == {"code"} and text.startswith("  "):
            lines.append(text.rstrip())
        elif looks == {"heading"}:
            lines.append(f"Heading: {spoken(text)}")
        else:
            lines.append(spoken(f"- {text[2:]}" if text.startswith("• ") else text))
    return lines


def one_line(markdown: str) -> str:
    """A Markdown text as one line."""
    return " ".join(prose_lines(markdown))
