"""What of a course is known where its reference is not: a student's kit has this and no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Baked:
    """Public cases with the truth for them, and the names of what else the instructor checks."""

    cases: Mapping[str, Sequence[Mapping[str, Any]]]  # a check's place -> its public cases
    truth: Mapping[str, Sequence[Any]]  # what was asked of which reference -> what it returned
    elsewhere: Mapping[str, Sequence[str]]  # a part's place -> checks that need the reference


def place_of(*names: str | int) -> str:
    """The key of a part or check: problem, part and number, which have no spaces."""
    return " ".join(map(str, names))
