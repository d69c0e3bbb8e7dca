"""What a problem file may say of a part that asks for a formula."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, model_validator

from grader.course.binding import SameAs, SameAsPart
from grader.course.references import References
from grader.course.specs import CourseSettings, Texts, as_tuple
from grader.course.strict import Strict
from grader.kinds.base import ComparedPart

if TYPE_CHECKING:
    from grader.kinds.marker import Marker


class IdentitySpec(Strict):
    """An equation about the student's formula, which is called `answer` in it."""

    name: str = Field(min_length=3, description="to the student: what must hold")
    holds: str = Field(description="both sides of it: answer^T @ answer = I")
    shape: str = Field("", description="of the answer: matrix[2, 2]; empty for a number")
    variants: dict[str, dict[str, str]] = Field(
        default_factory=dict,
        description="other names for the answer with symbols replaced: {answer_m: {k: m}}",
    )


class FormulaPart(ComparedPart):
    """An expression, compared symbolically with the right one."""

    called: ClassVar[str] = "a formula"
    keys_of_reading: ClassVar[tuple[str, ...]] = (
        *("symbols", "functions", "aliases", "usual", "identity", "einstein", "left", "known_as"),
    )

    asks: Literal["formula"]
    symbols: dict[str, str] = Field(
        default_factory=dict,
        description="name: real, positive, natural, (0,1), 1..n, matrix[n, d], vector[n], "
        "indexed[n, m]",
    )
    functions: dict[str, str | None] = Field(
        default_factory=dict, description="name: a known function it stands for, or null"
    )
    aliases: dict[str, Texts] = Field(
        default_factory=dict, description="declared name: other spellings of it"
    )
    usual: dict[str, Texts] = Field(
        default_factory=dict,
        description="a letter, or a formula: usual names for it, besides those of the course",
    )
    means: dict[str, str] = Field(
        default_factory=dict,
        description="declared name: the formula it stands for; an answer may use either",
    )
    identity: dict[str, str | int | None] = Field(
        default_factory=dict, description="name of an identity matrix: its size, or null"
    )
    einstein: Texts = Field((), description="indices that are summed where they occur twice")
    known_as: Texts = Field(
        (),
        description="words for what is asked, `*` for any letters: of several formulas the one "
        "behind such a word counts",
    )
    left: Texts = Field((), description="left-hand sides a student may write before =")
    answer: Texts = Field((), description="the right formula; several where several are right")
    identities: Annotated[tuple[IdentitySpec, ...], BeforeValidator(as_tuple)] = Field(
        (), description="what the answer must satisfy, in place of or besides one right form"
    )
    where: Literal["reference is finite", "reference is real"] = Field(
        "reference is finite", description="the points that count"
    )
    same_as: SameAsPart | None = Field(
        None, description="the function part that computes this formula: its name, or a binding"
    )

    @model_validator(mode="after")
    def _has_truth(self) -> FormulaPart:
        if not self.answer and not self.identities:
            raise ValueError("needs an `answer`, or `identities` that the answer must satisfy")
        return self

    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        from grader.kinds.formula.handout import how_to_answer

        return how_to_answer(name, self, first=first)

    def within(self, settings: CourseSettings) -> FormulaPart:
        return self.model_copy(update={"usual": {**settings.usual, **self.usual}})

    @property
    def binding(self) -> SameAs | None:
        return self.same_as

    def handed_out(self) -> dict[str, Any]:
        told = super().handed_out()
        only = {name for one in self.identities for name in one.variants}
        told["symbols"] = {n: kind for n, kind in told.get("symbols", {}).items() if n not in only}
        return told

    @classmethod
    def without_answer(cls, said: Mapping[str, Any]) -> FormulaPart:
        return cls.model_validate({**said, "identities": [{"name": "any", "holds": "0 = 0"}]})

    def marker(self) -> Marker:
        from grader.kinds.formula.marking import FormulaMarker

        return FormulaMarker()
