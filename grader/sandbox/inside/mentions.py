"""The names that one definition mentions, read from its syntax tree."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from grader.sandbox.hiding import (
    BUILTIN,
    LIBRARY,
    last_word,
    matches,
    public_name,
    what_it_hides,
    words_of,
)
from grader.sandbox.inside.folding import ends_of, text_of
from grader.sandbox.inside.naming import (
    TEACHES,
    Naming,
    Reading,
    TooManyReadings,
    matched,
    origin_of,
)
from grader.sandbox.inside.owners import Owners
from grader.sandbox.inside.walking import children, walked

TOO_MANY = "<too many>"
OUTSIDE = "<outside> "  # before a name that is read from the top level, and is no definition there
MODULE = "<module> "  # before a library's name that is handed on: `tools = [torch]`
_WORD = re.compile(r"[^\W\d]\w*")
# What a name is used by, or something else that a rule may be about.
_TELLS = {
    ast.Import, ast.ImportFrom, ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp,
    ast.DictComp, ast.GeneratorExp, ast.BinOp, ast.Match, ast.Name, ast.Attribute, ast.Call,
    ast.Subscript, ast.Compare,
}  # fmt: skip
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
    origin: str = ""
    words: tuple[str, ...] = ()  # forbidden ones that stand as text beside what can hide a name
    root: str = ""  # the name at the top level where it starts, if it does
    perhaps_own: bool = False  # whether something of the student's may have taken its place


class Sought:
    """What the rules of a course are about, so that nothing of it is lost among other names."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self._patterns = tuple(patterns)
        self._last = {last_word(one) for one in self._patterns} - {""}
        self._words = words_of(self._patterns)
        self._told: dict[tuple[str, str], bool] = {}
        parts = [one.split(".") for one in self._patterns]
        self._above = {".".join(one[:end]) for one in parts for end in range(1, len(one))}

    def is_told(self, use: Use) -> bool:
        """Whether a rule may depend on it."""
        key = (use.name, use.origin)
        if key not in self._told:  # the same names come again in every definition
            self._told[key] = self._decide(use)
        return self._told[key]

    def _decide(self, use: Use) -> bool:
        name = use.name.rpartition("> ")[2]
        return (
            (use.name.startswith("<") and not use.name.startswith(OUTSIDE))
            or name.rpartition(".")[2].lstrip("_") in self._last
            or bool(what_it_hides(name, use.origin))
            or any(matches(name, one) or matches(public_name(name), one) for one in self._patterns)
        )

    def leads_to_one(self, name: str) -> bool:
        """Whether something below this name is sought: `torch`, of `torch.softmax`."""
        return name in self._above

    def may_be(self, start: str, end: str) -> bool:
        """Whether a text that starts and ends so may be a word that matters."""
        return any(one.startswith(start) and one.endswith(end) for one in self._words)

    def is_last(self, word: str) -> bool:
        """Whether it is `softmax`, of `torch.softmax`."""
        return word in self._last

    def words_in(self, nodes: Iterable[ast.AST]) -> set[str]:
        """The sought words that stand as texts in a statement."""
        texts = [text for node in nodes if (text := text_of(node))]
        return self._last.intersection(_WORD.findall(" ".join(texts)))


@dataclass(frozen=True)
class Place:
    """Where a definition stands."""

    path: str
    cell: int | None
    owners: Owners


def mentions(
    node: ast.AST,
    place: Place,
    naming: Naming,
    sought: Sought,
    read: Collection[str] | None,
    bound: Collection[str],
) -> Iterator[Use]:
    """What `node` uses. `read` are the names that it takes from the top level (None: any may be),
    `bound` those that the file has given a meaning to there."""
    try:
        parts = list(pieces(node))
        taught = [inner for part in parts for inner in part if type(inner) in TEACHES]
        for _ in range(2):  # twice: in a loop, what stands below counts above
            for inner in taught:
                naming.learn(inner)
        for part in parts:
            yield from _Piece(part, place, naming, sought, read, bound).uses()
    except (TooManyReadings, RecursionError):
        yield Use(TOO_MANY, place.path, getattr(node, "lineno", 1), place.cell)


def pieces(node: ast.AST) -> Iterator[list[ast.AST]]:
    """The nodes of each statement, in order, without those of the statements inside it."""
    own: list[ast.AST] = []
    inside: list[ast.stmt] = []
    waiting = [node]
    while waiting:
        current = waiting.pop()
        own.append(current)
        below = children(current)
        inside += [one for one in below if isinstance(one, ast.stmt)]
        waiting += [one for one in reversed(below) if not isinstance(one, ast.stmt)]
    yield own
    for statement in inside:
        yield from pieces(statement)


