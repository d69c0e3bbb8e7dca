"""Growth expressions as plain text that a student reads: `n² d`, `n log n`, `(n - k + 1) k`."""

from __future__ import annotations

from fractions import Fraction

from grader.growth.terms import (
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
)

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def raised(base: str, power: Fraction) -> str:
    """`base` to a positive rational power; `base` must already be one tight unit."""
    if power == 1:
        return base
    if power == Fraction(1, 2):
        return f"sqrt({base.removeprefix('(').removesuffix(')') if base[0] == '(' else base})"
    if power.denominator == 1:
        return base + str(power.numerator).translate(_RAISED)
    return f"{base}^({power})"


def quotient(above: list[str], below: list[str]) -> str:
    """A product over a product, with as few parentheses as keep it unambiguous."""
    top = " ".join(above) if above else "1"
    if not below:
        return top
    bottom = " ".join(below)
    return f"{top}/{bottom}" if len(below) == 1 else f"{top}/({bottom})"


def render_growth(growth: Growth) -> str:
    """`O(...)`, as the text was read."""
    return f"O({render_expression(growth.expression)})"


def render_expression(expression: Expression) -> str:
    """The expression as it was read, in one line."""
    match expression:
        case Number(value):
            return str(value)
        case Variable(name):
            return name
        case Add(parts):
            return _sum(parts)
        case Multiply(parts):
            return _sum((expression,)) if _without_minus(expression)[1] else _product(parts)
        case Power(_, Number(value)) if value < 0:
            return _product((expression,))
        case Power(base, Number(value)):
            return raised(_tight(base), value)
        case Power(base, exponent):
            return f"{_tight(base)}^{_tight(exponent)}"
        case Log(argument):
            name, inner = _log_name(expression), render_expression(argument)
            return f"{name} {inner}" if isinstance(argument, Variable) else f"{name}({inner})"
        case Exp(argument):
            return f"e^{_tight(argument)}"
        case Largest(parts):
            return f"max({', '.join(render_expression(part) for part in parts)})"
        case Smallest(parts):
            return f"min({', '.join(render_expression(part) for part in parts)})"
        case Ceiling(argument):
            return f"ceil({render_expression(argument)})"
        case Floor(argument):
            return f"floor({render_expression(argument)})"
        case Factorial(argument):
            return f"{_tight(argument)}!"


def _log_name(log: Log) -> str:
    return "ln" if log.natural else "log" if log.base is None else f"log_{log.base}"


def _tight(expression: Expression) -> str:
    text = render_expression(expression)
    called = (Variable, Largest, Smallest, Ceiling, Floor)
    root = isinstance(expression, Power) and expression.exponent == Number(Fraction(1, 2))
    whole = (
        isinstance(expression, called)
        or (root and text.startswith("sqrt("))
        or (
            isinstance(expression, Number)
            and expression.value >= 0
            and expression.value.denominator == 1
        )
    )
    return text if whole else f"({text})"


def _sum(parts: tuple[Expression, ...]) -> str:
    text = ""
    for index, part in enumerate(parts):
        positive, minus = _without_minus(part)
        piece = render_expression(positive)
        if isinstance(positive, Add):
            piece = f"({piece})"
        if index:
            text += " - " if minus else " + "
        elif minus:
            text += "-"
        text += piece
    return text


def _without_minus(part: Expression) -> tuple[Expression, bool]:
    if isinstance(part, Number) and part.value < 0:
        return Number(-part.value), True
    if isinstance(part, Multiply) and isinstance(part.parts[0], Number) and part.parts[0].value < 0:
        first, rest = part.parts[0].value, part.parts[1:]
        if first != -1:
            return Multiply((Number(-first), *rest)), True
        return (rest[0] if len(rest) == 1 else Multiply(rest)), True
    return part, False


def _product(parts: tuple[Expression, ...]) -> str:
    above: list[str] = []
    below: list[str] = []
    for index, part in enumerate(parts):
        if (
            isinstance(part, Power)
            and isinstance(part.exponent, Number)
            and part.exponent.value < 0
        ):
            below.append(raised(_tight(part.base), -part.exponent.value))
        elif isinstance(part, Add) or (isinstance(part, Number) and part.value < 0):
            above.append(f"({render_expression(part)})")
        elif isinstance(part, Multiply) and any(isinstance(p, Power) for p in part.parts):
            above.append(_tight(part))
        elif isinstance(part, Log) and index + 1 < len(parts):
            # `log n d` has two readings, `log(n) d` has one
            above.append(f"{_log_name(part)}({render_expression(part.argument)})")
        else:
            above.append(render_expression(part))
    return quotient(above, below)
