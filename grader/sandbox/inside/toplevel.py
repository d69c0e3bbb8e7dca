"""What stands at the top level of a file, and the names it binds."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def top_level(node: ast.stmt) -> Iterator[ast.stmt]:
    """`node`, or what stands inside it when it is a top-level `if`, `try` or `with`."""
    if isinstance(node, ast.If):
        bodies = [node.body, node.orelse]
    elif isinstance(node, ast.Try):
        bodies = [node.body, *(handler.body for handler in node.handlers), node.orelse]
    elif isinstance(node, ast.With):
        bodies = [node.body]
    else:
        yield node
        return
    for body in bodies:
        for inner in body:
            yield from top_level(inner)


def assigned_names(node: ast.stmt) -> list[str]:
    """The names that an assignment binds; empty for any other statement."""
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign | ast.AugAssign):
        targets = [node.target]
    else:
        return []
    return [
        inner.id
        for target in targets
        for inner in ast.walk(target)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
    ]
