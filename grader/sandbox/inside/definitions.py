"""What a submission defines and what its code uses, read from the syntax tree.

This runs in a process that has loaded nothing of the student's, so what it finds is what the
files say, not what code in them pretends.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from grader.sandbox.inside.answers import read_answers
from grader.sandbox.inside.statements import Statement, read_statements

MAX_USES = 2000
_LOOPS = (
    ast.For, ast.AsyncFor, ast.While,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip


def scan(files: dict[str, bytes]) -> dict[str, Any]:
    """Definitions, faults and uses of every source file, and the written answers."""
    sources = []
    for path in sorted(files):
        if not path.endswith((".py", ".ipynb")):
            continue
        statements, faults = read_statements(path, files[path])
        sources.append(
            {
                "path": path,
                "definitions": [
                    entry for statement in statements for entry in _definitions(statement)
                ],
                "faults": [fault.to_wire() for fault in faults],
                "uses": _uses(statements),
            }
        )
    return {"sources": sources, "answers": read_answers(files)}


def _definitions(statement: Statement) -> Iterator[dict[str, Any]]:
    for node in top_level(statement.node):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield _definition(node.name, "function", node, statement)
        elif isinstance(node, ast.ClassDef):
            yield _definition(node.name, "class", node, statement)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for name in assigned_names(node):
                yield _definition(name, "assignment", node, statement)


def _definition(name: str, kind: str, node: ast.stmt, statement: Statement) -> dict[str, Any]:
    return {"name": name, "kind": kind, "line": node.lineno, "cell": statement.cell}


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


def _uses(statements: list[Statement]) -> dict[str, list[list[Any]]]:
    """For each definition, the [dotted name, line, cell] of what it and its helpers use."""
    aliases: dict[str, str] = {}
    bodies: dict[str, tuple[ast.stmt, int | None]] = {}
    for statement in statements:
        for node in top_level(statement.node):
            aliases.update(_imported(node))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                bodies[node.name] = node, statement.cell
            for name in assigned_names(node):
                bodies[name] = node, statement.cell
    direct = {name: _names_in(node, cell, aliases) for name, (node, cell) in bodies.items()}
    return {name: _with_helpers(name, direct) for name in direct}


def _with_helpers(name: str, direct: dict[str, list[list[Any]]]) -> list[list[Any]]:
    seen, waiting = {name}, [name]
    found: list[list[Any]] = []
    while waiting and len(found) < MAX_USES:
        for use in direct[waiting.pop()]:
            found.append(use)
            root = use[0].split(".")[0]
            if root in direct and root not in seen:
                seen.add(root)
                waiting.append(root)
    return found[:MAX_USES]


def _imported(node: ast.AST) -> dict[str, str]:
    if isinstance(node, ast.Import):
        return {
            entry.asname or entry.name.split(".")[0]: entry.name
            if entry.asname
            else entry.name.split(".")[0]
            for entry in node.names
        }
    if isinstance(node, ast.ImportFrom) and node.module:
        return {entry.asname or entry.name: f"{node.module}.{entry.name}" for entry in node.names}
    return {}


def _names_in(node: ast.AST, cell: int | None, aliases: dict[str, str]) -> list[list[Any]]:
    aliases = dict(aliases)
    found: list[list[Any]] = []
    inner_parts: set[int] = set()  # the `torch.autograd` inside `torch.autograd.grad`
    for inner in ast.walk(node):
        aliases.update(_imported(inner))
        if isinstance(inner, ast.Import):
            found += [[entry.name, inner.lineno, cell] for entry in inner.names]
        elif isinstance(inner, ast.ImportFrom) and inner.module:
            found += [[f"{inner.module}.{entry.name}", inner.lineno, cell] for entry in inner.names]
        elif isinstance(inner, _LOOPS):
            found.append(["<loop>", inner.lineno, cell])
        elif isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.MatMult):
            found.append(["<matmul>", inner.lineno, cell])
        elif isinstance(inner, ast.Attribute) and id(inner) not in inner_parts:
            parts: list[str] = []
            base: ast.expr = inner
            while isinstance(base, ast.Attribute):
                parts.append(base.attr)
                inner_parts.add(id(base.value))
                base = base.value
            # The value of a call or an index has no name; only what is asked of it has.
            root = aliases.get(base.id, base.id) if isinstance(base, ast.Name) else ""
            found.append([".".join([root, *reversed(parts)]), inner.lineno, cell])
        elif isinstance(inner, ast.Name) and id(inner) not in inner_parts:
            found.append([aliases.get(inner.id, inner.id), inner.lineno, cell])
    return found
