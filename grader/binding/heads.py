"""What a left-hand side names: `\\theta_j` and `Q[t, i]` a family, `f(x)` a function."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from grader.maths import Applied, Domain, Entry, Expr, Indexed, Name, Symbols, Unreadable, read

MAX_INDICES = 4  # batch, head, row, column: no prompt has written more, and each is one more try
_LISTED = re.compile(r"\s*(?:\\left\s*)?[\[(](.*?)(?:\\right\s*)?[\])]\s*", re.DOTALL)


@dataclass(frozen=True)
class Head:
    """A name with its indices, or with its arguments where it is called."""

    name: str
    formals: tuple[str, ...]
    call: bool = False


def family_of(left: str, indices: Collection[str]) -> Head | None:
    """`Q_{ti}` as Q and (t, i), where all of them are declared indices."""
    numbers = dict.fromkeys(indices, Domain())
    for name in _before(left, "_["):
        # How many indices `Q_{ti}` has, and where its name ends, only the reader can tell: it is
        # asked with each number of them, and what it refuses is no family.
        for count in range(1, MAX_INDICES + 1):
            with contextlib.suppress(Unreadable, ValueError):
                family = {name: Indexed((99,) * count)}  # a size that no index is too large for
                tree = read(left, Symbols(first=0).declare({**numbers, **family}))
                if isinstance(tree, Entry) and tree.of == Name(name):
                    formals = _distinct(tree.indices)
                    if formals:
                        return Head(name, formals)
    return None


def function_of(left: str) -> Head | None:
    """`f(x)` as f and (x)."""
    for name in _before(left, "("):
        inner = left[left.index("(") + 1 : left.rfind(")")]
        numbers = {part.strip(): Domain() for part in inner.split(",")}
        with contextlib.suppress(Unreadable, ValueError):
            tree = read(left, Symbols(functions={name: None}).declare(numbers))
            if isinstance(tree, Applied) and tree.function == name:
                formals = _distinct(tree.arguments)
                if formals:
                    return Head(name, formals, call=True)
    return None


def listed_in(left: str) -> list[str]:
    """The names in `[a, b]`; none where it is no list."""
    match = _LISTED.fullmatch(left)
    names = [name.strip() for name in match[1].split(",")] if match else []
    return names if len(names) > 1 else []


def _before(left: str, marks: str) -> Iterator[str]:
    """What stands before each of the marks, the shortest first."""
    for cut, letter in enumerate(left):
        name = left[:cut].strip().removesuffix("\\left").strip()
        if name and letter in marks:
            yield name


def _distinct(found: tuple[Expr, ...]) -> tuple[str, ...]:
    """Names that are all different; none where something else is among them."""
    keys = tuple(one.key for one in found if isinstance(one, Name))
    return keys if len(keys) == len(found) == len(set(keys)) else ()
