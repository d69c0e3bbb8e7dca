"""Primaries: what a factor can start with."""

from __future__ import annotations

import re

from grader.maths.grammar.dots import DOTS
from grader.maths.grammar.part import Part
from grader.maths.tree.names import candidates
from grader.maths.tree.nodes import Expr, Name, Power, number

_NEXT_NUMBER = re.compile(r"\s+\d")
_ONES = re.compile(
    r"\\(?:mathbf|boldsymbol|mathbb|bm|vec)\s*(?:\{\s*1\s*\}|1)(?:_\{?[A-Za-z]\}?)?|𝟏|𝟙"
)


class Primaries(Part):
    """Tells by its first sign what stands here, and asks the part that reads it."""

    def primary(self) -> Expr:
        self.here.begin()
        found = self._primary()
        self.here.end()
        return found

    def _primary(self) -> Expr:
        self.here.skip()
        start = self.here.at
        if self.here.done():
            raise self.here.fail("something is missing here: the formula ends too early")
        letter = self.here.text[start]
        if letter.isdecimal() or (
            letter == "." and self.here.text[start + 1 : start + 2].isdecimal()
        ):
            return self.number_primary()
        if self.here.peek(*DOTS):
            raise self.here.fail(
                "dots stand for what a reader cannot know: write it all out, or use \\sum"
            )
        ones = _ONES.match(self.here.text, start)
        if ones:
            self.here.at = ones.end()
            return self.ones()
        if (called := self.reader.library.call()) is not None:
            return called
        # A declared spelling comes first: a problem may call ‖x_n‖² by a name of its own.
        for read in (
            self.reader.declared.phrase,
            self.reader.brackets.norm,
            self.reader.brackets.bars_,
            self.reader.brackets.floor,
        ):
            found = read()
            if found is not None:
                return found
        if letter in "([" or self.here.peek("\\{", "\\lbrack", "\\lbrace"):
            return self.reader.brackets.bracket()
        if letter == "{":
            return self.reader.brackets.braced()
        command = self.reader.commands.command()
        if command is not None:
            return command
        name = self.reader.declared.name()
        if name is not None:
            return name
        if letter == "=":
            raise self.here.fail("write only the expression, without an equals sign")
        if letter == "$":
            raise self.here.fail("leave out the $ signs: write the formula alone")
        raise self.here.fail(f"cannot read {self.here.found()} here")

    def ones(self) -> Expr:
        """A bold 1: among numbers the number, among vectors of one size the vector of ones."""
        vectors = {
            shape.rows: name
            for name, shape in self.here.symbols.matrices.items()
            if shape.cols == 1
        }
        if not self.here.symbols.matrices:
            return number(1)
        if len(vectors) != 1:
            raise self.here.fail("how long is this vector of ones? write it in another way")
        return Power(Name(next(iter(vectors.values()))), number(0))  # of each entry

    def number_primary(self) -> Expr:
        value = self.here.numeral()
        after = self.here.ahead()
        if after == "." and self.here.text[self.here.at + 1 : self.here.at + 2].isdecimal():
            raise self.here.fail(
                "a second decimal point: write one, and no point between thousands"
            )
        if (
            after == ","
            and self.here.text[self.here.at + 1 : self.here.at + 2].isdecimal()
            and self.here.commas
        ):
            raise self.here.fail(
                "write decimals with a point, as in 0.5, and thousands in groups of three"
            )
        if self.here.text[self.here.at - 1].isdecimal() and self.here.match(_NEXT_NUMBER):
            raise self.here.fail("two numbers side by side: write \\cdot or * between them")
        return value

    def short_primary(self) -> Expr:
        self.here.skip()
        if self.here.done():
            raise self.here.fail("something is missing here: the formula ends too early")
        letter = self.here.ahead()
        if letter.isdecimal():
            self.here.at += 1
            return number(int(letter))
        if letter.isascii() and letter.isalpha():
            if (
                self.here.text.startswith("_", self.here.at + 1)
                and self.reader.declared.declared_here()
            ):
                return self.primary()  # t_1 i in a subscript, where t is an index too
            start = self.here.at
            if any(
                self.reader.declared.knows(key, start, end) for key, end in candidates(letter, 0)
            ):
                found = self.reader.declared.name(longest=1)
                if found is not None:
                    return found
        return self.primary()

    def whole_primary(self) -> Expr:
        self.here.skip()
        start = self.here.at
        result = self.primary()
        if self.here.text[self.here.at - 1].isalpha() and self.here.ahead().isalpha():
            raise self.here.fail("write brackets around this exponent, or a * after it", start)
        return result
