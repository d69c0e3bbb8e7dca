"""Signs that a terminal's encoding lacks, spelt in those it has: `✓` as `+` on one that knows
Latin letters alone. As many columns where that can be, so that what is aligned stays so."""

from __future__ import annotations

import codecs
import unicodedata

NAME = "spelt"  # of the error handler, for `open(errors=…)`

_SIGNS = {
    "✓": "+", "✗": "x", "◐": "~", "·": ".", "…": "~", "▲": "^", "─": "-", "│": "|", "┤": "+",
    "┬": "+", "└": "+", "┴": "+", "├": "+", "░": ".", "▒": ":", "▓": "%", "█": "#", "━": "-",
    "╸": "-", "╺": "-", "−": "-", "–": "-", "—": "-", "×": "x", "⋅": "*", "√": "sqrt",
    "∞": "inf", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~=", "→": "->", "∈": "in", "∂": "d",
    "∇": "nabla", "∑": "sum", "∏": "prod", "⊤": "T", "⊙": "*", "‖": "||", "“": '"', "”": '"',
    "‘": "'", "’": "'",
}  # fmt: skip
_BRAILLE = range(0x2800, 0x2900)  # dots of a plot


def spelt(character: str) -> str:
    """In ASCII; an escape for what nobody would recognise."""
    if character in _SIGNS:
        return _SIGNS[character]
    if ord(character) in _BRAILLE:
        return " " if character == "\u2800" else "*"
    name = unicodedata.name(character, "").split()
    if name[:1] == ["GREEK"] and "LETTER" in name:
        letter = name[name.index("LETTER") + 1].replace("LAMDA", "LAMBDA")  # as Unicode spells it
        return letter.title() if "CAPITAL" in name else letter.lower()
    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return plain or character.encode("ascii", "backslashreplace").decode()


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(spelt, error.object[error.start : error.end])), error.end


codecs.register_error(NAME, _handle)
