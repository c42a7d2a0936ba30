"""Python as the page colours it."""

from __future__ import annotations

from html import escape

from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Literal, Name, Number, String

CLASSES = (
    (String, "str"), (Number, "num"), (Literal, "num"), (Comment, "com"), (Keyword, "key"),
    (Name.Function, "fun"), (Name.Class, "fun"),
)  # fmt: skip


def highlighted(source: str) -> str:
    """The source as HTML; the colours of its classes are the page's."""
    parts = []
    for kind, text in PythonLexer().get_tokens(source):
        name = next((name for each, name in CLASSES if kind in each), "")
        safe = escape(text)
        parts.append(f'<span class="{name}">{safe}</span>' if name and text.strip() else safe)
    return "".join(parts).rstrip("\n")
