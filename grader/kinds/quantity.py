"""Reading and comparing written numbers, shared by the forms that ask for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from grader.kinds.marker import Unclear, unclear
from grader.maths import (
    Decided,
    Equality,
    Expr,
    Number,
    Symbols,
    Tolerance,
    Unreadable,
    compare,
    number,
    read,
    substitute,
    to_text,
)

_LEFT_SIDE = re.compile(r"^\s*[A-Za-z][\w ]{0,40}=(?=[^=]+$)")
_SIGNS = re.compile(r"=|≈|\\approx")
_WITH_WORD = re.compile(
    r"[\d.,'_\s]*\d\s*(?P<after>[A-Za-z%][A-Za-z ]*)|(?P<before>[A-Za-z]{2,20})\s+\d[\d.,'_\s]*"
)


def read_quantity(
    text: str,
    values: Mapping[str, int | float | Fraction] | None = None,
    units: tuple[str, ...] = (),
    *,
    decimals: int | None = None,
    relative: float | None = None,
) -> Expr:
    """The number in `text`; symbols stand for their `values`. Raises Unclear.

    `2 * 3 = 6` is one number written twice: its sides must be equal, to the precision asked for.
    """
    for unit in sorted(units, key=len, reverse=True):
        text = re.sub(
            rf"(?:\\text\{{\s*)?(?<![A-Za-z]){re.escape(unit)}\s*\}}?\.?\s*$", "", text.strip()
        )
    text = re.sub(r"^\s*(?:≈|~|\\approx|=)\s*", "", text).strip().rstrip(".")
    text = _LEFT_SIDE.sub("", text)
    symbols = Symbols().declare(dict.fromkeys(values or {}, "real"))
    known = {name: number(exactly(value)) for name, value in (values or {}).items()}
    sides = _SIGNS.split(text)
    found = [substitute(_read(side.strip(), symbols, units), known) for side in sides]
    for side in found[:-1]:
        if same_quantity(side, found[-1], decimals=decimals, relative=relative) is False:
            raise Unclear(f"`{shown(side)} = {shown(found[-1])}` does not hold; write one number")
    return found[-1]


def _read(text: str, symbols: Symbols, units: tuple[str, ...]) -> Expr:
    try:
        return read(text, symbols)
    except Unreadable as error:
        word = _WITH_WORD.fullmatch(text)
        if word is None:
            raise unclear(error) from error
        side = "after" if word["after"] else "before"
        allowed = f", or with {' or '.join(units)} after it" if units else ""
        message = f"`{word[side]}` stands {side} the number; write the number alone{allowed}"
        place = word.start(side)
        raise Unclear(f"character {place + 1}: {message}", text, place) from error


def exactly(value: int | float | Fraction) -> Fraction:
    """0.1 as one tenth: what the author wrote, not what the machine keeps."""
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)


def shown(value: Expr) -> str:
    """A number as people write it: 0.86, not 43/50."""
    if isinstance(value, Number):
        places = next((n for n in range(13) if (value.value * 10**n).denominator == 1), None)
        if places:
            return f"{float(value.value):.{places}f}"
    return to_text(value, Symbols())


def why_undecided(found: Equality) -> str:
    """The reason without the words about points: a number has none."""
    reason = re.search(r"\(([^()]+)\)$", found.reason)
    return f"it could not be worked out ({reason[1]})" if reason else found.reason


def decide(
    given: Expr, truth: Expr, *, decimals: int | None = None, relative: float | None = None
) -> Equality:
    """Whether two numbers are equal to the precision asked for."""
    tolerance = None
    if decimals is not None:
        # Half a unit of the last place, and a little for answers rounded half up or half even.
        tolerance = Tolerance(absolute=Fraction(51, 100) * Fraction(1, 10**decimals))
    elif relative is not None:
        tolerance = Tolerance(relative=exactly(relative))
    return compare(given, truth, Symbols(), tolerance=tolerance, proof=False)


def same_quantity(
    given: Expr, truth: Expr, *, decimals: int | None = None, relative: float | None = None
) -> bool | None:
    """The same as a truth value; None if it is undecided."""
    found = decide(given, truth, decimals=decimals, relative=relative)
    return None if found.verdict is Decided.UNDECIDED else found.equal
