"""What a student claims about their data: the name of a series, that they are equal, a number."""

from __future__ import annotations

import re
from fractions import Fraction

from grader.kinds.curve.claims import Amount, Which
from grader.kinds.curve.data import CurveData
from grader.kinds.curve.keys import CurveClaim, CurvePart
from grader.kinds.lines import folded
from grader.kinds.marker import Unclear
from grader.kinds.quantity import shown
from grader.kinds.stated import read_quantity
from grader.maths import Decided, Expr, Symbols, Tolerance, compare, multiply, number

EQUAL = "equal"
_EQUAL = {"equal", "equally", "same", "tie", "tied", "identical", "both", "neither"}
# What may stand around a name without changing what is meant by it.
_AROUND = {"the", "a", "run", "runs", "model", "one", "curve", "is", "are", "they", "it", "as",
           "fast", "high", "about", "roughly"}  # fmt: skip
_PERCENT = re.compile(r"\s*(?:%|(?:percent(?:age)?\s+)?points?|percent|pp|pts)\s*$", re.IGNORECASE)
_ABOUT = re.compile(
    r"^(?:about|around|approximately|approx\.?|roughly|circa|ca\.?)\s+", re.IGNORECASE
)
_REMARK = re.compile(r"\s*(?:[(\[,;:]|\s[-–—]+\s|\.\s).*$", re.DOTALL)


def read_which(part: CurvePart, text: str) -> str:
    """The series that is named, or EQUAL; a remark may follow. Raises Unclear."""
    names = {folded(alias): name for name, more in part.series.items() for alias in (name, *more)}
    said = _REMARK.sub("", text)
    remark = names.get(folded(text[len(said) :]))
    words = [word for word in folded(said).split() if word not in _AROUND]
    named = names.get(folded(said)) or names.get(" ".join(words))
    if named and remark in (None, named):
        return named
    if words and _EQUAL.issuperset(words):
        return EQUAL
    raise Unclear(f"`{_short(text)}` is not clear; write {_choices(part)}")


def _choices(part: CurvePart) -> str:
    return f"{', '.join(part.series)} or {EQUAL}"


def read_amount(part: CurvePart, data: CurveData, text: str) -> list[Expr]:
    """The number that is claimed, in every way it may be meant. Raises Unclear.

    A number of percent is a hundredth. One without a sign is so too where it is larger than the
    range allows; where the file has percentages it may be meant in either way.
    """
    said = _ABOUT.sub("", re.sub(r"\s*\(.*\)\s*$", "", text)).rstrip(". ")
    bare = _PERCENT.sub("", said) if part.percent else said
    given = read_quantity(bare)
    hundredth = multiply(given, number(Fraction(1, 100)))
    if bare != said:
        return [hundredth]
    either = part.percent and (data.scale == 100 or _beyond_one(given))
    return [given, hundredth] if either else [given]


def _beyond_one(given: Expr) -> bool:
    one = Tolerance(absolute=Fraction(1))
    inside = compare(given, number(0), Symbols(), tolerance=one, proof=False)
    return inside.verdict is Decided.REFUTED


def agrees(part: CurvePart, data: CurveData, truth: Which | Amount, text: str) -> bool | None:
    """Whether the claim is what the data say; None if that is undecided. Raises Unclear."""
    if isinstance(truth, Which):
        named = read_which(part, text)
        return len(truth.right) > 1 if named == EQUAL else named in truth.right
    tolerance = Tolerance(absolute=truth.error)
    verdicts = [
        compare(given, number(truth.value), Symbols(), tolerance=tolerance, proof=False)
        for given in read_amount(part, data, text)
    ]
    if any(found.equal for found in verdicts):
        return True
    undecided = any(found.verdict is Decided.UNDECIDED for found in verdicts)
    return None if undecided else False


def contradiction(part: CurvePart, claim: CurveClaim, truth: Which | Amount, text: str) -> str:
    """Why a claim is wrong, in the numbers of the student's own file."""
    if isinstance(truth, Amount):
        first, second = claim.between
        asked = f"{first} - {second} is asked for"
        return f"you say {_short(text)}, but {asked}, and {truth.quoted}"
    named = read_which(part, text)
    who = "they" if named == EQUAL else f"`{named}`"
    return f"you say {who} {_predicate(claim, named == EQUAL)}, but {truth.quoted}"


def _predicate(claim: CurveClaim, equal: bool) -> str:
    if claim.asks == "fastest":
        level = f"{float(100 * claim.share_of(Fraction(1))):g} %"
        own = "their own best" if equal else "its own best"
        best = own if claim.best == "own" else "the best of all"
        return f"{'are equally fast' if equal else 'is faster'} to {level} of {best}"
    word = "equal" if equal else "higher" if claim.asks == "highest" else "lower"
    if claim.at == "best":
        return "have equal bests" if equal else f"has the {word} best"
    verb = "end" if claim.at == "last" else "start"
    return f"{verb} {word}" if equal else f"{verb}s {word}"


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


def right_text(truth: Which | Amount) -> str:
    """The claim that the data support, as a student may write it."""
    if isinstance(truth, Which):
        return truth.right[0] if len(truth.right) == 1 else EQUAL
    return shown(number(truth.value))
