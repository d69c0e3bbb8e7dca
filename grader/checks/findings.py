"""What a check found, as structure; renderers turn it into text.

Everything here may be shown to the student. What a hidden case must not give away is left out
where the finding is made, not where it is drawn.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from grader.checks.figures import HeatMap


class Finding(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Entry(Finding):
    """One differing entry of an array. Values are text, and absent for a hidden case."""

    index: tuple[int, ...]
    yours: str | None = None
    expected: str | None = None


class ArrayMismatch(Finding):
    """An output that has the right form and the wrong numbers, or the wrong form."""

    kind: Literal["array"] = "array"
    case: str
    output: str = Field(description="which output, when there are several")
    shape: tuple[int, ...]
    expected_shape: tuple[int, ...]
    differing: int | None = Field(None, description="how many entries; None where shapes differ")
    entries: tuple[Entry, ...] = ()
    worst_error: float | None = Field(None, description="largest |yours - truth|, one digit")
    allowed_error: float | None = None
    errors: HeatMap | None = Field(None, description="of a public case: |yours - truth|")


class CodeError(Finding):
    """The student's code raised, at a line of theirs."""

    kind: Literal["error"] = "error"
    case: str
    error: str
    message: str
    file: str = ""
    line: int | None = None
    cell: int | None = None
    code: str = ""
    function: str = ""


class Place(Finding):
    """A line of the student's that a rule is about."""

    kind: Literal["place"] = "place"
    file: str
    line: int
    cell: int | None = None
    what: str


class Inputs(Finding):
    """The inputs of a public case, as text."""

    kind: Literal["inputs"] = "inputs"
    case: str
    inputs: dict[str, str]
    expected: str | None = None
    printed: str = ""
    code: str = Field("", description="the same as Python, whole, unless it is very long")


AnyFinding = Annotated[ArrayMismatch | CodeError | Place | Inputs, Field(discriminator="kind")]
