"""`read_growth`: a student's text to a growth class, or a refusal that points at a character.

The mathematics is read by the one reader of formulas. Here stands only what a growth class has
more (an O(...) around it) and what it has less (sums over an index, matrices, most functions).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.maths import Unreadable, read
from grader.maths.growth.fold import NotAGrowthError, folded
from grader.maths.growth.growth import Growth, symbols_of
from grader.maths.tree.names import key_of
from grader.maths.tree.nodes import transform, walk

# Longer than any growth class that a person writes. The decision multiplies sums out, so that its
# time grows much faster than the text: formulas may be longer than this.
MAX_TEXT = 1000
MAX_NODES = 600
# Each variable is a column of every linear programme; a problem has up to about ten.
MAX_VARIABLES = 40

# A declared name wins over a function's, and a growth class without these cannot be written.
FUNCTIONS = frozenset({"log", "ln", "lg", "exp", "sqrt", "max", "min", "ceil", "floor"})
_OPENS = r"(?=(?:\s|\\left(?![A-Za-z])|\\[bB]igl?(?![A-Za-z])|\\[,!])*[(\[{])"
_ALONE = r"(?<![A-Za-z\\_])"  # the O of a name such as IO or d_O bounds nothing
_BOUND = re.compile(
    rf"(?P<strict>{_ALONE}o|𝑜){_OPENS}"
    rf"|(?P<lower>\\Omega|Ω|{_ALONE}Omega){_OPENS}"
    rf"|(?P<soft>\\(?:wide)?tilde\s*\{{?\s*(?:\\mathcal\s*\{{?\s*)?O\s*\}}*|Õ){_OPENS}"
    rf"|(?P<order>\\mathcal\s*(?:\{{\s*O\s*\}}|O)|\\(?:Theta|theta|bigO|BigO)|{_ALONE}Theta"
    rf"|Θ|θ|𝒪|{_ALONE}O){_OPENS}"
    r"|(?P<opened>[(\[{])|(?P<closed>[)\]}])|(?P<relation>[=<>≤≥≪≫])"
)
_OTHER_BOUNDS = {
    "strict": "o(...) is a strict bound; write O(...)",
    "lower": "Ω(...) is only a lower bound; write O(...)",
    "soft": "Õ(...) hides logarithms; write them out inside O(...)",
}


def read_growth(text: str, variables: Sequence[str]) -> Growth:
    """Read `O(n^2 d)`, `\\mathcal{O}(n^{2}d)`, `n*d**2`, `n \\log n` ... in these variables.

    Raises Unreadable for anything else. Runs nothing, and bounds depth, size and exponents.
    ValueError if a variable could not be written.
    """
    names = _checked(variables)
    if len(text) > MAX_TEXT:
        raise Unreadable(f"longer than {MAX_TEXT} characters", text, MAX_TEXT)
    try:
        expression = read(_without_orders(text, names), symbols_of(names))
        if sum(1 for _ in walk(expression)) > MAX_NODES:
            raise NotAGrowthError("this is too long for a growth class", text)
        expression = transform(expression, folded)
    except NotAGrowthError as fault:
        place = text.find(fault.sign) if text.count(fault.sign) == 1 else 0
        raise Unreadable(str(fault), text, place) from None
    except Unreadable as fault:  # what was read has blanks where the student has an O
        raise type(fault)(fault.message, text, fault.position) from None
    return Growth(expression, names, text)


def _checked(variables: Sequence[str]) -> tuple[str, ...]:
    names = tuple(variables)
    for name in names:
        if key_of(name) is None or name in FUNCTIONS or "\\" in name:
            raise ValueError(f"{name!r} cannot be the name of a growth variable")
    if len(set(names)) != len(names):
        raise ValueError("a growth variable is declared twice")
    if len(names) > MAX_VARIABLES:
        raise ValueError(f"at most {MAX_VARIABLES} growth variables, not {len(names)}")
    return names


def _without_orders(text: str, variables: Sequence[str]) -> str:
    """The text with a blank for each O, Θ and $, so that every character keeps its place.

    What is left of `O(T) + O(U)` is a sum of brackets: a term of lower order stays a term, and
    the comparison finds that it is dominated. Raises Unreadable for other bounds, and for an O
    inside brackets.
    """
    pieces = list(text.replace("$", " "))
    depth = 0
    for found in _BOUND.finditer(text):
        kind = found.lastgroup or ""
        if kind in ("opened", "closed"):
            depth += 1 if kind == "opened" else -1
            continue
        if kind == "relation":
            if depth == 0:  # inside braces it may belong to a sum, which the reader knows
                reason = f"{found.group()} does not belong here: write one growth class"
                raise Unreadable(reason, text, found.start())
            continue
        if key_of(found.group()) in variables:
            continue  # a problem may have a variable O: then O(n) is a product
        if kind in _OTHER_BOUNDS:
            raise Unreadable(_OTHER_BOUNDS[kind], text, found.start())
        if depth > 0:
            raise Unreadable("an O(...) inside another expression", text, found.start())
        pieces[found.start() : found.end()] = " " * len(found.group())
    return "".join(pieces)
