"""Whose method `x.method` is, as far as the source of one file shows it.

A rule may forbid `*.backward`, and a student's own class may well have a method of that name.
Where more than one reading is possible nothing is said: a name that is bound twice, a file in which
objects or classes are changed behind the back of their definitions.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

_Function = ast.FunctionDef | ast.AsyncFunctionDef
# With these an object is not of the class that its source says, or a class has other methods.
_SHIFTS = {"__new__", "__class__", "__getattribute__", "__setattr__", "setattr", "__bases__", "*"}


class Owners:
    """The classes of one file, and the names that can only ever mean one thing in it."""

    def __init__(self, nodes: Iterable[ast.stmt], aliases: Mapping[str, str]) -> None:
        nodes = list(nodes)
        self.shifts = any(not _SHIFTS.isdisjoint(_spelled_in(node)) for node in nodes)
        self.methods: dict[str, frozenset[str]] = {}  # class at the top level -> its own methods
        self._aliases = aliases
        self._made: dict[str, list[str]] = {}  # variable -> the class of `variable = Class(…)`
        self._bound = Counter(name for node in nodes for name in _bound_in(node))
        self._own_objects: dict[int, str] = {}  # id of the node `self` -> the class it stands in
        for node in nodes:
            if isinstance(node, ast.ClassDef) and not (node.decorator_list or node.keywords):
                methods = [one for one in node.body if isinstance(one, _Function)]
                self.methods[node.name] = frozenset(one.name for one in methods)
                for method in methods:
                    self._learn_self(method, node.name)
            for inner in ast.walk(node):
                self._learn_made(inner)

    def defines(self, name: str) -> bool:
        """Whether the name is bound once in the file, so that it stays what it is."""
        return self._bound[name] == 1

    def of(self, node: ast.Attribute) -> str:
        """What the last name of `a.b.method` is asked of: a class, if `a.b` is an object of it, or
        the class or module that `a.b` is. Empty where the source does not show it."""
        between: list[str] = []
        root: ast.expr = node.value
        while isinstance(root, ast.Attribute):
            between.insert(0, root.attr)
            root = root.value
        if not isinstance(root, ast.Name):
            return ""
        if not between and id(root) in self._own_objects:
            return self._own_objects[id(root)]
        name = self._stays(root.id)
        if name:
            return ".".join([name, *between])
        made = self._made.get(root.id, [])
        if between or not made or len(set(made)) > 1 or self._bound[root.id] != len(made):
            return ""
        first, *rest = made[0].split(".")
        return ".".join([self._stays(first), *rest]) if self._stays(first) else ""

    def _stays(self, name: str) -> str:
        """The class or import that a name stands for wherever it is used in the file."""
        if not self.defines(name):
            return ""
        return name if name in self.methods else self._aliases.get(name, "")

    def _learn_self(self, method: _Function, owner: str) -> None:
        arguments = [*method.args.posonlyargs, *method.args.args]
        if not arguments or method.decorator_list or not self.defines(owner):
            return
        itself = arguments[0].arg
        if list(_bound_in(method)).count(itself) == 1:
            for inner in ast.walk(method):
                if isinstance(inner, ast.Name) and inner.id == itself:
                    self._own_objects[id(inner)] = owner

    def _learn_made(self, node: ast.AST) -> None:
        if not (isinstance(node, ast.Assign) and len(node.targets) == 1):
            return
        target, value = node.targets[0], node.value
        if not (isinstance(target, ast.Name) and isinstance(value, ast.Call)):
            return
        parts: list[str] = []
        function = value.func
        while isinstance(function, ast.Attribute):
            parts.insert(0, function.attr)
            function = function.value
        if isinstance(function, ast.Name):
            self._made.setdefault(target.id, []).append(".".join([function.id, *parts]))


def _bound_in(node: ast.AST) -> Iterator[str]:
    """Every name that is given a meaning anywhere in it, once for each time; of a method only what
    is inside, since its own name is its class's."""
    methods = {
        id(one)
        for inner in ast.walk(node)
        if isinstance(inner, ast.ClassDef)
        for one in inner.body
        if isinstance(one, _Function)
    }
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            if not isinstance(inner.ctx, ast.Load):
                yield inner.id
        elif isinstance(inner, ast.arg):
            yield inner.arg
        elif isinstance(inner, ast.alias):
            yield inner.asname or inner.name.split(".")[0]
        elif id(inner) not in methods:
            # Functions, classes, `except … as name`, `case … as name`, `case {**rest}`.
            for name in (getattr(inner, "name", None), getattr(inner, "rest", None)):
                if isinstance(name, str):
                    yield name


def _spelled_in(node: ast.AST) -> Iterator[str]:
    """Every name that stands anywhere in it, bound or used."""
    yield from _bound_in(node)
    for inner in ast.walk(node):
        if isinstance(inner, _Function):
            yield inner.name
        elif isinstance(inner, ast.Name):
            yield inner.id
        elif isinstance(inner, ast.Attribute):
            yield inner.attr
