"""Written answers that were changed by chance: none ends in a fault, and none is wrongly right.

The right answers of the shipped course's formula parts and of the pairs with bends are changed as
students and accidents change them: a sign, a constant, a function, a factor, a few characters. What
is read is compared with the right answer, and what is found equal is checked by a second method
(see `dense`).

    python tests/maths/bends_mutated.py [ANSWERS] [FIRST_SEED]

does so with 20 000 of them by default.
"""

from __future__ import annotations

import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bends_pairs import PAIRS
from dense import Unknown, difference

from grader.cli.common import open_course
from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.meanings import read_formula, spelled_out, symbols_of_part
from grader.kinds.marker import Unclear
from grader.maths import Decided, Expr, Symbols, Unreadable, compare, read

ROOT = Path(__file__).parents[2]
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_SIGN = re.compile(r"(?<=[\w)\]} ])[-+*/]")
_FACTOR = re.compile(r"\b[A-Za-z_0-9.]+\s*\*|\*\s*[A-Za-z_0-9.]+\b|\^\{?-?\d+\}?")
_FUNCTIONS = (
    "max",
    "min",
    "relu",
    "abs",
    "floor",
    "ceil",
    "sign",
    "tanh",
    "sigmoid",
    "exp",
    "sqrt",
)
_FUNCTION = re.compile(rf"\b(?:{'|'.join(_FUNCTIONS)})\b")
_NAME = re.compile(r"\b[A-Za-z](?:_[a-z0-9]+)?\b")


@dataclass(frozen=True)
class Asked:
    """A question: the right answer's text, how texts are read, and the symbols."""

    text: str
    truth: Expr
    symbols: Symbols
    read: Callable[[str], Expr]


def questions() -> list[Asked]:
    course, _ = open_course(str(ROOT))
    found: list[Asked] = []
    for file in course.problems.values():
        for part in file.problem.parts.values():
            if isinstance(part, FormulaPart) and part.answer:
                found += [_of_part(part, text) for text in part.answer]
    for symbols, answer, truth, _equal in PAIRS:
        found += [_of_pair(symbols, text) for text in (answer, truth)]
    return found


def _of_part(part: FormulaPart, text: str) -> Asked:
    symbols = symbols_of_part(part)

    def reading(given: str) -> Expr:
        return spelled_out(read_formula(given, symbols, part), symbols, part)

    return Asked(text, reading(text), symbols, reading)


def _of_pair(symbols: Symbols, text: str) -> Asked:
    return Asked(text, read(text, symbols), symbols, lambda given: read(given, symbols))


def mutated(text: str, source: Random) -> str:
    """The text with one to three changes; another text in any case."""
    changed = text
    for left in range(source.choice((1, 1, 1, 2, 3)), -20, -1):
        if left > 0 or changed == text:
            changed = source.choice(_CHANGES)(changed, source)
    return changed


def _swapped(pattern: re.Pattern[str], other: Callable[[str, Random], str]) -> Callable[..., str]:
    def change(text: str, source: Random) -> str:
        places = list(pattern.finditer(text))
        if not places:
            return text
        place = source.choice(places)
        return text[: place.start()] + other(place.group(), source) + text[place.end() :]

    return change


def _other_number(old: str, source: Random) -> str:
    near = str(int(float(old)) + source.choice((1, -1)))
    return source.choice((near, old + "0", f"(-{old})", f"({old}/2)", "0", "1", "1e-3"))


def _deleted(text: str, source: Random) -> str:
    if not text:
        return text
    start = source.randrange(len(text))
    return text[:start] + text[start + source.choice((1, 1, 1, 2, 4)) :]


def _moved(text: str, source: Random) -> str:
    start, end = sorted(source.randrange(len(text) + 1) for _ in range(2))
    at = source.randrange(len(text) + 1)
    return text[:at] + text[start:end] + text[at:]


def _doubled(text: str, source: Random) -> str:
    around = source.choice(
        ("-({})", "({})+0", "1*({})", "({})^2", "relu({})", "({})!", "max({},0)")
    )
    return around.format(text)


_CHANGES: tuple[Callable[[str, Random], str], ...] = (
    _swapped(_NUMBER, _other_number),
    _swapped(_SIGN, lambda old, source: source.choice("+-*/")),
    _swapped(_FACTOR, lambda old, source: ""),
    _swapped(_FUNCTION, lambda old, source: source.choice(_FUNCTIONS)),
    _swapped(
        _NAME, lambda old, source: source.choice((f"({old}+1)", f"(-{old})", f"{old}^2", "2"))
    ),
    _deleted,
    _moved,
    _doubled,
)


def judged(asked: Asked, text: str, seed: int) -> tuple[str, str]:
    """What came of an answer: one word, and more of it where something is wrong."""
    try:
        given = asked.read(text)
    except (Unreadable, Unclear):
        return "not read", ""
    except Exception:
        return "fault", traceback.format_exc()
    try:
        found = compare(given, asked.truth, asked.symbols, seed=seed, proof=False)
    except Exception:
        return "fault", traceback.format_exc()
    if not found.equal:
        return ("wrong" if found.verdict is Decided.REFUTED else "undecided"), found.reason
    try:
        point = difference(given, asked.truth, asked.symbols, seed)
    except Unknown:
        return "equal, not checked", ""
    return ("false", f"{found.reason}, but not at {point}") if point else ("equal, checked", "")


def run(answers: int, first: int) -> tuple[Counter[str], list[str]]:
    """How many came to what, and the words of those that came to what they must not."""
    asked = questions()
    counts: Counter[str] = Counter()
    bad: list[str] = []
    for seed in range(first, first + answers):
        source = Random(seed)
        question = source.choice(asked)
        text = mutated(question.text, source)
        said, more = judged(question, text, seed)
        counts[said] += 1
        if said in ("fault", "false"):
            bad.append(f"{said}: {text}  for  {question.text}: {more}")
    return counts, bad


def main() -> None:
    answers = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    counts, bad = run(answers, first)
    print("\n".join(bad))
    print(f"{answers} answers: {dict(counts)}")


if __name__ == "__main__":
    main()
