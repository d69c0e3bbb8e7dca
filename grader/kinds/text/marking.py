"""`text`: a word or two, matched by declared wordings; the part says what any other is."""

from __future__ import annotations

import re

from grader.checks.verdict import Verdict
from grader.kinds.marker import Marked, Marker, Marking, Unclear, correct, listed_mistake, wrong
from grader.kinds.text.keys import TextPart

_LEAD = re.compile(
    r"^(?:(?:so|thus|hence|therefore),? )?"
    r"(?:(?:it|this|that|they|(?:the|my|an?) [\w ]{1,30}?|answer)(?: is| are|:)|called|"
    r"we call (?:it|this)) (?:called |an? |the )?"
)


class TextMarker(Marker):
    def mark(self, part: TextPart, text: str, marking: Marking) -> Marked:
        given = _folded(text)
        if not given:
            raise Unclear("the answer is empty")
        if any(given == _folded(right) for right in part.answer):
            return correct(read_as=given)
        said = _without_lead(given)
        if any(said == _folded(right) for right in part.answer):
            return correct(read_as=said)
        mistake = listed_mistake(part, lambda answer: _folded(answer) in (given, said))
        if mistake is None and _names_it(part, given):
            raise Unclear("the word stands in a longer text; write it alone", text.strip())
        if mistake is None and part.otherwise == "person":
            message = "a person decides: this is none of the expected wordings"
            return Marked(Verdict.UNDECIDED, 0.0, message, given)
        return wrong(f"`{given[:80]}` is not it", given, mistake)

    def right_answer(self, part: TextPart) -> str:
        return part.answer[0]


def _without_lead(given: str) -> str:
    """`it is equivariant`, `the answer is equivariant` without the words before it."""
    return _LEAD.sub("", given, count=1)


def _names_it(part: TextPart, given: str) -> bool:
    """Whether a right wording stands in the text, which may deny it or say more; `not` before it
    alone denies it."""
    wordings = [_folded(right) for right in part.answer]
    text = re.sub(r"[^\w' ]+", " ", given)
    named = any(f" {wording} " in f" {text} " for wording in wordings)
    return named and not any(text in (f"not {it}", f"non {it}", f"no {it}") for it in wordings)


def _folded(text: str) -> str:
    text = re.sub(r"(?<=[^\W\d])[-‐‑](?=[^\W\d])", " ", text.casefold())  # self-attention
    text = re.sub(r"^\s*[-*+]\s+|[`*_$\"“”!?]+|\.(?!\d)|(?<!\w)['‘’]|['‘’](?!\w)", " ", text)
    return " ".join(text.split())
