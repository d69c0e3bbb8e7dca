"""What a problem file may say. Field descriptions are what `grader schema` shows in an editor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    BeforeValidator,
    Field,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from grader.course.inputs import did_you_mean
from grader.course.picturing import PictureSpec
from grader.course.strict import Strict

ID_PATTERN = r"^[a-z0-9]+(?:-[a-z0-9]+)*(?:/[a-z0-9]+(?:-[a-z0-9]+)*)*$"
NAME_PATTERN = r"^[a-z][a-z0-9_]*$"
REFERENCE_PATTERN = r"^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$"


def _listed(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


Texts = Annotated[
    tuple[str, ...],
    BeforeValidator(lambda value: _as_tuple(_listed(value))),
    # One text stands for a list of one, which the schema would not know from the type.
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
Reference = Annotated[
    str,
    Field(pattern=REFERENCE_PATTERN, description="module.function below reference/"),
]


class ToleranceSpec(Strict):
    """How close is equal: |yours - truth| <= absolute + relative * max|truth| in each array."""

    relative: float | None = Field(None, ge=0, le=0.1)
    absolute: float | None = Field(None, ge=0)


class LimitsSpec(Strict):
    """What the student's code may use for one part; what is absent comes from the course."""

    seconds: float | None = Field(None, gt=0, le=3600, description="wall clock")
    cpu_seconds: float | None = Field(None, gt=0, le=3600)
    memory_mb: int | None = Field(None, ge=64, le=1 << 20)
    output_mb: int | None = Field(None, ge=1, le=512)
    scratch_mb: int | None = Field(None, ge=0, le=128, description="largest file it may write")
    threads: int | None = Field(None, ge=1, le=64)


class CheckOptions(Strict):
    """What every check takes. A kind adds its own fields in a subclass."""

    # Fields that name one of the part's inputs, in whichever kind has them.
    naming_inputs: ClassVar[tuple[str, ...]] = ("input", "positions")
    only_functions: ClassVar[bool] = False  # means nothing for a part that asks for a module

    name: str = Field("", description="what the student reads instead of the kind's own name")
    weight: float = Field(1.0, ge=0, description="share of the part's points, relative")
    public: bool | int = Field(
        False,
        description="show inputs and expected values of this check's cases to the student; "
        "a number: of the first so many",
    )
    inputs: dict[str, Any] = Field(
        default_factory=dict, description="inputs of this check, on top of the part's own"
    )

    def inputs_it_is_about(self) -> set[str]:
        """The inputs that a check changes or differentiates: an answer must be passed them."""
        return {name for field in self.naming_inputs if (name := getattr(self, field, ""))}

    def sizes_it_sets(self) -> Mapping[str, list[int]]:
        """The values that it gives sizes of the part, in place of those that are drawn."""
        return {}

    def public_cases(self) -> int:
        """How many of the first cases may be shown."""
        if isinstance(self.public, bool):
            return 1_000_000 if self.public else 0
        return self.public


@dataclass(frozen=True)
class CheckEntry:
    """One check of a part: its kind, and its options as that kind's own model."""

    kind: str
    options: CheckOptions


def _check_entry(value: Any, info: ValidationInfo) -> CheckEntry:
    kinds: Mapping[str, type[CheckOptions]] = (info.context or {}).get("kinds", {})
    if isinstance(value, str):
        value = {value: {}}
    if not isinstance(value, dict) or len(value) != 1:
        raise _not_one_kind(value, kinds)
    ((kind, options),) = value.items()
    if kind not in kinds:
        raise PydanticCustomError(
            "check_kind",
            "unknown check `{kind}`{hint}",
            {"kind": str(kind), "hint": did_you_mean(str(kind), list(kinds))},
        )
    model = kinds[kind]
    shorthand = getattr(model, "shorthand", None)
    if shorthand and isinstance(options, str | list):
        options = {shorthand: options}
    if options is None:
        options = {}
    if not isinstance(options, dict):
        raise PydanticCustomError(
            "check_options",
            "`{kind}` takes options in braces; write `- {kind}: {options}`",
            {"kind": str(kind), "options": "{option: value}"},
        )
    needed = [name for name, field in model.model_fields.items() if field.is_required()]
    if needed and not options:
        raise PydanticCustomError(
            "check_needs",
            "`{kind}` alone is not enough; write `- {kind}: {options}`",
            {"kind": str(kind), "options": "{" + ", ".join(f"{name}: …" for name in needed) + "}"},
        )
    return CheckEntry(kind, model.model_validate(options, context=info.context))


