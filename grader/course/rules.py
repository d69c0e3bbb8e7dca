"""What a part's source may not, or must, use: judged by the check `rules`, shown to students."""

from __future__ import annotations

from pydantic import Field

from grader.course.specs import CheckOptions


class RulesOptions(CheckOptions):
    weight: float = Field(0.0, ge=0, description="a rule earns nothing; breaking it costs")
    forbid: list[str] = Field(
        default_factory=list, description="names: torch.autograd, *.backward, torch.nn.functional.*"
    )
    require: list[str] = Field(default_factory=list, description="at least one of these is used")
    loops: bool = Field(True, description="false: no for, while or comprehension")
    hint: str = Field("", description="to the student: the reason for the rule")
