"""A class handed in where a function is asked for: how its objects are called.

Names say which of the asked inputs the constructor takes; what is left goes to the object. Where
that does not account for every input, nothing is guessed.
"""

from __future__ import annotations

from dataclasses import replace

from grader.course.inputs import GENERATOR
from grader.course.parts import CodePart
from grader.course.signature import Argument, Signature
from grader.submission import Definition


def as_built(part: CodePart, call: Signature, definition: Definition) -> Signature | None:
    """`Name(a, b)(x)` for the call `name(x, a, b)`, where a class shows that its constructor takes
    `a` and `b`, and its objects as much as is left; None where it does not."""
    if part.defines == "class" or part.calls_after or call.built_with is not None:
        return None
    if len(definition.methods) != 2:
        return None
    if any(argument.path for argument in call.arguments):  # a piece of another result has no name
        return None
    known = {name.casefold(): Argument(name) for name in part.inputs if name != GENERATOR}
    known |= {argument.name.casefold(): argument for argument in call.arguments}
    built, taken = ([name.casefold() for name in names] for names in definition.methods)
    needed = definition.takes[0][0] if definition.takes[0] else 0
    # What the constructor can do without, and the object takes, is the object's.
    reached = _leading(built, {*known} - {*built[needed:]}.intersection(taken))
    passed = [known[name] for name in reached]
    rest = [argument for argument in call.arguments if argument not in passed]
    by_name = [known[name] for name in taken if known.get(name) in rest]
    # Names that are all known say their own order; else the call's order counts, as of a function.
    called = by_name if len(by_name) == len(rest) else rest
    if not definition.fits(len(passed), len(called)):
        return None
    about = {name for one in part.checks for name in one.options.inputs_it_is_about()}
    if not about <= {argument.name for argument in called}:
        return None
    return replace(
        call, function=definition.name, arguments=tuple(called), built_with=tuple(passed)
    )


def _leading(names: list[str], known: set[str]) -> list[str]:
    """Those before the first that is not known: what is behind it cannot be reached in order."""
    unknown = next((index for index, name in enumerate(names) if name not in known), len(names))
    return names[:unknown]
