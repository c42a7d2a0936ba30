"""The lesson by lines as a process: what it loads, what it hears, what it says, how it ends."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from attn_lessons.progress import Progress
from tests.terminal.pty_terminal import environment as terminal_environment
from tests.terminal.pty_terminal import start_python
from tests.tui.plain_driving import environment, progress_file, run_plain

WORDS = ("-m", "attn_tui", "learn", "context", "--plain")
KEPT = "Go on with: attn-tui learn context --plain\n"


def started(folder: Path, **env: str) -> subprocess.Popen[bytes]:
    # A shell lets its background jobs ignore Ctrl-C; this one must not.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from attn_tui.command import main; main.run()"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, *WORDS[2:]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**environment(folder), **env},
    )


def test_neither_textual_nor_torch_is_loaded(tmp_path: Path) -> None:
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr))\n"
        "from attn_tui.command import main; main.run()"
    )
    outcome = subprocess.run(
        [sys.executable, "-c", code, *WORDS[2:]],
        input=b"\n\n:hint\n3\n\n",
        capture_output=True,
        env=environment(tmp_path),
        check=False,
    )
    assert outcome.returncode == 0
    loaded = {name.partition(".")[0] for name in outcome.stderr.decode().split()}
    assert "numpy" in loaded
    assert not loaded & {"textual", "plotext", "torch"}


def test_where_the_input_ends_the_place_is_kept(tmp_path: Path) -> None:
    outcome = run_plain(tmp_path, "context", lines="\n\n1")
    assert (outcome.returncode, outcome.stderr) == (0, b"")
    assert outcome.stdout.decode().endswith(
        "The input has ended. Your place is kept: step 3 of 14 of One word, two meanings.\n" + KEPT
    )
    with closing(Progress.open(progress_file(tmp_path))) as progress:
        place = progress.place("context")
        assert place is not None
        assert place.step == 2
        assert [attempt.answer for attempt in progress.attempts("context")] == ["0"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"caf\xe9", "That line is not UTF-8; write it again."),
        (b"\x1b[2J", "That line has control characters in it; write it again without them."),
        (b"text \xe2\x80\xaebank", "That line has control characters in it;"),
        (b"x" * 30_000, "That line has more than 20,000 bytes; write a shorter one."),
        (b"\x00", "That line has control characters in it;"),
    ],
)
def test_a_line_that_cannot_be_taken_is_refused_and_it_goes_on(
    tmp_path: Path, line: bytes, said: str
) -> None:
    outcome = run_plain(tmp_path, "context", lines=line + b"\r\nwhere\r\n")
    assert (outcome.returncode, outcome.stderr) == (0, b"")
    text = outcome.stdout.decode()
    assert f"\n{said}" in text
    assert "Step 1 of 14 of the lesson" in text
    assert all(each.isprintable() for each in text.split("\n"))


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_an_output_that_is_not_utf8_gets_what_it_can_take(tmp_path: Path, encoding: str) -> None:
    lines = "go 1\ntext café 🙂 × ≤\n"
    outcome = run_plain(
        tmp_path, "tokenize", lines=lines, env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    )
    assert (outcome.returncode, outcome.stderr) == (0, b"")
    shown = "cafe ? x <" if encoding == "ascii" else "café ? × <"
    assert f"\nText: {shown}\n" in outcome.stdout.decode(encoding)


def test_where_nothing_can_be_kept_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "attn-tui").write_text("a file where the folder should be")
    said = run_plain(tmp_path, "context", lines="\n").stdout.decode()
    assert said.startswith("Your progress cannot be kept (")
    assert "Your place is not kept: step 2 of 14" in said


def test_ascii_alone_can_be_asked_for(tmp_path: Path) -> None:
    outcome = run_plain(tmp_path, "tokenize", "--ascii", lines="text café\n")
    assert outcome.stdout.isascii()
    assert b"\nText: cafe\n" in outcome.stdout


def test_without_any_input_it_reads_out_the_first_step(tmp_path: Path) -> None:
    outcome = subprocess.run(
        [sys.executable, *WORDS],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(tmp_path),
        check=False,
    )
    assert outcome.returncode == 0
    assert outcome.stdout.decode().endswith(KEPT)


def test_a_reader_who_leaves_is_no_error(tmp_path: Path) -> None:
    with started(tmp_path) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stdin is not None
        process.stdin.write(b"repeat\nrepeat\n")
        process.stdin.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_quietly_and_the_place_is_kept(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    with started(tmp_path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
        while process.stdout.readline() != b"Enter: step 3.\n":
            pass
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (status, b"", b"")
    with closing(Progress.open(progress_file(tmp_path))) as progress:
        place = progress.place("context")
        assert place is not None
        assert place.step == 1


def test_a_lesson_that_is_not_there_is_refused_in_a_sentence(tmp_path: Path) -> None:
    outcome = run_plain(tmp_path, "contxt")
    assert (outcome.returncode, outcome.stdout) == (2, b"")
    assert outcome.stderr.decode().startswith("attn-tui: there is no lesson 'contxt'; did you mean")


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_at_a_terminal_there_is_a_prompt_and_no_escape_sequence(tmp_path: Path, term: str) -> None:
    env = terminal_environment(XDG_STATE_HOME=str(tmp_path), TERM=term)
    with start_python(*WORDS, env=env) as terminal:
        terminal.wait_for(lambda it: it.received.endswith(b"Enter: step 2.\r\n> "))
        terminal.keys("\r")
        terminal.wait_for(lambda it: it.received.endswith(b"Enter: step 3.\r\n> "))
        terminal.keys("quit\r")
        assert terminal.wait_for_exit() == 0
        assert b"\x1b" not in terminal.received
        assert terminal.received.replace(b"\r", b"").endswith(KEPT.encode())


def test_a_narrow_terminal_gets_its_lines_broken_between_words(tmp_path: Path) -> None:
    piped = run_plain(tmp_path, "context").stdout.decode()
    env = terminal_environment(XDG_STATE_HOME=str(tmp_path))
    with start_python(*WORDS, env=env, size=(40, 24)) as terminal:
        terminal.wait_for(lambda it: it.received.endswith(b"> "))
        shown = terminal.received.decode().replace("\r", "").removesuffix("> ")
    assert max(map(len, shown.split("\n"))) < 40
    assert piped.startswith("Lesson: ")
    first = piped.partition("Enter: step 2.")[0]
    assert shown.partition("Enter: step 2.")[0].split() == first.split()


def test_ctrl_c_at_a_terminal_leaves_the_line_and_says_that_the_place_is_kept(
    tmp_path: Path,
) -> None:
    env = terminal_environment(XDG_STATE_HOME=str(tmp_path))
    with start_python(*WORDS, env=env) as terminal:
        terminal.wait_for(lambda it: it.received.endswith(b"> "))
        terminal.keys("so\x03")
        assert terminal.wait_for_exit() == 130
        said = terminal.received.replace(b"\r", b"").decode()
        place = "Your place is kept: step 1 of 14 of One word, two meanings."
        assert said.endswith(f"\n{place}\n{KEPT}")
        assert b"Traceback" not in terminal.received
