"""Brackets, braces, bars and what they mean: groups, norms, absolute values, rounding."""

from __future__ import annotations

import re

from grader.maths.grammar.part import Part
from grader.maths.tree.nodes import Applied, Expr

_THOUSANDS = re.compile(r",\d{3}(?!\d)")
_PAIRS = {"(": ")", "[": "]", "\\{": "\\}"}
_FLOORS = (
    ("\\lfloor", "\\rfloor", "floor"),
    ("\\lceil", "\\rceil", "ceil"),
    ("⌊", "⌋", "floor"),
    ("⌈", "⌉", "ceil"),
)
_NORMS = (("\\|", "\\|"), ("\\lVert", "\\rVert"), ("\\Vert", "\\Vert"), ("‖", "‖"), ("||", "||"))
_BARS = (("\\lvert", "\\rvert"), ("\\vert", "\\vert"), ("|", "|"))
_KIND = r"(F|2|1|\\infty|∞|\\mathrm\{F\}|\\text\{F\}|fro)"
_NORM_KIND = re.compile(rf"\s*_\s*(?:\{{\s*{_KIND}\s*\}}|{_KIND})")


class Brackets(Part):
    """Everything with an opening and a closing sign, but lists and matrices."""

    def inside(self, close: str, opened: int, what: str) -> Expr:
        """An expression up to its closing sign, in which bars and commas start afresh."""
        bars, commas = self.here.bars, self.here.commas
        self.here.bars, self.here.commas = 0, True
        inner = self.reader.terms.expression()
        self.here.bars, self.here.commas = bars, commas
        self.here.expect(close, opened, what)
        return inner

    def bracket(self) -> Expr:
        opened = self.here.at
        mark = self.here.eat("\\{", "\\lbrace", "\\lbrack", "(", "[") or "("
        mark = {"\\lbrace": "\\{", "\\lbrack": "["}.get(mark, mark)
        if self.here.peek(")", "]"):
            raise self.here.fail("nothing stands between these brackets", opened)
        if mark != "[":
            inner = (
                self.inside(_PAIRS[mark], opened, "bracket") if not self.has_comma(mark) else None
            )
            return inner if inner is not None else self.reader.matrices.tuple_(opened, _PAIRS[mark])
        return self.reader.matrices.list_(opened)

    def has_comma(self, mark: str) -> bool:
        """Whether a comma that is no thousands separator stands at this level: a tuple."""
        depth = 0
        for place in range(self.here.at, len(self.here.text)):
            letter = self.here.text[place]
            if letter in "([{":
                depth += 1
            elif letter in ")]}":
                depth -= 1
                if depth < 0:
                    return False
            elif letter == "," and depth == 0 and self.here.text[place - 1] not in "\\!":
                if not _THOUSANDS.match(self.here.text, place):
                    return True
                if not self.here.text[place - 1].isdecimal():
                    return True
        return False

    def braced(self) -> Expr:
        self.here.skip()
        opened = self.here.at
        self.here.expect("{", opened, "brace")
        if self.here.peek("}"):
            raise self.here.fail("nothing stands between these braces", opened)
        inner = self.reader.terms.expression()
        self.here.expect("}", opened, "brace")
        return inner

    def entries(self, close: str, opened: int) -> list[Expr]:
        bars, commas = self.here.bars, self.here.commas
        self.here.bars, self.here.commas = 0, False
        found = [self.reader.terms.expression()]
        while self.here.eat(",", ";"):
            found.append(self.reader.terms.expression())
        self.here.bars, self.here.commas = bars, commas
        self.here.expect(close, opened, "bracket")
        return found

    def bars_(self) -> Expr | None:
        for left, right in _BARS:
            opened = self.here.at
            if self.here.eat(left):
                inner = self.barred(right, opened)
                if self.here.shape(inner, opened) is not None:
                    raise self.here.fail(
                        "bars around a matrix can mean two things: write \\det(…) or \\|…\\|_F",
                        opened,
                    )
                return Applied("abs", (inner,))
        return None

    def barred(self, right: str, opened: int) -> Expr:
        self.here.bars += 1
        inner = self.reader.terms.expression()
        self.here.bars -= 1
        self.here.expect(right, opened, "bar")
        return inner

    def norm(self) -> Expr | None:
        for left, right in _NORMS:
            opened = self.here.at
            if self.here.bars and left == "||":
                continue
            if self.here.eat(left):
                inner = self.barred(right, opened)
                kind = self.norm_kind()
                shape = self.here.shape(inner, opened)
                if kind != "norm_F" and shape and 1 not in (shape.rows, shape.cols):
                    raise self.here.fail("say which norm of a matrix: write \\|…\\|_F", opened)
                return Applied(kind, (inner,))
        return None

    def norm_kind(self) -> str:
        match = self.here.match(_NORM_KIND)
        if not match:
            return "norm"
        self.here.at = match.end()
        kind = match[1] or match[2]
        kinds = {"1": "norm_1", "2": "norm", "\\infty": "norm_inf", "∞": "norm_inf"}
        return kinds.get(kind, "norm_F")

    def floor(self) -> Expr | None:
        for left, right, function in _FLOORS:
            opened = self.here.at
            if self.here.eat(left):
                return Applied(function, (self.inside(right, opened, "bracket"),))
        return None
