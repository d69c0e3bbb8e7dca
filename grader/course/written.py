"""Parts that are answered in writing: what a problem file may say about them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from grader.course.binding import SameAsPart
from grader.course.specs import PartBase, Reference, Texts
from grader.course.strict import Strict


def _text(value: Any) -> Any:
    """A number where text is wanted: `answer: 39352320` needs no quotes."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


Written = Annotated[str, BeforeValidator(_text), WithJsonSchema({"type": ["string", "number"]})]


class NamedMistake(Strict):
    """A mistake in writing that is worth recognising."""

    name: str = Field(min_length=3, description="completes: you get this when …")
    hint: str = Field("", description="to the student: teaches without giving the answer away")
    credit: float = Field(0.0, ge=0, lt=1, description="share of the part's points it keeps")


class WrittenMistake(NamedMistake):
    """A wrong answer, written as a student would write it."""

    answer: Written


class WrittenPart(PartBase):
    mistakes: Annotated[tuple[WrittenMistake, ...], BeforeValidator(_as_tuple)] = ()


class ChoicePart(WrittenPart):
    """One of a list of options, or several."""

    asks: Literal["choice"]
    options: dict[str, str] = Field(min_length=2, description="key: what it says")
    answer: Texts = Field(min_length=1, description="the right key, or all right keys")
    partial: bool = Field(
        False, description="of several right keys each earns its share, and each wrong one costs it"
    )

    @model_validator(mode="after")
    def _answers_are_options(self) -> ChoicePart:
        for key in self.answer:
            if key not in self.options:
                known = ", ".join(self.options)
                raise ValueError(f"the answer `{key}` is not one of the options {known}")
        return self


class NumberPart(WrittenPart):
    """A value: exact, or to a declared precision."""

    asks: Literal["number"]
    answer: Written = Field(description="a number, or arithmetic such as 6 * 6558720")
    decimals: int | None = Field(None, ge=0, le=12, description="places that must be right")
    relative: float | None = Field(None, gt=0, le=0.1, description="relative error allowed")
    units: Texts = Field((), description="words that may follow the number and are ignored")
    factors: dict[str, int] = Field(
        default_factory=dict, description="named factors, to say which one is missing"
    )
    follows: str = Field("", description="the formula part this is the value of")
    values: dict[str, int | float] = Field(
        default_factory=dict, description="what the formula's symbols are for this value"
    )


class FormulaPart(WrittenPart):
    """An expression, compared symbolically with the right one."""

    asks: Literal["formula"]
    symbols: dict[str, str] = Field(
        default_factory=dict,
        description="name: real, positive, natural, (0,1), 1..n, matrix[n, d], vector[n], "
        "indexed[n, m]",
    )
    functions: dict[str, str | None] = Field(
        default_factory=dict, description="name: a known function it stands for, or null"
    )
    aliases: dict[str, str] = Field(default_factory=dict, description="spelling: declared name")
    means: dict[str, str] = Field(
        default_factory=dict,
        description="declared name: the formula it stands for; an answer may use either",
    )
    identity: dict[str, str | int | None] = Field(default_factory=dict)
    einstein: Texts = Field((), description="indices that are summed where they occur twice")
    left: Texts = Field((), description="left-hand sides a student may write before =")
    answer: Texts = Field((), description="the right formula; several where several are right")
    identities: Annotated[tuple[IdentitySpec, ...], BeforeValidator(_as_tuple)] = Field(
        (), description="what the answer must satisfy, in place of or besides one right form"
    )
    where: Literal["reference is finite", "reference is real"] = "reference is finite"
    same_as: SameAsPart | None = Field(
        None, description="the function part that computes this formula: its name, or a binding"
    )

    @model_validator(mode="after")
    def _has_truth(self) -> FormulaPart:
        if not self.answer and not self.identities:
            raise ValueError("needs an `answer`, or `identities` that the answer must satisfy")
        return self


class IdentitySpec(Strict):
    """An equation about the student's formula, which is called `answer` in it."""

    says: str = Field(min_length=3, description="to the student: what must hold")
    left: str
    right: str
    shape: str = Field("", description="of the answer: matrix[2, 2]; empty for a number")
    variants: dict[str, dict[str, str]] = Field(
        default_factory=dict,
        description="other names for the answer with symbols replaced: {answer_m: {k: m}}",
    )


class GrowthPart(WrittenPart):
    """A growth class in several variables."""

    asks: Literal["growth"]
    variables: Texts = Field(min_length=1)
    answer: Written
    assume: Texts = Field((), description="such as k << n, k <= n, k constant")


class ShapePart(WrittenPart):
    """A tuple of named dimensions."""

    asks: Literal["shape"]
    names: dict[str, Texts] = Field(
        description="dimension: other names for it, such as {vocab: [V, n_tokens]}"
    )
    answer: str = Field(description="such as (B, T, vocab)")


class TextPart(WrittenPart):
    """A word or two, matched after folding case, spaces and punctuation."""

    asks: Literal["text"]
    answer: Texts = Field(min_length=1, description="every wording that is right")
    otherwise: Literal["wrong", "person"] = Field(
        "wrong", description="what any other wording is: wrong, or for a person to decide"
    )


class TablePart(WrittenPart):
    """Rows of numbers, judged cell by cell."""

    asks: Literal["table"]
    answer: list[Annotated[list[int | float], Field(min_length=1)]] = Field(min_length=1)
    decimals: int = Field(2, ge=0, le=12, description="places that must be right")

    @model_validator(mode="after")
    def _is_rectangular(self) -> TablePart:
        widths = sorted({len(row) for row in self.answer})
        if len(widths) > 1:
            raise ValueError(f"the rows of `answer` have {widths[0]} to {widths[-1]} numbers")
        return self


class LedgerLine(Strict):
    answer: Written = Field(description="a number, or a formula over symbols and other lines")
    text: str = ""
    weight: float = Field(1.0, ge=0)
    aliases: Texts = ()


class LedgerPart(WrittenPart):
    """A count as named lines and their totals, each judged on its own."""

    asks: Literal["ledger"]
    symbols: dict[str, int] = Field(default_factory=dict, description="name: its value")
    lines: dict[str, LedgerLine] = Field(min_length=1)
    units: Texts = ()
    reference: Reference | None = Field(
        None, description="a function without arguments that returns {line: count}; lint compares"
    )

    @model_validator(mode="after")
    def _has_weight(self) -> LedgerPart:
        if not any(line.weight for line in self.lines.values()):
            raise ValueError("every line has weight 0, so that nothing can be earned")
        return self


FormulaPart.model_rebuild()
