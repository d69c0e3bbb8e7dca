"""What a problem file may say of a part that asks for a shape."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from grader.course.references import References
from grader.course.specs import Texts
from grader.kinds.base import ComparedPart
from grader.kinds.kinds_of_size import with_kinds
from grader.kinds.wording import (
    after_its_name,
    codes,
    such_as,
)

if TYPE_CHECKING:
    from grader.course.specs import CourseSettings
    from grader.kinds.marker import Marker


class ShapePart(ComparedPart):
    """A tuple of named dimensions."""

    called: ClassVar[str] = "a shape"
    keys_of_reading: ClassVar[tuple[str, ...]] = ("aliases", "usual")

    asks: Literal["shape"]
    aliases: dict[str, Texts] = Field(
        description="dimension: other names for it, such as {width: [W, n_columns]}"
    )
    usual: dict[str, Texts] = Field(
        default_factory=dict,
        description="a dimension: usual names and words for it, or its kind among the course's "
        "sizes",
    )
    answer: str = Field(description="such as (height, width)")

    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        how = such_as(name, "(rows, columns)") if first else ""
        yield (
            f"Write the sizes of the axes, in order, {after_its_name(name)}{how}. "
            f"The sizes have the names {codes(self.aliases)}."
        )

    def within(self, settings: CourseSettings) -> ShapePart:
        return self.model_copy(update={"usual": with_kinds(self.usual, settings.sizes)})

    @classmethod
    def without_answer(cls, said: Mapping[str, Any]) -> ShapePart:
        return cls.model_validate({**said, "answer": "()"})

    def marker(self) -> Marker:
        from grader.kinds.shape.marking import ShapeMarker

        return ShapeMarker()
