"""What one file's names stand for, and what each definition in it mentions."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from grader.sandbox.inside.folding import text_of
from grader.sandbox.inside.mentions import OUTSIDE, TOO_MANY, Place, Sought, Use, mentions
from grader.sandbox.inside.naming import Naming, TooManyReadings, origin_of
from grader.sandbox.inside.outside import Scope, outside_names, scope_of
from grader.sandbox.inside.owners import Owners
from grader.sandbox.inside.statements import Statement
from grader.sandbox.inside.toplevel import top_level
from grader.sandbox.inside.walking import children, walked

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_Import = ast.Import | ast.ImportFrom
# What may give a library's name to another: `t = torch`. Of these only, since a lambda's or a
# comprehension's names are its own.
_Loop = ast.For | ast.AsyncFor
_Naming = (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.For, ast.Match, ast.Import, ast.ImportFrom)
ANY = "__dict__"  # of what has a name changed that is not known: `vars(helper).update(tools)`
# Methods that put something into what they are asked of, wherever in a statement they stand.
_PUTS = {"append", "appendleft", "add", "insert", "extend", "update", "setdefault", "__setitem__"}
_Uses = Callable[[], list[Use]]


@dataclass
class SourceFile:
    path: str
    owners: Owners
    aliases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    starred: list[str] = field(default_factory=list)  # `torch.` of `from torch import *`
    bound: set[str] = field(default_factory=set)  # names that surely mean something of its own
    direct: dict[str, list[Use]] = field(default_factory=dict)
    # What it does at its top level to what has its name elsewhere: `helper.tool = …`
    changes: dict[str, list[Use]] = field(default_factory=dict)
    # What it puts in the place of a name of a module: `math.tool = f`
    replaced: dict[str, list[Use]] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """Whether the file means something by the name, whatever that is."""
        known = name in self.direct or name in self.aliases
        return known or bool(self.starred) or "__getattr__" in self.direct

    @property
    def size(self) -> int:
        return sum(map(len, self.direct.values()))


def read_source(path: str, statements: list[Statement], sought: Sought) -> SourceFile:
    """The file's names, in the order in which its statements run."""
    reader = _Reader(path, statements, sought)
    for statement in statements:
        try:
            reader.run(statement)
        except (TooManyReadings, RecursionError):
            reader.give_up(statement)
    return reader.finished()