class _Piece:
    """One statement, without those inside it."""

    def __init__(
        self,
        nodes: list[ast.AST],
        place: Place,
        naming: Naming,
        sought: Sought,
        read: Collection[str] | None,
        bound: Collection[str],
    ) -> None:
        self._nodes = nodes
        self._place = place
        self._naming = naming
        self._sought = sought
        self._read = read
        self._bound = bound
        self._inside: set[int] = set()  # the `torch.autograd` inside `torch.autograd.grad`
        self._words = tuple(sorted(sought.words_in(nodes).union(self._asked())))
        self._line = 1

    def uses(self) -> Iterator[Use]:
        for node in self._nodes:
            self._line = getattr(node, "lineno", self._line)
            if type(node) not in _TELLS:
                continue
            if isinstance(node, ast.Import):
                yield from self._told(Reading(entry.name, True) for entry in node.names)
            elif isinstance(node, ast.ImportFrom):
                names = [origin_of(node) + entry.name for entry in node.names]
                yield from self._told(Reading(name, True) for name in names)
            elif isinstance(node, _LOOPS):
                yield from self._told([Reading("<loop>", False)])
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
                yield from self._told([Reading("<matmul>", False)])
            elif isinstance(node, ast.Match):
                whose = self._naming.readings(node.subject)
                for case in node.cases:
                    for asked, _ in matched(case.pattern, whose):
                        yield from self._told(asked)
            elif id(node) not in self._inside:
                self._pass_over(node)
                yield from self._named(node)
            if isinstance(node, ast.Name) and node.id == "__match_args__":  # `case Own(f)`
                words = sorted(self._sought.words_in(self._nodes))
                yield from self._told(Reading(f".{word}", False) for word in words)

    def _asked(self) -> Iterator[str]:
        """Sought words that are asked of what can hide a name: `globals()["torch"].softmax`."""
        for node in self._nodes:
            if isinstance(node, ast.Attribute) and self._sought.is_last(node.attr):
                below = (one for one in walked(node.value) if isinstance(one, ast.expr))
                names = [one for inner in below for one in self._naming.readings(inner)]
                if any(what_it_hides(*one) for one in map(self._whose, names)):
                    yield node.attr

    def _whose(self, reading: Reading) -> tuple[str, str]:
        root = reading.name.split(".")[0]
        own = root in self._bound or (self._read is not None and root not in self._read)
        return reading.name, LIBRARY if reading.imported else "" if own else BUILTIN

    def _named(self, node: ast.AST) -> Iterator[Use]:
        if isinstance(node, ast.Attribute | ast.Name):
            readings = self._naming.readings(node)
        elif isinstance(node, ast.Call | ast.Subscript):
            readings = self._naming.spelled(node)
            if not readings and isinstance(node, ast.Call) and self._is_harmless(node):
                self._inside.add(id(node.func))
        else:
            return
        if not readings:
            return
        root = self._take(node)
        of = self._place.owners.of(node) if isinstance(node, ast.Attribute) else ""
        yield from self._told(readings, of, root)
        if id(node) not in self._naming.named and isinstance(node, ast.Attribute | ast.Name):
            handed = [one for one in readings if one.imported]
            yield from self._told(
                Reading(MODULE + one.name, True)
                for one in handed
                if self._sought.leads_to_one(one.name)
            )

    def _pass_over(self, node: ast.AST) -> None:
        """Leave out what can hide a name and does not: `"torch" in sys.modules`, and what sets
        attributes of an object, `p.__dict__.update(rate=1)`, whose values are told."""
        if isinstance(node, ast.Compare) and text_of(node.left):
            for operator, other in zip(node.ops, node.comparators, strict=True):
                meant = {one.name for one in self._naming.readings(other)}
                if isinstance(operator, ast.In | ast.NotIn) and meant == {"sys.modules"}:
                    self._inside.update(id(inner) for inner in walked(other))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            names = node.func.value
            if node.func.attr == "update" and isinstance(names, ast.Attribute):
                whose = self._naming.readings(names.value)
                if names.attr == "__dict__" and not any(one.imported for one in whose):
                    self._inside |= {id(node.func), id(names)}

    def _take(self, node: ast.AST) -> str:
        """Note what belongs to this name, so that it is not told once more; the name at the top
        level where it starts, if it does."""
        while True:
            if isinstance(node, ast.Attribute):
                node = node.value
            elif isinstance(node, ast.Call | ast.Subscript) and self._naming.spelled(node):
                by = node.func if isinstance(node, ast.Call) else node.value
                self._inside.update(id(inner) for inner in walked(by))
                if isinstance(node, ast.Call) and len(node.args) < 2:
                    return ""
                node = node.args[0] if isinstance(node, ast.Call) else _innermost(node.value)
            else:
                break
            self._inside.add(id(node))
        if not isinstance(node, ast.Name):
            return ""
        return node.id if self._read is None or node.id in self._read else ""

    def _is_harmless(self, node: ast.Call) -> bool:
        """Whether it is a `getattr` of something like `f"W{gate}"`, which no rule is about."""
        if not (isinstance(node.func, ast.Name) and node.func.id == "getattr"):
            return False
        start, end = ends_of(node.args[1]) if len(node.args) > 1 else ("", "")
        return bool(start or end) and not self._sought.may_be(start, end)

    def _told(self, readings: Iterable[Reading], of: str = "", root: str = "") -> Iterator[Use]:
        for name, imported in readings:
            unbound = bool(root) and root not in self._bound
            origin = LIBRARY if imported else BUILTIN if unbound else ""
            words = self._words if what_it_hides(name, origin) else ()
            place = self._place
            yield Use(name, place.path, self._line, place.cell, of, origin, words, root)


def _innermost(node: ast.expr) -> ast.expr:
    """`a` of `a.__dict__` or `vars(a)`."""
    if isinstance(node, ast.Attribute):
        return node.value
    return node.args[0] if isinstance(node, ast.Call) and node.args else node
