"""The formula in an answer: which one it is, and what else the answer says of it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from grader.kinds.conclusion import Asked, Conclusion, conclude, pieces
from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.renaming import Renamed, read_renamed
from grader.kinds.marker import Marking, Unclear, unclear
from grader.maths import Expr, Name, Symbols, Unreadable, read
from grader.maths.tree.functions import SPELLED, function_named
from grader.maths.tree.names import key_of
from grader.maths.tree.spelling import tokens
from grader.writing import Statement, statements

_ORDER = re.compile(r"\s*\$*\s*(?:O|\\mathcal\s*\{?\s*O\s*\}?|\\?Theta|Θ)\s*(?:\\left)?\s*\(")
# Equations of an answer that say what a name of the student's own is.
MAX_DEFINITIONS = 12


_IS = re.compile(r"\s*(?:is|are|denotes?|means|stands for|being|the)\b[^.]*$")


@dataclass(frozen=True)
class Said:
    """What an answer says of names of its own: what they stand for, which symbol of the problem
    they are, and of which it says something that cannot be read."""

    definitions: dict[str, Expr]
    equals: dict[str, str]
    strange: set[str]


@dataclass(frozen=True)
class Answered:
    """What an answer concludes with, and every admissible reading of it."""

    readings: Sequence[Renamed]
    conclusion: Conclusion[Sequence[Renamed]]

    @property
    def is_renamed(self) -> bool:
        return any(one.letters and not one.said for one in self.readings)

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(one.note for one in self.readings[:1] if one.note)


def answered(part: FormulaPart, text: str, symbols: Symbols, marking: Marking) -> Answered:
    """Raises Unclear."""
    asked = Asked(part.left, _lefts_of_others(part, marking), marking.whole)
    is_name = known_names(symbols)
    said = _definitions(statements(pieces(text, is_name)), symbols)

    def read_side(side: str) -> Sequence[Renamed]:
        try:
            return read_renamed(side, symbols, said.definitions, said.equals, said.strange)
        except Unreadable as error:
            if _ORDER.match(side) and "O" not in part.symbols:
                raise Unclear(
                    "this is an order of growth, and the formula itself is asked for: write what "
                    "stands between the brackets of O(…), with every factor"
                ) from error
            raise unclear(error) from error

    found = conclude(text, read_side, asked, is_name)
    return Answered(found.value, found)


def known_names(symbols: Symbols) -> Callable[[str], bool]:
    """Whether a word may stand in a formula: a symbol, a function, a letter alone."""
    names = {name.casefold() for name in symbols.keys}
    names |= {spelling.casefold() for spelling in SPELLED}
    names |= {"pi", "sqrt", "sum", "prod", "np", "torch"}
    letters = {letter.casefold() for name in names if len(name) == 1 for letter in name}

    def knows(word: str) -> bool:
        folded = word.casefold()
        if len(word) == 1 or folded in names:
            return True
        return all(letter in letters for letter in folded) and len(word) <= 3  # nd, ppT

    return knows


def _lefts_of_others(part: FormulaPart, marking: Marking) -> list[str]:
    """The left sides that the problem's other parts ask for, but for those this part has too."""
    own = set(part.left)
    return [
        left
        for other in marking.parts.values()
        if isinstance(other, FormulaPart) and other is not part
        for left in other.left
        if left not in own
    ]


def _definitions(found: Sequence[Statement], symbols: Symbols) -> Said:
    """What the answer says that names are. Raises Unclear where it gives a declared symbol or
    function another meaning: then its formula is not about what was asked."""
    said = Said({}, {}, set())
    for name, text in itertools.islice(_named(found), MAX_DEFINITIONS):
        declared = symbols.keys.get(key_of(name) or name)
        if declared is not None:
            _refuse_other_meaning(declared, name, text, symbols)
            continue
        try:
            expr = read(text, symbols)
        except Unreadable:
            said.strange.add(name)
            continue
        if isinstance(expr, Name):
            said.equals.setdefault(name, expr.key)
        else:
            said.definitions.setdefault(name, expr)
    return said


def _refuse_other_meaning(declared: str, name: str, text: str, symbols: Symbols) -> None:
    if declared in symbols.functions:
        function = function_named(text.strip().lstrip("\\"))
        other = function is not None and function != symbols.functions[declared]
    else:
        # ‖x‖ where the problem calls ‖x‖² by this name: the beginning of a declared spelling, or
        # one with something after it.
        written = tuple(tokens(text))
        phrases = [phrase for phrase, meant in symbols.phrases if meant == declared]
        other = written not in phrases and any(
            phrase[: len(written)] == written or written[: len(phrase)] == phrase
            for phrase in phrases
        )
    if other:
        raise Unclear(f"here {name} is {text[:40]}, and in this problem it is not", text)


def _named(found: Sequence[Statement]) -> Iterator[tuple[str, str]]:
    """(a name, what it is equal to): of equations with a name alone on one of their sides, and of
    `h is the activation a` in words."""
    for one in found:
        if not one.is_equation:
            continue
        for name, text in ((one.sides[0], one.sides[1]), (one.sides[1], one.sides[0])):
            if _is_short_name(name):
                yield name, text
    for one, other in itertools.pairwise(found):
        if len(one.sides) == len(other.sides) == 1 and _IS.match(other.before):
            name, meaning = one.sides[0], other.sides[0]
            if _is_short_name(name) and key_of(meaning) is not None:
                yield name, meaning


def _is_short_name(text: str) -> bool:
    key = key_of(text)
    return key is not None and len(key.split("_")[0].split("^")[0]) <= 8
