"""What every kind that is answered in writing is, as a problem file knows it.

How an answer is read and marked stands apart, in a `grader.kinds.marker.Marker`, which is imported
when something is to be marked: who shows a problem or grades code does without all mathematics.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field, ValidationInfo, WithJsonSchema

from grader.course.parts import NamedMistake, Part
from grader.course.specs import Texts, as_tuple

if TYPE_CHECKING:
    from grader.kinds.marker import Marker


def _text(value: Any) -> Any:
    """A number where text is wanted: `answer: 39352320` needs no quotes."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


Written = Annotated[str, BeforeValidator(_text), WithJsonSchema({"type": ["string", "number"]})]


def _with_those_of_the_course(value: Any, info: ValidationInfo) -> Any:
    """A part's own words for a word are added to the course's."""
    known: Mapping[str, Sequence[str]] = (info.context or {}).get("words", {})
    if not known or not isinstance(value, dict):
        return value
    found = {word: list(them) for word, them in known.items()}
    for word, them in value.items():
        own = [them] if isinstance(them, str) else them
        found[word] = [*found[word], *own] if word in found and isinstance(own, list) else own
    return found


# Of a kind that is told by words: those of its own text or options, each with other words for it,
# of other languages too.
OtherWords = Annotated[
    dict[str, Texts],
    BeforeValidator(_with_those_of_the_course),
    Field(default_factory=dict, validate_default=True, description="a word: other words for it"),
]


class WrittenPart(Part):
    """A part that is answered in writing."""

    on_several_lines: ClassVar[bool] = False  # below a heading of its own in answers.md
    for_a_person: ClassVar[bool] = False  # no machine marks it
    # Keys that say how an answer is written, and nothing of what is right: a kit has them.
    keys_of_reading: ClassVar[tuple[str, ...]] = ()

    def marker(self) -> Marker:
        """What reads and marks an answer. Every kind has one that is not for a person."""
        raise NotImplementedError(f"{self.asks} is marked by a person")

    def labels(self) -> Mapping[str, Sequence[str]]:
        """Names of lines inside of an answer, each with other names for it."""
        return {}

    def handed_out(self) -> dict[str, Any]:
        """What a student's kit holds of the part, besides what is asked: enough to read an answer,
        and none of what is right."""
        keys = set(self.keys_of_reading)
        return self.model_dump(mode="json", include=keys, exclude_defaults=True)

    @classmethod
    def without_answer(cls, said: Mapping[str, Any]) -> WrittenPart | None:
        """The part once more, from what was handed out, with anything for an answer: what a kit
        reads with (`Marker.read`). None where answers are collected there, and not read."""
        return None


class WrittenMistake(NamedMistake):
    """A wrong answer, written as a student would write it."""

    answer: Written = Field(description="the wrong answer")


class ComparedPart(WrittenPart):
    """A part whose right answer stands in the file, and wrong ones that are known."""

    mistakes: Annotated[tuple[WrittenMistake, ...], BeforeValidator(as_tuple)] = ()

    @property
    def known_mistakes(self) -> Sequence[WrittenMistake]:
        return self.mistakes
