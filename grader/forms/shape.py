"""`shape`: a tuple of named dimensions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from grader.course.inputs import did_you_mean
from grader.course.written import ShapePart
from grader.forms.base import Form, Marked, Marking, Unclear, correct, listed_mistake, wrong
from grader.forms.snippets import snippet

_SEPARATOR = re.compile(r"\s*(?:,|×|\\times|\bx\b|\*)\s*")


class Shape(Form):
    asks: ClassVar[str] = "shape"

    def mark(self, part: ShapePart, text: str, marking: Marking) -> Marked:
        given = _dimensions(part, snippet(text, "shape"))
        truth = _dimensions(part, part.answer)
        shown = f"({', '.join(given)})"
        if given == truth:
            return correct(read_as=shown)
        mistake = listed_mistake(part, lambda answer: _dimensions(part, answer) == given)
        if len(given) != len(truth):
            message = f"{shown} has {len(given)} dimensions, not {len(truth)}"
        elif sorted(given) == sorted(truth):
            message = f"{shown} has the right dimensions in another order"
        else:
            first = next(i for i, (a, b) in enumerate(zip(given, truth, strict=True)) if a != b)
            message = f"dimension {first + 1} of {shown} is not right"
        return wrong(message, shown, mistake)

    def right_answer(self, part: ShapePart) -> str:
        return part.answer

    def faults(self, part: ShapePart) -> Iterator[tuple[str, str]]:
        try:
            _dimensions(part, part.answer)
        except Unclear as error:
            yield "answer", str(error)


def _dimensions(part: ShapePart, text: str) -> list[str]:
    inner = re.sub(r"^\s*(?:torch\.Size)?\s*|\\(?:text|mathrm)\{(\w+)\}", r"\1", text)
    inner = re.sub(r"\\left|\\right|\\,|[()\[\]{}$`]", "", inner).replace(r"\_", "_").strip()
    known = {name: name for name in part.names}
    for name, others in part.names.items():
        known.update(dict.fromkeys(others, name))
    found = []
    for piece in _SEPARATOR.split(inner.strip(", ")):
        if piece in known:
            found.append(known[piece])
        elif piece.isdigit():
            found.append(str(int(piece)))
        else:
            raise Unclear(
                f"`{piece[:40]}` is not a dimension of this problem"
                f"{did_you_mean(piece, list(known))}"
            )
    return found
