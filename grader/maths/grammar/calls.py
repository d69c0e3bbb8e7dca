"""Functions and their arguments."""

from __future__ import annotations

import re

from grader.maths.algebra.calculus import derivative, substitute
from grader.maths.grammar.cursor import MAX_DEPTH
from grader.maths.grammar.part import Part
from grader.maths.tree.functions import (
    INVERSES,
    KNOWN,
    LOG_BASES,
    TAKES_PRODUCTS,
    function_named,
)
from grader.maths.tree.nodes import (
    MINUS_ONE,
    Applied,
    Entry,
    Expr,
    Fold,
    Name,
    Number,
    Power,
    divide,
    free_names,
    number,
)

# What opens an argument, and what must close it: \max\{a, b\} is as usual as \max(a, b).
_CLOSING = {"(": ")", "[": "]", "\\{": "\\}", "\\lbrace": "\\rbrace"}
_THOUSANDS = re.compile(r"[^,()]*\d,\d{3}(?!\d)")
_WORD = re.compile(r"\\?([A-Za-z]+)")
_DIGITS = re.compile(r"\d+")
# A letter right after a name, an index, a power or a factorial. By then blanks have been skipped,
# so that the sign before this place tells: a blank is none of these.
_TOUCHES = re.compile(r"(?<=[\w!}])[^\W\d_]")
_QUOTIENT = re.compile(r"\s*(?:/|÷|\\div(?![A-Za-z]))\s*")


