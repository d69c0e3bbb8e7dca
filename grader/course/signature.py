"""The text of a call in a problem file: `masked_softmax(scores, mask)`, `out = f(x)`.

The text is read through Python's own syntax tree and nothing in it is run.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass


@dataclass(frozen=True)
class Argument:
    """An input's name, or an item of an earlier result: `out[3]` is ('out', (3,))."""

    name: str
    path: tuple[int | str, ...] = ()

    def __str__(self) -> str:
        return self.name + "".join(f"[{key!r}]" for key in self.path)


@dataclass(frozen=True)
class Signature:
    function: str
    arguments: tuple[Argument, ...]
    result: str = ""  # the name given to what it returns, in a `first` call

    def __str__(self) -> str:
        return f"{self.function}({', '.join(map(str, self.arguments))})"


class BadSignature(ValueError):
    """The text is not a call; the message says what to write instead."""


def read_signature(text: str, *, named_result: bool = False) -> Signature:
    """Parse `function(name, …)`, or `result = function(name, …)` where `named_result`."""
    example = "out = forward(x, weights)" if named_result else "masked_softmax(scores, mask)"
    wanted = f"write a call such as `{example}`"
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
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
        raise BadSignature(f"`{text}` is not a call; {wanted}")
    if value.keywords:
        raise BadSignature(f"`{text}` passes an argument by keyword; list the names in order")
    return Signature(value.func.id, tuple(_argument(node) for node in value.args), result)


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
