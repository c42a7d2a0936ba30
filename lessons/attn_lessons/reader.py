"""Lesson files: Markdown whose front matter and fenced blocks `show` and `ask` speak to the app."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from attn_lessons.ask_reader import read_ask
from attn_lessons.block import Block
from attn_lessons.heads import course_paths
from attn_lessons.lesson import Ask, Fault, Lesson, LessonFaults, Show, Step
from attn_lessons.scene_reader import read_scene
from attn_lessons.source import read_source

FENCE = "+++"
MOST_STEPS = 100
MOST_MINUTES = 600
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Reading:
    """A lesson as far as it can be read, and what is wrong with it.

    `unsure` are the steps, counted from 0, of which nobody knows what they show, since a block is
    broken. `shows` has the blocks by step and `asks` by the id of the task, to find lines in.
    """

    lesson: Lesson
    faults: tuple[Fault, ...]
    unsure: frozenset[int]
    shows: Mapping[int, Block]
    asks: Mapping[str, Block]


def read_lesson(path: Path) -> Lesson:
    """The lesson of a file. Raises LessonFaults with everything that is wrong with its form."""
    reading = read_all(path)
    if reading.faults:
        raise LessonFaults(path, reading.faults)
    return reading.lesson


@lru_cache(maxsize=1)
def course() -> tuple[Lesson, ...]:
    """The lessons of the course in the order of course.toml."""
    return tuple(map(read_lesson, course_paths()))


def following(lesson: Lesson) -> Lesson | None:
    """The lesson of the course after this one; None after the last, and after one's own."""
    ids = [each.id for each in course()]
    after = ids.index(lesson.id) + 1 if lesson.id in ids else len(ids)
    return course()[after] if after < len(ids) else None


def read_all(path: Path) -> Reading:
    """The lesson and its faults. Raises LessonFaults if there is nothing to go on with."""
    lines = read_source(path).split("\n")
    end = _end_of_front_matter(path, lines)
    front = Block.parse("the front matter", lines[1:end], 1)
    body = _Body(lines, end + 1)
    body.read()
    lesson = Lesson(
        id=front.text("id"),
        title=front.text("title"),
        minutes=front.whole("minutes"),
        needs=front.texts("needs", ()),
        steps=tuple(body.steps),
        path=path,
    )
    if lesson.id and not _ID.fullmatch(lesson.id):
        front.fault("id must be small letters, digits and dashes, as in my-lesson", "id")
    if len(lesson.steps) > MOST_STEPS:
        front.fault(f"a lesson has at most {MOST_STEPS} steps; make several of it")
    if lesson.id and lesson.id in lesson.needs:
        front.fault("a lesson cannot need itself", "needs")
    if lesson.minutes > MOST_MINUTES:
        front.fault(f"a lesson takes at most {MOST_MINUTES} minutes", "minutes")
    front.refuse_others()
    faults = sorted([*front.faults, *body.faults], key=lambda fault: fault.line)
    return Reading(lesson, tuple(faults), frozenset(body.unsure), body.shows, body.asks)


def _end_of_front_matter(path: Path, lines: list[str]) -> int:
    """The index of the line that closes the front matter."""
    if lines[0].strip() != FENCE:
        raise LessonFaults(
            path,
            (Fault(1, f"a lesson begins with {FENCE}, then id, title and minutes, then {FENCE}"),),
        )
    for index in range(1, len(lines)):
        if lines[index].strip() == FENCE:
            return index
    raise LessonFaults(path, (Fault(1, f"the front matter is not closed with {FENCE}"),))


