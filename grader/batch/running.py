"""Grades a class: hands submissions to workers and writes what they say, a student at a time.

Only this process writes the gradebook. What a worker is in the middle of when all ends is what is
lost; the next run finds the rest by its content.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

from grader.batch.deciding import Decision, Known
from grader.batch.people import Attempt
from grader.batch.pool import Hand, Lost, Pool
from grader.batch.worker import Intake, Worker
from grader.checks import Check, Verdict
from grader.course import Course
from grader.errors import MachineError
from grader.gradebook import Gradebook, HandedIn, Result, record
from grader.gradebook.results import stage
from grader.reader.bounds import WALL_SECONDS
from grader.report import Environment, ProblemReport, visible
from grader.report.model import from_json

# A submission's processor time may take longer on a machine with more to do than processors.
PATIENCE = 10
TICK_SECONDS = 0.25  # how often whoever looks on is shown how far it is
# One that takes longer loops or waits: others are graded beside it meanwhile, by another worker.
SLOW_SECONDS = 2.0
MOST_SLOW = 4  # for each processor; every worker has a warm interpreter of its own
TWICE = "the process that grades it ended twice; it may need more memory than there is"
GONE = "it is no longer asked, or could not be graded"
LATE = "it was not graded within {seconds:g} s"

Mode = Literal["write", "plan", "stage"]
Kind = Literal["graded", "taken over", "kept", "unread", "fault", "planned"]


@dataclass(frozen=True)
class Told:
    """One attempt is done, and how: `reasons` are by problem why it was, or would be, graded."""

    attempt: Attempt
    kind: Kind
    reasons: Mapping[str, str] = field(default_factory=dict)
    verdicts: tuple[Verdict, ...] = ()
    seconds: float = 0.0
    fault: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)  # of results that are not yet theirs
    digest: str = ""  # of the files whose results these are


@dataclass
class _Task:
    """An attempt in a worker's hands: being read, and once it is decided, graded."""

    attempt: Attempt
    decision: Decision | None = None


@dataclass(frozen=True)
class Engine:
    """Who grades; if nothing else is said, workers of this machine."""

    make: Callable[[], Intake]
    jobs: int  # at a time
    seconds: float  # until what was asked is given up
    beside_slow: int = 0  # more at a time, at the most, for those that are slow


def most_seconds(course: Course) -> float:
    """That a worker may take with one submission until it is given up."""
    return WALL_SECONDS + PATIENCE * course.submission_seconds


class Batch:
    """Grades attempts at one assignment of a course into a gradebook."""

    def __init__(
        self,
        book: Gradebook,
        course: Course,
        checks: Mapping[str, Check],
        assignment: str,
        problems: Sequence[str],
        *,
        jobs: int,
        by: str,
        unsafe: bool = False,
        engine: Engine | None = None,
    ) -> None:
        self._book = book
        self._assignment = assignment
        self._by = by
        self.known = Known(book, course, assignment, problems)
        make = partial(Worker, course, checks, assignment, problems, unsafe=unsafe)
        self.engine = engine or Engine(
            make, jobs, most_seconds(course), beside_slow=MOST_SLOW * jobs
        )

    def run(
        self,
        attempts: Iterable[Attempt],
        told: Callable[[Told], None],
        tick: Callable[[int], None] = lambda working: None,
        *,
        mode: Mode = "write",
    ) -> None:
        """Grade what has changed; `told` hears of each attempt when it is written. To "plan" is to
        grade and write nothing, and hear what would be; to "stage" is to grade, and to keep the
        results without giving them to anybody. Raises MachineError."""
        waiting = deque(attempts)
        suspects: deque[Attempt] = deque()
        jobs = max(1, min(self.engine.jobs, len(waiting)))
        with Pool(self.engine.make, jobs) as pool:
            _Run(self, pool, waiting, suspects, told, tick, mode).until_done()
            # What ended a worker is tried again with the machine to itself.
            pool.jobs = 1
            _Run(self, pool, suspects, None, told, tick, mode).until_done()

    def written(
        self,
        attempt: Attempt,
        decision: Decision | None,
        reply: Mapping[str, Any],
        *,
        write: bool,
    ) -> Told:
        """Write what a worker said of an attempt, for each of its students, or only keep it."""
        if decision is not None and not write and "fault" not in reply:
            results = _results(decision, reply) if decision.only else []
            if results:
                stage(self._book, results)
                self.known.staged(decision, reply["notes"])
            return Told(
                attempt,
                "planned",
                decision.reasons,
                _verdicts(results),
                reply.get("seconds", 0.0),
                keys=decision.keys,
                digest=decision.digest,
            )
        handing = attempt.handing
        base = HandedIn(
            attempt.students[0],
            decision.digest if decision else "",
            handing.place,
            handing.at,
            attempt.passed_over,
            attempt.students if len(attempt.students) > 1 else (),
        )
        if decision is None or "fault" in reply:
            fault = reply.get("unread") or reply["fault"]
            told = visible(fault).strip()
            if write:
                self._write(attempt, replace(base, fault=told.rpartition("\n")[2]), {}, [], {})
            return Told(attempt, "unread" if "unread" in reply else "fault", fault=told)
        if not decision.only:
            kept = replace(base, notes=decision.notes)
            self._write(attempt, kept, decision.keys, [], decision.reasons)
            kind: Kind = "taken over" if decision.reasons else "kept"
            if self.known.was_graded_now(decision.digest):
                kind = "graded"
            return Told(attempt, kind, decision.reasons)
        results = _results(decision, reply)
        # Of the same files: what was noted when the other problems were graded is true of them.
        notes = dict.fromkeys([*reply["notes"], *decision.notes])
        done = replace(base, notes=tuple(notes))
        self._write(attempt, done, decision.keys, results, decision.reasons)
        return Told(attempt, "graded", decision.reasons, _verdicts(results), reply["seconds"])

    def _write(
        self,
        attempt: Attempt,
        handed_in: HandedIn,
        keys: Mapping[str, str],
        new: Sequence[Result],
        why: Mapping[str, str],
    ) -> None:
        for student in attempt.students:
            at = handed_in.at or self.known.time_of(student, handed_in.digest)
            own = replace(handed_in, student=student, at=at)
            if new or not self.known.is_held(own, keys):
                gone = {one: GONE for one in self.known.keys_of(student) if one not in keys}
                reasons = {**gone, **why}
                record(self._book, self._assignment, own, keys, new, by=self._by, why=reasons)
                self.known.written(own, keys)


