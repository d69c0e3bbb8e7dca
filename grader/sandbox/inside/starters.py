"""Whether a function was handed in as it was handed out."""

from __future__ import annotations

import ast

from grader.sandbox.inside.blanks import is_blank, is_nothing
from grader.sandbox.inside.walking import walked


def is_empty(node: ast.FunctionDef) -> bool:
    """Whether it does nothing and returns nothing of its own, as a starter does."""
    return _does_nothing(node) or is_blank(node)


def _does_nothing(node: ast.FunctionDef) -> bool:
    """That is docstrings, `pass`, `...`, names set to None or `...`, words that are printed, `raise
    NotImplementedError`, and a `return` of None, of `...`, of such names, or after `...` of names
    that are no arguments.
    """
    unset = {name for one in node.body for name in _set_to_nothing(one)}
    dots = any(
        isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and one.value.value is ...
        for one in node.body
    )
    arguments = {one.arg for one in walked(node.args) if isinstance(one, ast.arg)}

    def is_left(value: ast.expr) -> bool:
        if isinstance(value, ast.Name):
            return value.id in unset or (dots and value.id not in arguments)
        return is_nothing(value)

    for one in node.body:
        if isinstance(one, ast.Return):
            does_nothing = all(map(is_left, _items(one.value)))
        elif isinstance(one, ast.Raise):
            raised = one.exc.func if isinstance(one.exc, ast.Call) else one.exc
            does_nothing = isinstance(raised, ast.Name) and raised.id == "NotImplementedError"
        elif isinstance(one, ast.Expr):
            does_nothing = isinstance(one.value, ast.Constant) or _prints_words(one.value)
        else:
            does_nothing = isinstance(one, ast.Pass) or bool(_set_to_nothing(one))
        if not does_nothing:
            return False
    return True


def _prints_words(node: ast.expr) -> bool:
    """`print("your code here")`; whoever prints a result has computed one."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func) != "print":
        return False
    return all(isinstance(one, ast.Constant) for one in node.args)


def _set_to_nothing(node: ast.stmt) -> list[str]:
    """The names that a statement sets to None or `...`, if it does no more than that."""
    if not isinstance(node, ast.Assign) or not all(map(is_nothing, _items(node.value))):
        return []
    targets = [one for target in node.targets for one in _items(target)]
    names = [one.id for one in targets if isinstance(one, ast.Name)]
    return names if len(names) == len(targets) else []


def _items(value: ast.expr | None) -> list[ast.expr]:
    if value is None:
        return []
    return list(value.elts) if isinstance(value, ast.Tuple) else [value]
