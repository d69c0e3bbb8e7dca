"""What outlives one submission: the course, the kinds of check, the truth, the sandbox."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType

from grader.checks import Check
from grader.course import Course
from grader.formulas import Prover
from grader.grading.truth import Truth
from grader.sandbox import Sandbox
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


class Session:
    """Holds the processes that several gradings share. Use it with `with`."""

    def __init__(
        self,
        course: Course,
        checks: Mapping[str, Check],
        preload: tuple[str, ...] = ("numpy",),
        cache: Path | None = None,
    ) -> None:
        self.course = course
        self.checks = checks
        self.truth = Truth(course.references, cache)
        self.sandbox = Sandbox(preload)
        self.prover = Prover()

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