class _Body:
    """Reads what follows the front matter, step by step; line numbers are those of the file."""

    def __init__(self, lines: list[str], start: int) -> None:
        self.lines = lines
        self.start = start
        self.steps: list[Step] = []
        self.faults: list[Fault] = []
        self.unsure: set[int] = set()
        self.shows: dict[int, Block] = {}
        self.asks: dict[str, Block] = {}
        self._scene = Show()
        self._known = True
        self._ids: set[str] = set()

    def read(self) -> None:
        """Fill `steps`, `faults`, `unsure`, `shows` and `asks`."""
        first = self.start
        fences: list[Token] = []
        for token in _blocks(self.lines[self.start :]):
            assert token.map is not None
            if token.type == "fence":
                if token.info.strip().lower() in {"show", "ask"}:
                    fences.append(token)
                elif not self._closed(token):
                    self._fault(
                        self.start + token.map[0], f"this block is not closed with {_mark(token)}"
                    )
            elif token.type == "hr":
                self._step(first, self.start + token.map[0], fences)
                first, fences = self.start + token.map[1], []
            elif token.type == "html_block":
                self._fault(
                    self.start + token.map[0], "HTML is not drawn here; write it in Markdown"
                )
            elif token.markup == "-":
                self._fault(
                    self.start + token.map[1] - 1,
                    "--- right below a line makes a heading of it; leave a line empty before ---",
                )
        self._step(first, len(self.lines), fences)

    def _step(self, first: int, end: int, fences: list[Token]) -> None:
        """One step, from line index `first` to `end`."""
        prose_end = self.start + fences[0].map[0] if fences and fences[0].map else end
        prose = "\n".join(self.lines[first:prose_end]).strip("\n")
        line = next((n for n in range(first, prose_end) if self.lines[n].strip()), first) + 1
        if not prose.strip():
            self._fault(line - 1, "this step says nothing; write some prose before its blocks")
        self._refuse_prose_after(prose_end, end, fences)
        show: Show | None = None
        asks: list[Ask] = []
        for fence in fences:
            block = self._block(fence)
            if fence.info.strip().lower() == "show":
                if show is not None or asks:
                    block.fault("a step has one show block, before what it asks; begin a new step")
                show = self._show(block)
                self.shows[len(self.steps)] = block
            else:
                if asks and asks[-1].then is not None:
                    block.fault("only the last task of a step may say then; begin a new step")
                if ask := self._ask(block):
                    asks.append(ask)
                    self.asks[ask.id] = block
            self.faults += block.faults
        if not self._known:
            self.unsure.add(len(self.steps))
        self.steps.append(Step(prose, show, tuple(asks), line, self._scene))
        if asks and asks[-1].then is not None:
            self._scene = asks[-1].then

    def _refuse_prose_after(self, start: int, end: int, fences: list[Token]) -> None:
        inside = {n for fence in fences if fence.map for n in range(*fence.map)}
        for index in range(start, end):
            if index - self.start not in inside and self.lines[index].strip():
                self._fault(index, "a step ends with its blocks; put --- before further prose")
                return

    def _block(self, fence: Token) -> Block:
        assert fence.map is not None
        start, end = self.start + fence.map[0], self.start + fence.map[1]
        what = fence.info.strip().lower()
        if self._closed(fence):
            return Block.parse(what, self.lines[start + 1 : end - 1], start + 1)
        block = Block(what, {}, [], start + 1, start + 1)
        block.give_up(f"this block is not closed with {_mark(fence)}")
        return block

    def _closed(self, fence: Token) -> bool:
        """Whether the fence ends with its mark and not with the file."""
        assert fence.map is not None
        first, end = fence.map
        last = self.lines[self.start + end - 1].strip()
        return end > first + 1 and last.startswith(fence.markup)

    def _show(self, block: Block) -> Show:
        scene = read_scene(block, self._scene)
        block.refuse_others()
        if block.faults:
            self._known = False
        else:
            self._scene = scene
            self._known = self._known or block.has("text")
        return self._scene

    def _ask(self, block: Block) -> Ask | None:
        ask = read_ask(block, f"task-{len(self._ids) + 1}", self._scene)
        name = str(block.table.get("id", f"task-{len(self._ids) + 1}"))
        if name in self._ids:
            block.fault(f"there is a task {name!r} already; give this one another id", "id")
        self._ids.add(name)
        return ask

    def _fault(self, index: int, sentence: str) -> None:
        self.faults.append(Fault(index + 1, sentence))


def _mark(fence: Token) -> str:
    return fence.markup[:3]


def _blocks(lines: list[str]) -> list[Token]:
    """The fences, thematic breaks and underlined headings of the outermost level, in order."""
    parser = MarkdownIt("commonmark")
    parser.core.ruler.enableOnly(["normalize", "block"])
    wanted = {"fence", "hr", "heading_open", "html_block"}
    return [
        token
        for token in parser.parse("\n".join(lines))
        if token.level == 0 and token.type in wanted and token.map is not None
    ]
