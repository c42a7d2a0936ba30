"""A lesson taken by lines: what a learner would type, each task answered wrong first, then right."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from attn_lessons.answers import answer_of, judge, shuffled
from attn_lessons.lesson import (
    Ask,
    CellAsk,
    ChoiceAsk,
    CodeAsk,
    GoalAsk,
    Lesson,
    NumberAsk,
    OrderAsk,
    Show,
)
from attn_lessons.places import sheet_of, traced


def run_plain(
    folder: Path, *argv: str, lines: str | bytes = "", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run `attn-tui learn ... --plain` on lines that come through a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "attn_tui", "learn", *argv, "--plain"],
        input=lines.encode() if isinstance(lines, str) else lines,
        capture_output=True,
        env={**environment(folder), **(env or {})},
        timeout=120,
        check=False,
    )


def environment(folder: Path) -> dict[str, str]:
    """Where progress is kept is `folder`."""
    path = os.pathsep.join(filter(None, sys.path))
    return {**os.environ, "PYTHONPATH": path, "XDG_STATE_HOME": str(folder)}


def progress_file(folder: Path) -> Path:
    return folder / "attn-tui" / "progress.sqlite3"


def script(lesson: Lesson) -> list[str]:
    """All that is typed from the first step to the last."""
    lines = []
    for step in lesson.steps:
        for ask in step.asks:
            lines += ["", ":hint", *wrong(ask, step.scene), "", *right(ask, step.scene)]
        lines.append("")
    return lines[:-1]


def right(ask: Ask, scene: Show) -> list[str]:
    """The lines of a right answer."""
    answer = answer_of(ask, scene)
    if isinstance(ask, NumberAsk):
        return [f"{answer:.3f}"]
    if isinstance(ask, ChoiceAsk):
        return [str(answer + 1)]
    if isinstance(ask, OrderAsk):
        told = shuffled(ask, seed=ask.line)
        return [" ".join(str(told.index(item) + 1) for item in ask.items)]
    if isinstance(ask, CellAsk):
        sheet = _sheet(ask, scene)
        return [f"{sheet.rows[answer[0]]}, {sheet.columns[answer[1]]}"]
    if isinstance(ask, GoalAsk):
        return changes(scene, ask.solved(scene))
    assert isinstance(ask, CodeAsk)
    return [*answer.rstrip("\n").split("\n"), "."]


def wrong(ask: Ask, scene: Show) -> list[str]:
    """The lines of a wrong answer."""
    answer = answer_of(ask, scene)
    if isinstance(ask, NumberAsk):
        return [f"{answer + 7.3:.3f}"]
    if isinstance(ask, ChoiceAsk):
        return [str(next(n for n, each in enumerate(ask.options, 1) if not each.right))]
    if isinstance(ask, OrderAsk):
        return [" ".join(str(number) for number in range(1, len(ask.items) + 1))]
    if isinstance(ask, CellAsk):
        sheet, row = _sheet(ask, scene), answer[0]
        columns = range(len(sheet.columns))
        place = next(at for at in columns if not judge(ask, scene, (row, at)).right)
        return [sheet.columns[place]]
    if isinstance(ask, GoalAsk):
        return ["check"]
    assert isinstance(ask, CodeAsk)
    return [ask.signature, *ask.start.split("\n"), "."]


def changes(scene: Show, solved: Show) -> list[str]:
    """The commands that lead from one scene to another."""
    lines = []
    if solved.text != scene.text:
        lines.append(f"text {solved.text}")
    named = ("model", "variant", "layer", "head")
    changed = [name for name in named if getattr(solved, name) != getattr(scene, name)]
    lines += [f"{name} {getattr(solved, name)}" for name in changed]
    if solved.mask != scene.mask:
        lines.append(f"mask {solved.mask or 'none'}")
    if solved.positions != scene.positions:
        lines.append(f"positions {'on' if solved.positions else 'off'}")
    return lines


def _sheet(ask: CellAsk, scene: Show):
    there = ask.reference.scene(replace(scene))
    return sheet_of(traced(there), there.stage, there.head, ask.reference.matrix)
