"""Progress: nothing is lost, whoever is killed, whatever the file has become."""

import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys

import pytest

from attn_lessons.progress import DAY, Progress

WRITER = """
import sys
from pathlib import Path
from attn_lessons.progress import Progress
progress = Progress.open(Path(sys.argv[1]))
first = int(sys.argv[2])
print("open", flush=True)
for step in range(first, first + int(sys.argv[3])):
    progress.visit("context", step)
    progress.attempt("context", f"task-{step}", sys.argv[4], step % 2 == 0)
    print(step, flush=True)
print(progress.news(), flush=True)
"""


def writer(path, first: int = 0, count: int = 10**6, name: str = "a") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), str(first), str(count), name],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


def test_what_was_done_is_there_when_opened_again(tmp_path):
    path = tmp_path / "state" / "progress.sqlite3"
    progress = Progress.open(path)
    assert (progress.place("context"), progress.solved("context")) == (None, frozenset())
    progress.visit("context", 3)
    progress.visit("context", 1)
    progress.attempt("context", "dot", "12", right=False)
    progress.attempt("context", "dot", "15 \ud800", right=True)
    progress.visit("embed", 0)
    progress.close()
    progress = Progress.open(path)
    place = progress.place("context")
    assert (place.step, place.furthest) == (1, 3)
    assert progress.place("embed").at >= place.at
    assert progress.solved("context") == {"dot"}
    tried = progress.attempts("context", "dot")
    assert [(attempt.answer, attempt.right) for attempt in tried] == [("12", 0), ("15 ?", 1)]
    progress.reset("context")
    assert progress.place("context") is None
    assert progress.attempts("context") == ()
    assert progress.place("embed").step == 0
    assert progress.news() == ()


def test_killed_at_a_hundred_moments_it_goes_on_where_it_was(tmp_path):
    path, moments = tmp_path / "progress.sqlite3", random.Random(4)
    confirmed = -1
    for _ in range(100):
        process = writer(path, confirmed + 1)
        assert process.stdout is not None
        process.stdout.readline()
        for _ in range(moments.randrange(4)):
            confirmed = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
        unread = process.communicate()[0].split()
        confirmed = int(unread[-1]) if unread else confirmed
        progress = Progress.open(path)
        place, attempts = progress.place("context"), progress.attempts("context")
        progress.close()
        assert progress.news() == ()
        if confirmed >= 0:
            assert place is not None
            # The step after the last that was told of may be written already, nothing further.
            assert confirmed <= place.step <= confirmed + 1
            tasks = {attempt.task for attempt in attempts}
            assert {f"task-{step}" for step in range(confirmed + 1)} <= tasks


def test_two_windows_lose_nothing_and_one_killed_does_not_stop_the_other(tmp_path):
    path = tmp_path / "progress.sqlite3"
    first, second = writer(path, 0, 150, "a"), writer(path, 0, 150, "b")
    killed = writer(path, 0, 10**6, "c")
    assert killed.stdout is not None
    for _ in range(20):
        killed.stdout.readline()
    killed.kill()
    killed.communicate()
    for process in (first, second):
        assert process.communicate()[0].split("\n")[-2] == "()"
    attempts = Progress.open(path).attempts("context")
    for name in "ab":
        assert [a.task for a in attempts if a.answer == name] == [f"task-{n}" for n in range(150)]


@pytest.mark.parametrize(
    "content", [b"no database at all " * 100, b"SQLite format 3\0" + b"\xff" * 5000]
)
def test_a_damaged_file_is_set_aside_and_said_once(tmp_path, content):
    path = tmp_path / "progress.sqlite3"
    path.write_bytes(content)
    progress = Progress.open(path)
    (told,) = progress.news()
    assert "damaged" in told
    assert progress.news() == ()
    progress.visit("context", 2)
    progress.close()
    assert Progress.open(path).place("context").step == 2
    aside = [found for found in tmp_path.iterdir() if "damaged" in found.name]
    assert [found.read_bytes() for found in aside] == [content]


def test_a_file_cut_in_the_middle_is_set_aside(tmp_path):
    path = tmp_path / "progress.sqlite3"
    progress = Progress.open(path)
    for step in range(300):
        progress.attempt("context", f"task-{step}", "x" * 200, right=True)
    progress.close()
    path.write_bytes(path.read_bytes()[: 5 * 4096 + 100])
    progress = Progress.open(path)
    assert "damaged" in progress.news()[0]
    assert progress.attempts("context") == ()