def _results(decision: Decision, reply: Mapping[str, Any]) -> list[Result]:
    environment = Environment.model_validate(reply["environment"])
    reports = [from_json(ProblemReport, one) for one in reply["problems"]]
    return [
        Result(
            decision.keys[one.id],
            one,
            environment,
            {part: visible(text) for part, text in reply["answers"][one.id].items()},
            decision.made_of[one.id],
            sum(part.seconds for part in one.parts),
        )
        for one in reports
        if one.id in decision.only  # others have handed in the same meanwhile
    ]


def _verdicts(results: Sequence[Result]) -> tuple[Verdict, ...]:
    return tuple(part.verdict for one in results for part in one.report.parts)


@dataclass
class _Run:
    batch: Batch
    pool: Pool
    waiting: deque[Attempt]
    suspects: deque[Attempt] | None  # none: what is lost once more is a fault
    told: Callable[[Told], None]
    tick: Callable[[int], None]
    mode: Mode
    tasks: dict[Hand, _Task] = field(default_factory=dict)

    def until_done(self) -> None:
        while self.waiting or self.tasks:
            while self._has_room():
                idle = (hand for hand in self.pool.hands if hand not in self.tasks)
                self._next(next(idle, None) or self.pool.add())
            speaking = self.pool.speaking(TICK_SECONDS)
            for hand in speaking:
                self._hear(hand)
            self._end_the_late()
            self.tick(len(self.tasks))

    def _has_room(self) -> bool:
        """Whether one more that waits can be handed out."""
        return bool(self.waiting) and len(self.tasks) - self._slow() < self.pool.jobs

    def _go_on(self, hand: Hand) -> None:
        if self._has_room():
            self._next(hand)

    def _slow(self) -> int:
        """How many workers are not counted as at work, for others not to wait for them."""
        if self.suspects is None:
            return 0  # alone is alone
        since = time.monotonic() - SLOW_SECONDS
        # A worker's first submission takes as long as its libraries take to import.
        slow = sum(hand.warm and hand.asked_at < since for hand in self.tasks)
        return min(slow, self.batch.engine.beside_slow)

    def _next(self, hand: Hand) -> None:
        attempt = self.waiting.popleft()
        self.tasks[hand] = _Task(attempt)
        source = attempt.handing.source
        wanted = None if source.wanted is None else dict(source.wanted)
        request: dict[str, Any] = {
            "name": attempt.name,
            "path": str(source.path),
            "wanted": wanted,
        }
        # Where there is no result yet, nobody has to be asked what to grade. Of one that may end
        # its worker again it must be known first what it is.
        first = self.mode == "write" and self.suspects is not None
        if first and self.batch.known.knows_nothing():
            request["grade"] = self.batch.known.problems
        self._ask(hand, request)

    def _ask(self, hand: Hand, request: Mapping[str, Any]) -> None:
        try:
            hand.ask(request)
        except Lost:
            self._lose(hand, TWICE)

    def _hear(self, hand: Hand) -> None:
        task = self.tasks.get(hand)
        try:
            reply = hand.reply()
        except Lost:
            self._lose(hand, TWICE)
            return
        assert task is not None, "a worker speaks when it is asked"
        if "machine" in reply:
            raise MachineError(reply["machine"])
        if "lost" in reply:
            del self.tasks[hand]
            self._suspect(task, reply["lost"])
            self._go_on(hand)
            return
        if "digest" in reply:
            task.decision = self.batch.known.decide(task.attempt, reply["digest"])
            graded = "problems" in reply or "fault" in reply
            if task.decision.only and self.mode != "plan" and not graded:
                self._ask(hand, {"grade": list(task.decision.only)})
                return
        del self.tasks[hand]
        hand.warm = True
        self._go_on(hand)  # while what it said is written
        self._done(task, reply)

    def _done(self, task: _Task, reply: Mapping[str, Any]) -> None:
        if self.mode == "plan" and task.decision is not None:
            kind: Kind = "planned" if task.decision.only else "kept"
            self.told(Told(task.attempt, kind, task.decision.reasons))
        elif self.mode == "plan":
            why = reply.get("unread") or reply["fault"]
            self.told(Told(task.attempt, "unread", fault=visible(why)))
        else:
            write = self.mode == "write"
            self.told(self.batch.written(task.attempt, task.decision, reply, write=write))

    def _lose(self, hand: Hand, why: str) -> None:
        self.pool.drop(hand)
        task = self.tasks.pop(hand, None)
        if task is not None:
            self._suspect(task, why)

    def _suspect(self, task: _Task, why: str) -> None:
        if self.suspects is not None:
            self.suspects.append(task.attempt)
        else:
            self._done(task, {"fault": why})

    def _end_the_late(self) -> None:
        seconds = self.batch.engine.seconds
        for hand in [one for one in self.tasks if time.monotonic() - one.asked_at > seconds]:
            self._lose(hand, LATE.format(seconds=seconds))
