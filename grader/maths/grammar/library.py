"""Formulas as code: functions of numpy, torch and math that stand for a sign of mathematics."""

from __future__ import annotations

import re
from collections.abc import Callable

from grader.maths.grammar.part import Part
from grader.maths.tree.functions import words
from grader.maths.tree.nodes import (
    MINUS_ONE,
    Applied,
    Expr,
    Identity,
    Power,
    Transpose,
    add,
    negate,
    number,
)

_MODULE = r"(?:(?:np|numpy|cp|mx|torch|math|sp|sympy|jnp|tf|jax|F)\.(?:linalg\.|math\.|special\.)?)"
_CALL = re.compile(rf"(?P<module>{_MODULE})?(?P<name>[A-Za-z_]+)\s*\(")
# What gives back what it is given, one below the other where there are several.
_SAME = frozenset(
    words("array asarray Matrix matrix tensor concatenate concat cat vstack copy clone")
)
_SPELLED = {
    "transposed": words("transpose"),
    "power": words("power pow float_power"),
    "square": words("square"),
    "reciprocal": words("reciprocal"),
    "negative": words("negative neg"),
    "sum": words("add"),
    "difference": words("subtract sub"),
    "each": words("multiply mul"),
    "quotient": words("divide div true_divide"),
    "product": words("matmul mm mv bmm dot inner vdot"),
    "outer": words("outer ger"),
    "diagonal": words("diagflat diag_embed"),
}
_MEANT = {spelling: name for name, spellings in _SPELLED.items() for spelling in spellings}
_TWO = frozenset(words("power sum difference each quotient product outer"))
_EYE = re.compile(rf"{_MODULE}?(?:eye|identity)\s*\(\s*([A-Za-z]\w*|\d{{1,2}})\s*\)")
# Along which axis and as what type: of vectors there is one way.
_KEYWORD = re.compile(r"\s*,\s*(?:axis|dim|keepdims?|dtype)\s*=\s*[-\w.]+|\s*,\s*-?[01]\s*(?=\))")
_METHOD = re.compile(r"\.(?P<name>transpose|t|copy|clone|detach|dot|matmul|mm|pow|square)\s*\(")
_RESHAPED = re.compile(
    r"\.(?:reshape|view)\s*\(\s*\(?\s*(?:(?:-1|[A-Za-z]\w*)\s*,\s*(?P<column>1)|1\s*,\s*"
    r"(?:-1|[A-Za-z]\w*))\s*\)?\s*\)"
    r"|\.unsqueeze\(\s*(?:(?P<last>-1|1)|-2|0)\s*\)"
)
# A sum over the columns of what has one, or over the axes of what has none: code for a whole batch
# where the formula is for one of it.
_OVER_COLUMNS = r"(?:axis|dim)\s*=\s*(?:-1|1)\s*(?:,\s*keepdims?\s*=\s*\w+\s*)?\)"
_SUM = re.compile(rf"{_MODULE}sum\s*(?=\()")
_SUMMED = re.compile(rf"\s*,\s*{_OVER_COLUMNS}")
_SUM_METHOD = re.compile(rf"\.sum\s*\(\s*{_OVER_COLUMNS}")
_NO_ARGUMENT = re.compile(r"\s*\)")


