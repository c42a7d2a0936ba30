"""What a learner has done, kept in SQLite at each step, so that a lost connection loses nothing."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from platformdirs import user_state_path

from attn_lessons.progress_file import (
    connect,
    copy,
    copy_readable,
    in_memory,
    is_usable,
    not_kept,
    set_aside,
)

NAME = "progress.sqlite3"
FILE = "ATTN_TUI_PROGRESS"
"""The environment variable that names another file than the one in the user's state folder."""
DAY = 24 * 3600.0
FIRST_REVIEW = 2 * DAY
MOST_ANSWER = 4000

_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Attempt:
    """One answer to a task; `at` is in seconds since 1970."""

    lesson: str
    task: str
    at: float
    answer: str
    right: bool


@dataclass(frozen=True)
class Place:
    """The step of a lesson that the learner is at, and the furthest seen, counted from 0."""

    lesson: str
    step: int
    furthest: int
    at: float


class Progress:
    """The attempts and places of a learner. Safe from any thread and from several processes.

    When the file cannot be used, all goes on in memory, and `news` says so once. No method raises
    anything for what happens to the file; one may wait three seconds for another window.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path | None) -> None:
        self.path = path
        """The file, None in memory."""
        self._news: list[str] = []
        self._connection = connection
        self._lock = threading.RLock()

    @classmethod
    def open(cls, path: Path | None = None) -> Progress:
        """The progress in a file, by default the one that `FILE` names or in the user's state folder.

        A damaged file is set aside and a new one begun; where none can be written, memory serves.
        """
        news = []
        file = path
        try:
            file = path or _usual_file()
            file.parent.mkdir(parents=True, exist_ok=True)
            if not is_usable(file):
                raise OSError(f"{file} is no file")
            try:
                connection = connect(file)
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError:
                news.append(set_aside(file))
                connection = connect(file)
        except (OSError, sqlite3.Error, RuntimeError) as error:
            news.append(not_kept(error))
            connection = in_memory()
            copy_readable(file, connection)
            file = None
        progress = cls(connection, file)
        progress._news = news
        return progress

    def news(self) -> tuple[str, ...]:
        """Sentences about a file that could not be used as it was; each is given once."""
        told, self._news = tuple(self._news), []
        return told

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    def visit(self, lesson: str, step: int) -> None:
        """The learner is at a step now."""
        self._write(
            "INSERT INTO place VALUES (?, ?, ?, ?) ON CONFLICT (lesson) DO UPDATE SET "
            "step = excluded.step, furthest = max(furthest, excluded.step), at = excluded.at",
            (lesson, step, step, time.time()),
        )

    def attempt(self, lesson: str, task: str, answer: str, right: bool) -> None:
        """The learner has answered a task."""
        self._write(
            "INSERT INTO attempts VALUES (?, ?, ?, ?, ?)",
            (lesson, task, time.time(), _storable(answer), int(right)),
        )

    def reset(self, lesson: str) -> None:
        """Forget all about a lesson."""

        def forget(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("DELETE FROM attempts WHERE lesson = ?", (lesson,))
                connection.execute("DELETE FROM place WHERE lesson = ?", (lesson,))

        self._do(forget)

    def place(self, lesson: str) -> Place | None:
        """Where the learner is in a lesson; None if it was never begun."""
        rows = self._read(
            "SELECT lesson, step, furthest, at FROM place WHERE lesson = ?", (lesson,)
        )
        return Place(*rows[0]) if rows else None

    def solved(self, lesson: str) -> frozenset[str]:
        """The ids of the tasks that were once answered right."""
        rows = self._read(
            "SELECT DISTINCT task FROM attempts WHERE lesson = ? AND right = 1", (lesson,)
        )
        return frozenset(row[0] for row in rows)

    def attempts(self, lesson: str, task: str | None = None) -> tuple[Attempt, ...]:
        """The attempts at a lesson, or at one of its tasks, in their order."""
        rows = self._read(
            "SELECT lesson, task, at, answer, right FROM attempts "
            "WHERE lesson = ? AND task = coalesce(?, task) ORDER BY rowid",
            (lesson, task),
        )
        return tuple(
            Attempt(lesson, task, at, answer, bool(right))
            for lesson, task, at, answer, right in rows
        )

    def review_due(self, now: float | None = None) -> tuple[tuple[str, str], ...]:
        """The tasks, as (lesson, task), that were once answered wrong and should be tried again.

        A task returns two days after its last attempt; each right answer in a row since the last
        wrong one, given on a later day, doubles the wait.
        """
        moment = time.time() if now is None else now
        rows = self._read("SELECT lesson, task, at, right FROM attempts ORDER BY rowid")
        tasks: dict[tuple[str, str], list[tuple[float, bool]]] = {}
        for lesson, task, at, right in rows:
            tasks.setdefault((lesson, task), []).append((at, bool(right)))
        due = [(_due(attempts), task) for task, attempts in tasks.items()]
        return tuple(task for at, task in sorted(due) if at <= moment)

    def _write(self, statement: str, values: Iterable[Any]) -> None:
        self._do(lambda connection: connection.execute(statement, tuple(values)))

    def _read(self, statement: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = self._do(
            lambda connection: connection.execute(statement, tuple(values)).fetchall()
        )
        return rows

    def _do(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Work in one go; if the file fails, in memory from then on."""
        with self._lock:
            try:
                return work(self._connection)
            except sqlite3.Error as error:
                if self.path is None:
                    raise
                self._news.append(not_kept(error))
                self._continue_in_memory()
                return work(self._connection)

    def _continue_in_memory(self) -> None:
        new = in_memory()
        with suppress(sqlite3.Error):
            copy(self._connection, new)
        with suppress(sqlite3.Error):
            self._connection.close()
        self._connection, self.path = new, None


def _usual_file() -> Path:
    chosen = os.environ.get(FILE)
    return Path(chosen) if chosen else user_state_path("attn-tui", appauthor=False) / NAME


def _storable(answer: str) -> str:
    """The answer cut, and without halves of characters, which SQLite refuses."""
    return answer[:MOST_ANSWER].encode("utf-8", "replace").decode()


def _due(attempts: list[tuple[float, bool]]) -> float:
    """When a task with these attempts (when, right) is due; never if it was never answered wrong."""
    if all(right for _, right in attempts):
        return float("inf")
    wait, last = FIRST_REVIEW, attempts[0][0]
    for at, right in attempts:
        if not right:
            wait = FIRST_REVIEW
        elif at - last >= DAY:
            wait *= 2
        last = at
    return last + wait