class _Reader:
    def __init__(self, path: str, statements: list[Statement], sought: Sought) -> None:
        self._sought = sought
        self._naming = Naming()
        owners = Owners([statement.node for statement in statements], _imported(statements))
        self._file = SourceFile(path, owners, self._naming.aliases)
        self._meant: dict[str, list[_Uses]] = {}  # what counts of each name, last wins
        self._outside: list[tuple[ast.stmt, Statement, Scope]] = []
        self._definitions: set[str] = set()

    def run(self, statement: Statement) -> None:
        headers = list(_headers(statement.node))
        read = scope_of(statement.node).read if headers else None
        for part in headers:
            uses = self._now(part, statement, read)
            for name in _stored(part):
                self._mean(name, uses, certain=False)
            self._learn(part)
        for node in top_level(statement.node):
            certain = node is statement.node  # else in an `if` or `try`: it may not run
            if isinstance(node, _Definition):
                self._define(node, statement, certain)
            elif isinstance(node, _Import):
                self._import(node, certain)
            else:
                self._do(node, statement, certain)

    def give_up(self, statement: Statement) -> None:
        """The names of a statement that cannot be followed may mean anything."""
        doubt = [Use(TOO_MANY, self._file.path, statement.node.lineno, statement.cell)]
        for name in scope_of(statement.node).bound:
            self._mean(name, doubt, certain=False)

    def finished(self) -> SourceFile:
        """The file, once all its statements have run: now what its functions read is known."""
        file = self._file
        for name, meant in self._meant.items():
            # One list for all names of an assignment: copies for thousands would fill the memory.
            every = [uses() for uses in meant]
            file.direct[name] = every[0] if len(every) == 1 else [u for one in every for u in one]
        known = self._definitions.union(file.aliases)
        for node, statement, scope in self._outside:
            outside = [
                Use(OUTSIDE + one, file.path, line, statement.cell)
                for one, line in outside_names(node, scope).items()
                if one not in known
            ]
            longer: dict[int, list[Use]] = {}
            for name in scope.bound & set(file.direct) if outside else ():
                before = file.direct[name]
                file.direct[name] = longer.setdefault(id(before), before + outside)
        return file

    def _define(self, node: _Definition, statement: Statement, certain: bool) -> None:
        scope = scope_of(node)
        # Decorators, defaults and what stands in a class are evaluated here, with the names as they
        # are now; the bodies of functions with what these mean in the end.
        early = [node] if isinstance(node, ast.ClassDef) else [*node.decorator_list, node.args]
        now = [use for part in early for use in self._now(part, statement, scope.read)]

        @functools.cache
        def uses() -> list[Use]:
            return now + self._now(node, statement, scope.read)

        for name in scope.bound - {node.name}:  # of a function that says `global`
            self._mean_later(name, uses, certain=False)
        self._mean_later(node.name, uses, certain)
        self._definitions.add(node.name)
        self._outside.append((node, statement, scope))
        if certain:
            self._naming.aliases.pop(node.name, None)
            self._file.bound.add(node.name)

    def _import(self, node: _Import, certain: bool) -> None:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            self._file.starred.append(origin_of(node))
            return
        self._naming.learn(node, certain=certain)
        if certain:
            names = {one.asname or one.name.split(".")[0] for one in node.names}
            self._file.bound |= names
            for name in names:
                self._meant.pop(name, None)

    def _do(self, node: ast.stmt, statement: Statement, certain: bool) -> None:
        scope = scope_of(node)
        uses = self._now(node, statement, scope.read)
        simple = isinstance(node, ast.Assign | ast.AnnAssign)
        for name in scope.bound:
            last = certain and simple and scope.read is not None and name not in scope.read
            self._mean(name, uses, last)
        for inner, around in _inside(node):
            mentioned = uses if inner is node else self._in_loop(inner, around, statement, scope)
            for changed in _changed(inner):
                self._change(changed, mentioned)
            for replaced in _replaced(inner):
                self._replace(replaced, mentioned)
        self._outside.append((node, statement, scope))
        self._learn(node, certain=certain and simple)
        if isinstance(node, ast.Delete):
            self._file.bound -= {one.id for one in walked(node) if isinstance(one, ast.Name)}
        elif certain and simple:
            self._file.bound |= scope.bound

    def _in_loop(
        self, node: ast.stmt, loops: list[_Loop], statement: Statement, scope: Scope
    ) -> list[Use]:
        """What a statement in a loop uses; with what the loops are over, if it uses that."""
        names = {inner.id for inner in walked(node) if isinstance(inner, ast.Name)}
        headers = [one for one in loops if not names.isdisjoint(_stored(one.target))]
        parts = [node, *(one.iter for one in headers)]
        return [use for part in parts for use in self._now(part, statement, scope.read)]

    def _replace(self, node: ast.expr, uses: list[Use]) -> None:
        """What takes the place of a library's name: `math.tool = f`."""
        for name, imported in self._naming.readings(node):
            if imported:
                self._file.replaced.setdefault(name, []).extend(uses)

    def _change(self, node: ast.expr, uses: list[Use]) -> None:
        """What is done to the inside of something: `table.append(torch.softmax)`."""
        if isinstance(node, ast.Call) and (whose := self._naming.namespace(node)) is not None:
            node = ast.Attribute(whose, ANY, ast.Load())
        for name, imported in self._naming.readings(node):
            if imported:
                self._file.changes.setdefault(name, []).extend(uses)
            elif name and not name.startswith("."):
                self._mean(name.split(".")[0], uses, certain=False)

    def _learn(self, node: ast.AST, certain: bool = False) -> None:
        for inner in [node] if certain else walked(node):
            if isinstance(inner, _Naming):
                self._naming.learn(inner, certain=certain)

    def _now(self, node: ast.AST, statement: Statement, read: Collection[str] | None) -> list[Use]:
        """What it uses, by what the names mean at this moment."""
        file = self._file
        # A local variable hides an import of the same name.
        names = file.aliases if read is None else {*read, *self._naming.dotted}
        aliases = {name: file.aliases[name] for name in names if name in file.aliases}
        place = Place(file.path, statement.cell, file.owners)
        return list(mentions(node, place, Naming(aliases), self._sought, read, file.bound))

    def _mean(self, name: str, uses: list[Use], certain: bool) -> None:
        self._mean_later(name, lambda: uses, certain)

    def _mean_later(self, name: str, uses: _Uses, certain: bool) -> None:
        if certain:
            self._meant[name] = [uses]
        else:  # which of several will count is not known here: all of them
            self._meant.setdefault(name, []).append(uses)