class Library(Part):
    """A function or a method of a library, read by what it computes."""

    def call(self) -> Expr | None:
        """The call that starts here; None where it is none that stands for a sign."""
        start = self.here.at
        eye = self.here.match(_EYE)
        if eye:
            self.here.at = eye.end()
            return Identity(int(eye[1]) if eye[1].isdecimal() else eye[1])
        if total := self.here.match(_SUM):
            return self.batch_sum(total.end(), start)
        found = self.here.match(_CALL)
        if found is None or self.here.is_declared(found["name"]):
            return None
        name = found["name"]
        if name in _SAME:
            self.here.at = found.end()
            arguments = self.arguments(found.end() - 1)
            return (
                arguments[0]
                if len(arguments) == 1
                else self.reader.matrices.stacked(arguments, start)
            )
        meant = _MEANT.get(name)
        if meant is None or (len(name) < 3 and not found["module"]):
            return None
        self.here.at = found.end()
        return self.computed(meant, name, self.arguments(found.end() - 1), start)

    def batch_sum(self, opened: int, start: int) -> Expr | None:
        """`np.sum(d, axis=1)`: of a column, or of a number, what it is itself."""
        self.here.at = opened + 1
        commas, self.here.commas = self.here.commas, False
        body = self.reader.terms.expression()
        self.here.commas = commas
        return self.summed(body, _SUMMED, start)

    def summed(self, body: Expr, over: re.Pattern[str], start: int) -> Expr:
        shape, found = self.here.shape(body, start), self.here.match(over)
        if found is None or (shape is not None and shape.cols != 1):
            raise self.here.fail("over which index does this sum run? write \\sum_{i} …", start)
        self.here.at = found.end()
        return body

    def arguments(self, opened: int) -> list[Expr]:
        """Up to the closing bracket."""
        commas, self.here.commas = self.here.commas, False
        found = [self.reader.terms.expression()]
        while not self.skips_keyword() and self.here.eat(","):
            found.append(self.reader.terms.expression())
        while self.skips_keyword():
            pass
        self.here.commas = commas
        self.here.expect(")", opened, "bracket")
        return found

    def skips_keyword(self) -> bool:
        keyword = self.here.match(_KEYWORD)
        self.here.at = keyword.end() if keyword else self.here.at
        return keyword is not None

    def computed(self, meant: str, name: str, arguments: list[Expr], start: int) -> Expr:
        wanted = 2 if meant in _TWO else 1
        if len(arguments) != wanted:
            many = "two arguments" if wanted == 2 else "one argument"
            raise self.here.fail(f"{name} takes {many}, not {len(arguments)}", start)
        terms = self.reader.terms
        first, last = arguments[0], arguments[-1]
        ways: dict[str, Callable[[], Expr]] = {
            "transposed": lambda: self.reader.scripts.transposed(first, start),
            "power": lambda: Power(first, last),
            "square": lambda: Power(first, number(2)),
            "reciprocal": lambda: Power(first, MINUS_ONE),
            "negative": lambda: negate(first),
            "sum": lambda: add(first, last),
            "difference": lambda: add(first, negate(last)),
            "each": lambda: terms.elementwise(first, last, start),
            "quotient": lambda: terms.quotient(first, last, start),
            "product": lambda: terms.times(first, last, start, dots=True),
            "outer": lambda: terms.outer(first, last, start),
            "diagonal": lambda: Applied("diag", (first,)),
        }
        return self.here.check(ways[meant](), start)

    def method(self, base: Expr, start: int) -> Expr | None:
        """What is called after a dot: `A.transpose()`, `p.reshape(1, -1)`, `W.dot(x)`."""
        if reshaped := self.here.match(_RESHAPED):
            shape = self.here.shape(base, start)
            if shape is None or 1 not in (shape.rows, shape.cols):
                raise self.here.fail("only a vector can be reshaped here", start)
            self.here.at = reshaped.end()
            wanted = bool(reshaped["column"] or reshaped["last"])
            return base if (shape.cols == 1) == wanted else Transpose(base)
        if self.here.match(_SUM_METHOD):
            return self.summed(base, _SUM_METHOD, start)
        found = self.here.match(_METHOD)
        if found is None:
            return None
        self.here.at = found.end()
        more: list[Expr] = []
        if empty := self.here.match(_NO_ARGUMENT):
            self.here.at = empty.end()
        else:
            more = self.arguments(found.end() - 1)
        name = "transpose" if found["name"] == "t" else found["name"]
        if name in ("copy", "clone", "detach"):
            return base
        return self.computed(_MEANT[name], name, [base, *more], start)
