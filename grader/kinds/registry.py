"""The kinds of answer: the built-in ones, and those a course's own package adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grader.course.language import Language
from grader.course.listing import KINDS_GROUP, added
from grader.course.parts import CodePart, Part
from grader.errors import CourseError
from grader.kinds.base import WrittenPart
from grader.kinds.choice.keys import ChoicePart
from grader.kinds.curve.keys import CurvePart
from grader.kinds.formula.keys import FormulaPart
from grader.kinds.function.keys import FunctionPart
from grader.kinds.growth.keys import GrowthPart
from grader.kinds.ledger.keys import LedgerPart
from grader.kinds.module.keys import ModulePart
from grader.kinds.number.keys import NumberPart
from grader.kinds.prose.keys import ProsePart
from grader.kinds.shape.keys import ShapePart
from grader.kinds.table.keys import TablePart
from grader.kinds.text.keys import TextPart

if TYPE_CHECKING:
    from grader.checks import Check

BUILT_IN: Mapping[str, type[Part]] = {
    "function": FunctionPart,
    "module": ModulePart,
    "prose": ProsePart,
    "choice": ChoicePart,
    "curve": CurvePart,
    "formula": FormulaPart,
    "growth": GrowthPart,
    "ledger": LedgerPart,
    "number": NumberPart,
    "shape": ShapePart,
    "table": TablePart,
    "text": TextPart,
}


class BadKind(CourseError):
    """An installed package offers a kind of answer that is none; the message names it."""


def language(checks: Mapping[str, Check]) -> Language:
    """What a problem file may say, with these kinds of check."""
    return Language({name: check.Options for name, check in checks.items()}, all_kinds())


def kind_of(asks: str) -> type[Part] | None:
    """The kind of a part that asks for this; None for one that is not installed here."""
    return BUILT_IN.get(asks) or all_kinds().get(asks)


def is_code(asks: str) -> bool:
    """Whether a part that asks for this is answered by code."""
    kind = kind_of(asks)
    return kind is not None and issubclass(kind, CodePart)


def is_for_a_person(asks: str) -> bool:
    """Whether no machine marks a part that asks for this."""
    kind = kind_of(asks)
    return kind is not None and issubclass(kind, WrittenPart) and kind.for_a_person


def all_kinds() -> Mapping[str, type[Part]]:
    """Every kind by what a part `asks`. A built-in name cannot be taken over."""
    found = dict(BUILT_IN)
    for entry in added(KINDS_GROUP):
        kind = entry.load()
        if not (isinstance(kind, type) and issubclass(kind, Part)):
            raise BadKind(
                f"the entry point {entry.name} = {entry.value} of group {KINDS_GROUP} "
                "is not a subclass of grader.course.parts.Part"
            )
        found.setdefault(entry.name, kind)
    return found
