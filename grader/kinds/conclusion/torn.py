"""Words and signs beside a formula that belong to it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.kinds.conclusion.asked import Asked
from grader.kinds.marker import Unclear
from grader.writing import Span, Statement
from grader.writing.concluding import CHANGED, GOES_ON

# Words may stand around a formula. A sign or a number beside it would belong to it.
_GOES_BEFORE = re.compile(r"(?:[\d+*/^×·−]\s*|(?<=\w)\s*-)$")
_GOES_AFTER = re.compile(
    r"\s*(?:[+*/^×·−=≈%](?!\*|\w[\w ]*\*)|\d|(?:thousand|million|billion|[kKMGB])\b)|-\d"
)
_BULLET = re.compile(r"(?:^|\n)\s*(?:[-*+]|\d{1,3}[.)]|\(?[a-z]\))\s+$")
_EMPHASIS = re.compile(r"(\*\*|__)(?=\S)([^*_]+)(?<=\S)\1")
# Of an order of growth this says nothing.
_SCALED = re.compile(r"[\s,;)]*times (?:an?|some) (?:[a-z]+ )?(?:constant|factor)\b", re.IGNORECASE)
# At the edge of a formula beside words: what belongs to it stands among the words.
_OPENS = re.compile(r"\s*[+*/@^·×÷]")
_STAYS_OPEN = re.compile(r"[-+*/@^·×÷−(\[]\s*$")


def refuse_torn(chosen: Statement, found: Sequence[Span], asked: Asked) -> None:
    """A sign or a number beside the dollars would belong to the formula, as do words of
    arithmetic."""
    at = next(
        n
        for n, span in enumerate(found)
        if not span.is_words and span.start <= chosen.start <= span.start + len(span.text)
    )
    before = found[at - 1].text if at and found[at - 1].is_words else ""
    after = found[at + 1].text if at + 1 < len(found) and found[at + 1].is_words else ""
    before = "" if _BULLET.search(before) else before.split("\n")[-1]
    before, after = _EMPHASIS.sub(r"\2", before).rstrip("*_"), after.split("\n")[0]
    changed = CHANGED.match(after.lstrip("*_")) or GOES_ON.search(before)
    if asked.what == "formula":
        changed = changed or _SCALED.match(after.lstrip("*_"))
    if changed:
        raise Unclear(
            f"`{changed[0].strip(' ,;')}` beside the {asked.what} makes another one of it; write "
            "all of it in signs", chosen.last,
        )  # fmt: skip
    own = found[at].text if found[at].kind == "inline" else ""
    beside = (
        _GOES_BEFORE.search(before)
        or _GOES_AFTER.match(after.lstrip("*_"))
        or (before.strip() and _OPENS.match(own))
        or (after.strip() and _STAYS_OPEN.search(own))
    )
    if beside:
        raise Unclear(
            f"`{beside[0].strip()}` stands beside the {asked.what}; write all of it between the "
            "dollars or backticks", chosen.last,
        )  # fmt: skip
