"""The process in which a learner's code runs: a script, started by `code_runner`, never imported.

The order comes on stdin as JSON; the verdict goes, as JSON, to the file descriptor named on the
command line. The limits keep mistakes from doing harm; they are no wall against malice.
"""

from __future__ import annotations

import fcntl
import importlib
import json
import os
import re
import resource
import select
import signal
import sys
import types
from collections.abc import Callable
from contextlib import suppress
from typing import Any

YOURS = "<your code>"
ROUNDS = 3
SIZES = range(2, 8)

REFUSED = (
    "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system", "os.exec", "os.kill",
    "subprocess.", "pty.", "socket.", "ctypes.", "os.remove", "os.rename", "os.rmdir", "os.mkdir",
    "os.chmod", "os.chown", "os.link", "os.symlink", "os.truncate",
    "shutil.", "signal.", "sqlite3.", "webbrowser.", "tempfile.", "mmap.", "sys.addaudithook",
)  # fmt: skip
"""Beginnings of the audit events that a function of NumPy has no need for."""


_MISFIT = re.compile(r"^matmul: .* \(size (\d+) is different from (\d+)\)$")
"""What NumPy says of a matrix product whose sides do not fit."""


class RefusedError(Exception):
    """The code asked for something that a task does not need."""


def main() -> None:
    """Run the order, write the verdict, and leave without any farewell of the code's own."""
    order = json.loads(sys.stdin.readline())
    _end_with_parent()
    sys.path += order["paths"]
    verdict_to = int(sys.argv[1])
    try:
        right, text = _verdict(order)
    except BaseException as error:  # exit and interrupts, too, get a sentence
        right, text = False, _told(error)
    with suppress(BaseException):
        sys.stdout.flush()
    os.write(verdict_to, json.dumps({"right": right, "text": text[:4000]}).encode())
    os._exit(0)


def _end_with_parent() -> None:
    """Die as soon as the app does, be it killed: the other end of the pipe of stdin closes then.

    The system sends a signal for that, so it works whatever the code does. Where it doesn't (on
    macOS, whose pipes send none), the alarm below ends this process a little later.
    """
    pipe = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    with suppress(OSError):
        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([pipe], [], [], 0)[0]:  # it has ended before we could ask to be told
        os._exit(1)


def _verdict(order: dict[str, Any]) -> tuple[bool, str]:
    # Imported here, where the order has said in which folders they are.
    import numpy as np  # noqa: PLC0415

    from attn_lessons.code_compare import difference  # noqa: PLC0415

    reference = _reference(order, np)
    rounds = [_inputs(np, order, number) for number in range(ROUNDS)]
    _limit(order)
    # Warnings such as "invalid value in divide" are said as a difference instead.
    np.seterr(all="ignore")
    try:
        expected = [np.asarray(reference(**_copies(inputs))) for inputs in rounds]
    except Exception as error:
        return False, f"This task is broken: the reference fails, {type(error).__name__}: {error}."
    if not all(values.dtype.kind in "fiu" and np.isfinite(values).all() for values in expected):
        return False, "This task is broken: the reference gives no array of finite numbers."
    function = _function(order, np)
    for inputs, wanted in zip(rounds, expected, strict=True):
        given = _copies(inputs)
        found = difference(order["name"], inputs, function(**given), wanted)
        changed = [name for name in inputs if not np.array_equal(inputs[name], given[name])]
        if not found and changed:
            found = f"The result is right, but {changed[0]} itself was changed; leave it alone."
        if found:
            return False, found
    return True, f"Right, on {ROUNDS} random inputs."


def _reference(order: dict[str, Any], np: types.ModuleType) -> Callable[..., Any]:
    engine = {
        name: getattr(importlib.import_module(module), name)
        for name, module in order["imports"].items()
    }
    formula = f"lambda {', '.join(order['inputs'])}: {order['reference']}"
    function: Callable[..., Any] = eval(
        compile(formula, "<reference>", "eval"), {"np": np, **engine}
    )
    return function


