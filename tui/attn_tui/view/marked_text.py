"""Markdown as lines of a given width: what a lesson's prose, prompts and hints are shown as."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.cells import cell_len

from attn_tui.view.labels import cut
from attn_tui.view.safe_text import visible

Look = Literal[
    "plain", "strong", "emphasis", "code", "heading", "quiet", "chosen", "told", "right", "bar"
]


@dataclass(frozen=True)
class Run:
    """Text of one look."""

    text: str
    look: Look = "plain"


Line = tuple[Run, ...]

BLANK: Line = ()
INDENT = "  "
_PARTS = re.compile(r" +|[^ ]+")


@lru_cache(maxsize=256)
def marked_lines(markdown: str, width: int, look: Look = "plain") -> tuple[Line, ...]:
    """The lines of a Markdown text, none wider than `width` cells; `look` is that of plain words.

    Headings, paragraphs, lists, indented or fenced code, emphasis and `code` are drawn; anything
    else stands as its own text. Blocks are a blank line apart, the items of a list are not.
    """
    lines: list[Line] = []
    for block in _blocks(MarkdownIt("commonmark").parse(markdown), look):
        if lines and not block.close:
            lines.append(BLANK)
        lines += block.lines(width)
    return tuple(lines)


def wrapped_line(runs: Iterable[Run], width: int, hang: str = "") -> list[Line]:
    """Runs as lines of at most `width` cells, broken at spaces; later lines begin with `hang`."""
    lines: list[list[Run]] = [[]]
    used, gap = 0, ""
    for word in _words(runs):
        if not word:
            gap = " "
            continue
        size = sum(cell_len(run.text) for run in word)
        if used + len(gap) + size > width and used > len(hang):
            lines.append([Run(hang)] if hang else [])
            used, gap = cell_len(hang), ""
        room = max(width - used - len(gap), 1)
        shown = word if size <= room else [Run(cut(run.text, room), run.look) for run in word[:1]]
        lines[-1] += [Run(gap, shown[0].look), *shown] if gap else shown
        used += len(gap) + min(size, room)
        gap = ""
    return [_joined(line) for line in lines]


@dataclass
class _Block:
    """A paragraph with what stands before it, or lines of code, which are not wrapped."""

    runs: list[Run]
    first: str = ""
    hang: str = ""
    code: bool = False
    close: bool = False

    def lines(self, width: int) -> list[Line]:
        if self.code:
            text = self.runs[0].text.rstrip("\n").split("\n")
            return [(Run(cut(f"{self.first}{line}", width), "code"),) for line in text]
        lead = [Run(self.first, "quiet")] if self.first else []
        inside = wrapped_line(self.runs, max(width - cell_len(self.first), 1))
        return [
            (*(lead if place == 0 else [Run(self.hang)] if self.hang else []), *line)
            for place, line in enumerate(inside)
        ]


def _blocks(tokens: list[Token], look: Look) -> list[_Block]:
    blocks: list[_Block] = []
    counters: list[int | None] = []
    marker, fresh, heading = "", False, False
    for token in tokens:
        if token.type in {"bullet_list_open", "ordered_list_open"}:
            start = token.attrGet("start")
            counters.append(int(start or 1) if token.type.startswith("ordered") else None)
        elif token.type in {"bullet_list_close", "ordered_list_close"}:
            counters.pop()
        elif token.type == "list_item_open":
            number = counters[-1]
            marker, fresh = ("• " if number is None else f"{number}. "), True
            counters[-1] = None if number is None else number + 1
        elif token.type in {"heading_open", "heading_close"}:
            heading = token.type == "heading_open"
        elif token.type in {"code_block", "fence"}:
            blocks.append(_Block([Run(visible_lines(token.content))], first=INDENT, code=True))
        elif token.type == "inline":
            runs = _inline(token.children or [], "heading" if heading else look)
            before = INDENT * (len(counters) - 1)
            hang = before + " " * len(marker) if counters else ""
            first = before + marker if fresh else hang
            close = fresh and bool(blocks) and bool(blocks[-1].hang)
            blocks.append(_Block(runs, first, hang, close=close))
            fresh = False
    return blocks


def visible_lines(text: str) -> str:
    """The text with whatever would command a terminal made visible, line by line."""
    return "\n".join(visible(line.replace("\t", "    ")) for line in text.split("\n"))


def _inline(children: list[Token], look: Look) -> list[Run]:
    runs: list[Run] = []
    looks: list[Look] = [look]
    for child in children:
        if child.type == "strong_open":
            looks.append("strong")
        elif child.type == "em_open":
            looks.append("emphasis")
        elif child.type in {"strong_close", "em_close"}:
            looks.pop()
        elif child.type == "code_inline":
            runs.append(Run(visible(child.content), "code"))
        elif child.type in {"softbreak", "hardbreak"}:
            runs.append(Run(" ", looks[-1]))
        elif child.content:
            runs.append(Run(visible(child.content), looks[-1]))
    return runs


def _words(runs: Iterable[Run]) -> list[list[Run]]:
    """Words, each of the runs that it is made of; an empty one is a space."""
    words: list[list[Run]] = []
    for run in runs:
        joins = bool(words) and bool(words[-1])
        for part in _PARTS.findall(run.text):
            if part.startswith(" "):
                words.append([])
                joins = False
            elif joins:
                words[-1].append(Run(part, run.look))
            else:
                words.append([Run(part, run.look)])
                joins = True
    return words


def _joined(line: list[Run]) -> Line:
    """Neighbours of one look as one run."""
    joined: list[Run] = []
    for run in line:
        if joined and joined[-1].look == run.look:
            joined[-1] = Run(joined[-1].text + run.text, run.look)
        else:
            joined.append(run)
    return tuple(joined)
