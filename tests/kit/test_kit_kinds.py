"""A kit holds and reads answers of any kind by what the kind tells of itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest
from pydantic import Field

import grader
from grader.course.references import References
from grader.kinds import registry
from grader.kinds.base import ComparedPart, Written
from grader.kinds.marker import Marked, Marker, Marking, correct
from grader.kit.handed_out import handed_out, handed_out_kind
from grader.kit.reading import COLLECTED, NOT_JUDGED


class SignPart(ComparedPart):
    called: ClassVar[str] = "a sign"
    keys_of_reading: ClassVar[tuple[str, ...]] = ("letters",)

    asks: Literal["sign"]
    letters: dict[str, str] = Field(default_factory=dict)
    answer: Written

    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        yield "Write a sign."

    def marker(self) -> Marker:
        return SignMarker()


class ReadSignPart(SignPart):
    @classmethod
    def without_answer(cls, said: Mapping[str, Any]) -> ReadSignPart:
        return cls.model_validate({**said, "answer": "+"})


class SignMarker(Marker):
    def mark(self, part: SignPart, text: str, marking: Marking) -> Marked:
        return correct()

    def right_answer(self, part: SignPart) -> str:
        return part.answer

    def read(self, part: SignPart, text: str, marking: Marking) -> tuple[str, str]:
        return part.letters[text], ""


@pytest.mark.parametrize(
    ("kind", "message", "read_as"),
    [(SignPart, COLLECTED, ""), (ReadSignPart, NOT_JUDGED, "−")],
    ids=["collected", "read"],
)
def test_an_added_kind(
    kind: type[SignPart], message: str, read_as: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", {**registry.BUILT_IN, "sign": kind})
    part = kind.model_validate(
        {"asks": "sign", "points": 1, "answer": "secret", "letters": {"m": "−"}}
    )
    told = handed_out(part)
    assert told["reads"] == {"letters": {"m": "−"}}
    assert "secret" not in str(told)
    given: Any = handed_out_kind(kind).model_validate(told)
    marked = given.marker().mark(given, "m", Marking())
    assert (marked.message, marked.read_as) == (message, read_as)


def test_no_other_package_knows_a_kind_by_its_name() -> None:
    root = Path(grader.__file__).parent
    named = re.compile(r"\.asks (?:==|!=|in|not in) |(?:==|!=) \w+\.asks\b|get\(\w+\.asks\b")
    found = [
        f"{file.relative_to(root)}: {line.strip()}"
        for file in sorted(root.rglob("*.py"))
        if file.relative_to(root).parts[0] != "kinds"
        for line in file.read_text(encoding="utf-8").splitlines()
        if named.search(line)
    ]
    assert found == ["handout/sheet.py: first = part.asks not in seen"]
