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
from grader.kinds.choice.keys import ChoicePart
from grader.kinds.formula.keys import FormulaPart
from grader.kinds.function.keys import FunctionPart
from grader.kinds.module.keys import ModulePart

if TYPE_CHECKING:
    from grader.kinds.marker import Marker

# Of each kind, the keys that say how an answer is written; `grader show` tells of all of them.
READS: Mapping[str, tuple[str, ...]] = {
    "choice": ("options",),
    "formula": ("symbols", "functions", "aliases", "usual", "identity", "einstein", "left"),
    "growth": ("variables", "usual", "assume"),
    "number": ("decimals", "relative", "units"),
    "shape": ("aliases", "usual"),
}
SEVERAL = "several"  # of a choice: whether more than one option is right, as its prompt says


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
    if issubclass(kind, FunctionPart | ModulePart) or not issubclass(kind, WrittenPart):
        return kind
    if kind.for_a_person:
        return HandedOutProse
    return HandedOutLines if kind.on_several_lines else HandedOut


def handed_out(part: WrittenPart) -> dict[str, Any]:
    """The part as plain data for a kit: only what is named here goes into it."""
    told = part.model_dump(
        mode="json", include=set(READS.get(part.asks, ())), exclude_defaults=True
    )
    if isinstance(part, FormulaPart):
        only = {name for one in part.identities for name in one.variants}
        told["symbols"] = {n: kind for n, kind in told.get("symbols", {}).items() if n not in only}
    if isinstance(part, ChoicePart):
        told[SEVERAL] = len(part.answer) > 1
    return {
        "asks": part.asks,
        "points": part.points,
        "text": part.text,
        "lines": {line: list(others) for line, others in part.labels().items()},
        "files": list(part.data_files),
        "reads": told,
    }
