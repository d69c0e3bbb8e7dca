"""The time that one submission has for all it does, however many files, checks and tries that is.

A limit for each check is no limit for a submission: it may have a hundred checks, and end none of
them. What counts is processor time, of every process that it starts, and the time that it sleeps
while the grader waits. Time in which the machine was busy with something else does not count.
"""

from __future__ import annotations

from grader.sandbox.processor import tree_seconds

# Of the budget, that the grader waits at the most, on a clock on the wall: a machine on which a
# submission waits nine times as long as it runs cannot grade at all.
WALL = 10.0
# A rest that is nothing: who was given up had nine tenths of what was left (`patience.ENOUGH`), and
# would otherwise be followed by many who have a tenth of a tenth, and are told that they are slow.
MOMENT = 0.1


class Budget:
    """`seconds` for one submission. What it uses is taken off as it is used."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._used = 0.0
        self._waited = 0.0
        self._counted: dict[int, float] = {}  # cell -> the processor time that was taken off

    @property
    def left(self) -> float:
        return max(0.0, min(self.seconds - self._used, WALL * self.seconds - self._waited))

    @property
    def used_up(self) -> bool:
        return self.left <= MOMENT

    def take(self, wall: float, *, starved: float = 0.0, cell: int | None = None) -> None:
        """Take off what took so long on the wall, less what the machine kept it from running.

        `cell` is the process above all that took part: what has run below it since the last time
        counts in any case, what ran on in between included.
        """
        self._waited += wall
        self._used += max(wall - starved, 0.0 if cell is None else self._ran_below(cell))

    def _ran_below(self, cell: int) -> float:
        before = self._counted.get(cell, 0.0)
        now = self._counted[cell] = max(tree_seconds(cell) or 0.0, before)
        return now - before


# For code that is trusted, which has limits and no budget.
UNLIMITED = float("inf")
