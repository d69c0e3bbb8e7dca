"""A case: named inputs for one call, and what is known about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from grader.values import Value


@dataclass(frozen=True)
class Case:
    """Inputs by name; arrays are numpy here and become the student's library when sent.

    `label` tells cases apart in a report without giving a hidden one away.
    """

    number: int
    label: str
    inputs: Mapping[str, Value]
    seed: int
    public: bool = False
    strided: bool = False  # hand arrays over as non-contiguous views
    expected: tuple[Value] | None = None  # written in the problem file, for an example
    sizes: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Example:
    """Inputs and the expected output as an author wrote them."""

    inputs: Mapping[str, Any]
    expect: Any


@dataclass(frozen=True)
class CasePlan:
    """Which cases a check wants."""

    count: int = 0
    edges: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    # One more case for each, with these sizes; the sizes that are not in it are drawn once for all.
    sizes: tuple[Mapping[str, int], ...] = ()
    public: int = 0
