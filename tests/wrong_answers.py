"""Wrong answers to any course, made from its problem files alone.

Deterministic: what is random is drawn from the name of the part. None is near a right answer or a
known mistake that keeps credit.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

from grader.course import Course
from grader.course.parts import CodePart, Part
from grader.course.signature import read_signature
from grader.kinds.choice.keys import ChoicePart
from grader.kinds.formula.keys import FormulaPart
from grader.kinds.function.keys import FunctionPart
from grader.kinds.growth.keys import GrowthPart
from grader.kinds.ledger.keys import LedgerPart
from grader.kinds.shape.keys import ShapePart
from grader.kinds.table.keys import TablePart

RANDOM, CONSTANT, NOTHING, TEXT, RAISES = "random", "constant", "nothing", "text", "exception"

# What a function's body is, by what it returns; a part names `many` results.
BODIES: Mapping[str, str] = {
    RANDOM: "return like_inputs(inputs, {many})",
    CONSTANT: "return give([0.7310585] * {many})",
    NOTHING: "str()",  # a function that says only `return None` is an empty one
    TEXT: "return 'forty-two'",
    RAISES: "raise ValueError('not done yet')",
}
FUNCTION = """
def {name}(*inputs):
    {body}
"""
MODULE = """
class {name}(torch.nn.Module):
    def __init__(self, *sizes):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(7, 11))

    def forward(self, *inputs):
        {body}
"""
HELPERS = """
import numpy as np

def drawn(shape):
    return 3 + np.random.default_rng(17).normal(size=shape)

def like_inputs(inputs, many):
    shapes = [tuple(map(int, one.shape)) for one in inputs if hasattr(one, "shape")] or [(3,)]
    return give([drawn(shapes[at % len(shapes)]) for at in range(many)])
"""
ARRAYS = """
def give(results):
    return results[0] if len(results) == 1 else tuple(results)
"""
TENSORS = """
import torch

def give(results):
    return torch.as_tensor(results[0])
"""


def code_answers(course: Course, kind: str) -> dict[str, str]:
    """Files that define every function and module any part asks for; all return `kind`."""
    functions: dict[str, int] = {}
    modules: set[str] = set()
    for _, _, part in _parts(course):
        if isinstance(part, FunctionPart):
            for name in _functions(part):
                functions[name] = max(functions.get(name, 1), len(part.returns))
        elif isinstance(part, CodePart):
            modules.add(read_signature(part.call).function)
    body = BODIES[kind]
    files = {"functions.py": HELPERS + ARRAYS}
    for name, many in sorted(functions.items()):
        files["functions.py"] += FUNCTION.format(name=name, body=body.format(many=many))
    if modules:  # in a file of their own: functions in one that mentions torch get tensors
        files["modules.py"] = HELPERS + TENSORS
    for name in sorted(modules):
        files["modules.py"] += MODULE.format(name=name, body=body.format(many=1))
    return files


def _functions(part: FunctionPart) -> Iterator[str]:
    yield read_signature(part.call).function
    for step in part.first:
        yield read_signature(step, named_result=True).function


def written_answers(course: Course) -> str:
    """An `answers.md` with a wrong answer to every part that has one."""
    lines: list[str] = []
    for problem, name, part in _parts(course):
        answer = wrong_answer(f"{problem}/{name}", part)
        if answer:
            lines += [f"# {problem}", "", f"### {name}", "", answer, ""]
    return "\n".join(lines)


def wrong_answer(place: str, part: Part) -> str:
    """Empty where the part is answered by code, or every wrong answer to it keeps some credit."""
    if isinstance(part, CodePart):
        return ""
    return _MAKERS.get(part.asks, _words)(part, random.Random(place))


def _parts(course: Course) -> Iterator[tuple[str, str, Part]]:
    for problem, file in course.problems.items():
        for name, part in file.problem.parts.items():
            yield problem, name, part


def _words(part: Part, rng: random.Random) -> str:
    return "Something of another kind altogether."


def _choice(part: Part, rng: random.Random) -> str:
    assert isinstance(part, ChoicePart)
    worth = {mistake.answer for mistake in part.mistakes if mistake.credit}
    wrong = [key for key in part.options if key not in part.answer and key not in worth]
    return rng.choice(wrong) if wrong else ""


def _odd_number(part: Part, rng: random.Random) -> str:
    """Large and prime to everything that a homework counts."""
    return str(1_000_003 * rng.randrange(10_001, 99_999, 2))


def _formula(part: Part, rng: random.Random) -> str:
    assert isinstance(part, FormulaPart)
    return f"${_odd_number(part, rng)} / 1009$"


def _growth(part: Part, rng: random.Random) -> str:
    assert isinstance(part, GrowthPart)
    return "$" + " ".join(f"{name}^{rng.randrange(11, 17)}" for name in part.variables) + "$"


def _shape(part: Part, rng: random.Random) -> str:
    assert isinstance(part, ShapePart)
    return f"({', '.join([next(iter(part.aliases))] * 9)})"


def _table(part: Part, rng: random.Random) -> str:
    assert isinstance(part, TablePart)
    rows = [[_odd_number(part, rng) for _ in row] for row in part.answer]
    return "[" + ", ".join(f"[{', '.join(row)}]" for row in rows) + "]"


def _ledger(part: Part, rng: random.Random) -> str:
    """Every line differs from every other, so that no total follows from the lines above it."""
    assert isinstance(part, LedgerPart)
    return "\n".join(f"{line}: {_odd_number(part, rng)}" for line in part.lines)


_MAKERS: Mapping[str, Callable[[Part, random.Random], str]] = {
    "choice": _choice,
    "formula": _formula,
    "growth": _growth,
    "ledger": _ledger,
    "number": _odd_number,
    "shape": _shape,
    "table": _table,
}
