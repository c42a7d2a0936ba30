"""The SQLite file of the progress: opened with care, read where it can only be read, set aside."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

VERSION = 1
PATIENCE = 3.0
"""Seconds to wait for another window that is writing."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS attempts (
    lesson TEXT NOT NULL, task TEXT NOT NULL, at REAL NOT NULL,
    answer TEXT NOT NULL, right INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS attempts_of_task ON attempts (lesson, task);
CREATE TABLE IF NOT EXISTS place (
    lesson TEXT PRIMARY KEY, step INTEGER NOT NULL, furthest INTEGER NOT NULL, at REAL NOT NULL
);
"""


def connect(file: Path) -> sqlite3.Connection:
    """The database in a file, made if it is not there.

    Raises sqlite3.OperationalError if it cannot be written to, is locked for longer than `PATIENCE`
    or of a later version, another sqlite3.DatabaseError if it is damaged.
    """
    connection = sqlite3.connect(
        file, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    try:
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("the file is damaged")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise sqlite3.OperationalError("it was written by a later version of attn-tui")
        # Two windows may open a new file at once; the second to ask for WAL has it already.
        with suppress(sqlite3.OperationalError):
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.executescript(
            f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;"
        )
        connection.execute("SELECT lesson, step, furthest, at FROM place LIMIT 1")
        connection.execute("SELECT lesson, task, at, answer, right FROM attempts LIMIT 1")
    except BaseException:
        connection.close()
        raise
    return connection


def is_usable(file: Path) -> bool:
    """Whether there is a file, or nothing yet: a pipe would be waited for without end."""
    return file.is_file() or not os.path.lexists(file)


def in_memory() -> sqlite3.Connection:
    """An empty database that nobody else sees."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection.executescript(SCHEMA)
    return connection


def copy(source: sqlite3.Connection, memory: sqlite3.Connection) -> None:
    """Take along all rows. Raises sqlite3.Error at the first table that cannot be read."""
    for table, columns in (("place", 4), ("attempts", 5)):
        rows = source.execute(f"SELECT * FROM {table}").fetchall()
        marks = ", ".join("?" * columns)
        memory.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)


def copy_readable(file: Path | None, memory: sqlite3.Connection) -> None:
    """Take along what a file has that may be read but not written."""
    if file is None or not is_usable(file):
        return
    # In a folder that may only be read, SQLite opens the file only if told that nobody writes to it.
    for option in ("mode=ro", "immutable=1"):
        with suppress(OSError, sqlite3.Error, ValueError, RuntimeError):
            address = f"{file.resolve().as_uri()}?{option}"
            with closing(sqlite3.connect(address, uri=True, timeout=0)) as source:
                copy(source, memory)
                return


def set_aside(file: Path) -> str:
    """Rename a damaged file and what belongs to it; what to say about it."""
    aside = file.with_name(f"{file.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    file.rename(aside)
    for ending in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            file.with_name(file.name + ending).rename(aside.with_name(aside.name + ending))
    return f"Your progress file was damaged; it is kept as {aside}, and a new one is begun."


def not_kept(error: Exception) -> str:
    """What to say when nothing can be written."""
    reason = getattr(error, "strerror", None) or str(error)
    return f"Your progress cannot be kept ({reason}); it lasts until you leave."
