"""The names that each definition uses, itself or through its helpers, in this file or another.

Read from the syntax tree for the rules of a part: `t.autograd.grad` counts as
`torch.autograd.grad` after `import torch as t` or `t = torch`. A method of the submission's own
is told without its object, so that `cell.backward` is no `*.backward`; one that may be its own or
a library's is marked. So is what a function reads of the values at the top level.
"""

from __future__ import annotations

import ast
import functools
import importlib.util
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from grader.sandbox.inside.outside import outside_names
from grader.sandbox.inside.owners import Owners
from grader.sandbox.inside.statements import Statement
from grader.sandbox.inside.toplevel import assigned_names, top_level

MAX_USES = 2000  # distinct names of one definition
TOO_MANY = "<too many>"
PERHAPS_OWN = "<own?> "  # before a name that may be a method of the submission's
OUTSIDE = "<outside> "  # before a name that is read from the top level, and is no definition there
MAX_ALL_USES = 40_000  # of a whole submission: what one reply has room for
_LOOPS = (
    ast.For, ast.AsyncFor, ast.While,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip


@dataclass(frozen=True)
class Use:
    name: str
    file: str
    line: int
    cell: int | None
    of: str = ""  # of `x.method`: the class or module it is asked of, where the source shows it


@dataclass
class _File:
    """What one file's names stand for, and what each definition in it mentions."""

    path: str
    owners: Owners
    aliases: dict[str, str] = field(default_factory=dict)
    starred: list[str] = field(default_factory=list)  # modules of `from … import *`
    direct: dict[str, list[Use]] = field(default_factory=dict)


def uses_in(sources: Mapping[str, list[Statement]]) -> dict[str, dict[str, list[list[Any]]]]:
    """File -> definition -> [dotted name, line, cell, file] of what it and its helpers use."""
    files = {path: _read(path, statements) for path, statements in sources.items()}
    modules: dict[str, _File] = {}
    for path, file in files.items():
        parts = path.rpartition(".")[0].removesuffix("/__init__").split("/")
        for start in range(len(parts)):  # `nn.layers` and `layers` may both mean src/nn/layers.py
            modules.setdefault(".".join(parts[start:]), file)
    own = _Own(modules, files.values())
    room = MAX_ALL_USES
    found: dict[str, dict[str, list[list[Any]]]] = {path: {} for path in files}
    for path, file in files.items():
        for name in file.direct:
            uses = _with_helpers(name, file, own) if room > 0 else []
            whole = room > 0 and len(uses) <= min(room, MAX_USES)
            listed: list[list[Any]] = [[use.name, use.line, use.cell, use.file] for use in uses]
            # Never silently short: what is not listed could be what a rule forbids.
            found[path][name] = listed if whole else [[TOO_MANY, 1, None, path]]
            room -= len(found[path][name])
    return found


def _read(path: str, statements: list[Statement]) -> _File:
    nodes = [(node, statement) for statement in statements for node in top_level(statement.node)]
    aliases: dict[str, str] = {}
    for node, _ in nodes:
        _learn_aliases(node, aliases)
    file = _File(path, Owners((statement.node for statement in statements), aliases), aliases)
    for node, _ in nodes:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            file.starred.append(node.module or "")
    known = {
        node.name
        for node, _ in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }.union(aliases)
    for node, statement in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names = [node.name]
        else:
            names = assigned_names(node)
        mentioned = list(_mentioned(node, statement.cell, file)) if names else []
        if names:
            mentioned += [
                Use(OUTSIDE + name, path, line, statement.cell)
                for name, line in outside_names(node).items()
                if name not in known
            ]
        for name in names:
            # Which of several inside `if` or `try` will count is not known here: all of them.
            kept = file.direct.get(name, []) if node is not statement.node else []
            file.direct[name] = kept + mentioned
    return file


def _with_helpers(name: str, file: _File, own: _Own) -> list[Use]:
    seen, waiting = {(file.path, name)}, [(file, name)]
    found: dict[str, Use] = {}
    while waiting and len(found) <= MAX_USES:
        here, current = waiting.pop()
        for use in here.direct[current]:
            told = own.told(use, here)
            found.setdefault(told.name, told)
            for there, helper in _definitions_of(use.name, here, own.modules):
                if (there.path, helper) not in seen:
                    seen.add((there.path, helper))
                    waiting.append((there, helper))
    return list(found.values())


class _Own:
    """What the submission has of its own, among all its files."""

    def __init__(self, modules: Mapping[str, _File], files: Collection[_File]) -> None:
        self.modules = modules
        self._methods = {
            one for file in files for its in file.owners.methods.values() for one in its
        }
        self._shifts = any(file.owners.shifts for file in files)

    def told(self, use: Use, here: _File) -> Use:
        """The use as rules see it."""
        method = use.name.rpartition(".")[2]
        if method == use.name or _is_library(use.of, here):
            return use
        if not self._shifts and self._has(use.of, method, here):
            return replace(use, name=method)
        return replace(use, name=PERHAPS_OWN + use.name) if method in self._methods else use

    def _has(self, of: str, method: str, here: _File) -> bool:
        """Whether `of` is a class that defines the method, or a module that defines a function."""
        for there, name in _definitions_of(f"{of}.{method}", here, self.modules) if of else ():
            in_class = method in there.owners.methods.get(name, ()) and name == of.split(".")[-1]
            in_module = name == method and of in self.modules
            if there.owners.defines(name) and (in_class or in_module):
                return True
        return False


def _is_library(of: str, here: _File) -> bool:
    root = of.split(".")[0]
    return bool(root) and root not in here.owners.methods and _installed(root)


@functools.cache
def _installed(module: str) -> bool:
    """Whether a library has this name: it is imported before a file of the submission's is."""
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return True


def _definitions_of(
    name: str, here: _File, modules: Mapping[str, _File]
) -> Iterator[tuple[_File, str]]:
    """Where in the submission the root of a used name may be defined."""
    root = name.split(".")[0]
    if root in here.direct:
        yield here, root
        return
    parts = name.split(".")
    for end in range(len(parts) - 1, 0, -1):
        there = modules.get(".".join(parts[:end]).lstrip("."))
        if there is not None and parts[end] in there.direct:
            yield there, parts[end]
            return
    for module in here.starred:
        there = modules.get(module)
        if there is not None and root in there.direct:
            yield there, root


def _learn_aliases(node: ast.AST, aliases: dict[str, str]) -> None:
    if isinstance(node, ast.Import):
        for entry in node.names:
            short = entry.name.split(".")[0]
            aliases[entry.asname or short] = entry.name if entry.asname else short
    elif isinstance(node, ast.ImportFrom) and node.module:
        for entry in node.names:
            aliases[entry.asname or entry.name] = f"{node.module}.{entry.name}"
    elif isinstance(node, ast.Assign) and len(node.targets) == 1:
        target, value = node.targets[0], _dotted(node.value, aliases)
        # Of a library's name only: `t = torch`. A student's own names stay what they are.
        if isinstance(target, ast.Name) and value and _root(node.value) in aliases:
            aliases[target.id] = value


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _dotted(node: ast.expr, aliases: Mapping[str, str]) -> str:
    """`t.autograd.grad` as `torch.autograd.grad`; of a call or an index, only what is asked of
    it: `.backward`. Empty for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        return ".".join([aliases.get(node.id, node.id), *reversed(parts)])
    return ".".join(["", *reversed(parts)]) if parts else ""


def _mentioned(node: ast.AST, cell: int | None, file: _File) -> Iterator[Use]:
    aliases = dict(file.aliases)
    for inner in ast.walk(node):
        _learn_aliases(inner, aliases)
    inside: set[int] = set()  # the `torch.autograd` inside `torch.autograd.grad`
    for inner in ast.walk(node):
        names: list[str] = []
        of = ""
        if isinstance(inner, ast.Import):
            names = [entry.name for entry in inner.names]
        elif isinstance(inner, ast.ImportFrom) and inner.module:
            names = [f"{inner.module}.{entry.name}" for entry in inner.names]
        elif isinstance(inner, _LOOPS):
            names = ["<loop>"]
        elif isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.MatMult):
            names = ["<matmul>"]
        elif isinstance(inner, ast.Attribute | ast.Name) and id(inner) not in inside:
            names = [_dotted(inner, aliases)]
            of = file.owners.of(inner) if isinstance(inner, ast.Attribute) else ""
            below: ast.expr = inner
            while isinstance(below, ast.Attribute):
                below = below.value
                inside.add(id(below))
        for name in names:
            yield Use(name, file.path, inner.lineno, cell, of)  # type: ignore[attr-defined]
