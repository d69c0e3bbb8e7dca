"""Letters in other alphabets (bold, script, blackboard) and letters with a mark on top."""

from __future__ import annotations

import unicodedata

# Where A, a and 0 of an alphabet stand in Unicode's block of mathematical letters; 0: not there.
_ALPHABETS = {
    "bold": (0x1D400, 0x1D41A, 0x1D7CE),
    "bold-italic": (0x1D468, 0x1D482, 0),
    "double-struck": (0x1D538, 0x1D552, 0x1D7D8),
    "script": (0x1D49C, 0x1D4B6, 0),
    "fraktur": (0x1D504, 0x1D51E, 0),
}
_BOLD_GREEK = {"bold": (0x1D6A8, 0x1D6C2), "bold-italic": (0x1D71C, 0x1D736)}
# Letters that had a place of their own before that block was made.
_ELSEWHERE = {
    "double-struck": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
    "script": dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True)),
    "fraktur": dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True)),
}

# What LaTeX's accents come out as, and the combining character for the same mark.
ACCENTS = {
    "^": "\u0302", "ˆ": "\u0302", "~": "\u0303", "˜": "\u0303",
    "¯": "\u0304", "―": "\u0305", "‾": "\u0305", "_": "\u0305",
    "→": "\u20d7", "←": "\u20d6", "˙": "\u0307", "¨": "\u0308", "ˇ": "\u030c", "˘": "\u0306",
}  # fmt: skip
OVERLINE, UNDERLINE = "\u0305", "\u0332"
UNDERLINES = ("―", "_", "‾")  # what they come out as below a letter


def in_alphabet(text: str, alphabet: str) -> str:
    """`text` in the alphabet that MathML calls so; what it does not have stays as it is."""
    return "".join(_letter(character, alphabet) for character in text)


def _letter(character: str, alphabet: str) -> str:
    elsewhere = _ELSEWHERE.get(alphabet, {}).get(character)
    if elsewhere:
        return elsewhere
    capital, small, digit = _ALPHABETS.get(alphabet, (0, 0, 0))
    greek_capital, greek_small = _BOLD_GREEK.get(alphabet, (0, 0))
    for first, last, start in (
        ("A", "Z", capital),
        ("a", "z", small),
        ("0", "9", digit),
        ("Α", "Ω", greek_capital),
        ("α", "ω", greek_small),
    ):
        if start and first <= character <= last:
            return chr(start + ord(character) - ord(first))
    return character


def accented(text: str, mark: str, without: str = "") -> str | None:
    """One letter with a combining mark, and perhaps characters that go `without`; an overline
    or underline for each of several letters; None if it cannot be."""
    letter = text.rstrip(without)
    bare = "".join(c for c in letter if not unicodedata.combining(c))
    if len(bare) == 1:
        return unicodedata.normalize("NFC", letter + mark) + text[len(letter) :]
    if mark in (OVERLINE, UNDERLINE):
        return unicodedata.normalize("NFC", "".join(c + mark for c in text))
    return None
