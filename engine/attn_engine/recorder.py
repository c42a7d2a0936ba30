"""What ran in each step, and for how long."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


class Recorder:
    """Runs functions and keeps, under each step's key, which ones ran and for how many seconds."""

    def __init__(self, wait: Callable[[], None]) -> None:
        self.functions: dict[str, tuple[Callable[..., Any], ...]] = {}
        self.seconds: dict[str, float] = {}
        self._wait = wait

    def run(self, key: str, function: Callable[..., Any], *operands: Any) -> Any:  # noqa: ANN401
        """The function's result, computed to the end before the clock is stopped."""
        start = time.perf_counter()
        result = function(*operands)
        self._wait()
        self.seconds[key] = self.seconds.get(key, 0.0) + time.perf_counter() - start
        before = self.functions.get(key, ())
        self.functions[key] = before if function in before else (*before, function)
        return result
