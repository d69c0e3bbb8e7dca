"""Indices below a name or in brackets after it, and the range of one without bounds."""

from __future__ import annotations

from grader.maths.grammar.part import Part
from grader.maths.tree.names import group_end
from grader.maths.tree.nodes import Entry, Expr, Name, Number, add, number, walk


class Indices(Part):
    """The entries of indexed names, vectors and matrices."""

    def indexed(self, base: Expr, at: int) -> Expr:
        declared = self.here.symbols.indexed.get(base.key) if isinstance(base, Name) else None
        shape = None if declared else self.here.shape(base, at)
        vector = shape is not None and 1 in (shape.rows, shape.cols)
        arity = len(declared.ranges) if declared else 1 if vector else 2
        indices = self.indices(arity, at)
        for index in indices:
            first = self.here.symbols.first
            if isinstance(index, Number) and (index.value < first or index.value.denominator != 1):
                raise self.here.fail(f"indices are whole numbers that count from {first}", at)
        return self.here.check(Entry(base, indices), at)

    def indices(self, arity: int, at: int) -> tuple[Expr, ...]:
        """`_i`, `_{i,j}`, `_{ij}`, `_ij`, `[i,j]` or `[i][j]`, as many as there must be."""
        found: list[Expr] = []
        commas, self.here.commas = self.here.commas, False
        while len(found) < arity:
            self.here.skip()
            opened = self.here.at
            if self.here.eat("["):
                found += self.listed("]", opened)
            elif self.here.eat("(") and not found:
                found += self.listed(")", opened)
            elif self.here.eat("_"):
                self.here.skip()
                opened = self.here.at
                if self.here.eat("{"):
                    found += self.subscripted(arity - len(found), opened)
                elif self.here.ahead().isdecimal():
                    found += self.digits(arity)
                else:
                    found += [self.reader.primaries.short_primary() for _ in range(arity)]
            else:
                break
        self.here.commas = commas
        if len(found) != arity:
            wanted = "one index" if arity == 1 else f"{arity} indices"
            raise self.here.fail(f"{wanted} needed here, found {len(found)}", at)
        return tuple(found)

    def digits(self, arity: int) -> list[Expr]:
        end = self.here.at
        while end < len(self.here.text) and self.here.text[end].isdecimal():
            end += 1
        written = self.here.text[self.here.at : end]
        self.here.at = end
        if arity > 1 and len(written) == arity:
            return [number(int(digit)) for digit in written]
        return [number(int(written[:9]))]

    def listed(self, close: str, opened: int) -> list[Expr]:
        found = [self.reader.terms.expression()]
        while self.here.eat(","):
            found.append(self.reader.terms.expression())
        self.here.expect(close, opened, "bracket")
        return found

    def subscripted(self, arity: int, opened: int) -> list[Expr]:
        """Inside `_{…}`: parted by commas, or side by side where there are no commas."""
        start = self.here.at
        end = group_end(self.here.text, opened)
        if end < 0:
            raise self.here.fail("this brace is never closed: add }", opened)
        if arity > 1 and "," not in self.here.text[start:end]:
            found: list[Expr] = []
            while not self.here.peek("}"):
                if self.here.ahead().isdecimal():
                    found.append(number(int(self.here.ahead())))
                    self.here.at += 1
                else:
                    found.append(self.reader.primaries.short_primary())
            self.here.at = end
            return found
        return self.listed("}", opened)

    def index_range(self, index: str, body: Expr) -> tuple[Expr, Expr]:
        domain = self.here.symbols.scalars.get(self.here.symbols.keys.get(index, index))
        if domain is not None and domain.low is not None and domain.high is not None:
            ends = [
                Name(end) if isinstance(end, str) else Number(end)
                for end in (domain.low, domain.high)
            ]
            return ends[0], ends[1]
        for node in walk(body):
            if isinstance(node, Entry) and Name(index) in node.indices:
                place = node.indices.index(Name(index))
                dim = self.range_of(node.of, place)
                if dim is not None:
                    size = Name(dim) if isinstance(dim, str) else number(dim)
                    first = self.here.symbols.first
                    return number(first), size if first == 1 else add(size, number(first - 1))
        raise self.here.fail(
            f"the range of {index} is not known here: write \\sum_{{{index}=1}}^{{…}}"
        )

    def range_of(self, of: Expr, place: int) -> int | str | None:
        if isinstance(of, Name) and of.key in self.here.symbols.indexed:
            return self.here.symbols.indexed[of.key].ranges[place]
        shape = self.here.shape(of, self.here.at)
        if shape is None:
            return None
        if 1 in (shape.rows, shape.cols):
            return shape.rows if shape.cols == 1 else shape.cols
        return (shape.rows, shape.cols)[place]
