"""What outlives one submission: the course, the kinds of check, the truth, the sandbox."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType

from grader.checks import Check
from grader.course import CodePart, Course
from grader.formulas import Prover
from grader.grading.finding import calls_of
from grader.grading.truth import Truth
from grader.sandbox import Sandbox
from grader.sandbox.fresh import Way
from grader.submission import Submission

# Libraries that take long to import; warmed once if a submission mentions them.
HEAVY = ("numpy", "torch", "scipy", "sympy", "pandas", "matplotlib.pyplot")


def libraries_of(submissions: Iterable[Submission]) -> tuple[str, ...]:
    """Which heavy libraries are worth importing before the first fork."""
    everything = list(submissions)
    return tuple(
        name
        for name in HEAVY
        if name == "numpy" or any(one.mentions(name.split(".")[0].encode()) for one in everything)
    )


class NotSafe(Exception):
    """Strangers' code would run on this machine without walls around it."""

    exit_code = 4

    def __init__(self, missing: str) -> None:
        super().__init__(
            f"student code cannot be sealed off here ({missing}), and this course has a secret to "
            "keep; run `grader doctor` to see what is missing, or pass --unsafe if you trust the "
            "code"
        )


class Session:
    """Holds the processes that several gradings share. Use it with `with`."""

    def __init__(
        self,
        course: Course,
        checks: Mapping[str, Check],
        preload: tuple[str, ...] = ("numpy",),
        cache: Path | None = None,
        *,
        unsafe: bool = False,
        way: Way | None = None,
    ) -> None:
        self.course = course
        self.checks = checks
        self.truth = Truth(course.references, cache)
        # A course with a secret is graded by its staff, on code of others. Without one there is
        # nothing to hide, and a student may check their own work on any machine.
        self.needs_walls = bool(course.secret) and not unsafe
        self.sandbox = Sandbox(
            preload,
            threads=_threads(course),
            hidden=[course.root / name for name in ("problems", "reference", "grader.toml")]
            + [self.truth.folder],
            way=way,
        )
        self.prover = Prover()
        self.asked = {  # the names of all functions and classes that the course asks for
            call.function
            for file in course.problems.values()
            for part in file.problem.parts.values()
            if isinstance(part, CodePart)
            for call in calls_of(part)
        }

    def __enter__(self) -> Session:
        self.sandbox.warm()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.sandbox.__exit__(kind, error, trace)
        self.truth.__exit__(kind, error, trace)
        self.prover.close()


def _threads(course: Course) -> bool:
    """Whether any part of the course may use more than one thread."""
    limits = [course.settings.limits]
    for file in course.problems.values():
        limits += [
            part.limits for part in file.problem.parts.values() if isinstance(part, CodePart)
        ]
    return any((one.threads or 1) > 1 for one in limits)
