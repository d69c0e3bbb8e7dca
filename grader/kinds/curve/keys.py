"""What a problem file may say of a part that asks for a curve."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from grader.course.parts import NamedMistake
from grader.course.references import References
from grader.course.source import Path_
from grader.course.specs import NAME_PATTERN, Texts, as_tuple
from grader.course.strict import Strict
from grader.kinds.base import WrittenPart
from grader.kinds.wording import below_its_heading, bullets, code, codes

if TYPE_CHECKING:
    from grader.kinds.marker import Marker

Asked = Literal["highest", "lowest", "fastest", "gap"]
Place = Literal["first", "last", "best"]
Name = Annotated[str, Field(pattern=NAME_PATTERN)]
_RANGE = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*\.\.\s*(-?\d+(?:\.\d+)?)\s*")


class CurveClaim(Strict):
    """Something that follows from the student's own data."""

    asks: Asked = Field(
        description="highest, lowest: which series is, at a place; fastest: which one first "
        "reaches a share of its best; gap: how far one series is above another, at a place"
    )
    text: str = Field("", description="Markdown: what this claim is about")
    at: Place = Field("last", description="the place: the first or last row, or each one's best")
    share: float = Field(0.95, gt=0, le=1, description="of fastest: of the best value")
    best: Literal["own", "all"] = Field("own", description="of fastest: whose it is")
    between: Texts = Field((), description="of gap: two series, the first minus the second")
    decimals: int = Field(2, ge=0, le=6, description="of gap: places that must be right")
    weight: float = Field(1.0, ge=0, description="share of the part's points, relative")
    aliases: Texts = Field((), description="other names for the claim")

    def share_of(self, best: Fraction) -> Fraction:
        return Fraction(str(self.share)) * best


class ClaimChange(Strict):
    """What a mistaken reading of a claim makes of it."""

    asks: Asked | None = Field(None, description="as of a claim")
    at: Place | None = Field(None, description="as of a claim")
    share: float | None = Field(None, gt=0, le=1, description="as of a claim")
    best: Literal["own", "all"] | None = Field(None, description="as of a claim")
    between: Texts | None = Field(None, description="as of a claim")


class CurveMistake(NamedMistake):
    """A claim that was read differently: it is recognised where the student's data tell the two
    readings apart."""

    claim: str = Field(description="the claim it is about")
    instead: ClaimChange = Field(description="the keys of the claim as they are mistaken")


class CurvePart(WrittenPart):
    """A CSV file with one row for each x and a column for each series, and claims about it."""

    called: ClassVar[str] = "a data file, and what it shows"
    on_several_lines: ClassVar[bool] = True

    asks: Literal["curve"]
    file: Texts = Field(min_length=1, description="its name, and other names that are accepted")
    x: Texts = Field(min_length=1, description="the column of x, and other names for it")
    series: dict[Name, Texts] = Field(
        min_length=1, max_length=8, description="each column of values: other names for it"
    )
    range: str = Field("", description="of the values; for 0..1 percentages are read too")
    at_least: int = Field(2, ge=1, le=1000, description="so many rows")
    weight: float = Field(1.0, ge=0, description="of the file itself, beside the claims")
    absolute: float = Field(0.0, ge=0, description="values that differ by less are equal")
    claims: dict[Name, CurveClaim] = Field(min_length=1)
    examples: Texts = Field(
        min_length=1, description="data files written out; lint answers for each of them"
    )
    mistakes: Annotated[
        tuple[CurveMistake, ...],
        BeforeValidator(as_tuple),
    ] = ()

    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        yield (
            f"Hand in {code(self.file[0])} beside your other files: a CSV file with the columns "
            f"{codes([self.x[0], *self.series])} and at least {self.at_least} rows."
        )
        labels = codes(f"{claim}:" for claim in self.claims)
        yield f"{below_its_heading(name)}, write what it shows after {labels}, one line each."
        if any(claim.text for claim in self.claims.values()):
            yield bullets({claim: said.text for claim, said in self.claims.items()})

    def marker(self) -> Marker:
        from grader.kinds.curve.marking import CurveMarker

        return CurveMarker()

    def labels(self) -> Mapping[str, Sequence[str]]:
        return {name: claim.aliases for name, claim in self.claims.items()}

    def texts(self) -> Iterator[tuple[Path_, str]]:
        yield from super().texts()
        yield from ((("claims", name, "text"), claim.text) for name, claim in self.claims.items())

    @property
    def known_mistakes(self) -> Sequence[CurveMistake]:
        return self.mistakes

    @property
    def data_files(self) -> Sequence[str]:
        return self.file

    @property
    def bounds(self) -> tuple[Fraction, Fraction] | None:
        ends = _RANGE.fullmatch(self.range)
        return (Fraction(ends[1]), Fraction(ends[2])) if ends else None

    @property
    def percent(self) -> bool:
        """Whether a file may have 0 to 100 in place of 0 to 1."""
        return self.bounds == (Fraction(0), Fraction(1))

    def mistaken(self, mistake: CurveMistake) -> CurveClaim:
        """The claim as the mistake reads it."""
        changes = mistake.instead.model_dump(exclude_none=True)
        return self.claims[mistake.claim].model_copy(update=changes)

    @field_validator("range")
    @classmethod
    def _has_two_ends(cls, text: str) -> str:
        if text and not _RANGE.fullmatch(text):
            raise ValueError(f"`{text}` is not a range; write both ends, such as `0..1`")
        return text

    @model_validator(mode="after")
    def _makes_sense(self) -> CurvePart:
        bounds = self.bounds
        if bounds is not None and bounds[0] >= bounds[1]:
            raise ValueError(f"the range `{self.range}` is empty; write the smaller end first")
        if not any([self.weight, *(claim.weight for claim in self.claims.values())]):
            raise ValueError("everything has weight 0, so that nothing can be earned")
        for mistake in self.mistakes:
            if mistake.claim not in self.claims:
                known = ", ".join(self.claims)
                raise ValueError(f"a mistake is about `{mistake.claim}`; the claims are {known}")
        named = list(self.claims.items())
        named += [(mistake.claim, self.mistaken(mistake)) for mistake in self.mistakes]
        for name, claim in named:
            self._check_claim(name, claim)
        return self

    def _check_claim(self, name: str, claim: CurveClaim) -> None:
        if claim.asks == "gap":
            if len(set(claim.between)) != 2 or not set(claim.between) <= set(self.series):
                two = ", ".join(list(self.series)[:2])
                raise ValueError(f"the gap `{name}` needs two of the series: `between: [{two}]`")
        elif len(self.series) < 2:
            raise ValueError(f"the claim `{name}` compares series, but there is only one")
        if claim.asks == "fastest" and (self.bounds is None or self.bounds[0] < 0):
            raise ValueError(f"the claim `{name}` needs a `range` that begins at 0 or above")