def _imported(statements: list[Statement]) -> dict[str, str]:
    """What each name stands for that is imported, or given to an import."""
    naming = Naming()
    for statement in statements:
        for node in top_level(statement.node):
            if isinstance(node, ast.Import | ast.ImportFrom | ast.Assign):
                try:
                    naming.learn(node)
                except (TooManyReadings, RecursionError):
                    continue
    return {name: meant[-1] for name, meant in naming.aliases.items()}


def _headers(node: ast.AST) -> Iterator[ast.AST]:
    """What is evaluated by the `if` and `with` around statements of the top level."""
    if isinstance(node, ast.If):
        yield node.test
    elif isinstance(node, ast.With):
        yield from node.items
    if isinstance(node, ast.If | ast.With | ast.Try | ast.TryStar | ast.ExceptHandler):
        for inner in children(node):
            yield from _headers(inner)


def _stored(node: ast.AST) -> Iterator[str]:
    for inner in walked(node):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            yield inner.id


def _inside(node: ast.stmt) -> Iterator[tuple[ast.stmt, list[_Loop]]]:
    """A statement and those that stand in it, if it is a loop; each with the loops around it."""
    waiting: list[tuple[ast.stmt, list[_Loop]]] = [(node, [])]
    while waiting:
        one, around = waiting.pop()
        yield one, around
        if isinstance(one, _Definition) or (one is node and not isinstance(one, _Loop | ast.While)):
            continue
        within = [*around, one] if isinstance(one, _Loop) else around
        below = children(one)
        cases = [inner for inner in below if isinstance(inner, ast.ExceptHandler | ast.match_case)]
        below += [inner for case in cases for inner in case.body]
        waiting += [(inner, within) for inner in below if isinstance(inner, ast.stmt)]


def _targets(node: ast.stmt) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    if isinstance(node, ast.AnnAssign | ast.AugAssign | ast.For | ast.AsyncFor):
        return [node.target]
    return []


def _replaced(node: ast.stmt) -> Iterator[ast.expr]:
    """The attributes that a statement sets: `a.b` in `a.b = x` and in `setattr(a, "b", x)`."""
    for target in _targets(node):
        yield from (inner for inner in walked(target) if isinstance(inner, ast.Attribute))
    if (arguments := _setattr(node)) and text_of(arguments[1]):
        yield ast.Call(ast.Name("getattr", ast.Load()), arguments[:2], [])


def _setattr(node: ast.stmt) -> list[ast.expr]:
    """The arguments of a `setattr`."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        function, arguments = node.value.func, node.value.args
        if isinstance(function, ast.Name) and function.id == "setattr" and len(arguments) == 3:
            return arguments
    return []


def _changed(node: ast.stmt) -> Iterator[ast.expr]:
    """What a statement changes the inside of: `a.b` in `a.b.append(x)`, `a.b.c = x`,
    `a.b["c"] = x` and `setattr(a.b, "c", x)`."""
    for target in _targets(node):
        for inner in walked(target):
            if isinstance(inner, ast.Attribute):
                yield inner
            if isinstance(inner, ast.Attribute | ast.Subscript):
                yield inner.value
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.Assert | ast.Expr):
        calls = [one.func for one in walked(node) if isinstance(one, ast.Call)]
        for function in calls:
            if isinstance(function, ast.Attribute) and function.attr in _PUTS:
                yield function.value
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        if isinstance(node.value.func, ast.Attribute):
            yield node.value.func.value
        elif arguments := _setattr(node):
            # Which of its names is changed may not be known: then any.
            if not text_of(arguments[1]):
                yield ast.Attribute(arguments[0], ANY, ast.Load())
            yield from _replaced(node)
            yield arguments[0]
