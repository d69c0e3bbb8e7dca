"""Numbers as people write them, read exactly.

Thousands may be separated by a comma, `{,}`, a thin space, a space, an apostrophe, an underscore,
or (two groups and more, where no decimal can be meant) by a point.
"""

from __future__ import annotations

import re
from fractions import Fraction

# As many as a float can be large. Python takes time that grows with the square of the digits, and
# refuses 4300 of them with words that no student understands.
MAX_DIGITS = 300
MAX_POWER = 250  # of ten, as in 1e250

_SEPARATORS = (
    r"\{,\}",
    r"\\,",
    r"\\ ",
    r"\\;",
    r"\\!,",
    " ",
    "\u00a0",
    "\u2009",
    "\u202f",
    "'",
    "_",
)
_GROUPED = "|".join(rf"(?:{mark}\d{{3}})+" for mark in _SEPARATORS)
_COMMAS = r"(?:,\d{3})+"
_POINTS = re.compile(r"\d{1,3}(?:\.\d{3}){2,}(?![\d.])")
_FRACTION = r"(?:\.\d+|\.(?![\w.]))?"
_POWER = r"(?:[eE][+-]?\d+(?![\w.]))?"
_WITH_COMMAS = re.compile(rf"\d{{1,3}}(?:{_GROUPED}|{_COMMAS})(?![\d]){_FRACTION}")
_WITHOUT_COMMAS = re.compile(rf"\d{{1,3}}(?:{_GROUPED})(?![\d]){_FRACTION}")
_PLAIN = re.compile(rf"(?:\d+{_FRACTION}|\.\d+){_POWER}")
_MARKS = re.compile(r"\{,\}|\\!,|\\[,; ]|[ \u00a0\u2009\u202f'_,]")


def number_at(
    text: str, at: int, *, commas: bool = True, separators: bool = True
) -> tuple[Fraction, int] | None:
    """The number at this place and its end, or None; ValueError where it is too long to be meant.

    `commas` is off inside lists and argument lists, where a comma parts entries.
    """
    if separators:
        match = _POINTS.match(text, at)
        if match:
            return Fraction(match.group().replace(".", "")), match.end()
        match = (_WITH_COMMAS if commas else _WITHOUT_COMMAS).match(text, at)
        if match:
            digits = _MARKS.sub("", match.group())
            return Fraction(digits.rstrip(".")), match.end()
    match = _PLAIN.match(text, at)
    if not match:
        return None
    digits = match.group()
    power = re.search(r"[eE]([+-]?\d+)$", digits)
    if len(digits) > MAX_DIGITS or (power and abs(int(power[1])) > MAX_POWER):
        raise ValueError(f"this number is longer than {MAX_DIGITS} digits")
    return Fraction(digits.rstrip(".") if not power else digits.replace(".e", "e")), match.end()
