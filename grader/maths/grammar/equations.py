"""The equations in a piece of LaTeX: `a = b, \\qquad c = d` is two of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from grader.maths.tree.spelling import tokens

_TOKEN = re.compile(r"\\(begin|end)\{[a-z]+\*?\}|\\[A-Za-z]+|\\.|.", re.DOTALL)
_LINES = re.compile(
    r"\s*\\begin\{(aligned|align|gather|gathered|split|equation)\*?\}(.*)\\end\{\1\*?\}\s*[.,]?\s*",
    re.DOTALL,
)
_WORDS = re.compile(r"\s*\\(?:text|mathrm)\{[^{}]*\s\}")  # `\text{with } z`
_OPEN, _CLOSE = ("(", "[", "{", "\\{"), (")", "]", "}", "\\}")
_PARTS = (",", ";", "\\quad", "\\qquad", "\\\\", "\\implies", "\\Rightarrow")


@dataclass(frozen=True)
class Equation:
    """One equation; `rights` has two sides where a chain `a = b = c` has them."""

    left: str
    rights: tuple[str, ...]
    line: int  # of the text it was found in, from 1

    @property
    def text(self) -> str:
        return " = ".join(" ".join(side.split()) for side in (self.left, *self.rights))

    def is_of(self, left: str) -> bool:
        """Whether its left side is this one; spaces, braces and fonts do not matter."""
        return tokens(self.left) == tokens(left)


def equations(text: str) -> list[Equation]:
    """What has an equals sign outside all brackets and environments.

    An equation ends at a comma, a full stop, a wide space or the end of a line of an alignment.
    """
    start = 0
    lines = _LINES.fullmatch(text)
    if lines:
        start, text = text.count("\n", 0, lines.start(2)), lines[2].replace("&", " ")
    found = []
    for piece, at in _pieces(text):
        sides = list(_sides(piece))
        if len(sides) > 1:
            words = _WORDS.match(sides[0])
            left = sides[0][words.end() if words else 0 :]
            ahead = len(sides[0]) - len(left.lstrip())
            line = start + text.count("\n", 0, at + ahead) + 1
            left = left.strip().removesuffix(":")
            found.append(Equation(left.strip(), tuple(side.strip() for side in sides[1:]), line))
    return found


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    """The text between separators, each piece with the place where it begins."""
    begin = 0
    for token, at, end in _flat(text):
        stop = token == "." and not text[end : end + 1].isdecimal()
        if token in _PARTS or stop:
            yield text[begin:at], begin
            begin = end
    yield text[begin:], begin


def _sides(piece: str) -> Iterator[str]:
    begin = 0
    for token, at, end in _flat(piece):
        if token == "=":
            yield piece[begin:at]
            begin = end
    yield piece[begin:]


def _flat(text: str) -> Iterator[tuple[str, int, int]]:
    """The tokens outside of all brackets and environments, with where they begin and end."""
    depth = 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token in _OPEN or match[1] == "begin":
            depth += 1
        elif token in _CLOSE or match[1] == "end":
            depth = max(0, depth - 1)
        elif depth == 0:
            yield token, match.start(), match.end()
