"""An answer in sentences as they are meant to be read: without the breaks of its lines, and without
a claim of others that it opens with and denies."""

from __future__ import annotations

import re

from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.terms import OPPOSITE, terms

# Lines of a comment in code.
_COMMENT = re.compile(r"^[ \t]*#[ \t]+(?=\S)", re.MULTILINE)
# A line that is so long and ends within a sentence was broken by its width; shorter ones may be
# items of a list.
_BROKEN = re.compile(r"(?<=[^\n]{40}[\w,)])[ \t]*\n[ \t]*(?=[a-z])")
_DENIED_CLAIM = re.compile(
    r"^\W*[\"“][^\"”\n?]{5,200}[\"”][\s*_.]*(?:no|wrong|false|not true)\b[\s*_]*[—–:.,][\s*_]*",
    re.IGNORECASE,
)


def flowing(part: ChoicePart, text: str) -> str:
    if len(_COMMENT.findall(text)) == len([line for line in text.split("\n") if line.strip()]):
        text = _COMMENT.sub("", text)
    text = _BROKEN.sub(" ", text)
    if any(terms(option)[:1] == [word] for option in part.options.values() for word in OPPOSITE):
        return text  # what is quoted may be the question, and `no` the answer
    return _DENIED_CLAIM.sub("", text)