def _function(order: dict[str, Any], np: types.ModuleType) -> Callable[..., Any]:
    name = order["name"]
    module = {"__name__": "lesson", "np": np}
    exec(compile(order["source"], YOURS, "exec"), module)
    function: Any = module.get(name)
    if not callable(function):
        raise RefusedError(f"There is no function {name}; keep its first line as it was.")
    return function  # type: ignore[no-any-return]


def _inputs(np: types.ModuleType, order: dict[str, Any], number: int) -> dict[str, Any]:
    """Arrays of random normal numbers; each letter has a size of its own, so that no axes match."""
    random = np.random.default_rng([order["seed"], number])
    axes = [axis for shape in order["inputs"].values() for axis in shape]
    letters = list(dict.fromkeys(axis for axis in axes if isinstance(axis, str)))
    drawn = random.permutation(max(len(SIZES), len(letters))) + SIZES[0]
    sizes = dict(zip(letters, drawn, strict=False))
    return {
        name: random.normal(size=[int(sizes.get(axis, axis)) for axis in axes])
        for name, axes in order["inputs"].items()
    }


def _copies(inputs: dict[str, Any]) -> dict[str, Any]:
    return {name: array.copy() for name, array in inputs.items()}


def _told(error: BaseException) -> str:
    """An exception in a sentence, with the last line of the learner's code that it passed."""
    try:
        message = str(error)
    except Exception:  # a class of the learner's own
        message = ""
    if isinstance(error, SystemExit):
        said = "the code calls exit; let it return the result instead"
    elif isinstance(error, MemoryError):
        said = "this needs more memory than the 1 GiB there is"
    elif isinstance(error, EOFError):
        said = "there is nobody to answer input(); use the arguments"
    elif isinstance(error, RefusedError):
        said = message.rstrip(".")
    elif isinstance(error, RecursionError):
        said = "the function calls itself without end"
    elif misfit := _MISFIT.search(message):
        said = (
            f"the shapes do not fit for @: the left side ends in {misfit[2]}, the right side "
            f"begins with {misfit[1]}, and the two must be equal"
        )
    elif _line(error) is None and isinstance(error, TypeError) and "argument" in message:
        said = f"{message.rstrip('.')}; keep the first line as it was"
    else:
        said = f"{type(error).__name__}: {message}".rstrip(".: ")
    line = _line(error)
    return f"Line {line}: {said}." if line else f"{said[0].upper()}{said[1:]}."


def _line(error: BaseException) -> int | None:
    """The number of the deepest line of the learner's own code in the traceback."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == YOURS:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _limit(order: dict[str, Any]) -> None:
    """Limit memory, time, processes and files, and refuse what a function of NumPy does not need."""
    for kind, most in (
        (resource.RLIMIT_AS, order["memory"]),
        (resource.RLIMIT_CPU, order["seconds"] + 1),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # not every system has every limit
            resource.setrlimit(kind, (most, most))
    # If the app itself is killed, nobody is left to stop this process.
    signal.alarm(order["seconds"] + 1)
    folders = {sys.prefix, sys.base_prefix, *order["paths"]}
    sys.addaudithook(_guard(tuple(os.path.realpath(folder) + os.sep for folder in folders)))


def _guard(readable: tuple[str, ...]) -> Callable[[str, tuple[Any, ...]], None]:
    realpath = os.path.realpath
    writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

    def guard(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if isinstance(path, int):
                return
            if (flags or 0) & writing or not realpath(os.fsdecode(path)).startswith(readable):
                raise RefusedError("a task needs no files; the code may not open any")
        elif event.startswith(REFUSED):
            name = event.partition(".")[2] or event
            raise RefusedError(f"a task needs no {name.split('.')[0]}; the code may not use it")

    return guard


if __name__ == "__main__":
    main()
