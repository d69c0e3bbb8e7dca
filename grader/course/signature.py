"""The text of a call in a problem file: `distances(x, y)`, `out = f(x)`,
`Distances(power)(x, y)`.

The text is read through Python's own syntax tree and nothing in it is run.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.errors import AuthorError


@dataclass(frozen=True)
class Argument:
    """An input's name, or an item of an earlier result: `out[3]` is ('out', (3,))."""

    name: str
    path: tuple[int | str, ...] = ()

    def of(self, values: Mapping[str, Any]) -> Any:
        """What it is, where `values` are the inputs by name."""
        found = values[self.name]
        for key in self.path:
            found = found[key]
        return found

    def __str__(self) -> str:
        return self.name + "".join(f"[{key!r}]" for key in self.path)


@dataclass(frozen=True)
class Signature:
    function: str
    arguments: tuple[Argument, ...]
    result: str = ""  # the name given to what it returns, in a `first` call
    # What the class is constructed with before the object is called; None: nothing is constructed.
    built_with: tuple[Argument, ...] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What the problem calls the arguments."""
        return tuple(argument.name for argument in self.arguments)

    @property
    def passed(self) -> tuple[Argument, ...]:
        """Everything that is passed, to the constructor and to the call."""
        return (*(self.built_with or ()), *self.arguments)

    def __str__(self) -> str:
        built = "" if self.built_with is None else f"({', '.join(map(str, self.built_with))})"
        return f"{self.function}{built}({', '.join(map(str, self.arguments))})"


class BadSignature(AuthorError):
    """The text is not a call; the message says what to write instead."""


@functools.lru_cache(maxsize=10_000)  # the same calls of a course, for every student
def read_signature(text: str, *, named_result: bool = False, built: bool = False) -> Signature:
    """Parse `function(name, …)`, or `result = function(name, …)` where `named_result`.

    Where `built`, `Class(name, …)(name, …)` is one too: constructed, then called.
    """
    example = "out = forward(x, weights)" if named_result else "distances(x, y)"
    wanted = f"write a call such as `{example}`" + (" or `Distances(power)(x, y)`" if built else "")
    try:
        (statement,) = ast.parse(text.strip()).body
    except (SyntaxError, ValueError) as error:
        raise BadSignature(f"`{text}` is not a call; {wanted}") from error
    result = ""
    if named_result:
        if (
            not isinstance(statement, ast.Assign)
            or len(statement.targets) != 1
            or not isinstance(statement.targets[0], ast.Name)
        ):
            raise BadSignature(f"`{text}` does not name its result; {wanted}")
        result, value = statement.targets[0].id, statement.value
    elif isinstance(statement, ast.Expr):
        value = statement.value
    else:
        raise BadSignature(f"`{text}` is not a call; {wanted}")
    inner = value
    if built and isinstance(value, ast.Call) and isinstance(value.func, ast.Call):
        inner = value.func
    if not (
        isinstance(value, ast.Call)
        and isinstance(inner, ast.Call)
        and isinstance(inner.func, ast.Name)
    ):
        raise BadSignature(f"`{text}` is not a call; {wanted}")
    if value.keywords or inner.keywords:
        raise BadSignature(f"`{text}` passes an argument by keyword; list the names in order")
    arguments = tuple(map(_argument, value.args))
    built_with = None if inner is value else tuple(map(_argument, inner.args))
    return Signature(inner.func.id, arguments, result, built_with)


def _argument(node: ast.expr) -> Argument:
    path: list[int | str] = []
    while isinstance(node, ast.Subscript):
        if not isinstance(node.slice, ast.Constant) or not isinstance(node.slice.value, int | str):
            raise BadSignature(f"`{ast.unparse(node)}`: an index is a number or a quoted key")
        path.insert(0, node.slice.value)
        node = node.value
    if not isinstance(node, ast.Name):
        raise BadSignature(
            f"`{ast.unparse(node)}` is not the name of an input; "
            "give the value a name under `inputs` and write that name here"
        )
    return Argument(node.id, tuple(path))