class Calls(Part):
    """A function whose name has been read."""

    def applied(self, function: str, primes: int = 0, spelled: str = "") -> Expr:
        """A function whose name has just been read; the place is after the name."""
        start = self.here.at
        spelled = spelled or function
        known = self.here.symbols.functions.get(function, function) or function
        if known == "softmax" and self.here.peek("_"):
            return self.softmax_over(start)
        if known in ("max", "min") and self.here.peek("_"):
            return self.extreme_over(known, start)
        base = self.log_base(known, spelled)
        power = self.function_power(known, function)
        if power == MINUS_ONE:
            known, power = INVERSES[known], None
        arguments = self.arguments(known, spelled)
        if len(arguments) == 2 and base not in (None, self.here.symbols.base_of_log):
            raise self.here.fail(f"this {spelled} has a base already: write one argument", start)
        call: Expr
        if base is not None and len(arguments) == 1:
            call = divide(Applied("log", arguments), Applied("log", (base,)))
        else:
            call = self.called(known, arguments, primes, start)
        self.here.check(call, start)
        return call if power is None else self.here.check(Power(call, power), start)

    def softmax_over(self, start: int) -> Expr:
        """`\\operatorname{softmax}_t f(t)`: exp f(t) by the sum of it over t, or over several."""
        self.here.eat("_")
        below = self.reader.sums.below(start)
        if any(low is not None for _, low in below):
            raise self.here.fail("under a softmax only the indices it runs over can be read", start)
        body = Applied("exp", (self.reader.terms.term(),))
        total: Expr = body
        for index, _ in below:
            again = index + "'"
            while again in free_names(body):
                again += "'"
            ends = self.reader.indices.index_range(index, body)
            total = Fold("sum", substitute(total, {index: Name(again)}), again, *ends)
            total = self.here.bounded(total, start)
        return self.here.check(self.here.bounded(divide(body, total), start), start)

    def extreme_over(self, known: str, start: int) -> Expr:
        """`\\max_j v_j`: of the entries of a vector."""
        self.here.eat("_")
        below = self.reader.sums.below(start)
        (index, low), *more = below
        self.here.bound.append(index)
        body = self.reader.scripts.power()
        self.here.bound.pop()
        if more or low is not None or not isinstance(body, Entry) or body.indices != (Name(index),):
            raise self.here.fail(f"over an index only the {known} of v_j can be read", start)
        return self.here.check(Applied(known, (body.of,)), start)

    def called(self, known: str, arguments: tuple[Expr, ...], primes: int, start: int) -> Expr:
        rule = KNOWN.get(known)
        least, most = (rule.least, rule.most) if rule else (1, 4)
        if not least <= len(arguments) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            plural = "s" if wanted != "1" else ""
            raise self.here.fail(
                f"{known} takes {wanted} argument{plural}, not {len(arguments)}", start
            )
        if known == "log" and len(arguments) == 2:
            return divide(Applied("log", arguments[:1]), Applied("log", arguments[1:]))
        if known == "inverse":
            return Power(arguments[0], MINUS_ONE)
        if known == "norm" and (shape := self.here.shape(arguments[0], start)) and shape.cols != 1:
            known = "norm_F"  # as numpy and torch do
        if rule is None or not primes:
            return Applied(known, arguments, primes)
        inner = Name("the argument")
        slope: Expr = Applied(known, (inner,))
        for _ in range(primes):
            slope = self.here.bounded(self.differentiated(slope, inner, start), start)
        return self.here.bounded(substitute(slope, {inner.key: arguments[0]}), start)

    def differentiated(self, expr: Expr, by: Name, start: int) -> Expr:
        try:
            return derivative(expr, by)
        except ValueError as problem:
            raise self.here.fail(str(problem), start) from None

    def log_base(self, known: str, spelled: str) -> Expr | None:
        """The base of a logarithm: written below it, part of its name, or what is declared."""
        if known != "log":
            return None
        if self.here.eat("_"):
            # LaTeX takes one digit only, but nobody means the logarithm of base 1 by \\log_10
            digits = self.here.match(_DIGITS)
            return (
                self.here.numeral(separators=False) if digits else self.reader.commands.argument()
            )
        if spelled in LOG_BASES:
            return number(LOG_BASES[spelled])
        return None if spelled == "ln" else self.here.symbols.base_of_log

    def function_power(self, known: str, name: str) -> Expr | None:
        start = self.here.at
        power = self.reader.scripts.unicode_superscript()  # tanh²(c)
        if power is None:
            if not self.here.eat("^"):
                return None
            power = self.reader.scripts.exponent(python=False)
        if power == MINUS_ONE and known not in INVERSES:
            raise self.here.fail(f"{name}^{{-1}} can mean two things: write 1/{name}(…)", start)
        if not isinstance(power, Number):
            raise self.here.fail(f"write this power after the argument: {name}(…)^…", start)
        return power

    def arguments(self, known: str, name: str) -> tuple[Expr, ...]:
        self.here.skip()
        opened = self.here.at
        if self.here.starts("{"):
            self.here.at += 1
            if self.here.peek("("):
                inner = self.here.at
                self.here.eat("(")
                found = tuple(self.reader.brackets.entries(")", inner))
                if self.here.eat("}"):
                    return found
                self.here.at = inner
            found = (self.reader.terms.expression(),)
            self.here.expect("}", opened, "brace")
            return found
        mark = self.here.eat("(", "[", "\\{", "\\lbrace")
        if mark:
            if self.here.peek(*_CLOSING.values()):
                raise self.here.fail(f"{name} needs an argument", opened)
            if known == "log" and self.here.match(_THOUSANDS):
                raise self.here.fail(
                    "write this number without a comma: log takes two arguments", opened
                )
            return tuple(self.reader.brackets.entries(_CLOSING[mark], opened))
        return (self.bare_argument(known, name),)

    def bare_argument(self, known: str, name: str) -> Expr:
        """An argument without brackets: one factor, or for sin and its kin a plain product.

        Names that touch belong together: \\ln nd is ln(nd), and \\ln n d is refused, as
        ln(n)/d and ln(n/d) are both meant by \\ln n/d.
        """
        if self.here.done() or not self.starts_bare():
            raise self.here.fail(f"{name} needs an argument in brackets: write {name}(…)")
        self.here.depth += 1  # log log log … nests without a bracket
        if self.here.depth > MAX_DEPTH:
            raise self.here.fail(f"nested more than {MAX_DEPTH} deep: write it flatter")
        argument = self.reader.scripts.power()
        while True:
            touches = bool(self.here.match(_TOUCHES))
            if not self.reader.scripts.starts_factor() or self.at_function():
                break
            plain = known in TAKES_PRODUCTS and self.here.ahead() not in "([{|"
            if not (touches or plain) or self.here.peek("\\frac", "\\sqrt", "\\sum", "\\begin"):
                raise self.here.fail(f"where does the argument of {name} end? write {name}(…)")
            argument = self.reader.terms.times(argument, self.reader.scripts.power(), self.here.at)
        self.refuse_open_quotient(name)
        self.here.depth -= 1
        return argument

    def refuse_open_quotient(self, name: str) -> None:
        """`log n/d`; only before another function, as in log n/log 2, does everyone agree."""
        sign = self.here.match(_QUOTIENT)
        if sign is None:
            return
        place, self.here.at = self.here.at, sign.end()
        ends = self.at_function()
        self.here.at = place
        if not ends:
            raise self.here.fail(f"where does the argument of {name} end? write {name}(…)")

    def starts_bare(self) -> bool:
        return self.here.ahead().isdecimal() or self.reader.scripts.starts_factor()

    def at_function(self) -> bool:
        match = self.here.match(_WORD)
        if match is None:
            return False
        word = match[1]
        if (
            word in self.here.symbols.functions
            or self.here.symbols.keys.get(word) in self.here.symbols.functions
        ):
            return True
        return function_named(word) is not None and not self.here.is_declared(word)
