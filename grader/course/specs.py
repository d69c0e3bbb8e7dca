"""What a problem file may say. Field descriptions are what `grader schema` shows in an editor."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from grader.course.inputs import did_you_mean
from grader.course.source import Path_
from grader.course.strict import Strict

if TYPE_CHECKING:
    from grader.course.parts import CodePart

ID_PATTERN = r"^[a-z0-9]+(?:-[a-z0-9]+)*(?:/[a-z0-9]+(?:-[a-z0-9]+)*)*$"
NAME_PATTERN = r"^[a-z][a-z0-9_]*$"
Faulty = tuple[Path_, str]  # where below a check's options, and what is wrong
REFERENCE_PATTERN = r"^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$"


def _listed(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


def as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


Texts = Annotated[
    tuple[str, ...],
    BeforeValidator(lambda value: as_tuple(_listed(value))),
    # One text stands for a list of one, which the schema would not know from the type.
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
Reference = Annotated[
    str,
    Field(pattern=REFERENCE_PATTERN, description="module.function below reference/"),
]


class ToleranceSpec(Strict):
    """How close is equal: an error up to absolute + relative * |truth|, beyond rounding."""

    relative: float | None = Field(None, ge=0, le=0.1, description="of each entry's magnitude")
    absolute: float | None = Field(None, ge=0, description="added to it")


class LimitsSpec(Strict):
    """What the student's code may use for one part; what is absent comes from the course."""

    seconds: float | None = Field(None, gt=0, le=3600, description="wall clock")
    cpu_seconds: float | None = Field(None, gt=0, le=3600, description="processor time")
    memory_mb: int | None = Field(
        None, ge=64, le=1 << 20, description="memory, beyond what the loaded libraries hold"
    )
    output_mb: int | None = Field(None, ge=1, le=512, description="what is returned by one call")
    scratch_mb: int | None = Field(None, ge=0, le=128, description="largest file it may write")
    threads: int | None = Field(None, ge=1, le=64, description="of numpy and torch")


class CheckOptions(Strict):
    """What every check takes. A kind adds its own fields in a subclass."""

    # Fields that name one of the part's inputs, in whichever kind has them.
    naming_inputs: ClassVar[tuple[str, ...]] = ("input",)
    # Fields that name a function of the reference, and with how many arguments it is called.
    naming_functions: ClassVar[Mapping[str, int]] = {}
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

    def functions(self) -> Iterator[tuple[str, str, int]]:
        """(field, function of the reference, how many arguments it gets) of those it names."""
        for field, count in self.naming_functions.items():
            if name := getattr(self, field, ""):
                yield field, name, count

    def sizes_it_sets(self) -> Mapping[str, list[int]]:
        """The values that it gives sizes of the part, in place of those that are drawn."""
        return {}

    def faults(self, part: CodePart) -> Iterator[Faulty]:
        """What of them does not fit the part, as far as the file alone shows it."""
        return iter(())

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
    kinds: Mapping[str, type[CheckOptions]] = (info.context or {}).get("checks", {})
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
    BeforeValidator(as_tuple),
]


def _with_zone(value: datetime.datetime) -> datetime.datetime:
    if value.tzinfo is None:
        raise ValueError("has no time zone; write 2026-11-20T23:59:00+01:00")
    return value


# Which of several submissions of a student counts.
Counts = Literal["last", "first", "best"]
Moment = Annotated[datetime.datetime, AfterValidator(_with_zone)]


class DeadlineSpec(Strict):
    """Until when an assignment is handed in, and who has longer."""

    due: Moment = Field(description="with its zone: 2026-11-16T23:59:00+01:00")
    extensions: dict[str, Moment] = Field(
        default_factory=dict, description="id of a student = when theirs is due"
    )


class LateSpec(Strict):
    """What it costs to be late."""

    penalty: float = Field(
        0.0, ge=0, le=1, description="share of the points earned that each day begun costs"
    )
    free_days: int = Field(
        0, ge=0, description="days that cost a student nothing, in all assignments together"
    )
    most_days: int | None = Field(None, ge=0, description="later than that, nothing is earned")
    grace_minutes: float = Field(0.0, ge=0, description="so little is not late")


class DropSpec(Strict):
    """A group of which the lowest do not count."""

    lowest: int = Field(1, ge=1, description="how many, by the share of points that is earned")
    problems: Texts = Field((), description="ids of problems; quiz/* takes all below quiz")
    assignments: Texts = Field((), description="names of assignments; hw* takes all such")

    @model_validator(mode="after")
    def _of_one_sort(self) -> DropSpec:
        if bool(self.problems) == bool(self.assignments):
            raise PydanticCustomError(
                "drop_group",
                "needs `problems` or `assignments`, and not both",
            )
        return self


class CourseSettings(Strict):
    """`grader.toml`. Everything has a default; a course without the file works."""

    name: str = Field("", description="of the course, as pages and reports call it")
    secret: str = Field("", description="hidden cases are drawn from it; keep it out of handouts")
    limits: LimitsSpec = LimitsSpec()
    submission_seconds: float | None = Field(
        None, gt=0, le=86_400, description="processor time for a whole submission; 120 by default"
    )
    tolerance: ToleranceSpec = ToleranceSpec()
    assignments: dict[str, Annotated[tuple[str, ...], BeforeValidator(as_tuple)]] = Field(
        default_factory=dict, description="name = list of problem ids; a/* takes all below a"
    )
    numbers: dict[str, dict[str, Texts]] = Field(
        default_factory=dict,
        description="of an assignment: a question's number = problem, or problem/part",
    )
    names: dict[str, Texts] = Field(
        default_factory=dict,
        description="a function or class that problems ask for = other names for it, everywhere",
    )
    words: dict[str, Texts] = Field(
        default_factory=dict,
        description="a word of the course = other words for it, for every part that is told by "
        "words",
    )
    usual: dict[str, Texts] = Field(
        default_factory=dict,
        description="a letter, or a formula: names that are usual for it, in formulas of answers",
    )
    sizes: dict[str, Texts] = Field(
        default_factory=dict,
        description="a kind of size: names and words that are usual for it, in growth classes and "
        "shapes",
    )
    beside: Texts = Field(
        (), description="what texts speak of besides what growth classes are asked of"
    )
    deadlines: dict[str, DeadlineSpec] = Field(
        default_factory=dict, description="of an assignment: when it is due, and extensions"
    )
    late: LateSpec = LateSpec()
    drop: dict[str, DropSpec] = Field(
        default_factory=dict, description="name of a group = how many of its lowest are dropped"
    )
    counts: Counts = Field("last", description="which of several submissions of a student counts")
