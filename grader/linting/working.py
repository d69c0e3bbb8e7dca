"""Runs problems in several processes, each with a session of its own: two cores take half as long.

Only names go in and faults come out, through a pipe for each process.
"""

from __future__ import annotations

import multiprocessing
import os
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from grader.checks import Check
from grader.course import Course, Fault
from grader.errors import GraderError
from grader.grading import Session
from grader.jail.parent import killed_with_parent

Found = tuple[list[Fault], list[Fault]]  # faults, and notes
Run = Callable[[Session, str], Found]
# Of few problems the start of another interpreter costs more than it saves.
FEW = 8
# More need more memory than time: each holds libraries in two interpreters.
MOST = 4


def run_all(
    course: Course,
    checks: Mapping[str, Check],
    preload: tuple[str, ...],
    names: Sequence[str],
    run: Run,
    progress: Callable[[str], None],
) -> Iterator[tuple[str, Found]]:
    """What `run` finds for each name, in any order. Raises what it raises."""
    count = min(len(os.sched_getaffinity(0)), MOST, len(names) // FEW + 1)
    if count < 2:
        with Session(course, checks, preload) as session:
            for name in names:
                progress(name)
                yield name, run(session, name)
        return
    ahead = list(reversed(names))
    with ExitStack() as stack:
        ends = [
            stack.enter_context(_Worker(course, checks, preload, run)).end for _ in range(count)
        ]
        busy: dict[Connection, str] = {}
        for end in ends:
            busy[end] = ahead.pop()
            end.send(busy[end])
        while busy:
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                name = busy.pop(ready)
                progress(name)
                yield name, _received(ready)
                if ahead:
                    busy[ready] = ahead.pop()
                    ready.send(busy[ready])


def _received(end: Connection) -> Found:
    try:
        found = end.recv()
    except EOFError:
        raise RuntimeError("a process that lint had started was killed") from None
    if isinstance(found, BaseException):
        raise found
    faults, notes = found
    return faults, notes


class _Worker:
    """A process that runs what it is sent, until nothing more comes."""

    def __init__(
        self,
        course: Course,
        checks: Mapping[str, Check],
        preload: tuple[str, ...],
        run: Run,
    ) -> None:
        context = multiprocessing.get_context("fork")  # so that nothing has to be sent to begin
        self.end, other = context.Pipe()
        arguments = (os.getpid(), course, checks, preload, run, other, self.end)
        self._process: BaseProcess = context.Process(target=_work, args=arguments, daemon=True)
        self._process.start()
        other.close()

    def __enter__(self) -> _Worker:
        return self

    def __exit__(self, *raised: object) -> None:
        self.end.close()
        if raised[0] is not None:
            self._process.terminate()
        self._process.join()


def _work(
    parent: int,
    course: Course,
    checks: Mapping[str, Check],
    preload: tuple[str, ...],
    run: Run,
    end: Connection,
    of_parent: Connection,
) -> None:
    killed_with_parent(parent)
    of_parent.close()  # else nobody would see that the parent has closed it
    with Session(course, checks, preload) as session:
        while True:
            try:
                name = end.recv()
            except EOFError:
                return
            try:
                end.send(run(session, name))
            except GraderError as error:
                end.send(error)
            except Exception:  # a defect of ours: the parent tells it with its trace
                end.send(RuntimeError(traceback.format_exc()))
