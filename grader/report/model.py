"""The report: structure, not text. Its JSON form is versioned and has a published schema."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, model_validator

from grader.checks.figures import AnyFigure
from grader.checks.findings import AnyFinding
from grader.checks.verdict import Verdict
from grader.report.text import one_line, visible

SCHEMA: Literal["grader/report/1"] = "grader/report/1"

# Of a folder, file, part or case: one line in every format, whoever chose it.
Name = Annotated[str, AfterValidator(one_line)]


class Shown(BaseModel):
    """Frozen, and every text in it is safe to show, whoever wrote it."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    @model_validator(mode="before")
    @classmethod
    def _visible(cls, data: Any, info: ValidationInfo) -> Any:
        return data if info.context is _VISIBLE else _clean(data)


# The context in which nothing has to be made visible.
_VISIBLE = {"visible": True}
# JSON in which no character is written as a number, and none but line breaks as an escape.
_AS_IT_IS = re.compile(r"""[^\\]*(?:\\[n"\\][^\\]*)*""")
Kind = TypeVar("Kind", bound=Shown)


def from_json(kind: type[Kind], text: str) -> Kind:
    """The model that a JSON text is. Each model goes through all texts in it; where all is visible,
    as in what was written from a model, none has to."""
    plain = text.isprintable() and _AS_IT_IS.fullmatch(text) is not None
    return kind.model_validate_json(text, context=_VISIBLE if plain else None)


# Of most values: told by their exact type, which is quicker than to ask what they are.
_HARMLESS = {float, int, bool, type(None)}


def _clean(value: Any) -> Any:
    kind = type(value)
    if kind is str:
        return visible(value)
    if kind in _HARMLESS or isinstance(value, StrEnum):
        return value
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {_clean(key): _clean(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, tuple):
        return tuple(_clean(item) for item in value)
    if isinstance(value, BaseModel) and not isinstance(value, Shown):
        return type(value).model_validate(_clean(value.model_dump()))
    return value


class Score(Shown):
    """`earned` is certain; `pending` waits for a person and is not lost; both are <= possible."""

    earned: float = 0.0
    pending: float = 0.0
    possible: float = 0.0

    def __add__(self, other: Score) -> Score:
        return Score(
            earned=_round(self.earned + other.earned),
            pending=_round(self.pending + other.pending),
            possible=_round(self.possible + other.possible),
        )


def _round(points: float) -> float:
    # Sums of thirds: 1.9999999999999998 points would be shown, exported and argued about.
    return round(points, 6)


class Agreement(StrEnum):
    """What a student's formula and code say of each other, where at least one of them is wrong."""

    CODE_WRONG = "code wrong"
    FORMULA_WRONG = "formula wrong"
    SAME_MISTAKE = "same mistake"
    BOTH_WRONG = "both wrong"
    NOT_COMPARED = "not compared"  # a defect of the grader's


class AnswerPlace(Shown):
    """Where the answer was found."""

    file: Name
    line: int
    cell: int | None = None


class UnreadReport(Shown):
    """A piece of an answer that waits for a person because it could not be read."""

    file: Name
    line: int
    cell: int | None = None
    text: str = Field(description="the piece, its beginning where it is long")
    why: str = Field(description="what stopped the reader, and what to write instead")


class CheckReport(Shown):
    kind: str
    name: Name
    verdict: Verdict
    weight: float
    message: str
    findings: tuple[AnyFinding, ...] = ()
    notes: tuple[str, ...] = ()
    cases: int = 0
    share: float = Field(0.0, description="of its points, for the outputs of a wrong answer")


class MistakeReport(Shown):
    """A known mistake that gives exactly the student's results."""

    name: str
    hint: str


class PartReport(Shown):
    name: Name
    asks: str
    text: str
    verdict: Verdict
    score: Score
    message: str
    read_as: str = Field("", description="how a written answer was understood")
    latex: str = Field("", description="the same as LaTeX, where it is a formula")
    answer: AnswerPlace | None = None
    checks: tuple[CheckReport, ...] = ()
    mistake: MistakeReport | None = None
    convention: str = Field("", description="the other reading by which it is right")
    figures: tuple[AnyFigure, ...] = Field((), description="of the student's own numbers")
    unread: tuple[UnreadReport, ...] = Field((), description="what could not be read of it")
    notes: tuple[str, ...] = ()
    seconds: float = 0.0


class AgreementReport(Shown):
    """A written formula and code that should say the same, compared with each other.

    `case`, `indices` and `place` are where they differ first; the values are those of a public
    case, and absent otherwise.
    """

    formula: Name = Field(description="the part that asks for the formula")
    code: Name = Field(description="the part that asks for the function")
    says: Agreement
    case: str = ""
    indices: dict[str, int] = Field(default_factory=dict)
    place: tuple[int, ...] | None = Field(None, description="in the result, counted from 0")
    formula_value: str | None = None
    code_value: str | None = None
    fault: str = Field("", description="where the grader failed, if it could not compare them")


class ProblemReport(Shown):
    id: Name
    title: Name
    digest: str = Field(description="sha256 of the problem file")
    score: Score
    parts: tuple[PartReport, ...]
    agreements: tuple[AgreementReport, ...] = ()


class Environment(Shown):
    """What the verdicts depend on besides the submission."""

    grader: str
    python: str
    libraries: dict[str, str]
    reference: str = Field(description="sha256 over the reference modules")
    seeds: str = Field(description="fingerprint of the secret that hidden cases are drawn from")
    protection: str = Field(description="what stood between student code and the machine")


class Report(Shown):
    version: Literal["grader/report/1"] = Field(SCHEMA, alias="schema")
    course: Name
    assignment: Name = ""
    submission: Name
    digest: str = Field(description="sha256 over the submitted files")
    created: str = Field(description="ISO 8601, UTC")
    seconds: float
    public: bool = Field(
        False, description="made from a kit: public checks alone, which give no points"
    )
    score: Score
    unread: int = Field(0, description="how many parts have something that could not be read")
    problems: tuple[ProblemReport, ...]
    notes: tuple[str, ...] = ()
    environment: Environment

    def to_json(self) -> str:
        return self.model_dump_json(by_alias=True, indent=2) + "\n"

    @property
    def verdicts(self) -> list[Verdict]:
        return [part.verdict for problem in self.problems for part in problem.parts]


def report_schema() -> dict[str, Any]:
    """The JSON Schema of a report."""
    schema = Report.model_json_schema(by_alias=True, mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
