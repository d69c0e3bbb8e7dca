"""`read_growth`: a student's text to a growth class, or a refusal that points at a character.

A recursive descent over the tokens. Where two readings are in use (`log n d`, `n/2r`,
`n^1/2`) it refuses and says how to write either: a misread answer is worse than a question.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grader.growth.cursor import Cursor
from grader.growth.fold import constant, negated_number
from grader.growth.lexer import Token, tokens_of
from grader.growth.lexicon import Lexicon
from grader.growth.terms import (
    ONE,
    Add,
    Ceiling,
    Exp,
    Expression,
    Factorial,
    Floor,
    Growth,
    Largest,
    Log,
    Multiply,
    Number,
    Power,
    Smallest,
    Variable,
    negated,
    reciprocal,
)

MAX_EXPONENT = 64
MAX_DENOMINATOR = 1000
MAX_CONSTANT = 10**12

_LOGS = frozenset({"log", "ln", "lg"})
_CALLS = _LOGS | {"exp", "sqrt", "max", "min", "ceil", "floor"}
_STARTS = _CALLS | {"number", "variable", "euler", "big-o", "(", "{", "ceil(", "floor(", "frac"}
_CLOSING = {"(": ")", "{": "}", "ceil(": "ceil)", "floor(": "floor)"}
_SHOWN = {"ceil)": "⌉", "floor)": "⌋"}


def read_growth(text: str, variables: Sequence[str]) -> Growth:
    """Read `O(n^2 d)`, `\\mathcal{O}(n^{2}d)`, `n*d**2`, `n \\log n` ... in these variables.

    Raises UnreadableError for anything else. Runs nothing, and bounds depth, size and exponents.
    """
    lexicon = Lexicon.of(variables)
    parser = _Parser(text, tokens_of(text, lexicon))
    expression = parser.whole()
    return Growth(expression, lexicon.variables, text)


class _Parser(Cursor):
    """One pass over the tokens of one text."""

    _inside_big_o = False

    def whole(self) -> Expression:
        """The expression that is the whole text."""
        if self._now.kind == "end":
            raise self._refuse(self._now, "the answer is empty")
        expression = self._sum()
        if self._now.kind != "end":
            raise self._refuse(self._now, f"'{self._now.value}' does not fit here")
        return expression

    def _sum(self) -> Expression:
        self._deeper()
        parts: list[Expression] = []
        while True:
            minus = False
            if self._now.kind in {"+", "-"} and (parts or self._now.kind == "-"):
                minus = self._take().kind == "-"
            part = self._product()
            parts.append(negated(part) if minus else part)
            if self._now.kind not in {"+", "-"}:
                self._depth -= 1
                return parts[0] if len(parts) == 1 else Add(tuple(parts))

    def _product(self) -> Expression:
        parts = [self._factor()]
        divided = False
        while True:
            now = self._now
            if now.kind == "*":
                self._take()
                parts.append(self._factor())
                divided = False
            elif now.kind == "/":
                parts.append(self._over(self._take(), self._factor()))
                divided = True
            elif now.kind in _STARTS:
                if now.kind == "number":
                    raise self._refuse(now, "a number after its factor: write it in front")
                if divided:
                    raise self._refuse(
                        now, "what is below the / ends where? write (a/b) c or a/(b c)"
                    )
                parts.append(self._factor())
            else:
                return parts[0] if len(parts) == 1 else Multiply(tuple(parts))

    def _over(self, token: Token, below: Expression) -> Expression:
        if constant(below) == 0:
            raise self._refuse(token, "a division by zero")
        return reciprocal(below)

    def _factor(self) -> Expression:
        return self._postfix(self._primary())

    def _postfix(self, base: Expression) -> Expression:
        powered = False
        while self._now.kind in {"^", "power", "!"}:
            token = self._take()
            if token.kind == "!":
                if self._now.kind == "!":
                    raise self._refuse(self._now, "a double factorial is not a growth class here")
                base = self._factorial(token, base)
                continue
            if powered:
                raise self._refuse(token, "a power of a power: set braces to say which")
            powered = True
            if token.kind == "power":
                base = self._power(token, base, Number(Fraction(token.value)))
            else:
                base = self._power(token, base, self._exponent())
        return base

    def _exponent(self) -> Expression:
        minus = self._now.kind == "-" and self._take().kind == "-"
        first = self._now
        if first.kind not in {"number", "variable", "euler", "(", "{", "frac", "ceil(", "floor("}:
            raise self._refuse(first, "the exponent is missing")
        exponent = self._primary()
        following = self._tokens[min(self._at + 1, len(self._tokens) - 1)]
        if first.kind == "number" and self._now.kind == "/" and following.kind == "number":
            raise self._refuse(
                self._now,
                f"does the exponent end at the /? write ^({first.value}/{following.value})",
            )
        return negated_number(exponent) if minus else exponent

    def _power(self, token: Token, base: Expression, exponent: Expression) -> Expression:
        value = constant(exponent)
        if value is None:
            return Power(base, exponent)
        if abs(value) > MAX_EXPONENT or value.denominator > MAX_DENOMINATOR:
            raise self._refuse(token, f"an exponent beyond {MAX_EXPONENT}")
        below = constant(base)
        if below is not None and below <= 0:
            raise self._refuse(token, "a power of zero or of a negative number")
        if below is not None and value.denominator == 1:
            if max(below.numerator, below.denominator) ** abs(value) > MAX_CONSTANT:
                raise self._refuse(token, "this constant is too large")
            return Number(below ** int(value))
        return Power(base, Number(value))

    def _factorial(self, token: Token, base: Expression) -> Expression:
        value = constant(base)
        if value is None:
            return Factorial(base)
        if value.denominator != 1 or not 0 <= value <= 14:
            raise self._refuse(token, "this factorial is not a number, or too large")
        product = 1
        for factor in range(2, int(value) + 1):
            product *= factor
        return Number(Fraction(product))

    def _primary(self) -> Expression:
        self._deeper()
        expression = self._unit(self._take())
        self._depth -= 1
        return expression

    def _unit(self, token: Token) -> Expression:
        match token.kind:
            case "number":
                return Number(Fraction(token.value))
            case "variable":
                return Variable(token.value)
            case "euler":
                return self._euler()
            case "big-o":
                return self._big_o(token)
            case "(" | "{":
                return self._until(token)
            case "ceil(":
                return Ceiling(self._until(token))
            case "floor(":
                return Floor(self._until(token))
            case "frac":
                return Multiply((self._group(token), self._over(token, self._group(token))))
            case kind if kind in _CALLS:
                return self._call(token)
            case "end":
                raise self._refuse(token, "the text ends where something more is expected")
        raise self._refuse(token, f"'{token.value}' does not fit here")

    def _euler(self) -> Expression:
        if self._now.kind != "^":
            return Exp(ONE)
        self._take()
        return Exp(self._exponent())

    def _big_o(self, token: Token) -> Expression:
        if self._inside_big_o or self._depth > 2:
            raise self._refuse(token, "an O(...) inside another expression")
        self._inside_big_o = True
        inner = self._until(self._take())
        self._inside_big_o = False
        return inner

    def _until(self, opening: Token) -> Expression:
        inner = self._sum()
        self._close(opening)
        return inner

    def _close(self, opening: Token) -> None:
        closing = _CLOSING[opening.kind]
        if self._now.kind != closing:
            if self._now.kind == "end":
                raise self._refuse(opening, f"this '{opening.value}' is never closed")
            raise self._refuse(
                self._now, f"'{self._now.value}' where '{_SHOWN.get(closing, closing)}' is expected"
            )
        self._take()

    def _group(self, owner: Token) -> Expression:
        if self._now.kind in {"{", "number", "variable"}:
            return self._primary()
        raise self._refuse(self._now, f"{owner.value} needs {{...}} here")

    def _call(self, token: Token) -> Expression:
        if token.kind in _LOGS:
            return self._log(token)
        if token.kind in {"max", "min"}:
            return self._extreme(token)
        if token.kind == "sqrt":
            return self._root(token)
        if self._now.kind not in {"(", "{"}:
            raise self._refuse(self._now, f"{token.value} needs parentheses")
        argument = self._until(self._take())
        if token.kind == "exp":
            return Exp(argument)
        return Ceiling(argument) if token.kind == "ceil" else Floor(argument)

    def _extreme(self, token: Token) -> Expression:
        if self._now.kind == "{":
            self._take()
            raise self._refuse(token, f"write {token.value}(a, b)")
        if self._now.kind != "(":
            raise self._refuse(self._now, f"{token.value} needs parentheses")
        opening = self._take()
        parts = [self._sum()]
        while self._now.kind == ",":
            self._take()
            parts.append(self._sum())
        self._close(opening)
        if len(parts) < 2:
            raise self._refuse(token, f"{token.value} of one thing: write {token.value}(a, b)")
        return Largest(tuple(parts)) if token.kind == "max" else Smallest(tuple(parts))

    def _root(self, token: Token) -> Expression:
        degree = Fraction(2)
        if self._now.kind == "(" and self._now.value == "[":
            value = constant(self._until(self._take()))
            if value is None or value.denominator != 1 or not 2 <= value <= 9:
                raise self._refuse(token, "the degree of this root is not a small number")
            degree = value
        grouped = self._now.kind in {"(", "{"}
        inner = self._until(self._take()) if grouped else self._group(token)
        return Power(inner, Number(1 / degree))

    def _log(self, token: Token) -> Expression:
        base = Fraction(token.value) if token.value.isdigit() else None
        raised: tuple[Token, Expression] | None = None
        if self._now.kind == "power":
            power = self._take()
            raised = (power, Number(Fraction(power.value)))
        elif self._now.kind == "^":
            raised = (self._take(), self._exponent())
        if self._now.kind in {"(", "{"}:
            argument = self._until(self._take())
        else:
            argument = self._bare_argument(token)
        log = Log(argument, base, token.kind == "ln")
        return self._power(raised[0], log, raised[1]) if raised else log

    def _bare_argument(self, log: Token) -> Expression:
        """`log n`, `ln XY`, `log log n`: names that touch belong together."""
        name = log.value.lstrip("\\")
        if name.isdigit():
            name = f"log_{name}"
        if self._now.kind in _CALLS:
            return self._factor()
        if self._now.kind not in {"variable", "number", "euler"}:
            raise self._refuse(self._now, f"the argument of {name} is missing")
        parts = [self._factor()]
        while self._now.kind == "variable" and self._now.start == self._tokens[self._at - 1].end:
            parts.append(self._factor())
        if self._now.kind in {"/", "(", "{", "variable", "number", "frac"}:
            raise self._refuse(
                self._now, f"where does the argument of {name} end? write {name}(...)"
            )
        return parts[0] if len(parts) == 1 else Multiply(tuple(parts))
