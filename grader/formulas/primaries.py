"""Primaries: numbers, brackets, bars, fractions, roots, sums, matrices and applied functions."""

from __future__ import annotations

import re
from abc import abstractmethod

from .named import Names
from .names import candidates
from .tree import Call, Expr, Matrix, column, number

_DOTS = ("\\cdots", "\\ldots", "\\dots", "\\ddots", "\\vdots", "...", "…")
_PAIRS = {"(": ")", "[": "]", "\\{": "\\}"}
_FLOORS = (
    ("\\lfloor", "\\rfloor", "floor"),
    ("\\lceil", "\\rceil", "ceil"),
    ("⌊", "⌋", "floor"),
    ("⌈", "⌉", "ceil"),
)
_NORMS = (("\\|", "\\|"), ("\\lVert", "\\rVert"), ("\\Vert", "\\Vert"), ("‖", "‖"), ("||", "||"))
_BARS = (("\\lvert", "\\rvert"), ("\\vert", "\\vert"), ("|", "|"))
_ARRAYS = re.compile(
    r"(?:np\.|torch\.|numpy\.|sp\.|sympy\.|jnp\.)?(?:array|Matrix|matrix|tensor)\s*\("
)
_KIND = r"(F|2|1|\\infty|∞|\\mathrm\{F\}|\\text\{F\}|fro)"
_NORM_KIND = re.compile(rf"\s*_\s*(?:\{{\s*{_KIND}\s*\}}|{_KIND})")
MOST_ROWS = 16


