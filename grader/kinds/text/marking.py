"""`text`: a word or two, matched by declared wordings; the part says what any other is."""

from __future__ import annotations

import re

from grader.checks.verdict import Verdict
from grader.kinds.marker import Marked, Marker, Marking, Unclear, correct, listed_mistake, wrong
from grader.kinds.text.keys import TextPart


class TextMarker(Marker):
    def mark(self, part: TextPart, text: str, marking: Marking) -> Marked:
        given = _folded(text)
        if not given:
            raise Unclear("the answer is empty")
        if any(given == _folded(right) for right in part.answer):
            return correct(read_as=given)
        mistake = listed_mistake(part, lambda answer: _folded(answer) == given)
        if mistake is None and part.otherwise == "person":
            message = "a person decides: this is none of the expected wordings"
            return Marked(Verdict.UNDECIDED, 0.0, message, given)
        return wrong(f"`{given[:80]}` is not it", given, mistake)

    def right_answer(self, part: TextPart) -> str:
        return part.answer[0]


def _folded(text: str) -> str:
    text = re.sub(r"(?<=[^\W\d])[-‐‑](?=[^\W\d])", " ", text.casefold())  # self-attention
    text = re.sub(r"^\s*[-*+]\s+|[`*_$\"“”!?]+|\.(?!\d)|(?<!\w)['‘’]|['‘’](?!\w)", " ", text)
    return " ".join(text.split())
