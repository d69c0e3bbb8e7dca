"""What the prompt of a problem says of its symbols, for answers that say it in other letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from grader.kinds.conclusion import named_in
from grader.maths import Symbols
from grader.maths.tree.names import key_of
from grader.maths.tree.spelling import tokens
from grader.writing import spans, statements

_LETTER = re.compile(r"(?<![A-Za-z\_])[A-Za-z](?![A-Za-z_])")
_ARGUMENT = re.compile(r"[(,]\s*([A-Za-z]\w*)\s*(?=[),])")
_BOLD = re.compile(r"\\(?:vec|mathbf|boldsymbol|bm)\s*\{\s*([^{}]*?)\s*\}")
_DIFFERENCE = re.compile(r"\s*([A-Za-z])\s*[-−]\s*([A-Za-z])\s*")
# Of what is compared with an equation of the prompt, in characters.
MAX_MEANING = 200
# Of formulas that are only recognised, and never worked out: what is written in several ways.
_ONE_WAY = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"\\[dt]?frac\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*\{((?:[^{}]|\{[^{}]*\})*)\}", r"\1/\2"),
        (r"(?:np|math|torch)\.sqrt|\\sqrt|√", "sqrt"),
        (r"\.T\b|\.transpose\((?:-?\d(?:,\s*-?\d)?)?\)|\\top|⊤|ᵀ|\\intercal", "^T"),
        (r"\\(?:mathrm|mathbf|text|left|right|cdot|,)(?![A-Za-z])|[\s{}()*@$·_]", ""),
        (r"sqrtd(?:k|head|h)?(?![a-z])", "sqrtd"),
    )
)


@lru_cache(maxsize=64)
def said_in(prompt: str) -> tuple[tuple[str, str], ...]:
    """(a name, what the prompt sets it equal to)."""
    return tuple(named_in(statements(spans(prompt))))


def meant_by(text: str, prompt: str, symbols: Symbols) -> str | None:
    """The declared symbol that the prompt sets equal to this, an argument's letter aside:
    `softmax(z)` where it says p = softmax(x)."""
    if key_of(text) is not None:
        return None
    plain = _BOLD.sub(r"\1", text)
    return _meant(plain, prompt, symbols) or _meant(_with_letters(plain, symbols), prompt, symbols)


def _with_letters(text: str, symbols: Symbols) -> str:
    """With a letter for each word alone in brackets, as in `softmax(logits)`."""
    free = next((letter for letter in "xzuv" if letter not in symbols.keys), None)
    for name in arguments_in(text) - symbols.keys.keys():
        if free and len(name) > 1:
            text = re.sub(rf"(?<=[(,])\s*{re.escape(name)}\s*(?=[),])", free, text)
    return text


def _meant(text: str, prompt: str, symbols: Symbols) -> str | None:
    found = {
        symbols.keys[key]
        for name, meaning in said_in(prompt)
        if (key := key_of(name) or name) in symbols.keys
        and (
            tokens(text) == tokens(meaning)
            or is_same_but_letters(text, meaning, symbols)
            or (len(text) <= MAX_MEANING and _one_way(text) == _one_way(meaning))
        )
    }
    return found.pop() if len(found) == 1 else None


def _one_way(text: str) -> str:
    """A product or a quotient in one of its writings: `Q @ K.T / sqrt(d)` as `QK^T/\\sqrt{d_k}`."""
    for pattern, plain in _ONE_WAY:
        text = pattern.sub(plain, text)
    return text


def is_same_but_letters(text: str, other: str, symbols: Symbols) -> bool:
    """Whether two formulas are one but for letters in brackets that the problem does not declare,
    each put for one other throughout."""
    mine, theirs = tokens(text), tokens(other)
    if len(mine) != len(theirs) or "(" not in theirs:
        return False
    pairs = {pair for pair in zip(mine, theirs, strict=True) if pair[0] != pair[1]}
    lone = all(_stands_alone(mine, it) and it not in symbols.keys for it, _ in pairs)
    return lone and len({it for it, _ in pairs}) == len({it for _, it in pairs}) == len(pairs)


def _stands_alone(written: Sequence[str], letter: str) -> bool:
    """A letter alone between brackets or commas, and no part of a word."""
    edges = ("(", ")", ",")
    return len(letter) == 1 and letter.isalpha() and all(
        written[at - 1] in edges and written[at + 1] in edges
        for at in range(1, len(written) - 1) if written[at] == letter
    )  # fmt: skip


def arguments_in(text: str) -> set[str]:
    """The names alone in brackets: in `softmax(z)` the z, which is what the prompt calls x."""
    return set(_ARGUMENT.findall(_BOLD.sub(r"\1", text)))


def is_factor(left: Sequence[str], prompt: str) -> bool:
    """Whether the prompt has an equation on whose right side one of these stands before something:
    `PE(pos + k) = r PE(pos)`."""
    names = [tokens(name) for name in left]
    return any(
        len(one.sides) == 2 and len(written := tokens(one.last)) > len(name)
        and written[: len(name)] == name and written[len(name)].isalpha()
        for one in statements(spans(prompt))
        for name in names
    )  # fmt: skip


def used_for(prompt: str, symbols: Symbols) -> set[str]:
    """The letters that the prompt makes a declared symbol of, x where it says p = softmax(x): none
    of them is a letter of the student's own that stands for that symbol."""
    meanings = [text for name, text in said_in(prompt) if (key_of(name) or name) in symbols.keys]
    return {it for text in meanings for it in _LETTER.findall(text)} - symbols.keys.keys()


def with_differences(text: str, prompt: str, symbols: Symbols) -> str:
    """Where the prompt says `δ = n - m` and only δ is declared: (n - m) as δ, and (m - n) as -δ. In
    brackets or alone, so that nothing beside them can belong to them."""
    for name, meaning in said_in(prompt):
        declared = symbols.keys.get(key_of(name) or name)
        found = _DIFFERENCE.fullmatch(meaning)
        if declared in symbols.scalars and found and not {*found.groups()} & symbols.keys.keys():
            for one, other, sign in ((1, 2, ""), (2, 1, "-")):
                written = rf"{found[one]}\s*[-−]\s*{found[other]}"
                plain = f"({sign}{name})".replace("\\", r"\\")
                text = re.sub(rf"\(\s*{written}\s*\)|\A\s*{written}\s*\Z", plain, text)
    return text
