"""What every part of a problem is, whatever kind of answer it asks for.

A kind is a subclass of `Part`: its fields are its keys in a problem file, and its methods tell the
rest of the grader what it must know of them. Kinds that are answered in writing stand on
`grader.kinds.base`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from grader.course.picturing import PictureSpec
from grader.course.source import Path_
from grader.course.specs import (
    Checks,
    CourseSettings,
    LimitsSpec,
    Reference,
    Texts,
    ToleranceSpec,
    as_tuple,
)
from grader.course.strict import Strict

if TYPE_CHECKING:
    from grader.course.binding import SameAs
    from grader.course.references import References

# The key of the validation context under which a problem's own `mistakes` are found.
HINTS = "hints"


class NamedMistake(Strict):
    """A wrong answer that is worth recognising, and what the student is told of it."""

    name: str = Field(min_length=3, description="completes: you get this when …")
    hint: str = Field(
        "",
        validate_default=True,
        description="to the student: teaches without giving the answer away; by default what the "
        "problem says under `mistakes` of the same name",
    )
    credit: float = Field(0.0, ge=0, lt=1, description="share of the part's points it keeps")

    @field_validator("hint")
    @classmethod
    def _said_once(cls, hint: str, info: ValidationInfo) -> str:
        shared: Mapping[str, str] = (info.context or {}).get(HINTS, {})
        return hint or shared.get(info.data.get("name", ""), "")


class Mistake(NamedMistake):
    """A mistake in code, given as the function that makes it."""

    reference: Reference


class Convention(Strict):
    """Another way to read the question that is as right: the function that answers it so."""

    name: str = Field(min_length=3, description="completes: read as …")
    reference: Reference
    returns: Texts = Field((), description="names of what it returns, where they are others")
    hint: str = Field("", description="to the student, after the name: what the course does")


class Part(Strict):
    """One thing that is asked, with its points."""

    called: ClassVar[str]  # what a student reads of the kind: "a formula"

    asks: str
    points: float = Field(gt=0, le=1000, description="what a right answer earns")
    text: str = Field("", description="Markdown: what this part asks")

    @abstractmethod
    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        """Paragraphs and lists of Markdown; `name` is the part's own. What holds for every part of
        the kind is said of the `first` in a problem."""

    def texts(self) -> Iterator[tuple[Path_, str]]:
        """Every text with Markdown or formulas in it, and where below the part it stands."""
        yield ("text",), self.text
        for index, mistake in enumerate(self.known_mistakes):
            yield ("mistakes", index, "name"), mistake.name
            yield ("mistakes", index, "hint"), mistake.hint

    def within(self, settings: CourseSettings) -> Part:
        """The part with what the settings of its course say for all parts of its kind."""
        return self

    @property
    def known_mistakes(self) -> Sequence[NamedMistake]:
        return ()

    @property
    def data_files(self) -> Sequence[str]:
        """Names of the data files that a student may hand in for it."""
        return ()

    @property
    def binding(self) -> SameAs | None:
        """The code that computes the same, where the part says so."""
        return None


class CodePart(Part):
    """A part answered by code that is found by name and called.

    What only some kinds have is asked for by the properties below, which say that there is none.
    """

    defines: ClassVar[Literal["function", "class"]]  # what a student writes

    call: str = Field(description="name and inputs: distances(x, y)")
    reference: Reference
    library: Literal["either", "numpy", "torch"] = Field(
        "either", description="arrays the student's function gets; either: whichever it uses"
    )
    inputs: dict[str, Any] = Field(
        default_factory=dict, description="name of an input or a size: how it is drawn"
    )
    tolerance: ToleranceSpec = ToleranceSpec()
    limits: LimitsSpec = LimitsSpec()
    checks: Checks = Field(min_length=1)
    mistakes: Annotated[tuple[Mistake, ...], BeforeValidator(as_tuple)] = ()

    @abstractmethod
    def first_lines(self, references: References) -> str:
        """The definition that a student starts from, with nothing in it."""

    @property
    def known_mistakes(self) -> Sequence[Mistake]:
        return self.mistakes

    @property
    def other_calls(self) -> Sequence[str]:
        """Other calls that existing answers take."""
        return ()

    @property
    def own_parameters(self) -> Sequence[str]:
        """Parameters of existing answers that nothing of the call is meant for."""
        return ()

    @property
    def steps(self) -> Sequence[str]:
        """Calls that are made before the part's own."""
        return ()

    @property
    def calls_after(self) -> Sequence[str]:
        """Calls that are made after the part's own, on the object that it made."""
        return ()

    @property
    def changed(self) -> tuple[str, ...]:
        """Inputs that are to be changed in place."""
        return ()

    @property
    def returned(self) -> tuple[str, ...]:
        """Names of what is returned, in order."""
        return ()

    @property
    def outputs(self) -> tuple[str, ...]:
        """Names of what is compared: what is returned, then what is changed."""
        return (*self.returned, *self.changed)

    @property
    def readings(self) -> Sequence[Convention]:
        """Other ways to read the question that are as right."""
        return ()

    @property
    def forward_inputs(self) -> tuple[str, ...]:
        """What is passed to what the call has constructed."""
        return ()

    @property
    def layer_names(self) -> Mapping[str, Sequence[str]]:
        """Layers of one shape that are told apart by their names, each with other names for it."""
        return {}

    @property
    def picture(self) -> PictureSpec | None:
        return None


def _of_its_kind(value: Any, info: ValidationInfo) -> Any:
    """A part as the model of the kind that it asks for."""
    kinds: Mapping[str, type[Part]] = (info.context or {}).get("kinds", {})
    if not isinstance(value, dict):
        raise PydanticCustomError("model_type", "is not a part")
    if "asks" not in value:
        raise PydanticCustomError("asks_missing", "is missing")
    model = kinds.get(value["asks"]) if isinstance(value["asks"], str) else None
    if model is None:
        raise PydanticCustomError(
            "asks_unknown", "unknown", {"asked": str(value["asks"]), "known": list(kinds)}
        )
    return model.model_validate(value, context=info.context)


AnyPart = Annotated[Part, BeforeValidator(_of_its_kind)]
