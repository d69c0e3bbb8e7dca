"""The number in a cell of a data file, exactly as written, and how finely it is written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from grader.errors import StudentError

# A measured value has no more digits than this; an exponent of a million is a number to choke on.
MAX_CHARACTERS = 40
_NUMBER = re.compile(r"([+-]?)(\d*)(?:([.,])(\d*))?(?:[eE]([+-]?\d{1,2}))?\s*(%?)", re.ASCII)
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+", re.ASCII)
_NOT_A_NUMBER = re.compile(r"[+-]?(?:nan|inf|infinity|null|none|n/?a|-+|\?+)", re.IGNORECASE)


class BadCell(StudentError):
    """Not a number; the message says what it is and what to write instead."""


@dataclass(frozen=True)
class CellNumber:
    value: Fraction
    unit: Fraction  # one of its last decimal
    percent: bool = False  # it has a % sign; value and unit are already a hundredth
    comma: bool = False  # its decimals follow a comma


def read_cell(text: str, largest: Fraction | None = None) -> CellNumber:
    """The number in `text`; `largest` is the largest that would make sense. Raises BadCell."""
    if not text:
        raise BadCell("is empty; write a number")
    if _NOT_A_NUMBER.fullmatch(text):
        raise BadCell(f"is `{text}`; write a number, or leave this row out")
    found = _NUMBER.fullmatch(text)
    if not found or len(text) > MAX_CHARACTERS or not (found[2] or found[4]):
        shown = text[:MAX_CHARACTERS]
        raise BadCell(f"is `{shown}`, which is not a number; write one")
    sign, whole, mark, decimals, exponent, percent = (group or "" for group in found.groups())
    grouped = Fraction(text.replace(",", "")) if _GROUPED.fullmatch(text) else None
    if grouped is not None and (largest is None or grouped <= largest):
        raise BadCell(f"is `{text}`, which can be read in two ways; write decimals with a point")
    unit = Fraction(10) ** (int(exponent or 0) - len(decimals)) / (100 if percent else 1)
    value = int(f"{sign}{whole or 0}{decimals}") * unit
    return CellNumber(value, unit, bool(percent), mark == ",")
