"""Words of the page: what was typed as text and never as markup, formulas as they are printed."""

from __future__ import annotations

import re
from html import escape

from attn_tui.view.key_tail import without_key
from attn_tui.view.labels import label
from attn_tui.view.safe_text import visible

WEIGHTS = re.compile(r"\bW(?:\^[QKVO]|_E)\b")
"""The names of weight matrices, as sentences write them."""


def word(text: str) -> str:
    """A token or another word that is not ours: everything in it visible, nothing of it markup."""
    return escape(label(text))


def prose(text: str) -> str:
    """A sentence of the screen, without the key that it may name at its end."""
    said = escape(visible(without_key(text)))
    return WEIGHTS.sub(lambda name: symbol(name[0]), said)


def symbol(text: str) -> str:
    """A formula, W^Q and d_head with their small letters where these belong."""
    raised = re.sub(r"\^(\w+)", r"<sup>\1</sup>", escape(visible(text)))
    return re.sub(r"_(\w+)", r"<sub>\1</sub>", raised)
