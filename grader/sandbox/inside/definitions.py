"""What a submission defines, read from the syntax tree.

This runs in a process that has loaded nothing of the student's, so what it finds is what the
files say, not what code in them pretends.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from grader.sandbox.inside.answers import read_answers
from grader.sandbox.inside.passages import fault_of
from grader.sandbox.inside.portions import TOO_MUCH, Portion, fitted
from grader.sandbox.inside.starters import is_empty
from grader.sandbox.inside.statements import Fault, Statement, read_statements
from grader.sandbox.inside.tables import faulty, other_data, read_tables
from grader.sandbox.inside.toplevel import assigned_names, top_level
from grader.sandbox.inside.uses import uses_in
from grader.values.endings import is_source

# A homework defines tens of names; a generated file must not crowd out the other files.
MAX_DEFINITIONS = 2000
MAX_ARGUMENTS = 50
TOO_LARGE = Fault(1, None, TOO_MUCH)


def scan(
    files: dict[str, bytes], tables: Iterable[str] = (), rules: Iterable[str] = ()
) -> dict[str, Any]:
    """Definitions, faults and uses of every source file, the written answers, and the data files
    that are named in `tables`. No use that `rules`, patterns of names, are about is left out.

    Where a file holds more than one reply has room for, a fault of it says so instead.
    """
    read = {path: read_statements(path, files[path]) for path in sorted(files) if is_source(path)}
    uses = uses_in({path: statements for path, (statements, _) in read.items()}, rules)
    sources = [
        Portion(_source(path, statements, faults, uses[path]), _source(path, [], [TOO_LARGE], {}))
        for path, (statements, faults) in read.items()
    ]
    tables = list(tables)
    answers = [
        Portion(entries, [fault_of(path, TOO_MUCH)])
        for path, entries in read_answers(files, tables).items()
    ]
    found = [
        Portion(entry, faulty(entry["file"], 1, TOO_MUCH)) for entry in read_tables(files, tables)
    ]
    kept = iter(fitted([*sources, *answers, *found]))
    return {
        "sources": list(islice(kept, len(sources))),
        "answers": [entry for entries in islice(kept, len(answers)) for entry in entries],
        "data": {"tables": list(kept), "others": other_data(files, tables)},
    }


def _source(
    path: str, statements: list[Statement], faults: list[Fault], uses: dict[str, list[list[Any]]]
) -> dict[str, Any]:
    found = [entry for statement in statements for entry in _definitions(statement)]
    found += [entry for statement in statements for entry in _inner(statement)]
    if len(found) > MAX_DEFINITIONS:
        most = f"{MAX_DEFINITIONS:,}"
        message = f"it defines {len(found):,} names; only the first {most} are looked at"
        faults = [*faults, Fault(1, None, message)]
        found = found[:MAX_DEFINITIONS]
    names = {entry["name"] for entry in found}
    return {
        "path": path,
        "definitions": found,
        "faults": [fault.to_wire() for fault in faults],
        "uses": {name: entries for name, entries in uses.items() if name in names},
    }


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
                "takes": _takes(node),
                "empty": _is_empty(node),
                "arguments": _arguments(node),
                "methods": _methods(node),
                "inside": "",
            }


def _inner(statement: Statement) -> Iterator[dict[str, Any]]:
    """Functions that stand where nobody can call them by their name: in a class, in `main()`."""
    for outer in top_level(statement.node):
        if not isinstance(outer, ast.FunctionDef | ast.ClassDef):
            continue
        kind = "class" if isinstance(outer, ast.ClassDef) else "function"
        for node in outer.body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
                yield {
                    "name": node.name,
                    "kind": "inner",
                    "line": node.lineno,
                    "cell": statement.cell,
                    "conditional": False,
                    "takes": [],
                    "empty": False,
                    "arguments": [],
                    "methods": [],
                    "inside": f"the {kind} {outer.name}",
                }


def _is_empty(node: ast.AST) -> bool:
    """Of a class, whether what its objects do when they are called is."""
    if isinstance(node, ast.ClassDef):
        _, called = _built_and_called(node)
        return called is not None and is_empty(called)
    return isinstance(node, ast.FunctionDef) and is_empty(node)


def _arguments(node: ast.AST) -> list[str]:
    """The names of a function's arguments, in order."""
    if not isinstance(node, ast.FunctionDef):
        return []
    return [one.arg for one in (*node.args.posonlyargs, *node.args.args)][:MAX_ARGUMENTS]


def _methods(node: ast.AST) -> list[list[str]]:
    """Of a class what its constructor takes, and what its objects take when they are called, by
    name and in order; none of both where the definition does not show it."""
    if not isinstance(node, ast.ClassDef) or node.decorator_list or node.keywords:
        return []
    built, called = _built_and_called(node)
    if called is None or (built is None and not all(map(_takes_nothing, node.bases))):
        return []
    if any(one is not None and one.decorator_list for one in (built, called)):
        return []
    return [_arguments(one)[1:] if one else [] for one in (built, called)]


def _takes_nothing(base: ast.expr) -> bool:
    """Whether it is a class whose own constructor has no arguments."""
    return ast.unparse(base) in ("object", "Module", "nn.Module", "torch.nn.Module")


def _built_and_called(node: ast.ClassDef) -> tuple[ast.FunctionDef | None, ast.FunctionDef | None]:
    methods = {one.name: one for one in node.body if isinstance(one, ast.FunctionDef)}
    return methods.get("__init__"), methods.get("__call__") or methods.get("forward")


Arity = tuple[int, int | None]  # positional arguments it needs, and takes at most; None: any


def _takes(node: ast.AST) -> list[Arity | None]:
    """How many arguments each call takes: of a function one, of a class the constructor and the
    call of an object. None where the definition does not show it."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return [_arity(node)]
    if isinstance(node, ast.ClassDef):
        return [_arity(one, skip=1) if one else None for one in _built_and_called(node)]
    return []


def _arity(node: ast.FunctionDef | ast.AsyncFunctionDef, skip: int = 0) -> Arity | None:
    if node.decorator_list:  # a decorator may change what is taken
        return None
    count = len(node.args.posonlyargs) + len(node.args.args) - skip
    return count - len(node.args.defaults), None if node.args.vararg else count
