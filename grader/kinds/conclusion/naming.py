"""What equations say of a name."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from grader.maths.tree.names import key_of
from grader.writing import Statement

DERIVATIVE = re.compile(
    r"\s*(?:\\[dt]?frac\s*\{\s*(?:\\partial|∂|d)|(?:\\partial|∂|d)\s*[A-Za-z\\]+\s*/)"
)
# `is the activation`, and nothing that says more than that the two are one.
_IS = re.compile(
    r"\s*(?:is|are|denotes?|means|stands for|being|the)\b"
    r"(?:(?!\b(?:of|and|or|than|to|in|on|at|for|not|less|more|smaller|larger)\b|\n\s*[-*+•\d(\n])[^.,;])*$"
)


def named_in(found: Sequence[Statement]) -> Iterator[tuple[str, str]]:
    """(a name, what it is equal to): of equations with a name alone or a derivative on the left,
    of those with a name on the right that no other equation defines, and of `h is the activation
    a` in words."""
    lefts = {one.left for one in found if one.is_equation}
    for one in found:
        if not one.is_equation:
            continue
        if _is_short_name(one.left) or DERIVATIVE.match(one.left):
            yield from ((one.left, side) for side in reversed(one.sides[1:]))
        if len(one.sides) == 2 and one.left and one.last not in lefts and _is_short_name(one.last):
            yield one.last, one.left
    for one, other in itertools.pairwise(found):
        if len(one.sides) == len(other.sides) == 1 and _IS.match(other.before):
            name, meaning = one.sides[0], other.sides[0]
            if _is_short_name(name) and key_of(meaning) is not None:
                yield name, meaning


def _is_short_name(text: str) -> bool:
    key = key_of(text)
    return key is not None and len(key.split("_")[0].split("^")[0]) <= 8
