"""Shapes said in words, with signs in their place: `an X by Y grid`, `K-dimensional`."""

from __future__ import annotations

import re
from collections.abc import Callable

_NAME = r"(?:\\?[A-Za-z]\w*(?:_\{[^{}]*\})?|\d+)"
_ONE = rf"[$`*]{{0,2}}(?P<one>{_NAME})[$`*]{{0,2}}"
_TWO = rf"[$`*]{{0,2}}(?P<two>{_NAME})[$`*]{{0,2}}"
_BETWEEN = r"(?<![\w\\^{,(])"
_BY = re.compile(rf"{_BETWEEN}{_ONE}(?:\s+by\s+|-by-|\s+на\s+){_TWO}(?![\w{{}}^])", re.IGNORECASE)
_ROWS = re.compile(
    rf"{_BETWEEN}{_ONE}\s+rows?\s*(?:and|,|by|×|x|with)\s*{_TWO}\s+columns?\b", re.IGNORECASE
)
_LINES = re.compile(rf"{_BETWEEN}{_ONE}\s*行\s*{_TWO}\s*列")
# One size, where nothing joins it to another one.
_ALONE = r"(?!\s*(?:[,×*]|x\b|\\times|by\b)\s*[$`]?\w)"
_DIMENSIONAL = re.compile(
    rf"{_BETWEEN}{_ONE}\s*(?:(?:-|\s)\s*(?:dimension(?:al|aler?|ale[nms]?|nel(?:le)?)|dim)\b|"
    rf"[-\s]?(?:维|維|次元|차원|мерн\w+))"
)
_OF_LENGTH = re.compile(
    r"(?:\b(?:vectors?|arrays?|lists?|tensors?|shape|vecteurs?|vector(?:es)?|vetor|Vektor|вектор\w*)"
    r"\s+(?:\w+\s+)?(?:(?:of|with|de|der|da|mit|del)\s+)?"
    r"(?:size|length|dimension(?:ality)?|dim|taille|longueur|dimensión|tamaño|longitud|dimensão|"
    r"tamanho|Länge|Dimension|Größe|размерности|размера|длины))\b"
    rf"\s*(?:of\s+|=\s*)?{_ONE}(?![\w{{}}^(]){_ALONE}",
    re.IGNORECASE,
)
_ENTRIES = re.compile(
    rf"{_BETWEEN}{_ONE}\s+(?:entries|components|numbers|features|elements|coordinates)\b",
    re.IGNORECASE,
)


def in_signs(text: str, is_name: Callable[[str], bool]) -> str:
    """The text with pairs of sizes as tuples between backticks, where those are names of the
    problem."""

    def pair(found: re.Match[str]) -> str:
        if not (is_name(found["one"]) and is_name(found["two"])):
            return found.group()
        return f"`({found['one']}, {found['two']})`"

    for pattern in (_BY, _ROWS, _LINES):
        text = pattern.sub(pair, text)
    return text


def with_lengths(text: str, is_name: Callable[[str], bool]) -> str:
    """The text with the size of a vector as a tuple; for an answer that has no other shape."""

    def single(found: re.Match[str]) -> str:
        if found["one"].isdecimal() or not is_name(found["one"]):
            return found.group()
        return f"{found.group().split(found['one'])[0].rstrip('$`*')} `({found['one']},)`"

    for pattern in (_DIMENSIONAL, _OF_LENGTH, _ENTRIES):
        text = pattern.sub(single, text)
    return text
