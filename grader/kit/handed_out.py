"""A written part as a student is given it: what is asked and how it is read, and no answer to it.

A part of a kit says under `reads` what its kind needs to read an answer, and none of what is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from grader.course.parts import Part
from grader.course.references import References
from grader.course.specs import Texts
from grader.kinds.base import WrittenPart

if TYPE_CHECKING:
    from grader.kinds.marker import Marker


class HandedOut(WrittenPart):
    """Read and shown, and not judged."""

    called: ClassVar[str] = "an answer in writing"

    lines: dict[str, Texts] = Field(default_factory=dict)
    files: Texts = ()
    reads: dict[str, Any] = Field(default_factory=dict)

    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        return iter(())  # it stands in the kit's sheet

    def labels(self) -> Mapping[str, Sequence[str]]:
        return self.lines

    @property
    def data_files(self) -> Sequence[str]:
        return self.files

    def marker(self) -> Marker:
        from grader.kit.reading import ReadingMarker

        return ReadingMarker()


class HandedOutLines(HandedOut):
    on_several_lines: ClassVar[bool] = True


class HandedOutProse(HandedOutLines):
    for_a_person: ClassVar[bool] = True


def handed_out_kind(kind: type[Part]) -> type[Part]:
    """The model of a kind's parts in a kit."""
    if not issubclass(kind, WrittenPart):
        return kind
    if kind.for_a_person:
        return HandedOutProse
    return HandedOutLines if kind.on_several_lines else HandedOut


def handed_out(part: WrittenPart) -> dict[str, Any]:
    """The part as plain data for a kit: only what is named here goes into it."""
    return {
        "asks": part.asks,
        "points": part.points,
        "text": part.text,
        "lines": {line: list(others) for line, others in part.labels().items()},
        "files": list(part.data_files),
        "reads": part.handed_out(),
    }
