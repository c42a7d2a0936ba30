"""How far something is: what a bar shows, and the words before and after it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """`share` is how much is done, 0 to 1, None for no bar; `after` is said behind the bar."""

    before: str
    share: float | None = None
    after: str = ""
