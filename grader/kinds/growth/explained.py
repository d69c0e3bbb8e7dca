"""Letters that an answer explains together, `where n and d are the length and the width`, and those
of a size that is the whole answer: `T, where T is the number of steps`."""

from __future__ import annotations

import re

from grader.kinds.kinds_of_size import Names, is_other
from grader.kinds.sizes import meant

_LETTER = r"[$`]{0,2}[A-Za-z](?:_\{?\w{1,8}\}?)?[$`]{0,2}"
_AND = r"(?:\s*,?\s+(?:and|und|et|y|e|и)\s+|\s*(?:和|与|與|及|と|과|와|、|,|&)\s*)"
_RESPECTIVELY = (
    r"(?:respectively|resp\.|jeweils|beziehungsweise|respectivement|respectivamente|"
    r"rispettivamente|соответственно)"
)
_IS = (
    rf"(?:\s+(?:are|denote|represent|stand for|mean|being|sind|bezeichnen|sont|désignent|"
    rf"représentent|son|representan|denotan|são|representam|denotam|sono|indicano|rappresentano|"
    rf"обозначают)\s+(?:{_RESPECTIVELY}\s+)?(?:the\s+)?|"
    rf"\s*[,(]?\s*{_RESPECTIVELY}\s+|\s*(?:=|:|—|–)\s*|"
    r"\s+(?=(?:der|die|das)\s)|\s*(?:分别)?(?:是|为|表示|代表|指)|\s*は\s*(?:それぞれ)?|\s*[은는]\s*(?:각각)?)\s*"
)
_WORDS = r"[^\W\d_][^$`,，、;:：。.()（）\n]{1,60}?"
_JOINT = re.compile(
    rf"(?<![\w^*+/(\[$`])(?P<one>{_LETTER}){_AND}(?P<two>{_LETTER})(?P<is>{_IS})"
    rf"(?P<first>{_WORDS}){_AND}(?P<second>{_WORDS})"
    rf"(?=\s*,?\s*{_RESPECTIVELY}|\s*(?:[,，、;；。.()（）\n]|$)|"
    r"\s+(?:in|of this|sind|ist|so|then)\b)"
)


def each_explained(text: str) -> str:
    """The text with such letters explained one by one, `n is the length, d is the width`."""

    def apart(found: re.Match[str]) -> str:
        first, second = found["first"].strip(), found["second"].strip()
        return f"{found['one']} = {first}, {found['two']} = {second}"

    return _JOINT.sub(apart, text)


# A size that stands first, and then a note of what it is.
_NOTED = re.compile(
    r"\s*(?:[-*•]\s+)?(?P<mark>[$`]?)(?P<name>[A-Za-z])(?P=mark)\s*(?:[,;(，（]|[—–-](?=\s))\s*"
    r"(?:(?:(?:where|with|wobei|donde|où|onde|dove|где|here|其中|ここで|여기서)\s*)?"
    r"[$`]?(?P=name)[$`]?\s*(?:\b(?:is|being|denotes|ist|es|est|é|è)\b|[=:—–-]|[是为は은는이가]|"
    r"(?=(?:der|die|das)\s))|(?=(?:the|die|der|la|le|el|il)\s))"
    r"\s*(?P<words>[^\n$`=<>]{3,80})"
)
_BEING = re.compile(r",\s*([$`]?[A-Za-z][$`]?)\s+being\s")
_MORE = re.compile(
    r"\b(?:or|not|no|but|if|when|wrong|maybe|per|each|every|times|squared|plus|only|oder|nicht|ou|o|pas|"
    r"pero|mais|mas|then|so)\b|n['’]t\b|[?？不]|않|아니|ない|(?<!\w)(?:не|или)(?!\w)|[.;。；]\s*\S",
    re.IGNORECASE,
)


def with_size_alone_marked(text: str, names: Names) -> str:
    """The text with O(…) around a size that is all of it but for a note of what that is; not where
    that is no size of the part. `names` are what sizes are called."""
    text = _BEING.sub(r", where \1 is ", text)
    noted = _NOTED.fullmatch(text.rstrip())
    if noted is None or _MORE.search(noted["words"]):
        return text
    if is_other(meant(names, noted["words"].casefold())):
        return text
    return f"$O({noted['name']})$, where ${noted['name']}$ = {noted['words'].strip(' )）')}"
