"""What a problem file may say of a part that asks for a choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field, model_validator

from grader.course.references import References
from grader.course.source import Path_
from grader.course.specs import Texts
from grader.kinds.base import ComparedPart, OtherWords
from grader.kinds.wording import (
    after_its_name,
    bullets,
)

if TYPE_CHECKING:
    from grader.kinds.marker import Marker


SEVERAL = "several"  # in a kit: whether more than one option is right, as the prompt says


class ChoicePart(ComparedPart):
    """One of a list of options, or several."""

    called: ClassVar[str] = "a choice"
    keys_of_reading: ClassVar[tuple[str, ...]] = ("options",)

    asks: Literal["choice"]
    options: dict[str, str] = Field(min_length=2, description="key: what it says")
    answer: Texts = Field(min_length=1, description="the right key, or all right keys")
    words: OtherWords
    said: dict[str, Texts] = Field(
        default_factory=dict,
        description="an option's key: what people say who mean it, * for the rest of a word and "
        "… for a few words",
    )
    known_as: Texts = Field(
        (), description="what people call that which is asked about, told from the other parts"
    )
    partial: bool = Field(
        False, description="of several right keys each earns its share, and each wrong one costs it"
    )

    @model_validator(mode="after")
    def _answers_are_options(self) -> ChoicePart:
        for key in self.answer:
            if key not in self.options:
                known = ", ".join(self.options)
                raise ValueError(f"the answer `{key}` is not one of the options {known}")
        for key in self.said:
            if key not in self.options:
                known = ", ".join(self.options)
                raise ValueError(f"`said` has `{key}`, which is not one of the options {known}")
        return self

    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        yield bullets(self.options)
        if len(self.answer) == 1:
            key = "its key, the word before the colon," if first else "its key"
            yield f"Choose one: write {key} {after_its_name(name)}."
        else:
            keys = "their keys, the words before the colons," if first else "their keys"
            where = after_its_name(name)
            yield f"Choose all that are right: write {keys} {where}, with commas between them."

    def texts(self) -> Iterator[tuple[Path_, str]]:
        yield from super().texts()
        yield from ((("options", key), text) for key, text in self.options.items())

    def handed_out(self) -> dict[str, Any]:
        return {**super().handed_out(), SEVERAL: len(self.answer) > 1}

    @classmethod
    def without_answer(cls, said: Mapping[str, Any]) -> ChoicePart:
        keys = list(said["options"])[: 2 if said[SEVERAL] else 1]
        told = {key: value for key, value in said.items() if key != SEVERAL}
        return cls.model_validate({**told, "answer": keys})

    def marker(self) -> Marker:
        from grader.kinds.choice.marking import ChoiceMarker

        return ChoiceMarker()
