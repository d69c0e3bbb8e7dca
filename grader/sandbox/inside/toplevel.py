"""What stands at the top level of a file, and the names it binds."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from grader.sandbox.inside.walking import walked


def top_level(node: ast.stmt) -> Iterator[ast.stmt]:
    """`node`, or what stands inside it when it is a top-level `if`, `try` or `with`."""
    # Not by recursion: each `elif` is an `if` inside the one before it, and there may be thousands.
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, ast.If):
            bodies = [one.body, one.orelse]
        elif isinstance(one, ast.Try | ast.TryStar):
            handled = (handler.body for handler in one.handlers)
            bodies = [one.body, *handled, one.orelse, one.finalbody]
        elif isinstance(one, ast.With):
            bodies = [one.body]
        else:
            yield one
            continue
        waiting += reversed([inner for body in bodies for inner in body])


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
        for inner in walked(target)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
    ]
