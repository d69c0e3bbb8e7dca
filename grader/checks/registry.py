"""The kinds of check: the built-in ones, and those a course's own package adds."""

from __future__ import annotations

from collections.abc import Mapping

from grader.checks.accepts import Accepts
from grader.checks.base import Check
from grader.checks.distribution import Distribution
from grader.checks.efficiency import Efficiency
from grader.checks.equals import Equals
from grader.checks.gradient import Gradient
from grader.checks.module import Module
from grader.checks.property import Property
from grader.checks.rules import Rules
from grader.course.listing import CHECKS_GROUP, added
from grader.errors import CourseError

BUILT_IN: tuple[type[Check], ...] = (
    Equals,
    Accepts,
    Distribution,
    Gradient,
    Property,
    Module,
    Rules,
    Efficiency,
)


class BadCheckKind(CourseError):
    """An installed package offers a check that is none; the message names it."""


def all_checks() -> Mapping[str, Check]:
    """Every kind by name. A built-in name cannot be taken over."""
    found: dict[str, Check] = {check.kind: check() for check in BUILT_IN}
    for entry in added(CHECKS_GROUP):
        kind = entry.load()
        if not (isinstance(kind, type) and issubclass(kind, Check)):
            raise BadCheckKind(
                f"the entry point {entry.name} = {entry.value} of group {CHECKS_GROUP} "
                "is not a subclass of grader.checks.Check"
            )
        found.setdefault(entry.name, kind())
    return found
