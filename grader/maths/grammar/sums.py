"""Sums and products over an index, by sign or in words."""

from __future__ import annotations

import re

from grader.maths.grammar.part import Part
from grader.maths.tree.names import candidates
from grader.maths.tree.nodes import Applied, Expr, Fold

_BATCH = re.compile(
    r"\s*_\s*\{?\s*(?:\\(?:text|mathrm)\s*\{\s*)?(?:over )?(?:the )?(?:batch|examples?|samples?)"
    r"(?![A-Za-z])\s*\}{0,2}"
)
_INDEX = re.compile(r",\s*\(?\s*([A-Za-z]\w*)\s*,")


class Sums(Part):
    """Big operators and what runs below them."""

    def fold(self, kind: str, start: int) -> Expr:
        if kind == "sum" and (batch := self.here.match(_BATCH)):
            self.here.at = batch.end()
            return self.of_one(self.reader.terms.term(), start)
        below: list[tuple[str, Expr | None]] | None = None
        above: Expr | None = None
        while True:
            if below is None and self.here.eat("_"):
                below = self.below(start)
            elif above is None and self.here.eat("^"):
                above = self.reader.commands.argument()
            else:
                break
        if below is None:
            raise self.here.fail("say what this runs over: write \\sum_{i=1}^{N}", start)
        names = [name for name, _ in below]
        self.here.bound.extend(names)
        body = self.reader.terms.term()
        ranges = []
        for name, low in below:
            if low is None and above is None:
                ranges.append(self.reader.indices.index_range(name, body))
            elif low is None or above is None:
                side = "lower" if low is None else "upper"
                raise self.here.fail(
                    f"the sum over {name} has no {side} bound: write \\sum_{{{name}=1}}^{{N}}",
                    start,
                )
            else:
                ranges.append((low, above))
        del self.here.bound[len(self.here.bound) - len(names) :]
        for name, (low, high) in zip(reversed(names), reversed(ranges), strict=True):
            body = Fold(kind, body, name, low, high)
        return self.here.check(body, start)

    def of_one(self, body: Expr, start: int) -> Expr:
        """A sum over the batch, where the formula is for one of it."""
        shape = self.here.shape(body, start)
        if shape is not None and shape.cols != 1:
            raise self.here.fail("over which index does this sum run? write \\sum_{i} …", start)
        return body

    def below(self, start: int) -> list[tuple[str, Expr | None]]:
        """Under a sum: `i=1`, `i`, `i,j`, or `ij` where both are declared."""
        braced = self.here.eat("{") is not None
        found: list[tuple[str, Expr | None]] = []
        while True:
            self.here.skip()
            place = self.here.at
            if braced:
                options = list(candidates(self.here.text, self.here.at))
            else:
                options = [
                    item
                    for item in candidates(self.here.text, self.here.at)
                    if item[1] == self.here.at + 1
                ]
            if self.here.text[place : place + 1] == "\\":
                options = list(candidates(self.here.text, self.here.at))
            if not options:
                raise self.here.fail("expected an index here, as in \\sum_{i=1}^{N}")
            key, self.here.at = next(
                (one for one in options if self.here.is_declared(one[0])), options[0]
            )
            found.append((self.here.symbols.keys.get(key, key), None))
            if braced and self.here.eat("="):
                found[-1] = (found[-1][0], self.reader.terms.expression())
            if not braced or not (self.here.eat(",") or self.declared_next()):
                break
        if braced and not self.here.eat("}"):
            raise self.here.fail(
                "under a sum only i=1, i or i,j can be read, with the end above it"
            )
        return found

    def declared_next(self) -> bool:
        self.here.skip()
        return any(
            self.here.is_declared(key) for key, _ in candidates(self.here.text, self.here.at)
        )

    def fold_in_words(self, kind: str, start: int) -> Expr:
        """`sum(f, i, 1, N)` and `Sum(f, (i, 1, N))`; `sum(x)` of a vector adds its entries."""
        opened = self.here.at - 1
        index = _INDEX.search(self.here.text, self.here.at)
        if index:
            self.here.bound.append(index[1])
        commas, self.here.commas = self.here.commas, False
        body = self.reader.terms.expression()
        if index is None or not self.here.eat(","):
            self.here.commas = commas
            self.here.expect(")", opened, "bracket")
            if kind == "prod" or self.here.shape(body, start) is None:
                raise self.here.fail(
                    f"say what the {kind} runs over: write {kind}(f, i, 1, N)", start
                )
            return Applied("total", (body,))
        self.here.bound.pop()
        nested = self.here.eat("(") is not None
        if self.here.eat(index[1]) is None or self.here.eat(",") is None:
            raise self.here.fail(f"expected the index here: write {kind}(f, i, 1, N)")
        low = self.reader.terms.expression()
        if self.here.eat(",") is None:
            raise self.here.fail(f"the upper end is missing: write {kind}(f, i, 1, N)")
        high = self.reader.terms.expression()
        if nested:
            self.here.expect(")", opened, "bracket")
        self.here.commas = commas
        self.here.expect(")", opened, "bracket")
        return self.here.check(Fold(kind, body, index[1], low, high), start)
