"""What ran in each step, for how long, and how much memory its results take."""

from __future__ import annotations

import inspect
import textwrap
import time
from collections.abc import Callable
from typing import Any


class Recorder:
    """Runs functions and keeps, under each step's key, which ones ran, seconds and bytes."""

    def __init__(self, wait: Callable[[], None]) -> None:
        self.functions: dict[str, tuple[Callable[..., Any], ...]] = {}
        self.seconds: dict[str, float] = {}
        self.nbytes: dict[str, int] = {}
        self._wait = wait

    def run(self, key: str, function: Callable[..., Any], *operands: Any) -> Any:  # noqa: ANN401
        """The function's result, computed to the end before the clock is stopped.

        What the device was still at before, such as fetching the operands, is not counted.
        """
        self._wait()
        start = time.perf_counter()
        result = function(*operands)
        self._wait()
        self.seconds[key] = self.seconds.get(key, 0.0) + time.perf_counter() - start
        self.nbytes[key] = self.nbytes.get(key, 0) + _nbytes(result)
        before = self.functions.get(key, ())
        self.functions[key] = before if function in before else (*before, function)
        return result


def source_of(function: Callable[..., Any]) -> str:
    """The source text of a function that ran, or a comment that says where it cannot be read."""
    try:
        return textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        return f"# The source of {function!r} is not in a file."


def _nbytes(result: Any) -> int:  # noqa: ANN401 - an array, several, or what a tokenizer gives
    if isinstance(result, tuple):
        return sum(map(_nbytes, result))
    return int(getattr(result, "nbytes", 0))
