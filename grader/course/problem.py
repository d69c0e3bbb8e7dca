"""A problem file as a whole: its parts, of whatever kind."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, ValidationInfo, model_validator

from grader.course.binding import Formulas
from grader.course.parts import HINTS, AnyPart
from grader.course.specs import ID_PATTERN, NAME_PATTERN, LimitsSpec
from grader.course.strict import Strict


class Problem(Strict):
    """One problem file."""

    id: str = Field(pattern=ID_PATTERN, description="such as vectors/distances")
    title: str = Field(min_length=1, max_length=120, description="what a student reads first")
    prompt: str = Field(min_length=1, description="Markdown with LaTeX between dollars")
    points: float | None = Field(None, description="if given, the parts' points must add up to it")
    limits: LimitsSpec = Field(
        LimitsSpec(), description="for every part that does not say otherwise"
    )
    formulas: Formulas = Field(
        (), description="equations of the prompt that lint compares with the reference"
    )
    unchecked: dict[str, str] = Field(
        default_factory=dict,
        description="left side of an equation in the prompt: why lint cannot compare it",
    )
    mistakes: dict[str, str] = Field(
        default_factory=dict,
        description="name of a mistake that shows in several parts: its hint, said once for all",
    )
    parts: dict[Annotated[str, Field(pattern=NAME_PATTERN)], AnyPart] = Field(min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _share_hints(cls, data: Any, info: ValidationInfo) -> Any:
        """Before the parts are read: a mistake in one of them may leave its hint to these."""
        if info.context is not None and isinstance(data, dict):
            shared = data.get("mistakes")
            texts = shared.items() if isinstance(shared, dict) else ()
            info.context[HINTS] = {name: hint for name, hint in texts if isinstance(hint, str)}
        return data

    @property
    def total(self) -> float:
        return sum(part.points for part in self.parts.values())
