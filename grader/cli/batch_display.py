"""What is shown while a class is graded, and how it did."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from grader.checks import Verdict
from grader.report.wording import SYMBOLS
from grader.values.counting import counted

if TYPE_CHECKING:
    from grader.batch import Summary, Told

BAR = 30  # signs, of the longest bar of the distribution
MOST_MISTAKES = 8
KINDS = {
    "graded": "graded",
    "taken over": "taken over from what was graded before",
    "kept": "unchanged",
    "unread": "could not be read",
    "fault": "failed by a defect of grader",
}


class Display:
    """Done, rate, time left, verdicts, slowest: on a terminal alone, and gone at the end."""

    def __init__(self, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        from rich.console import Console
        from rich.live import Live

        self._total = total
        self._clock = clock
        self._began = clock()
        self.done = 0
        self._kinds: Counter[str] = Counter()
        self._verdicts: Counter[Verdict] = Counter()
        self._slowest: tuple[float, str] = (0.0, "")
        console = Console(stderr=True, highlight=False, markup=False)
        # Without a thread of its own: workers are forked from this process.
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._shown = console.is_terminal

    def __enter__(self) -> Display:
        if self._shown:
            self._live.start()
        return self

    def __exit__(self, *raised: object) -> None:
        if self._shown:
            self._live.stop()

    def hear(self, told: Told) -> None:
        self.done += 1
        self._kinds[told.kind] += 1
        self._verdicts.update(told.verdicts)
        self._slowest = max(self._slowest, (told.seconds, told.attempt.name))

    def tick(self, working: int) -> None:
        if self._shown:
            self._live.update("\n".join(self.lines(working)), refresh=True)

    def lines(self, working: int) -> list[str]:
        from grader.report.text import one_line

        passed = max(self._clock() - self._began, 1e-9)
        rate = self.done / passed
        left = f"{(self._total - self.done) / rate:.0f} s left" if self.done else "warming up"
        counts = [f"{SYMBOLS[one]} {one.value} {self._verdicts[one]}" for one in self._verdicts]
        lines = [
            f"{self.done} of {self._total} done, {working} at work, {rate:.1f} a second, {left}"
        ]
        if counts:
            lines.append("  ".join(sorted(counts)))
        if self._slowest[1]:
            lines.append(f"slowest: {one_line(self._slowest[1])}, {self._slowest[0]:.1f} s")
        return lines

    def last_line(self) -> str:
        counts = [
            f"{self._kinds[kind]} {said}" for kind, said in KINDS.items() if self._kinds[kind]
        ]
        return f"{counted(self.done, 'submission')}: {', '.join(counts) or 'none'}"


def summary_lines(summary: Summary) -> Iterator[str]:
    """The class at a glance."""
    yield ""
    if summary.graded:
        yield "points of those decided, students"
        most = max(summary.distribution)
        for number, count in enumerate(summary.distribution):
            bar = "█" * round(BAR * count / most) if most else ""
            yield f"{10 * number:4d}–{10 * number + 10:3d} %  {bar} {count}".rstrip()
        yield ""
        yield "problem, earned of what is decided, full marks"
        for one in summary.problems:
            percent = "  waits" if one.percent is None else f"{one.percent:5.0f} %"
            yield f"{percent}  {one.full:4d} of {one.graded}  {one.problem}"
    if summary.mistakes:
        yield ""
        yield "most common mistakes"
        for mistake in summary.mistakes[:MOST_MISTAKES]:
            yield f"{mistake.count:5d}  {mistake.problem} {mistake.part}: {mistake.name}"
    yield ""
    waiting = summary.unread + summary.pending
    if waiting:
        they = "it" if summary.unread == 1 else "they"
        unread = f", {summary.unread} of them because {they} could not be read"
        waits = counted(waiting, "answer waits", "answers wait")
        yield f"{waits} for a person{unread if summary.unread else ''}"
    if summary.faults:
        parts = counted(summary.faults, "part")
        yield f"{parts} could not be judged: the course or grader is at fault"
    for student, why in summary.failed.items():
        yield f"{student}: not graded: {why}"
