"""Round numbers along an axis."""

from __future__ import annotations

import math
from dataclasses import dataclass

SMALLEST = 1e-100  # below it a difference is none


@dataclass(frozen=True)
class Axis:
    """From `low` to `high`, which differ; `ticks` are the round numbers to write down."""

    low: float
    high: float
    ticks: tuple[float, ...]
    decimals: int

    def dot(self, value: float, dots: int) -> int:
        """The place of a value among so many dots, from 0."""
        share = (value - self.low) / (self.high - self.low)
        return min(dots - 1, max(0, round(share * (dots - 1))))

    def text(self, value: float) -> str:
        if abs(value) >= 1e6 or self.decimals > 6:
            return f"{value:.3g}"
        return f"{value:.{self.decimals}f}"


def axis(values: list[float], most: int, *, widen: bool) -> Axis:
    """An axis for the values with at most so many ticks; widened to halves of them, or as it is."""
    low, high = min(values), max(values)
    if not high - low > max(SMALLEST, 1e-12 * max(abs(low), abs(high))):  # as good as one value
        room = abs(low) / 10 if abs(low) > SMALLEST else 1.0
        low, high = low - room, high + room
    step = _step((high - low) / max(1, most - 1))
    while math.floor(high / step) - math.ceil(low / step) >= most:
        step = _step(step * 1.01)
    if widen:
        half = step / 2
        low, high = math.floor(low / half) * half, math.ceil(high / half) * half
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    return Axis(low, high, tuple(number * step for number in range(first, last + 1)), decimals)


def _step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, … times a power of ten that is at least so large."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(times * power for times in (1, 2, 5, 10, 20) if times * power >= least * (1 - 1e-9))
