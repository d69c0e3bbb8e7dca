"""Answers that are made to cost: each in the letters of the part that it is handed in for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.course import Course
from grader.course.problem import Problem
from grader.kinds.base import WrittenPart
from grader.kinds.choice.keys import ChoicePart
from grader.kinds.formula.keys import FormulaPart
from grader.kinds.growth.keys import GrowthPart
from grader.kinds.ledger.keys import LedgerPart
from grader.kinds.number.keys import NumberPart
from grader.kinds.shape.keys import ShapePart
from grader.kinds.table.keys import TablePart


def written_parts(course: Course) -> Iterator[tuple[Problem, str, WrittenPart]]:
    """Every part that is judged by what is written alone."""
    for entry in course.problems.values():
        for name, part in entry.problem.parts.items():
            if isinstance(part, WrittenPart) and part.asks not in ("prose", "curve"):
                yield entry.problem, name, part


def letters_of(part: WrittenPart) -> tuple[str, str]:
    """Two names that the part knows, or two that it does not."""
    names: list[str] = []
    if isinstance(part, FormulaPart):
        names = [name for name, kind in part.symbols.items() if "[" not in kind]
    elif isinstance(part, GrowthPart):
        names = list(part.variables)
    elif isinstance(part, LedgerPart):
        names = list(part.values)
    return (*names, "x", "y")[0], (*names, "x", "y")[1]


def right_answer(part: WrittenPart) -> str:
    """The answer that the course itself gives, as a student may write it."""
    if isinstance(part, FormulaPart):
        return part.answer[0] if part.answer else ""
    if isinstance(part, (GrowthPart, NumberPart, ShapePart)):
        return part.answer
    if isinstance(part, ChoicePart):
        return ", ".join(part.answer)
    if isinstance(part, LedgerPart):
        return "\n".join(f"{name}: {line.answer}" for name, line in part.lines.items())
    if isinstance(part, TablePart):
        return str([list(row) for row in part.answer])
    return ""


def hostile_answers(part: WrittenPart) -> Mapping[str, str]:
    """Name -> answer."""
    a, b = letters_of(part)
    right = " ".join(right_answer(part).split()) or a
    bends = [f"max({a}, {n}/7) * min({b}, {n})" for n in range(40)]
    texts = {
        **_long(a, b, right),
        **_deep(a, b),
        "power of a sum": f"(4*{a} - {b})**6000",
        "power of the answer": f"(({right}) + {a})**60 / (({right}) + {a})**59 - {a}",
        "expanded": f"({a} + {b} + 1)**40",
        "tower": f"{a}**{a}**{a}**{b}",
        "tower of numbers": "2**10**10**10",
        "huge number": "9" * 3900,
        "huge exponent": f"{a}^{{10^{{10^{{10}}}}}}",
        "bends": " + ".join(bends),
        "steps": " + ".join(f"floor({a}*{n}/17)" for n in range(1, 60)),
        "hidden zero": f"({right}) + (sin({a})^2 + cos({a})^2 - 1) * exp({b})",
        "hidden roots": f"({right}) * sqrt({a}^2 + 2*{a} + 1) / abs({a} + 1)",
        "sums": r"\sum_{i=1}^{10^6}\sum_{j=1}^{10^6} i j " + a,
        "factorials": f"factorial({a} + 100)/factorial({a} + 99)",
        "matrix": "[" + ", ".join(["[" + ", ".join([a] * 30) + "]"] * 30) + "]",
        "table": "| 1 | 2 | 3 | 4 |\n" * 2400,
    }
    return {**texts, **_marked(texts)}


def _marked(texts: Mapping[str, str]) -> dict[str, str]:
    """Those that a student would put between dollars, once more with them."""
    plain = ("terms", "chain", "bends", "power of a sum", "hidden zero", "nests")
    return {f"{name} in dollars": f"${texts[name]}$" for name in plain}


def _long(a: str, b: str, right: str) -> dict[str, str]:
    own = [r"\alpha", r"\beta", r"\kappa", r"\xi", "q_7", "w_8", "z_9", "g", "l", "f", "v", "t"]
    return {
        "terms": "+".join(f"{n}*{a}" for n in range(2000)),
        "few terms": "+".join(f"{n}*{a}*{b}" for n in range(300)),
        "chain": " = ".join([right] * 300),
        "long chain": f"{a} = " * 2400 + a,
        "spans": f"${a}$ and " * 1200,
        "equations": f"${a} = {b}$, where " * 800,
        "definitions": "".join(f"$w_{{{n}}} = {a}^{n}$, where " for n in range(300)) + f"${right}$",
        "own letters": " ".join(own) + f" {a} {b}",
        "many own letters": f"${' + '.join(own)}$ or ${' '.join(own)}$"
        + f" so ${' * '.join(own)}$",
        "own matrices": r"\Omega \Psi \Upsilon^T \Omega \Psi \Upsilon",
        "words": f"the answer is {a} or rather {b} " * 250,
        "foreign": f"所以 {a} 的 ({b} 是 " * 600,
        "foreign brackets": "(" * 900 + f" {a} 的 {b} " * 500 + ")" * 900,
        "one word": "a" * 9000,
        "remarks": f"{a} (that is {b}) " * 500,
        "code": f"{a} = {a} * {b} + {a}\n" * 400,
        "lines": f"{a}: {right}\n" * 500,
        "boxes": r"\boxed{" * 900 + a + "}" * 900,
        "commas": f"{a}, " * 3000,
        "tabs": "\t" * 9000 + a,
        "brackets": "(" * 9000,
        "subscripts": a + "_{x" * 800 + "}" * 800,
        "differences": f"({a} - {b})" * 900,
        "grants": f"although {a} is so, still {b} " * 300,
        "rows in words": "".join(f"Row {n}: sin {n} = 0, cos {n} = 1. " for n in range(280)),
        "index in brackets": f"{a}[{b}]" * 1200,
    }


def _deep(a: str, b: str) -> dict[str, str]:
    return {
        "nests": "sin(" * 60 + a + ")" * 60,
        "open nests": "(" * 4000 + a,
        "fractions": r"\frac{1}{1 + " * 70 + a + "}" * 70,
        "roots": r"\sqrt{" * 90 + f"{a} + {b}" + "}" * 90,
        "maxima": f"max({a}, " * 60 + b + ")" * 60,
        "cases": r"\begin{cases} " * 40 + f"{a} & {b} > 0 " + r"\end{cases}" * 40,
        "softmaxes": "softmax(" * 30 + a + ")" * 30,
        "exponentials": "exp(" * 12 + a + ")" * 12,
    }
