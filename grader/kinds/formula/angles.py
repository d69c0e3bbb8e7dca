"""Sines and cosines with brackets and an angle behind them: `\\cos(m - n)\\theta`.

Of a sum or a difference of numbers the angle is a part of the argument, as in the addition
theorems: `\\cos(n - 1)\\theta`. Of anything else in the brackets nobody can tell.
"""

from __future__ import annotations

import re

from grader.maths.tree.spelling import GREEK_LETTERS, GREEK_NAMES

_GREEK = rf"(?:\\(?:var)?(?:{'|'.join(GREEK_NAMES)})(?![A-Za-z])|[{''.join(GREEK_LETTERS)}])"
_ARGUMENT = r"(?P<argument>(?:\\left\s*)?\((?:[^()]|\([^()]*\))*\))"
_FUNCTION = r"(?P<function>\\?(?:sin|cos|tan))\s*"
_OPEN = re.compile(rf"{_FUNCTION}{_ARGUMENT}\s*(?P<factor>\\[a-z]+|[^\W\d_])(?![\w({{])")
_OPEN_ANGLE = re.compile(
    rf"{_FUNCTION}{_ARGUMENT}\s*(?P<factor>{_GREEK}(?:_(?:\{{\w{{1,3}}\}}|\w))?)(?![\w({{])"
)
_FUNCTIONS = re.compile(rf"{_FUNCTION}(?:\\left\s*)?\(")
_OF_NUMBERS = re.compile(rf"(?=[^()]*\([^()]*[-+−])(?:(?!{_GREEK})[\s\S])*")


def with_closed_angles(side: str) -> str:
    """With the angle in the brackets of each function, where all of them have the same one behind
    a sum or a difference of numbers, and it stands nowhere else."""
    found = list(_OPEN_ANGLE.finditer(side))
    factors = {one["factor"] for one in found}
    if (
        len(factors) != 1
        or len(found) != len(_FUNCTIONS.findall(side))
        or not all(_OF_NUMBERS.fullmatch(one["argument"]) for one in found)
        or side.count(factors.pop()) != len(found)
    ):
        return side
    return _OPEN_ANGLE.sub(_CLOSED, side)


_CLOSED = r"\g<function>(\g<argument>\g<factor>)"


def other_ways(side: str) -> list[str]:
    """With what stands behind the brackets for a part of the argument, and for a factor."""
    ways = (_OPEN.sub(_CLOSED, side), _OPEN.sub(r"\g<factor> \g<function>\g<argument>", side))
    return [way for way in ways if way != side]
