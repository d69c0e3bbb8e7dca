"""The constructs with a sign of their own: fractions, roots, matrices, sums over an index."""

from __future__ import annotations

import re

from .names import candidates
from .primaries import Primaries
from .tree import (
    HALF,
    Call,
    Expr,
    Fold,
    Power,
    divide,
    number,
)

THIRD = divide(number(1), number(3))
_FRACTIONS = ("\\frac", "\\dfrac", "\\tfrac", "\\cfrac")
_MATRIX = re.compile(r"\\begin\{(b|p|v|B|V|small)?(matrix|array)\*?\}(?:\{[clr| ]*\})?")
_SUMS = {"\\sum": "sum", "\\prod": "prod", "∑": "sum", "∏": "prod"}
_IN_WORDS = re.compile(r"(sum|Sum|prod|Product|product)\s*\(")


class Constructs(Primaries):
    """What a command, or a word that acts as one, can start."""

    def command(self) -> Expr | None:
        start = self.at
        phrase = self.phrase()
        if phrase is not None:
            return phrase
        if self.eat(*_FRACTIONS):
            top = self.argument()
            bottom = self.argument()
            if self.shape(bottom, start) is not None:
                raise self.fail("cannot divide by a matrix: multiply by its inverse ^{-1}", start)
            return divide(top, bottom)
        if self.eat("\\sqrt", "√"):
            return self.root(start)
        if self.eat("\\binom", "\\dbinom", "\\tbinom"):
            return self.check(Call("binomial", (self.argument(), self.argument())), start)
        if self.peek("\\begin"):
            return self.environment()
        if self.eat("\\langle", "⟨"):
            return self.inner_product(start)
        for sign, kind in _SUMS.items():
            if self.eat(sign):
                return self.fold(kind, start)
        words = _IN_WORDS.match(self.text, start)
        if words and not self.is_declared(words[1]):
            self.at = words.end()
            return self.fold_in_words("sum" if words[1].lower() == "sum" else "prod", start)
        root = re.compile(r"(?:np\.|math\.|torch\.)?(sqrt|cbrt)\s*\(").match(self.text, start)
        if root:
            self.at = root.end()
            inner = self.inside(")", root.end() - 1, "bracket")
            return self.check(Power(inner, HALF if root[1] == "sqrt" else THIRD), start)
        if self.peek("\\infty", "∞", "oo"):
            raise self.fail("infinity is not a number: a formula must be finite")
        return None

    def argument(self) -> Expr:
        """What a LaTeX command takes: a group, or one character or command."""
        self.refuse_nothing()
        self.skip()
        if self.text.startswith("{", self.at):
            return self.braced()
        return self.short_primary()

    def root(self, start: int) -> Expr:
        degree: Expr = number(2)
        if self.eat("["):
            degree = self.inside("]", self.at - 1, "bracket")
        bracketed = self.text[start] == "√" and self.peek("(")
        inner = self.primary() if bracketed else self.argument()
        return self.check(Power(inner, divide(number(1), degree)), start)

    def environment(self) -> Expr:
        start = self.at
        match = _MATRIX.match(self.text, start)
        if not match:
            raise self.fail("only matrix environments can be read here, such as \\begin{bmatrix}")
        self.at = match.end()
        rows: list[list[Expr]] = [[]]
        bars, commas = self.bars, self.commas
        self.bars, self.commas = 0, True
        while True:
            if self.peek("\\end"):
                break
            rows[-1].append(self.expression())
            if self.eat("&"):
                continue
            if self.eat("\\\\", "\\cr"):
                spacing = re.compile(r"\s*\[[^\]]{1,8}\]").match(self.text, self.at)
                self.at = spacing.end() if spacing and "pt" in spacing.group() else self.at
                rows.append([])
                continue
            if not self.peek("\\end"):
                raise self.fail("expected &, \\\\ or \\end here")
        self.bars, self.commas = bars, commas
        closing = re.compile(r"\\end\{(b|p|v|B|V|small)?(matrix|array)\*?\}").match(
            self.text, self.at
        )
        if not closing or closing.groups() != match.groups():
            raise self.fail(f"expected \\end{{{match[1] or ''}{match[2]}}} here")
        self.at = closing.end()
        if not rows[-1]:
            rows.pop()
        if not rows or not all(rows):
            raise self.fail("this matrix has an empty row", start)
        grid = self.grid(rows, start)
        return self.check(Call("det", (grid,)), start) if match[1] == "v" else grid

    def inner_product(self, start: int) -> Expr:
        commas, self.commas = self.commas, False
        left = self.expression()
        if not self.eat(",", "\\mid", "|"):
            raise self.fail("an inner product needs two parts: write \\langle a, b\\rangle")
        right = self.expression()
        self.commas = commas
        if not self.eat("\\rangle", "⟩"):
            raise self.fail("this inner product is never closed: add \\rangle", start)
        return self.check(Call("dot", (left, right)), start)

    # sums and products over an index

    def fold(self, kind: str, start: int) -> Expr:
        below: list[tuple[str, Expr | None]] | None = None
        above: Expr | None = None
        while True:
            if below is None and self.eat("_"):
                below = self.below(start)
            elif above is None and self.eat("^"):
                above = self.argument()
            else:
                break
        if below is None:
            raise self.fail("say what this runs over: write \\sum_{i=1}^{N}", start)
        names = [name for name, _ in below]
        self.bound.extend(names)
        body = self.term()
        ranges = []
        for name, low in below:
            if low is None and above is None:
                ranges.append(self.index_range(name, body))
            elif low is None or above is None:
                side = "lower" if low is None else "upper"
                raise self.fail(
                    f"the sum over {name} has no {side} bound: write \\sum_{{{name}=1}}^{{N}}",
                    start,
                )
            else:
                ranges.append((low, above))
        del self.bound[len(self.bound) - len(names) :]
        for name, (low, high) in zip(reversed(names), reversed(ranges), strict=True):
            body = Fold(kind, body, name, low, high)
        return self.check(body, start)

    def below(self, start: int) -> list[tuple[str, Expr | None]]:
        """Under a sum: `i=1`, `i`, `i,j`, or `ij` where both are declared."""
        braced = self.eat("{") is not None
        found: list[tuple[str, Expr | None]] = []
        while True:
            self.skip()
            place = self.at
            if braced:
                options = list(candidates(self.text, self.at))
            else:
                options = [
                    item for item in candidates(self.text, self.at) if item[1] == self.at + 1
                ]
            if self.text[place : place + 1] == "\\":
                options = list(candidates(self.text, self.at))
            if not options:
                raise self.fail("expected an index here, as in \\sum_{i=1}^{N}")
            key, self.at = next((one for one in options if self.is_declared(one[0])), options[0])
            found.append((self.symbols.keys.get(key, key), None))
            if braced and self.eat("="):
                found[-1] = (found[-1][0], self.expression())
            if not braced or not (self.eat(",") or self.declared_next()):
                break
        if braced and not self.eat("}"):
            raise self.fail("under a sum only i=1, i or i,j can be read, with the end above it")
        return found

    def declared_next(self) -> bool:
        self.skip()
        return any(self.is_declared(key) for key, _ in candidates(self.text, self.at))

    def fold_in_words(self, kind: str, start: int) -> Expr:
        """`sum(f, i, 1, N)` and `Sum(f, (i, 1, N))`; `sum(x)` of a vector adds its entries."""
        opened = self.at - 1
        index = re.compile(r",\s*\(?\s*([A-Za-z]\w*)\s*,").search(self.text, self.at)
        if index:
            self.bound.append(index[1])
        commas, self.commas = self.commas, False
        body = self.expression()
        if index is None or not self.eat(","):
            self.commas = commas
            self.expect(")", opened, "bracket")
            if kind == "prod" or self.shape(body, start) is None:
                raise self.fail(f"say what the {kind} runs over: write {kind}(f, i, 1, N)", start)
            return Call("total", (body,))
        self.bound.pop()
        nested = self.eat("(") is not None
        if self.eat(index[1]) is None or self.eat(",") is None:
            raise self.fail(f"expected the index here: write {kind}(f, i, 1, N)")
        low = self.expression()
        if self.eat(",") is None:
            raise self.fail(f"the upper end is missing: write {kind}(f, i, 1, N)")
        high = self.expression()
        if nested:
            self.expect(")", opened, "bracket")
        self.commas = commas
        self.expect(")", opened, "bracket")
        return self.check(Fold(kind, body, index[1], low, high), start)
