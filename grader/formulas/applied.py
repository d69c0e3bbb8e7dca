"""Functions and their arguments."""

from __future__ import annotations

import re

from .calculus import derivative, substitute
from .constructs import Constructs
from .functions import INVERSES, KNOWN, SPELLED, TAKES_PRODUCTS
from .tree import MINUS_ONE, Call, Expr, Fold, Name, Number, Power, divide, free_names, number


class Reader(Constructs):
    """The whole grammar, functions included."""

    def applied(self, function: str, primes: int = 0) -> Expr:
        """A function whose name has just been read; the place is after the name."""
        start = self.at
        known = self.symbols.functions.get(function, function) or function
        if known == "softmax" and self.peek("_"):
            return self.softmax_over(start)
        base = self.log_base(known)
        power = self.function_power(known, function)
        if power == MINUS_ONE:
            known, power = INVERSES[known], None
        arguments = self.arguments(known, function)
        call: Expr
        if base is not None:
            call = divide(Call("log", arguments), Call("log", (base,)))
        else:
            call = self.called(known, arguments, primes, start)
        self.check(call, start)
        return call if power is None else self.check(Power(call, power), start)

    def softmax_over(self, start: int) -> Expr:
        """`\\operatorname{softmax}_t f(t)`: exp f(t) by the sum of it over t, or over several."""
        self.eat("_")
        below = self.below(start)
        if any(low is not None for _, low in below):
            raise self.fail("under a softmax only the indices it runs over can be read", start)
        body = Call("exp", (self.term(),))
        total: Expr = body
        for index, _ in below:
            again = index + "'"
            while again in free_names(body):
                again += "'"
            ends = self.index_range(index, body)
            total = Fold("sum", substitute(total, {index: Name(again)}), again, *ends)
        return self.check(divide(body, total), start)

    def called(self, known: str, arguments: tuple[Expr, ...], primes: int, start: int) -> Expr:
        rule = KNOWN.get(known)
        least, most = (rule.least, rule.most) if rule else (1, 4)
        if not least <= len(arguments) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            plural = "s" if wanted != "1" else ""
            raise self.fail(f"{known} takes {wanted} argument{plural}, not {len(arguments)}", start)
        if known == "log" and len(arguments) == 2:
            return divide(Call("log", arguments[:1]), Call("log", arguments[1:]))
        if known == "inverse":
            return Power(arguments[0], MINUS_ONE)
        if known == "norm" and (shape := self.shape(arguments[0], start)) and shape.cols != 1:
            known = "norm_F"  # as numpy and torch do
        if rule is None or not primes:
            return Call(known, arguments, primes)
        inner = Name("the argument")
        slope: Expr = Call(known, (inner,))
        for _ in range(primes):
            slope = self.differentiated(slope, inner, start)
        return substitute(slope, {inner.key: arguments[0]})

    def differentiated(self, expr: Expr, by: Name, start: int) -> Expr:
        try:
            return derivative(expr, by)
        except ValueError as problem:
            raise self.fail(str(problem), start) from None

    def log_base(self, known: str) -> Expr | None:
        if known != "log":
            return None
        written = self.text[: self.at].rstrip()
        if self.eat("_"):
            return self.argument()
        if written.endswith("ln") or self.symbols.log_base is None:
            if re.match(r"(?:10|2)\s*\(", self.text[self.at :]) and written.endswith("log"):
                digits = re.match(r"\d+", self.text[self.at :])
                self.at += len(digits.group()) if digits else 0
                return number(int(digits.group())) if digits else None
            return None
        return number(self.symbols.log_base)

    def function_power(self, known: str, name: str) -> Expr | None:
        start = self.at
        if not self.eat("^"):
            return None
        power = self.exponent(python=False)
        if power == MINUS_ONE and known not in INVERSES:
            raise self.fail(f"{name}^{{-1}} can mean two things: write 1/{name}(…)", start)
        if not isinstance(power, Number):
            raise self.fail(f"write this power after the argument: {name}(…)^…", start)
        return power

    def arguments(self, known: str, name: str) -> tuple[Expr, ...]:
        self.skip()
        opened = self.at
        if self.text.startswith("{", self.at):
            self.at += 1
            if self.peek("("):
                inner = self.at
                self.eat("(")
                found = tuple(self.entries(")", inner))
                if self.eat("}"):
                    return found
                self.at = inner
            found = (self.expression(),)
            self.expect("}", opened, "brace")
            return found
        mark = self.eat("(", "[")
        if mark:
            if self.peek(")", "]"):
                raise self.fail(f"{name} needs an argument", opened)
            if known == "log" and re.compile(r"[^,()]*\d,\d{3}(?!\d)").match(self.text, self.at):
                raise self.fail(
                    "write this number without a comma: log takes two arguments", opened
                )
            return tuple(self.entries(")" if mark == "(" else "]", opened))
        return (self.bare_argument(known, name),)

    def bare_argument(self, known: str, name: str) -> Expr:
        """An argument without brackets: one factor, or for sin and its kin a plain product."""
        if self.done() or not self.starts_bare():
            raise self.fail(f"{name} needs an argument in brackets: write {name}(…)")
        argument = self.power()
        while self.starts_factor() and not self.at_function():
            ambiguous = known not in TAKES_PRODUCTS or self.text[self.at] in "([{|"
            if ambiguous or self.peek("\\frac", "\\sqrt", "\\sum", "\\begin"):
                raise self.fail(f"where does the argument of {name} end? write {name}(…)")
            argument = self.times(argument, self.power(), self.at)
        return argument

    def starts_bare(self) -> bool:
        return self.text[self.at].isdecimal() or self.starts_factor()

    def at_function(self) -> bool:
        match = re.compile(r"\\?([A-Za-z]+)").match(self.text, self.at)
        if match is None:
            return False
        word = match[1]
        if word in self.symbols.functions or self.symbols.keys.get(word) in self.symbols.functions:
            return True
        return word in SPELLED and not self.is_declared(word)
