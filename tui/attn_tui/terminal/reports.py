"""What is said, in one sentence, when the app has failed; the rest goes into a file."""

from __future__ import annotations

import os
import platform
import signal
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from attn_tui.terminal.telling import tell

SHOW_TRACEBACK = "ATTN_TUI_TRACEBACK"
"""The environment variable that puts the traceback on standard error as well."""
KEPT = 10
"""Reports that are kept; older ones are deleted."""
LONGEST = 200
AGAIN = "your progress is kept: start attn-tui again to go on"


def tell_fault(traceback: str) -> None:
    """Say that the app has ended by an exception, whose traceback goes into a report."""
    what = traceback.strip().rpartition("\n")[2]
    if len(what) > LONGEST:
        what = f"{what[:LONGEST]}…"
    _say(f"a fault of its own has ended attn-tui ({what}); {AGAIN}", traceback)


def tell_death(number: int, stacks: str) -> None:
    """Say that a signal has killed the app; `stacks` is where its threads were, if that is known."""
    if number == signal.SIGKILL:
        _say(
            f"the system has killed the app (SIGKILL), as it does when memory runs out; {AGAIN}, "
            "with a smaller model or a shorter text",
            "",
        )
    else:
        name = signal.Signals(number).name
        _say(f"a library has crashed the app ({name}); {AGAIN}", stacks or f"Killed by {name}.\n")


def _say(sentence: str, details: str) -> None:
    where = _write(details) if details else None
    if where is not None:
        sentence += f" (a report for its authors is in {where})"
    with suppress(OSError, ValueError, AttributeError):
        tell(f"{sentence}.", sys.stderr)
        if details and os.environ.get(SHOW_TRACEBACK):
            print(details, file=sys.stderr)
        sys.stderr.flush()


def _write(details: str) -> Path | None:
    """The file that has the details now; None if none could be written."""
    for folder in _folders():
        with suppress(OSError, RuntimeError):
            folder.mkdir(parents=True, exist_ok=True)
            file = folder / f"fault-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
            file.write_text(f"{_circumstances()}\n\n{details}", "utf-8", "backslashreplace")
            for old in sorted(folder.glob("fault-*.txt"))[:-KEPT]:
                old.unlink()
            return file
    return None


def _folders() -> Iterable[Path]:
    from platformdirs import user_log_path  # noqa: PLC0415 - only needed here

    with suppress(RuntimeError):
        yield user_log_path("attn-tui", appauthor=False)
    yield Path(tempfile.gettempdir())


def _circumstances() -> str:
    """What helps to find the cause and tells nothing of the learner's texts."""
    from attn_tui.versions import version_of  # noqa: PLC0415 - only needed here

    names = ("attn-tui", "textual", "numpy", "plotext", "torch")
    variables = ("TERM", "COLORTERM", "TERM_PROGRAM", "LANG", "LC_ALL", "NO_COLOR")
    return "\n".join(
        (
            f"attn-tui ended on {time.strftime('%Y-%m-%d at %H:%M:%S')}",
            f"Python {platform.python_version()} on {platform.platform()}",
            ", ".join(f"{name} {version_of(name) or '(not installed)'}" for name in names),
            ", ".join(f"{name}={os.environ[name]}" for name in variables if name in os.environ),
        )
    )
