"""How the symbols of a formula are tied to the inputs and results of a function part.

So bound, a formula has a value in every case of the part, to compare with what code returns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, GetJsonSchemaHandler
from pydantic_core import CoreSchema

from grader.course.specs import Texts
from grader.course.strict import Strict

RESULT = "result"  # the name of what the function returns, whole


class Binding(Strict):
    """What the symbols of a formula are in a case of a function part."""

    part: str = Field(description="the function part that computes what the formula says")
    means: dict[str, str] = Field(
        default_factory=dict,
        description="symbol: an input or output, a piece of one such as x[p, 2*j], or a formula; "
        "inputs and outputs go by their own names without this",
    )
    indices: dict[str, str] = Field(
        default_factory=dict, description="index: where it runs, both ends included, as in 0..n-1"
    )


class PromptFormulas(Binding):
    """Equations of the prompt that must hold for what the reference returns."""

    left: Texts = Field(
        min_length=1, description="left sides of equations in the prompt, which must hold"
    )
    defines: Texts = Field(
        (), description="left sides of equations in the prompt that say what a symbol is, in order"
    )
    functions: dict[str, str] = Field(
        default_factory=dict, description="name: the known function it stands for"
    )
    identity: dict[str, str | int | None] = Field(
        default_factory=dict, description="name of an identity matrix: its size, or null"
    )
    einstein: Texts = Field((), description="indices that are summed where they occur twice")
    conditions: dict[str, str] = Field(
        default_factory=dict,
        description="a condition in words: what is not 0 where it holds, such as mask[i, j]",
    )
    inputs: dict[str, Any] = Field(
        default_factory=dict,
        description="inputs for this comparison, on top of the part's own: {mask: null}",
    )
    counts_from: Literal[0, 1] = Field(0, description="the subscript of the first row and column")


Formulas = Annotated[
    tuple[PromptFormulas, ...],
    BeforeValidator(lambda value: tuple(value) if isinstance(value, list) else value),
]


class SameAs(Binding):
    """The function part that computes what a written formula says."""

    gives: str = Field(RESULT, description="what of the result it is, such as table[pos, 2*i]")


class _OrItsName:
    """The part's name alone stands for `{part: name}`, in the file and in its schema."""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"anyOf": [{"type": "string"}, handler(core)]}


SameAsPart = Annotated[
    SameAs,
    BeforeValidator(lambda value: {"part": value} if isinstance(value, str) else value),
    _OrItsName,
]


def bindings(problem: Any) -> Iterator[tuple[tuple[str | int, ...], Binding]]:
    """Every binding of a problem, with its place in the file."""
    for index, one in enumerate(problem.formulas):
        yield ("formulas", index), one
    for name, part in problem.parts.items():
        if part.binding is not None:
            yield ("parts", name, "same_as"), part.binding