def test_a_file_that_is_damaged_while_open_does_not_stop_the_lesson(tmp_path):
    path = tmp_path / "progress.sqlite3"
    progress = Progress.open(path)
    progress.visit("context", 1)
    with sqlite3.connect(path) as other:
        other.execute("DROP TABLE place")
    progress.visit("context", 2)
    assert progress.place("context").step == 2
    assert len(progress.news()) == 1
    progress.visit("context", 3)
    assert progress.news() == ()


def test_a_locked_file_is_waited_for_and_then_done_without(tmp_path, monkeypatch):
    monkeypatch.setattr("attn_lessons.progress_file.PATIENCE", 0.1)
    path = tmp_path / "progress.sqlite3"
    progress = Progress.open(path)
    progress.visit("context", 1)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    progress.visit("context", 2)
    (told,) = progress.news()
    assert "cannot be kept (database is locked)" in told
    assert progress.place("context").step == 2
    # What was there is taken along; another window is told the same when it opens.
    late = Progress.open(path)
    assert late.place("context").step == 1
    assert "locked" in late.news()[0]
    other.execute("ROLLBACK")


def test_a_file_that_may_only_be_read_is_read(tmp_path, monkeypatch):
    path = tmp_path / "progress.sqlite3"
    progress = Progress.open(path)
    progress.visit("context", 4)
    progress.close()
    # A superuser may write to anything, so the database itself refuses here.
    connect = sqlite3.connect

    def reading(file, **options):
        connection = connect(file, **options)
        if file != ":memory:":
            connection.execute("PRAGMA query_only = ON")
        return connection

    monkeypatch.setattr("attn_lessons.progress_file.sqlite3.connect", reading)
    path.chmod(stat.S_IRUSR)
    progress = Progress.open(path)
    monkeypatch.undo()
    assert "cannot be kept" in progress.news()[0]
    assert progress.place("context").step == 4
    progress.visit("context", 5)
    assert progress.place("context").step == 5


@pytest.mark.parametrize("in_the_way", ["folder", "file"])
def test_no_place_for_a_file_means_memory(tmp_path, in_the_way):
    path = tmp_path / "state" / "progress.sqlite3"
    if in_the_way == "folder":
        path.mkdir(parents=True)
    else:
        path.parent.write_text("in the way")
    progress = Progress.open(path)
    assert "cannot be kept" in progress.news()[0]
    progress.visit("context", 1)
    assert progress.place("context").step == 1


def test_a_file_of_a_later_version_is_left_alone(tmp_path):
    path = tmp_path / "progress.sqlite3"
    with sqlite3.connect(path) as later:
        later.execute("PRAGMA user_version = 7")
    before = path.read_bytes()
    progress = Progress.open(path)
    assert "later version" in progress.news()[0]
    progress.visit("context", 1)
    progress.close()
    assert path.read_bytes() == before


def test_tasks_once_wrong_return_after_two_days_and_then_ever_later(tmp_path, monkeypatch):
    progress = Progress.open(tmp_path / "progress.sqlite3")
    moment = 0.0
    monkeypatch.setattr("attn_lessons.progress.time.time", lambda: moment)
    task = ("context", "dot")

    def answered(days: float, right: bool) -> None:
        nonlocal moment
        moment = days * DAY
        progress.attempt(*task, "x", right=right)

    def due(days: float) -> bool:
        return task in progress.review_due(days * DAY)

    progress.attempt("context", "easy", "x", right=True)
    answered(0, False)
    answered(0.01, True)
    assert (due(1.9), due(2.1)) == (False, True)
    answered(3, True)
    assert (due(6.9), due(7.1)) == (False, True)
    answered(8, True)
    assert (due(15.9), due(16.1)) == (False, True)
    answered(17, False)
    assert (due(18.9), due(19.1)) == (False, True)
    assert progress.review_due(1e12) == (task,)


def test_a_pipe_or_a_link_to_itself_is_no_progress_file(tmp_path):
    pipe, loop = tmp_path / "pipe", tmp_path / "loop"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    for path in (pipe, loop):
        progress = Progress.open(path)
        progress.visit("context", 2)
        assert progress.place("context").step == 2
        assert len(progress.news()) == 1
        assert os.path.lexists(path)
