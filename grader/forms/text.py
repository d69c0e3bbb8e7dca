"""`text`: a word or two, matched by declared wordings; anything else waits for a person."""

from __future__ import annotations

import re
from typing import ClassVar

from grader.course.written import TextPart
from grader.forms.base import Form, Marked, Marking, Unclear, correct, listed_mistake, wrong


class Text(Form):
    asks: ClassVar[str] = "text"

    def mark(self, part: TextPart, text: str, marking: Marking) -> Marked:
        given = _folded(text)
        if not given:
            raise Unclear("the answer is empty")
        if any(given == _folded(right) for right in part.answer):
            return correct(read_as=given)
        mistake = listed_mistake(part, lambda answer: _folded(answer) == given)
        return wrong(f"`{given[:80]}` is not it", given, mistake)

    def right_answer(self, part: TextPart) -> str:
        return part.answer[0]


def _folded(text: str) -> str:
    text = re.sub(r"[`*_$\"'“”.!?]+", " ", text.casefold())
    return " ".join(text.split())
