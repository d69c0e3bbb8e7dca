"""What outlives one submission: the course, the kinds of check, the truth, the sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from grader.checks import Check
from grader.course import Course
from grader.course.finding import hidden_paths
from grader.course.given import given_files
from grader.course.parts import CodePart
from grader.errors import MachineError
from grader.grading.asking import Prepared, prepare
from grader.grading.baked import BakedTruth
from grader.grading.finding import calls_of
from grader.grading.reference_limits import ReferenceSeconds
from grader.grading.truth import Truth
from grader.sandbox import Sandbox
from grader.sandbox.fresh import Way

if TYPE_CHECKING:
    from grader.course.signature import Signature
    from grader.grading.ahead import Question
    from grader.grading.form import Form
    from grader.maths import Prover


class NotSafe(MachineError):
    """Strangers' code would run on this machine without walls around it."""

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
        sandbox: Sandbox | None = None,
    ) -> None:
        """`sandbox` is one that was started ahead, for this course and for what it lets use."""
        self.course = course
        self.checks = checks
        self.given = given_files(course.root)
        seconds = ReferenceSeconds(course)
        self.truth = (
            Truth(course.references, seconds, cache, self.given)
            if course.baked is None
            else BakedTruth(course.references, seconds, course.baked)
        )
        # A course with a secret is graded by its staff, on code of others. Without one there is
        # nothing to hide, and a student may check their own work on any machine.
        self.needs_walls = bool(course.secret) and not unsafe
        self.sandbox = sandbox or Sandbox(
            preload,
            threads=course.threads,
            hidden=[*hidden_paths(course.root), self.truth.folder],
            way=way,
        )
        self._prepared: dict[tuple[str, str], list[Prepared]] = {}
        # By check, call and form: what all who answer so are asked ahead.
        self.questions: dict[tuple[Prepared, Signature, Form], Question] = {}
        self.asked = {  # the names of all functions and classes that the course asks for
            call.function
            for file in course.problems.values()
            for part in file.problem.parts.values()
            if isinstance(part, CodePart)
            for call in calls_of(part)
        }
        self.names = course.settings.names

    def prepared(self, problem: str, part: str) -> list[Prepared]:
        """The checks of a part, made once, but where one remembers what students returned. Raises
        ReferenceFailed or Undrawable."""
        kept = self._prepared.get((problem, part))
        if kept is None:
            kept = prepare(self.course, dict(self.checks), self.truth, problem, part)
            if all(one.ask.after is None for one in kept):
                self._prepared[problem, part] = kept
        return kept

    @cached_property
    def prover(self) -> Prover:
        """Made when it is asked for: a submission of code alone needs no proofs."""
        from grader.maths import Prover

        return Prover()

    def __enter__(self) -> Session:
        self.sandbox.warm()
        return self

    def __exit__(self, *raised: object) -> None:
        self.sandbox.__exit__(*raised)
        self.truth.__exit__(*raised)
        if "prover" in vars(self):
            self.prover.close()
