"""What a submission defines, read from the syntax tree.

This runs in a process that has loaded nothing of the student's, so what it finds is what the
files say, not what code in them pretends.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from grader.sandbox.inside.answers import read_answers
from grader.sandbox.inside.statements import Statement, read_statements
from grader.sandbox.inside.toplevel import assigned_names, top_level
from grader.sandbox.inside.uses import uses_in

# A homework defines tens of names; a generated file must not crowd out the other files.
MAX_DEFINITIONS = 2000


def scan(files: dict[str, bytes]) -> dict[str, Any]:
    """Definitions, faults and uses of every source file, and the written answers."""
    read = {
        path: read_statements(path, files[path])
        for path in sorted(files)
        if path.endswith((".py", ".ipynb"))
    }
    uses = uses_in({path: statements for path, (statements, _) in read.items()})
    sources = []
    for path, (statements, faults) in read.items():
        found = [entry for statement in statements for entry in _definitions(statement)]
        sources.append(
            {
                "path": path,
                "definitions": found[:MAX_DEFINITIONS],
                "faults": [fault.to_wire() for fault in faults],
                "uses": uses[path],
            }
        )
    return {"sources": sources, "answers": read_answers(files)}


def _definitions(statement: Statement) -> Iterator[dict[str, Any]]:
    for node in top_level(statement.node):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            named = [(node.name, "function")]
        elif isinstance(node, ast.ClassDef):
            named = [(node.name, "class")]
        elif isinstance(node, ast.Import | ast.ImportFrom):
            named = [(entry.asname or entry.name, "import") for entry in node.names]
        else:
            named = [(name, "assignment") for name in assigned_names(node)]
        for name, kind in named:
            yield {
                "name": name,
                "kind": kind,
                "line": node.lineno,
                "cell": statement.cell,
                "conditional": node is not statement.node,
            }