def _not_one_kind(value: Any, kinds: Mapping[str, type[CheckOptions]]) -> PydanticCustomError:
    if isinstance(value, dict):
        beside = [str(key) for key in value if key not in kinds]
        kind = next((str(key) for key in value if key in kinds and value[key] is None), "")
        if kind and beside:  # the options of a block are indented below their kind, not beside it
            return PydanticCustomError(
                "check_indentation",
                "`{option}` stands beside `{kind}`, not below it; indent it by two more spaces",
                {"kind": kind, "option": beside[0]},
            )
    return PydanticCustomError(
        "check_shape", "is not a check; write one kind with its options: `- equals: {cases: 8}`"
    )


Checks = Annotated[
    tuple[Annotated[CheckEntry, BeforeValidator(_check_entry)], ...],
    BeforeValidator(_as_tuple),
]


class Mistake(Strict):
    """A wrong answer that is worth recognising, given as the function that computes it."""

    name: str = Field(min_length=3, description="completes: you get this when …")
    reference: Reference
    hint: str = Field("", description="to the student: teaches without giving the answer away")
    credit: float = Field(0.0, ge=0, lt=1, description="share of the part's points it keeps")


class Convention(Strict):
    """Another way to read the question that is as right: the function that answers it so."""

    name: str = Field(min_length=3, description="completes: read as …")
    reference: Reference
    returns: Texts = Field((), description="names of what it returns, where they are others")
    note: str = Field("", description="to the student, after the name: what the course does")


class PartBase(Strict):
    asks: str
    points: float = Field(gt=0, le=1000)
    text: str = Field("", description="Markdown: what this part asks")


class CodePart(PartBase):
    """A part answered by code that is found by name and called."""

    call: str = Field(description="name and inputs: masked_softmax(scores, mask)")
    reference: Reference
    library: Literal["either", "numpy", "torch"] = Field(
        "either", description="arrays the student's function gets; either: whichever it uses"
    )
    inputs: dict[str, Any] = Field(default_factory=dict)
    tolerance: ToleranceSpec = ToleranceSpec()
    limits: LimitsSpec = LimitsSpec()
    checks: Checks = Field(min_length=1)
    mistakes: Annotated[tuple[Mistake, ...], BeforeValidator(_as_tuple)] = ()


class FunctionPart(CodePart):
    asks: Literal["function"]
    also: Texts = Field(
        (),
        description="other calls that existing answers take, such as Rotary(base, d)(x): a class "
        "that is constructed, then called",
    )
    conventions: Annotated[tuple[Convention, ...], BeforeValidator(_as_tuple)] = ()
    first: Texts = Field(
        (), description="calls made before, such as out = forward(x), usable as out[0]"
    )
    returns: Texts = Field(
        (),
        description="names of what is returned, in order; _ is not looked at; a trailing ? "
        "marks one that may be left out",
    )
    draw: PictureSpec | None = Field(None, description="a picture for the report")

    @field_validator("returns")
    @classmethod
    def _distinct(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        real = [name for name in names if name != "_"]
        if len(set(real)) != len(real):
            raise ValueError("names the same output twice; give each its own name")
        return names

    @model_validator(mode="after")
    def _can_be_drawn(self) -> FunctionPart:
        if self.draw is not None:
            options = [check.options for check in self.checks]
            public = any(one.public_cases() or getattr(one, "examples", ()) for one in options)
            problem = self.draw.problem(self.returns, self.inputs, public)
            if problem:
                raise ValueError(problem)
        return self


class ModulePart(CodePart):
    asks: Literal["module"]
    forward: Texts = Field((), description="names of the inputs of the forward pass, in order")


class ProsePart(PartBase):
    """Free text, scored by a person against a rubric; the machine only says it is there."""

    asks: Literal["prose"]
    rubric: Annotated[tuple[str, ...], BeforeValidator(_as_tuple)] = Field(
        min_length=1, description="what a person looks for"
    )


class CourseSettings(Strict):
    """`grader.toml`. Everything has a default; a course without the file works."""

    name: str = ""
    secret: str = Field("", description="hidden cases are drawn from it; keep it out of handouts")
    limits: LimitsSpec = LimitsSpec()
    submission_seconds: float | None = Field(
        None, gt=0, le=86_400, description="processor time for a whole submission; 120 by default"
    )
    tolerance: ToleranceSpec = ToleranceSpec()
    assignments: dict[str, Annotated[tuple[str, ...], BeforeValidator(_as_tuple)]] = Field(
        default_factory=dict, description="name = list of problem ids; a/* takes all below a"
    )