class Primaries(Names):
    """Everything a factor can start with."""

    @abstractmethod
    def command(self) -> Expr | None:
        """A construct with a sign of its own, such as \\frac, \\sqrt or \\sum."""

    def primary(self) -> Expr:
        self.skip()
        start = self.at
        if self.done():
            raise self.fail("something is missing here: the formula ends too early")
        letter = self.text[start]
        if letter.isdecimal() or (letter == "." and self.text[start + 1 : start + 2].isdecimal()):
            return self.number_primary()
        if self.peek(*_DOTS):
            raise self.fail(
                "dots stand for what a reader cannot know: write it all out, or use \\sum"
            )
        array = _ARRAYS.match(self.text, start)
        if array:
            self.at = array.end()
            inner = self.expression()
            self.expect(")", array.end() - 1, "bracket")
            return inner
        # A declared spelling comes first: a problem may call ‖x_n‖² by a name of its own.
        for read in (self.phrase, self.norm, self.bars_, self.floor):
            found = read()
            if found is not None:
                return found
        if letter in "([" or self.peek("\\{", "\\lbrack", "\\lbrace"):
            return self.bracket()
        if letter == "{":
            return self.braced()
        command = self.command()
        if command is not None:
            return command
        name = self.name()
        if name is not None:
            return name
        if letter == "=":
            raise self.fail("write only the expression, without an equals sign")
        if letter == "$":
            raise self.fail("leave out the $ signs: write the formula alone")
        raise self.fail(f"cannot read {self.found()} here")

    def number_primary(self) -> Expr:
        value = self.numeral()
        after = self.text[self.at : self.at + 1]
        if after == "." and self.text[self.at + 1 : self.at + 2].isdecimal():
            raise self.fail("a second decimal point: write one, and no point between thousands")
        if after == "," and self.text[self.at + 1 : self.at + 2].isdecimal() and self.commas:
            raise self.fail(
                "write decimals with a point, as in 0.5, and thousands in groups of three"
            )
        if self.text[self.at - 1].isdecimal() and re.match(r"\s+\d", self.text[self.at :]):
            raise self.fail("two numbers side by side: write \\cdot or * between them")
        return value

    def short_primary(self) -> Expr:
        self.skip()
        if self.done():
            raise self.fail("something is missing here: the formula ends too early")
        letter = self.text[self.at]
        if letter.isdecimal():
            self.at += 1
            return number(int(letter))
        if letter.isascii() and letter.isalpha():
            if self.text.startswith("_", self.at + 1) and self.declared_here():
                return self.primary()  # t_1 i in a subscript, where t is an index too
            start = self.at
            if any(self.knows(key, start, end) for key, end in candidates(letter, 0)):
                found = self.name(longest=1)
                if found is not None:
                    return found
        return self.primary()

    def whole_primary(self) -> Expr:
        self.skip()
        start = self.at
        result = self.primary()
        if self.text[self.at - 1].isalpha() and self.text[self.at : self.at + 1].isalpha():
            raise self.fail("write brackets around this exponent, or a * after it", start)
        return result

    # brackets and bars

    def inside(self, close: str, opened: int, what: str) -> Expr:
        """An expression up to its closing sign, in which bars and commas start afresh."""
        bars, commas = self.bars, self.commas
        self.bars, self.commas = 0, True
        inner = self.expression()
        self.bars, self.commas = bars, commas
        self.expect(close, opened, what)
        return inner

    def bracket(self) -> Expr:
        opened = self.at
        mark = self.eat("\\{", "\\lbrace", "\\lbrack", "(", "[") or "("
        mark = {"\\lbrace": "\\{", "\\lbrack": "["}.get(mark, mark)
        if self.peek(")", "]"):
            raise self.fail("nothing stands between these brackets", opened)
        if mark != "[":
            inner = (
                self.inside(_PAIRS[mark], opened, "bracket") if not self.has_comma(mark) else None
            )
            return inner if inner is not None else self.tuple_(opened, _PAIRS[mark])
        return self.list_(opened)

    def has_comma(self, mark: str) -> bool:
        """Whether a comma that is no thousands separator stands at this level: a tuple."""
        depth = 0
        for place in range(self.at, len(self.text)):
            letter = self.text[place]
            if letter in "([{":
                depth += 1
            elif letter in ")]}":
                depth -= 1
                if depth < 0:
                    return False
            elif letter == "," and depth == 0 and self.text[place - 1] not in "\\!":
                if not re.match(r",\d{3}(?!\d)", self.text[place:]):
                    return True
                if not self.text[place - 1].isdecimal():
                    return True
        return False

    def tuple_(self, opened: int, close: str) -> Expr:
        entries = self.entries(close, opened)
        return self.stacked(entries, opened)

    def list_(self, opened: int) -> Expr:
        """`[x]` groups; `[a, b]` and `[a; b]` stand for a column; a list of lists for a matrix."""
        nested = bool(self.peek("["))
        rows: list[list[Expr]] = [[]]
        bars, commas = self.bars, self.commas
        self.bars, self.commas = 0, False
        parted = ""
        while True:
            if nested and self.peek("[") and (inner := self.row()) is not None:
                rows.append(inner)
            else:
                nested = False
                rows.append([self.expression()])
            mark = self.eat(",", ";", "\\\\")
            if mark is None:
                break
            parted = parted or mark
        self.bars, self.commas = bars, commas
        self.expect("]", opened, "bracket")
        rows = rows[1:]
        if nested:
            return self.grid(rows, opened)
        if len(rows) == 1:
            return rows[0][0]
        return self.stacked([row[0] for row in rows], opened)

    def row(self) -> list[Expr] | None:
        """An inner list of a list of lists; None where the bracket only starts a factor."""
        start = self.at
        self.eat("[")
        found = [self.expression()]
        while self.eat(","):
            found.append(self.expression())
        self.expect("]", start, "bracket")
        if self.peek(",", "]", ";"):
            return found
        self.at = start
        return None

    def entries(self, close: str, opened: int) -> list[Expr]:
        bars, commas = self.bars, self.commas
        self.bars, self.commas = 0, False
        found = [self.expression()]
        while self.eat(",", ";"):
            found.append(self.expression())
        self.bars, self.commas = bars, commas
        self.expect(close, opened, "bracket")
        return found

    def stacked(self, entries: list[Expr], at: int) -> Expr:
        wide = [shape for entry in entries if (shape := self.shape(entry, at)) and shape.cols != 1]
        if wide:
            raise self.fail(
                f"a list with a matrix ({wide[0]}) in it can be stacked two ways: "
                "write \\begin{bmatrix} with & and \\\\",
                at,
            )
        return self.check(column(*entries), at)

    def grid(self, rows: list[list[Expr]], at: int) -> Expr:
        if len(rows) > MOST_ROWS or max(len(row) for row in rows) > MOST_ROWS:
            raise self.fail(f"a matrix of more than {MOST_ROWS} rows or columns", at)
        lengths = sorted({len(row) for row in rows})
        if len(lengths) > 1:
            listed = " and ".join(str(length) for length in lengths)
            raise self.fail(f"the rows of this matrix have {listed} entries", at)
        return self.check(Matrix(tuple(tuple(row) for row in rows)), at)

    def bars_(self) -> Expr | None:
        for left, right in _BARS:
            opened = self.at
            if self.eat(left):
                inner = self.barred(right, opened)
                if self.shape(inner, opened) is not None:
                    raise self.fail(
                        "bars around a matrix can mean two things: write \\det(…) or \\|…\\|_F",
                        opened,
                    )
                return Call("abs", (inner,))
        return None

    def barred(self, right: str, opened: int) -> Expr:
        self.bars += 1
        inner = self.expression()
        self.bars -= 1
        self.expect(right, opened, "bar")
        return inner

    def norm(self) -> Expr | None:
        for left, right in _NORMS:
            opened = self.at
            if self.bars and left == "||":
                continue
            if self.eat(left):
                inner = self.barred(right, opened)
                kind = self.norm_kind()
                shape = self.shape(inner, opened)
                if kind != "norm_F" and shape and 1 not in (shape.rows, shape.cols):
                    raise self.fail("say which norm of a matrix: write \\|…\\|_F", opened)
                return Call(kind, (inner,))
        return None

    def norm_kind(self) -> str:
        match = _NORM_KIND.match(self.text, self.at)
        if not match:
            return "norm"
        self.at = match.end()
        kind = match[1] or match[2]
        kinds = {"1": "norm_1", "2": "norm", "\\infty": "norm_inf", "∞": "norm_inf"}
        return kinds.get(kind, "norm_F")

    def floor(self) -> Expr | None:
        for left, right, function in _FLOORS:
            opened = self.at
            if self.eat(left):
                return Call(function, (self.inside(right, opened, "bracket"),))
        return None
