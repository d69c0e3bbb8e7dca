"""Where a formula has a bend: what changes its sign there, and what the two sides are.

Bends may stand in each other, and so may their arguments: the innermost always come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from grader.maths.tree.functions import words
from grader.maths.tree.nodes import (
    MINUS_ONE,
    ONE,
    ZERO,
    Add,
    Applied,
    Expr,
    Fold,
    Multiply,
    Name,
    Number,
    Power,
    add,
    free_names,
    walk,
)

# On each side of a bend these are a formula of their own.
CHOICES = frozenset(words("max min abs relu sign"))
# These jump at every whole number.
STEPS = frozenset(words("floor ceil"))
# Of vectors; written out, they are sums and maxima of absolute values.
_NORMS = frozenset(words("norm_1 norm_inf"))
# The side of a zero of their argument is the side of a cut in the plane of complex numbers.
_CUT = frozenset(words("log"))
_CUT_AT_ONE = frozenset(words("asin acos atanh acosh asec acsc asech acoth"))

Side = tuple[Expr, tuple[Expr, ...]]


def minus(first: Expr, second: Expr) -> Expr:
    if second == ZERO:
        return first
    opposite = Multiply((MINUS_ONE, second))
    return opposite if first == ZERO else add(first, opposite)


def is_bend(node: Expr) -> bool:
    """Whether a formula with this node has a bend or a jump; indices that are equal are none."""
    if not isinstance(node, Applied):
        return False
    if node.function == "delta":
        return not all(isinstance(one, Name) for one in node.arguments)
    return node.function in CHOICES or node.function in STEPS or node.function in _NORMS


def has_bends(*formulas: Expr) -> bool:
    return any(is_bend(node) for formula in formulas for node in walk(formula))


def inner_first(*formulas: Expr) -> Iterator[Expr]:
    """Every node, children before parents, shared ones once. What a sum binds is left out."""
    seen: set[int] = set()
    for formula in formulas:
        stack = [(formula, False)]
        while stack:
            node, ready = stack.pop()
            if id(node) in seen:
                continue
            if ready:
                seen.add(id(node))
                yield node
                continue
            stack.append((node, True))
            inside = (node.low, node.high) if isinstance(node, Fold) else node.children
            stack.extend((child, False) for child in reversed(inside))


def sides(call: Applied) -> tuple[Side, ...]:
    """What a choice is on each of its sides, with what is not negative there."""
    arguments = call.arguments
    opposite = minus(ZERO, arguments[0])
    match call.function:
        case "abs":
            return ((arguments[0], arguments), (opposite, (opposite,)))
        case "relu":
            return ((arguments[0], arguments), (ZERO, (opposite,)))
        case "sign":
            return ((ONE, arguments), (MINUS_ONE, (opposite,)))
    found: list[Side] = []
    for place, mine in enumerate(arguments):
        others = [other for at, other in enumerate(arguments) if at != place]
        if call.function == "max":
            found.append((mine, tuple(minus(mine, other) for other in others)))
        else:
            found.append((mine, tuple(minus(other, mine) for other in others)))
    return tuple(found)


def borders(node: Expr) -> tuple[Expr, ...]:
    """What is zero at the bends of this node itself, not of those inside it. Of steps see STEPS."""
    match node:
        case Applied("max" | "min", arguments):
            return tuple(minus(a, b) for a, b in combinations(arguments, 2))
        case Applied("abs" | "relu" | "sign", arguments):
            return arguments
        case Applied("delta", (first, second)) if is_bend(node):
            return (minus(first, second),)
        case Applied(function, (argument,)) if function in _CUT:
            return (argument,)
        case Applied(function, (argument,)) if function in _CUT_AT_ONE:
            return (minus(argument, ONE), add(argument, ONE))
        case Power(base, Number(exponent)) if exponent.denominator != 1:
            return (base,)
    return ()


def hidden_bend(node: Expr) -> bool:
    """Whether a root or a logarithm may bend: √(x²) does at 0, and √x is cut there.

    Of a sum alone: what its parts are is seen from the parts' own scales.
    """
    argument = node.base if isinstance(node, Power) else None
    if isinstance(node, Applied) and (node.function in _CUT or node.function in _CUT_AT_ONE):
        argument = node.arguments[0]
    if argument is None or not borders(node) or len(free_names(argument)) != 1:
        return False
    return any(isinstance(part, Add) for part in walk(argument))
