"""The command: reads its words, does what they ask, and turns every failure into one sentence."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TextIO

from attn_tui.command.arguments import parse
from attn_tui.command.errors import CommandError
from attn_tui.command.output import write
from attn_tui.command.requests import (
    Costs,
    Doctor,
    Export,
    Help,
    Learn,
    Lessons,
    Nearest,
    Read,
    Serve,
    Show,
    Version,
    Walk,
)
from attn_tui.terminal.checks import is_terminal
from attn_tui.terminal.guardian import guarded

BAD_USAGE = 2
INTERRUPTED = 128 + signal.SIGINT
TERMINATED = 128 + signal.SIGTERM

Guard = Callable[[Callable[[], int]], int]
"""Does some work, perhaps in another process, and gives its exit status."""


def run() -> None:
    """The program `attn-tui`: never returns; exits with the status of `main` or of a signal."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    try:
        status = main(sys.argv[1:], sys.stdin, sys.stdout, sys.stderr, guarded)
        if status:
            _forget_unwritten(sys.stdout)
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has had enough of it, as in `| head`.
        _forget_unwritten(sys.stdout)
        status = 0
    sys.exit(status)


def main(
    argv: Sequence[str],
    stdin: TextIO | None,
    stdout: TextIO | None,
    stderr: TextIO | None,
    guard: Guard = lambda work: work(),
) -> int:
    """Do what the words ask; the exit status is 0, or 2 after one sentence on stderr.

    It is 1 where a lesson that was to be checked has faults. `guard` does the work of the requests
    that open the app.
    """
    try:
        return _obey(argv, stdin, stdout, stderr, guard)
    except CommandError as error:
        # Where standard error is closed, anywhere that it may be seen.
        told = stderr or (stdout if is_terminal(stdout) else None)
        if told is not None:
            from attn_tui.terminal.telling import tell  # noqa: PLC0415 - for those in trouble

            tell(str(error), told)
        return BAD_USAGE


def _obey(
    argv: Sequence[str],
    stdin: TextIO | None,
    stdout: TextIO | None,
    stderr: TextIO | None,
    guard: Guard,
) -> int:
    request = parse(argv)
    if isinstance(request, Walk | Read | Learn):
        from attn_tui.config.file import settings  # noqa: PLC0415

        request = parse(argv, settings())
    if isinstance(request, Help):
        from attn_tui.command.help import HELP  # noqa: PLC0415

        write(HELP[request.topic].encode(), None, stdout)
    elif isinstance(request, Version):
        from attn_tui.versions import version_of  # noqa: PLC0415

        write(f"attn-tui {version_of('attn-tui') or '(not installed)'}\n".encode(), None, stdout)
    elif isinstance(request, Show):
        from attn_tui.command.show import show  # noqa: PLC0415

        show(request, stdin, stdout)
    elif isinstance(request, Export):
        from attn_tui.command.export import export  # noqa: PLC0415

        export(request, stdin, stdout, stderr)
    elif isinstance(request, Nearest):
        from attn_tui.command.nearest import print_nearest  # noqa: PLC0415

        print_nearest(request, stdout)
    elif isinstance(request, Costs):
        from attn_tui.command.costs import print_costs  # noqa: PLC0415

        print_costs(request, stdout)
    elif isinstance(request, Learn) and request.plain:
        from attn_tui.command.learn import learn_by_lines  # noqa: PLC0415

        return learn_by_lines(request, stdin, stdout)
    elif isinstance(request, Lessons):
        from attn_tui.command.lessons import lessons  # noqa: PLC0415

        return lessons(request, stdout)
    elif isinstance(request, Doctor):
        from attn_tui.command.doctor import doctor  # noqa: PLC0415

        return doctor(stdout, request.about)
    elif isinstance(request, Serve):
        from attn_tui.command.serve import serve  # noqa: PLC0415

        serve(request, stdout, stderr)
    else:
        return guard(partial(_open, request))
    return 0


def _open(request: Learn | Read | Walk) -> int:
    """What opens the app; here, where nothing has been imported that a fork would break."""
    if isinstance(request, Learn):
        from attn_tui.command.learn import learn  # noqa: PLC0415

        return learn(request)
    if isinstance(request, Read):
        from attn_tui.command.read import read  # noqa: PLC0415

        return read(request)
    from attn_tui.command.walk import walk  # noqa: PLC0415

    return walk(request)


def _forget_unwritten(stdout: TextIO | None) -> None:
    """Let Python's last flush go nowhere: it would fail again, with a message of its own."""
    if stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
