"""Whether a function was handed in as it was handed out."""

from __future__ import annotations

import ast

from grader.sandbox.inside.blanks import is_blank


def is_empty(node: ast.FunctionDef) -> bool:
    """Whether it does nothing and returns nothing of its own, as a starter does."""
    return _does_nothing(node) or is_blank(node)


def _does_nothing(node: ast.FunctionDef) -> bool:
    """That is docstrings, `pass`, `...`, names set to None, `raise NotImplementedError`, and a
    `return` of None, of `...`, of such names, or after `...` of names that are no arguments.
    """
    unset = {name for one in node.body for name in _set_to_none(one)}
    dots = any(
        isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and one.value.value is ...
        for one in node.body
    )
    arguments = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}

    def is_nothing(value: ast.expr) -> bool:
        if isinstance(value, ast.Name):
            return value.id in unset or (dots and value.id not in arguments)
        return isinstance(value, ast.Constant) and (value.value is None or value.value is ...)

    for one in node.body:
        if isinstance(one, ast.Return):
            does_nothing = all(map(is_nothing, _items(one.value)))
        elif isinstance(one, ast.Raise):
            raised = one.exc.func if isinstance(one.exc, ast.Call) else one.exc
            does_nothing = isinstance(raised, ast.Name) and raised.id == "NotImplementedError"
        elif isinstance(one, ast.Expr):
            does_nothing = isinstance(one.value, ast.Constant)
        else:
            does_nothing = isinstance(one, ast.Pass) or bool(_set_to_none(one))
        if not does_nothing:
            return False
    return True


def _set_to_none(node: ast.stmt) -> list[str]:
    """The names that a statement sets to None, if it does no more than that."""
    if not isinstance(node, ast.Assign):
        return []
    if any(
        not isinstance(one, ast.Constant) or one.value is not None for one in _items(node.value)
    ):
        return []
    targets = [one for target in node.targets for one in _items(target)]
    names = [one.id for one in targets if isinstance(one, ast.Name)]
    return names if len(names) == len(targets) else []


def _items(value: ast.expr | None) -> list[ast.expr]:
    if value is None:
        return []
    return list(value.elts) if isinstance(value, ast.Tuple) else [value]
