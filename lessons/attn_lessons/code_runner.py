"""Runs a learner's function in a process of its own, which can be stopped at any moment."""

from __future__ import annotations

import ast
import json
import os
import secrets
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import attn_engine
from attn_engine import steps
from attn_lessons.lesson import CodeAsk

SECONDS = 5.0
MEMORY = 2**30
"""Bytes of address space, where the system enforces it (Linux does, macOS does not)."""
MOST_OUTPUT = 2000
"""Characters of what the code prints that are kept."""
MOST_SOURCE = 20_000
MOST_TEXT = 600
_MOST_RESULT = 64 * 1024
_CHUNK = 64 * 1024
_CHILD = Path(__file__).with_name("code_child.py")


@dataclass(frozen=True)
class CodeResult:
    """Whether the function is right, a sentence about it, and the beginning of what it printed."""

    right: bool
    text: str
    output: str = ""


def run_code(
    ask: CodeAsk,
    source: str,
    seed: int | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> CodeResult:
    """Compare a learner's function with the reference on fresh random inputs.

    `source` is all that stands in the editor, `seed` draws the inputs. Blocks for at most five
    seconds and a little; `stopped` is asked ten times a second whether to give up. Whatever the code
    does, it is answered in a sentence.
    """
    if len(source) > MOST_SOURCE:
        return CodeResult(False, f"This is longer than {MOST_SOURCE} characters; write it shorter.")
    try:
        compile(source, "<your code>", "exec", flags=ast.PyCF_ONLY_AST)
    except SyntaxError as error:
        where = f"Line {error.lineno}: " if error.lineno else "Not Python: "
        return CodeResult(False, f"{where}{error.msg}.")
    except (ValueError, RecursionError, MemoryError):
        return CodeResult(False, "Python cannot read this code; write it more simply.")
    return _run(ask, source, seed, stopped)


def solution_source(ask: CodeAsk) -> str:
    """A function that is right: the reference as the body of the signature."""
    expression, imports = reference_expression(ask)
    lines = [f"from {module} import {name}" for name, module in imports.items()]
    return "\n".join([*lines, ask.signature, f"    return {expression}", ""])


def reference_expression(ask: CodeAsk) -> tuple[str, dict[str, str]]:
    """The reference as an expression in the inputs, and the engine's functions in it: name, module.

    A bare name of a function is called with all inputs in their order. Raises ValueError if the
    reference is no expression.
    """
    expression = ask.reference.strip()
    if expression.isidentifier() and expression not in ask.inputs:
        expression = f"{expression}({', '.join(ask.inputs)})"
    try:
        parsed = ast.parse(expression, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError("the reference is no expression of Python") from None
    names = {node.id for node in ast.walk(parsed) if isinstance(node, ast.Name)}
    modules = {name: _module_of(name) for name in sorted(names - set(ask.inputs))}
    return expression, {name: module for name, module in modules.items() if module}


def _module_of(name: str) -> str:
    for module in (attn_engine, steps):
        if callable(getattr(module, name, None)) and not name.startswith("_"):
            return module.__name__
    return ""


def _run(ask: CodeAsk, source: str, seed: int | None, stopped: Callable[[], bool]) -> CodeResult:
    try:
        expression, imports = reference_expression(ask)
    except ValueError as error:
        return CodeResult(False, f"This task is broken: {error}.")
    order = {
        "source": source,
        "name": ask.signature.removeprefix("def ").partition("(")[0].strip(),
        "reference": expression,
        "imports": imports,
        "inputs": {name: list(axes) for name, axes in ask.inputs.items()},
        "seed": secrets.randbits(32) if seed is None else seed,
        "memory": MEMORY,
        "seconds": int(SECONDS),
        "paths": [
            str(Path(file).parents[1]) for file in (np.__file__, attn_engine.__file__, __file__)
        ],
    }
    with tempfile.TemporaryDirectory(prefix="attn-code-") as folder:
        return _Run(order, folder).watch(stopped)


class _Run:
    """The child process, its three pipes, and the deadline."""

    def __init__(self, order: dict[str, Any], folder: str) -> None:
        self._deadline = time.monotonic() + SECONDS
        self._results, written_by_child = os.pipe()
        # The child inherits nothing of ours: no variable of the environment, no open file.
        try:
            self._child = subprocess.Popen(
                [sys.executable, "-I", "-B", "-X", "utf8", str(_CHILD), str(written_by_child)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                pass_fds=(written_by_child,),
                cwd=folder,
                env=_environment(folder),
                start_new_session=True,
            )
        except BaseException:
            os.close(self._results)
            raise
        finally:
            os.close(written_by_child)
        self._order = json.dumps(order).encode() + b"\n"
        self._printed = bytearray()
        self._dropped = 0
        self._result = bytearray()

    def watch(self, stopped: Callable[[], bool]) -> CodeResult:
        """Read what comes until the result is whole, time is up or the caller gives up."""
        given_up = False
        try:
            self._send_order()
            while not self._read() and time.monotonic() < self._deadline and not given_up:
                given_up = stopped()
            late = time.monotonic() >= self._deadline
            self._read(0)  # what was printed last
        finally:
            status = self._end()
        if given_up:
            return CodeResult(False, "Stopped.", self._output())
        return self._told(late, status)

    def _send_order(self) -> None:
        assert self._child.stdin is not None
        # A child that has died already is told of below: its result is missing. The pipe stays open:
        # its end tells the child that we are gone.
        with suppress(BrokenPipeError):
            self._child.stdin.write(self._order)
            self._child.stdin.flush()
        self._selector = selectors.DefaultSelector()
        assert self._child.stdout is not None
        self._selector.register(self._child.stdout.fileno(), selectors.EVENT_READ)
        self._selector.register(self._results, selectors.EVENT_READ)

    def _read(self, seconds: float = 0.1) -> bool:
        """Take what comes within `seconds`; True when the result is whole."""
        for key, _ in self._selector.select(seconds):
            data = os.read(key.fd, _CHUNK)
            if key.fd == self._results:
                self._result += data[: _MOST_RESULT - len(self._result)]
                if not data:
                    self._selector.unregister(key.fd)
                    return True
            elif data:
                kept = data[: max(0, 4 * MOST_OUTPUT - len(self._printed))]
                self._printed += kept
                self._dropped += len(data) - len(kept)
            else:
                self._selector.unregister(key.fd)
        return False

    def _end(self) -> int:
        """Kill the process and all that it has started; its exit status."""
        # Before it is waited for, its number cannot belong to anybody else.
        try:
            os.killpg(self._child.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self._child.kill()
        status = self._child.wait()
        self._selector.close()
        os.close(self._results)
        assert self._child.stdout is not None
        self._child.stdout.close()
        assert self._child.stdin is not None
        with suppress(BrokenPipeError):
            self._child.stdin.close()
        return status

    def _told(self, late: bool, status: int) -> CodeResult:
        with suppress(ValueError, KeyError, TypeError):
            told = json.loads(self._result)
            return CodeResult(
                told["right"] is True, _clean(told["text"], MOST_TEXT), self._output()
            )
        if late:
            text = f"Stopped after {SECONDS:g} seconds: does a loop in your code never end?"
        elif status < 0 and status != -signal.SIGKILL:
            text = f"Your code crashed Python ({signal.Signals(-status).name})."
        else:
            text = "Your code ended the program before it returned anything."
        return CodeResult(False, text, self._output())

    def _output(self) -> str:
        shown = _clean(self._printed.decode("utf-8", "replace"), MOST_OUTPUT)
        if self._dropped or len(self._printed) > MOST_OUTPUT:
            shown += "\n(the rest of the output is left out)"
        return shown


def _environment(folder: str) -> dict[str, str]:
    threads = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    return {"HOME": folder, "TMPDIR": folder, **dict.fromkeys(threads, "1")}


def _clean(text: object, most: int) -> str:
    """Text of somebody's code: cut, and without anything that would command a terminal."""
    shown = "".join(
        sign if sign.isprintable() or sign == "\n" else "�" for sign in str(text)[: most + 1]
    )
    return shown if len(shown) <= most else f"{shown[:most]}…"
