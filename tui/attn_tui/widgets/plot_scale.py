"""From numbers to places along an axis, and the round numbers to write beside it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attn_tui.view.numbers import counted

LARGEST, SMALLEST = 1e300, 1e-300
"""Where sums begin to overflow and steps to vanish: an axis ends and stops dividing here."""


@dataclass(frozen=True)
class Scale:
    """The numbers at the two ends of an axis; `low` is below `high` and both are finite."""

    low: float
    high: float

    def share(self, values: NDArray[Any]) -> NDArray[Any]:
        """How far along the axis each value lies, 0 at `low` and 1 at `high`; any shape."""
        return np.asarray((np.asarray(values, dtype=float) - self.low) / (self.high - self.low))

    def place(self, value: float, cells: int) -> int:
        """The cell of a value, counted from the low end of so many."""
        return math.floor(float(self.share(np.array(value))) * (cells - 1) + 0.5)

    def ticks(self, at_most: int) -> tuple[float, ...]:
        """Round numbers along the axis, at most so many and 0 among them where it is inside."""
        step = _round_step((self.high - self.low) / (4 * max(1, at_most)))
        found = _multiples(step, self.low, self.high)
        while len(found) > max(1, at_most):
            step = _round_step(1.5 * step)
            fewer = _multiples(step, self.low, self.high)
            if not fewer:
                return found[:at_most]
            found = fewer
        return found


def scale_of(values: Iterable[float], zero: bool = False, margin: float = 0.0) -> Scale:
    """The scale that holds all finite values (and 0), with a margin as a share of its length."""
    finite = [max(-LARGEST, min(LARGEST, value)) for value in values if math.isfinite(value)]
    if zero or not finite:
        finite.append(0.0)
    low, high = min(finite), max(finite)
    if high - low <= 1e-12 * max(abs(low), abs(high), SMALLEST * 1e12):
        room = abs(low) / 10 or 1.0
        return Scale(low - room, high + room)
    room = margin * (high - low)
    return Scale(low - room, high + room)


def tick_texts(ticks: tuple[float, ...]) -> tuple[str, ...]:
    """The ticks as they are written: with as many decimals as tell them apart."""
    largest = max((abs(tick) for tick in ticks), default=0.0)
    step = min((b - a for a, b in pairwise(ticks)), default=largest)
    if largest >= 1e5 or 0 < largest < 1e-3 or 0 < step < 1e-4:
        return tuple(f"{tick:.1e}" if tick else "0" for tick in ticks)
    decimals = 0 if step == 0 else min(4, max(0, math.ceil(-math.log10(step) - 1e-9)))
    return tuple(f"{tick:.{decimals}f}" if tick else "0" for tick in ticks)


def _round_step(step: float) -> float:
    """The smallest of 1, 2, 5 times a power of ten that is no less than `step`."""
    power = 10.0 ** math.floor(math.log10(step))
    return next((f * power for f in (1, 2, 5) if f * power >= step * (1 - 1e-9)), 10 * power)


def _multiples(step: float, low: float, high: float) -> tuple[float, ...]:
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(index * step for index in range(first, last + 1))


def left_out(values: Iterable[float], noun: str) -> str:
    """What of the values cannot be drawn, in words: "2 scores at -∞, not drawn"."""
    counts = {"at -∞": 0, "at ∞": 0, "not a number": 0}
    for value in values:
        if math.isnan(value):
            counts["not a number"] += 1
        elif math.isinf(value):
            counts["at ∞" if value > 0 else "at -∞"] += 1
    found = [(count, what) for what, count in counts.items() if count]
    if not found:
        return ""
    (count, what), *others = found
    first = f"{counted(count, noun)} {what}"
    return ", ".join((first, *(f"{count} {what}" for count, what in others), "not drawn"))
