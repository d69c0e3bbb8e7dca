"""A size that is the whole answer, with a note of what it is: `T, where T is the number of
steps`."""

from __future__ import annotations

import re

from grader.kinds.kinds_of_size import Names, is_other
from grader.kinds.sizes import meant

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
