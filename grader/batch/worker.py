"""The process that grades: it reads one submission, waits to be told what of it to grade, does so.

Plain JSON goes both ways. A worker knows the course and not the gradebook. Whatever goes wrong with
one submission is told and leaves the worker fit for the next.
"""

from __future__ import annotations

import json
import os
import signal
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn, Self

from grader.batch.handings import Source
from grader.checks import Check
from grader.course import Course
from grader.errors import MachineError
from grader.grading.grade import graded
from grader.grading.session import Session
from grader.jail.parent import killed_with_parent
from grader.sandbox.libraries import ALWAYS, libraries_in
from grader.submission import NoSubmission, Submission
from grader.submission.warm_reader import WarmReader

Reply = Mapping[str, Any]


class _Ended(BaseException):
    """The process that started this one asked it to end: its cells are closed on the way out."""


class Intake(ABC):
    """Reads submissions where they lie, one at a time; who grades them is another's business."""

    def __init__(self) -> None:
        self.submission: Submission | None = None
        self._reader = WarmReader()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._reader.__exit__(*raised)

    @abstractmethod
    def grade(self, only: Sequence[str]) -> Reply:
        """Of what was read last: {problems, answers, notes, environment, seconds}, or {lost} with
        why what was grading it has ended."""

    def read(self, name: str, path: str, wanted: Mapping[str, str] | None) -> Reply:
        """{digest}, or {unread} with why there is nothing to grade."""
        self.submission = None
        try:
            self.submission = Source(Path(path), wanted).read(name, self._reader.started)
        except NoSubmission as why:
            return {"unread": str(why)}
        return {"digest": self.submission.digest}

    def answer(self, request: Mapping[str, Any]) -> Reply:
        """Of a request to read, to grade what was read last, or to do both."""
        if "path" not in request:
            return self.grade(request["grade"])
        read = self.read(request["name"], request["path"], request["wanted"])
        if "digest" not in read or "grade" not in request:
            return read
        try:
            return {**read, **self.grade(request["grade"])}
        except MachineError:
            raise
        except Exception:  # what it is that could not be graded is known all the same
            return {**read, "fault": traceback.format_exc()}


class Worker(Intake):
    """Use it with `with`: it holds a session, begun when the first submission needs it."""

    def __init__(
        self,
        course: Course,
        checks: Mapping[str, Check],
        assignment: str,
        problems: Sequence[str],
        *,
        unsafe: bool = False,
    ) -> None:
        super().__init__()
        self._course = course
        self._checks = checks
        # Its questions have numbers; what stands for all problems of a course has none.
        self._assignment = assignment if assignment in course.settings.assignments else ""
        self._problems = problems
        self._unsafe = unsafe
        self._session: Session | None = None
        self._libraries: frozenset[str] = frozenset(ALWAYS)

    def __exit__(self, *raised: object) -> None:
        super().__exit__(*raised)
        self._end_session(*raised)

    def _end_session(self, *raised: object) -> None:
        if self._session is not None:
            self._session.__exit__(*raised)
            self._session = None

    def grade(self, only: Sequence[str]) -> Reply:
        assert self.submission is not None
        session = self._session_for(libraries_in(self.submission.sources))
        done = graded(session, self.submission, self._problems, only, assignment=self._assignment)
        report = done.report
        return {
            "problems": [one.model_dump_json() for one in report.problems],  # texts of JSON
            "answers": done.answers,
            "notes": report.notes,
            "environment": report.environment.model_dump(mode="json"),
            "seconds": report.seconds,
        }

    def _session_for(self, libraries: Sequence[str]) -> Session:
        """One that has imported what is needed: the next submissions will need the same."""
        if self._session is None or not self._libraries.issuperset(libraries):
            self._end_session(None, None, None)
            self._libraries = self._libraries.union(libraries)
            in_order = tuple(one for one in _ORDER if one in self._libraries)
            session = Session(self._course, self._checks, in_order, unsafe=self._unsafe)
            self._session = session.__enter__()
        return self._session


# As `libraries_in` has them: torch before its optimisers.
_ORDER = libraries_in([b"numpy torch optim scipy sympy pandas matplotlib"])


# Signals that the driver answers; in a worker they mean what `serve` says.
OURS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)


def serve(
    connection: Connection,
    make: Callable[[], Intake],
    parent: int,
    mask: Iterable[int],
) -> NoReturn:
    """Answer requests until there are no more, in a process that was forked for it. Never returns
    to what the fork was in the middle of. `mask` are the signals to be blocked from here on."""
    code = 1
    try:
        for number in OURS:  # a terminal's are for the one that ends us
            signal.signal(number, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, _end)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        killed_with_parent(parent)
        with make() as worker:
            while True:
                request = json.loads(connection.recv_bytes())
                connection.send_bytes(json.dumps(_answered(worker, request)).encode())
    except (EOFError, OSError, _Ended):
        code = 0
    finally:
        os._exit(code)


def _answered(worker: Intake, request: Mapping[str, Any]) -> Reply:
    try:
        return worker.answer(request)
    except MachineError as error:  # the same for every submission
        return {"machine": str(error)}
    except Exception:
        return {"fault": traceback.format_exc()}


def _end(number: int, frame: FrameType | None) -> None:
    raise _Ended
