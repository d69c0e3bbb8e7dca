"""What a problem file may say of a part that asks for a function."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from grader.course.parts import CodePart, Convention
from grader.course.picturing import PictureSpec
from grader.course.references import References
from grader.course.specs import Texts, as_tuple


class FunctionPart(CodePart):
    """A function, found by its name."""

    called: ClassVar[str] = "a function"
    defines: ClassVar[Literal["function", "class"]] = "function"

    asks: Literal["function"]
    also: Texts = Field(
        (),
        description="other calls that existing answers take, such as Distances(power)(x, y): a "
        "class that is constructed, then called",
    )
    unpassed: Texts = Field(
        (),
        description="parameters that answers have for themselves: an argument that would land "
        "there is not passed, if a call under `also` does without it",
    )
    conventions: Annotated[tuple[Convention, ...], BeforeValidator(as_tuple)] = ()
    first: Texts = Field(
        (), description="calls made before, such as out = forward(x), usable as out[0]"
    )
    then: Texts = Field(
        (),
        description="calls made after, such as step(w, g): methods of the object that `call` "
        "makes, or functions; each result is one of those that are returned",
    )
    changes: Texts = Field(
        (), description="inputs that are to be changed in place; compared after what is returned"
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
    def _can_choose(self) -> FunctionPart:
        if self.unpassed and not self.also:
            raise ValueError("`unpassed` chooses among calls, and there is one; add `also`")
        return self

    @model_validator(mode="after")
    def _can_be_drawn(self) -> FunctionPart:
        if self.draw is not None:
            options = [check.options for check in self.checks]
            public = any(one.public_cases() or getattr(one, "examples", ()) for one in options)
            problem = self.draw.problem(self.returns, self.inputs, public)
            if problem:
                raise ValueError(problem)
        return self

    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        from grader.kinds.function.handout import how_to_write

        return how_to_write(self, references, first=first)

    def first_lines(self, references: References) -> str:
        from grader.kinds.function.handout import first_lines

        return first_lines(self, references)

    @property
    def other_calls(self) -> Sequence[str]:
        return self.also

    @property
    def own_parameters(self) -> Sequence[str]:
        return self.unpassed

    @property
    def steps(self) -> Sequence[str]:
        return self.first

    @property
    def calls_after(self) -> Sequence[str]:
        return self.then

    @property
    def changed(self) -> tuple[str, ...]:
        return self.changes

    @property
    def returned(self) -> tuple[str, ...]:
        return self.returns

    @property
    def readings(self) -> Sequence[Convention]:
        return self.conventions

    @property
    def picture(self) -> PictureSpec | None:
        return self.draw
