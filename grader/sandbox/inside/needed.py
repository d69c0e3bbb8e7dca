"""Which statements of a file are run, where not all of them are to be."""

from __future__ import annotations

import ast
from typing import Literal

from grader.sandbox.inside.outside import scope_of
from grader.sandbox.inside.statements import Statement
from grader.sandbox.inside.toplevel import assigned_names, top_level
from grader.sandbox.inside.walking import walked

Portion = Literal["whole", "needed", "definitions"]


def chosen(statements: list[Statement], portion: Portion) -> list[bool]:
    """Which statements to run.

    Of all but the `whole`, imports and definitions, and assignments of literals. As `needed` also
    an assignment of a name that a definition which is kept (or an assignment needed by one) takes
    from outside of itself: a local name of a function is no reason to run a training.
    """
    if portion == "whole":
        return [True] * len(statements)
    kept = [_is_definition(statement.node) for statement in statements]
    if portion == "definitions":
        return kept
    wanted: set[str] = set()
    for statement, keep in zip(statements, kept, strict=True):
        if keep:
            wanted |= scope_of(statement.node).read or frozenset()
    changed = True
    while changed:
        changed = False
        for index, statement in enumerate(statements):
            if not kept[index] and wanted.intersection(_assigned(statement.node)):
                kept[index] = changed = True
                wanted |= scope_of(statement.node).read or frozenset()
    return kept


def _assigned(node: ast.stmt) -> list[str]:
    return [name for inner in top_level(node) for name in assigned_names(inner)]


def _is_definition(node: ast.stmt) -> bool:
    if isinstance(
        node,
        ast.Import | ast.ImportFrom | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef,
    ):
        return True
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        return _is_literal(node.value)
    if isinstance(node, ast.If) and _is_main_guard(node):
        return False
    if isinstance(node, ast.Try | ast.If):  # `try: import torch` and version switches
        return all(_is_definition(inner) or isinstance(inner, ast.Pass) for inner in node.body)
    return False


def _is_literal(node: ast.expr) -> bool:
    return not any(
        isinstance(inner, ast.Call | ast.Subscript | ast.Await | ast.Name | ast.Attribute)
        for inner in walked(node)
    ) or isinstance(node, ast.Lambda | ast.Name)


def _is_main_guard(node: ast.If) -> bool:
    return any(
        isinstance(inner, ast.Name) and inner.id == "__name__" for inner in walked(node.test)
    )
