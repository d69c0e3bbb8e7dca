"""Meanings of symbols that only prompts need, and the names that any meaning uses."""

from __future__ import annotations

from dataclasses import dataclass

from grader.binding.places import Piece
from grader.maths import (
    Applied,
    Definition,
    Expr,
    Formula,
    Given,
    Meaning,
    Rows,
    Unevaluable,
    free_names,
)
from grader.maths.equality.balls import Value as Balls
from grader.maths.equality.balls import collapsed
from grader.maths.given.piecewise import Compared, Piecewise
from grader.maths.tree.nodes import walk


@dataclass(frozen=True)
class Block(Meaning):
    """One of so many equal parts of a row or column, such as a gate among four."""

    body: Meaning
    place: int
    count: int

    def value(self, at: Given) -> Balls:
        whole = self.body.value(at)
        entries = whole.entries() if isinstance(whole, Rows) and 1 in whole.shape else []
        size, rest = divmod(len(entries), self.count)
        if not size or rest:
            raise Unevaluable(f"no row or column of {self.count} equal parts")
        part = tuple(entries[self.place * size : (self.place + 1) * size])
        row = Rows((part,))
        return collapsed(row if whole.shape[0] == 1 else row.transposed())


def names_in(meaning: Meaning | None) -> frozenset[str]:
    """The names that a meaning uses, functions that were defined among them."""
    if isinstance(meaning, Piece):
        return meaning.names
    if isinstance(meaning, Formula):
        return _names(meaning.body)
    if isinstance(meaning, Compared):
        return _names(meaning.left) | _names(meaning.right)
    if isinstance(meaning, Definition):
        return names_in(meaning.body) - frozenset(meaning.formals)
    if isinstance(meaning, Block):
        return names_in(meaning.body)
    if isinstance(meaning, Piecewise):
        found: frozenset[str] = frozenset()
        for value, condition in meaning.lines:
            found |= names_in(value) | names_in(condition)
        return found
    return frozenset()


def _names(expr: Expr) -> frozenset[str]:
    called = {node.function for node in walk(expr) if isinstance(node, Applied)}
    return free_names(expr) | called
