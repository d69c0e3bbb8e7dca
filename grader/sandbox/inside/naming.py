"""What an expression names: `t.nn` is `torch.nn` after `import torch as t` or `t = torch`.

A name may have several readings, since which of two assignments counts is not known without
running; all of them are told. `getattr(torch, "softmax")` and its like are read as if they were
written with a dot.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from grader.sandbox.inside.folding import text_of
from grader.sandbox.inside.walking import walked

MAX_READINGS = 40  # of one expression; a homework has two, where it takes torch or numpy


# What `Naming.learn` learns something from.
TEACHES = {
    ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.For,
    ast.comprehension, ast.arguments, ast.Match,
}  # fmt: skip


class Reading(NamedTuple):
    name: str
    imported: bool  # whether it starts at an import


class TooManyReadings(Exception):
    """A source made so that a name may mean too many things."""


class Naming:
    """What the names of one scope stand for."""

    def __init__(self, aliases: Mapping[str, Sequence[str]] | None = None) -> None:
        self.aliases: dict[str, tuple[str, ...]] = {
            name: tuple(all_of_it) for name, all_of_it in (aliases or {}).items()
        }
        self.dotted = {
            name for name in self.aliases if "." in name
        }  # `helper.tool = torch.softmax`
        self.named: set[int] = (
            set()
        )  # ids of expressions that were given a name: `torch` of t = torch

    def readings(self, node: ast.AST) -> list[Reading]:
        """Everything that it may name; nothing for an expression that is no name. Of a call or an
        index only what is asked of it is known: `.backward`."""
        found = list(dict.fromkeys(self._readings(node)))
        if len(found) > MAX_READINGS:
            raise TooManyReadings
        return found

    def _readings(self, node: ast.AST) -> Iterator[Reading]:
        if isinstance(node, ast.Name):
            yield from self._aliased(node.id, imported=False)
        elif isinstance(node, ast.Attribute):
            yield from self._below(node.value, node.attr)
        elif isinstance(node, ast.NamedExpr):
            yield from self._readings(node.value)
        elif isinstance(node, ast.Call | ast.Subscript):
            yield from self.spelled(node)
        choices = _elements(node.value) if isinstance(node, ast.Subscript) else _choices(node)
        for inner in choices:
            yield from self.readings(inner)

    def _aliased(self, name: str, imported: bool) -> Iterator[Reading]:
        if name in self.aliases:
            yield from (Reading(one, True) for one in self.aliases[name])
        else:
            yield Reading(name, imported)

    def _below(self, node: ast.AST, attribute: str) -> Iterator[Reading]:
        whose = self.readings(node)
        for name, imported in whose:
            yield from self._aliased(f"{name}.{attribute}", imported)
        if not whose:
            yield Reading(f".{attribute}", False)

    def spelled(self, node: ast.AST) -> list[Reading]:
        """What an expression names by a text: `getattr(a, "b")`, `a.__dict__["b"]`,
        `sys.modules["a"]`, `__import__("a")`."""
        return list(self._spelled(node))

    def _spelled(self, node: ast.AST) -> Iterator[Reading]:
        if isinstance(node, ast.Call) and not node.keywords:
            does = {one.name.removeprefix("builtins.") for one in self.readings(node.func)}
            text = text_of(node.args[-1 if len(node.args) < 3 else 1]) if node.args else None
            if does == {"getattr"} and 2 <= len(node.args) <= 3 and text and text.isidentifier():
                yield from self._below(node.args[0], text)
            elif does & {"__import__", "importlib.import_module"} and len(node.args) == 1 and text:
                yield Reading(text.split(".")[0] if "__import__" in does else text, True)
        elif isinstance(node, ast.Subscript):
            text = text_of(node.slice)
            if not text:
                return
            if isinstance(node.value, ast.Attribute | ast.Name) and any(
                one.name == "sys.modules" for one in self.readings(node.value)
            ):
                yield Reading(text, True)
            elif (whose := self.namespace(node.value)) is not None and text.isidentifier():
                yield from self._below(whose, text)

    def namespace(self, node: ast.AST) -> ast.expr | None:
        """`a` of `a.__dict__` and `vars(a)`."""
        if isinstance(node, ast.Attribute) and node.attr == "__dict__":
            return node.value
        if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
            does = {one.name for one in self.readings(node.func)}
            return node.args[0] if does <= {"vars", "builtins.vars"} and does else None
        return None

    def learn(self, node: ast.AST, *, certain: bool = False) -> None:
        """What a statement or an expression gives a name to. `certain`: what the name meant before
        is forgotten; else it may mean either."""
        if isinstance(node, ast.Import):
            for entry in node.names:
                short = entry.name.split(".")[0]
                self._set(entry.asname or short, [entry.name if entry.asname else short], certain)
        elif isinstance(node, ast.ImportFrom):
            for entry in node.names:
                name = origin_of(node) + entry.name
                self._set(entry.asname or entry.name, [name], certain)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self._bind(target, node.value, certain)
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            self._bind(node.target, node.value, certain)
        elif isinstance(node, ast.For | ast.comprehension):
            for one in _elements(node.iter):
                self._bind(node.target, one, False)
        elif isinstance(node, ast.arguments):
            places = [*node.posonlyargs, *node.args]
            given = [*zip(reversed(places), reversed(node.defaults), strict=False)]
            for place, value in [*given, *zip(node.kwonlyargs, node.kw_defaults, strict=True)]:
                if value is not None:
                    self._bind(ast.Name(place.arg, ast.Store()), value, False)
        elif isinstance(node, ast.Match):
            for case in node.cases:
                for _, capture in matched(case.pattern, self.readings(node.subject)):
                    if capture is not None:
                        self._set(capture[0], [one.name for one in capture[1]], False)

    def _bind(self, target: ast.expr, value: ast.expr, certain: bool) -> None:
        if isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List):
            if len(target.elts) == len(value.elts):
                for one, its in zip(target.elts, value.elts, strict=True):
                    self._bind(one, its, certain)
            return
        # Of a library's name only: `t = torch`. A student's own names stay what they are.
        known = [one.name for one in self.readings(value) if one.imported]
        if known:
            self.named |= {id(inner) for inner in walked(value)}
        if isinstance(target, ast.Name):
            if known:
                self._set(target.id, known, certain)
            elif certain and target.id not in {
                inner.id for inner in walked(value) if isinstance(inner, ast.Name)
            }:
                self.aliases.pop(target.id, None)
        elif isinstance(target, ast.Attribute) and known:
            for name, _ in self.readings(target):
                self._set(name, [*known, name], False)

    def _set(self, name: str, meant: Sequence[str], certain: bool) -> None:
        before = () if certain else self.aliases.get(name, ())
        found = tuple(dict.fromkeys([*before, *meant]))
        if len(found) > MAX_READINGS:
            raise TooManyReadings
        self.aliases[name] = found
        if "." in name:
            self.dotted.add(name)


def origin_of(node: ast.ImportFrom) -> str:
    """What stands before the names that are imported: `torch.nn.`, or `.helper.` of
    `from .helper import`; so many dots as the import has."""
    return "." * node.level + (f"{node.module}." if node.module else "")


def _choices(node: ast.AST) -> list[ast.expr]:
    """The expressions of which one will be its value."""
    if isinstance(node, ast.IfExp):
        return [node.body, node.orelse]
    return node.values if isinstance(node, ast.BoolOp) else []


def _elements(node: ast.AST) -> list[ast.expr]:
    """The expressions of which one is taken out: `[torch, np][0]`."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return node.elts
    return node.values if isinstance(node, ast.Dict) else []


Capture = tuple[str, list[Reading]]


def matched(
    pattern: ast.pattern, whose: list[Reading]
) -> Iterator[tuple[list[Reading], Capture | None]]:
    """What a pattern asks of what is matched: `torch.softmax` of `case object(softmax=f)` where
    that is torch; and what it gives a name to."""
    if isinstance(pattern, ast.MatchClass):
        for attribute, inner in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
            below = [Reading(f"{one.name}.{attribute}", one.imported) for one in whose]
            below = below or [Reading(f".{attribute}", False)]
            yield below, None
            yield from matched(inner, below)
    if isinstance(pattern, ast.MatchAs):
        if pattern.name and (known := [one for one in whose if one.imported]):
            yield [], (pattern.name, known)
        if pattern.pattern is not None:
            yield from matched(pattern.pattern, whose)
    for inner in getattr(pattern, "patterns", ()):
        # One of several is matched with the same; what stands in a sequence is unknown.
        yield from matched(inner, whose if isinstance(pattern, ast.MatchOr) else [])
