"""What can go wrong beside an unreadable text: by the problem author's fault or the theory's."""

from __future__ import annotations

from grader.errors import AuthorError, GraderError


class BadAssumptionError(AuthorError):
    """Assumptions that contradict each other or that cannot be used together.

    This is a fault of the problem, never of the student.
    """


class OutOfTheoryError(GraderError):
    """A growth that the decision procedure does not cover; it ends as "undecided"."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)
