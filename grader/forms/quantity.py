"""Reading and comparing written numbers, shared by the forms that ask for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from grader.forms.base import Unclear, unclear
from grader.formulas import (
    Equality,
    Expr,
    Symbols,
    Tolerance,
    Unreadable,
    Verdict,
    compare,
    number,
    read,
    substitute,
    to_text,
)

_LEFT_SIDE = re.compile(r"^\s*[A-Za-z][\w ]{0,40}=(?=[^=]+$)")
_SIGNS = re.compile(r"=|≈|\\approx")
_WORD_AFTER = re.compile(r"^[\d.,'_\s]*\d\s*(?P<word>[A-Za-z%][A-Za-z ]*)$")


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
        text = re.sub(rf"(?:\\text\{{\s*)?\b{re.escape(unit)}\b\s*\}}?\.?\s*$", "", text.strip())
    text = re.sub(r"^\s*(?:≈|~|\\approx|=)\s*", "", text).strip().rstrip(".")
    text = _LEFT_SIDE.sub("", text)
    symbols = Symbols().declare(dict.fromkeys(values or {}, "real"))
    known = {name: number(exactly(value)) for name, value in (values or {}).items()}
    sides = _SIGNS.split(text)
    found = [substitute(_read(side.strip(), symbols, units), known) for side in sides]
    for side in found[:-1]:
        if same_quantity(side, found[-1], decimals=decimals, relative=relative) is False:
            shown = f"{to_text(side, symbols)} = {to_text(found[-1], symbols)}"
            raise Unclear(f"`{shown}` does not hold; write one number")
    return found[-1]


def _read(text: str, symbols: Symbols, units: tuple[str, ...]) -> Expr:
    try:
        return read(text, symbols)
    except Unreadable as error:
        word = _WORD_AFTER.match(text)
        if word is None:
            raise unclear(error) from error
        allowed = f", or with {' or '.join(units)} after it" if units else ""
        message = f"`{word['word']}` follows the number; write the number alone{allowed}"
        place = word.start("word")
        raise Unclear(f"character {place + 1}: {message}", text, place) from error


def exactly(value: int | float | Fraction) -> Fraction:
    """0.1 as one tenth: what the author wrote, not what the machine keeps."""
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)


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
    return compare(given, truth, Symbols(), tolerance=tolerance, proof_seconds=0)


def same_quantity(
    given: Expr, truth: Expr, *, decimals: int | None = None, relative: float | None = None
) -> bool | None:
    """The same as a truth value; None if it is undecided."""
    found = decide(given, truth, decimals=decimals, relative=relative)
    return None if found.verdict is Verdict.UNDECIDED else found.equal
