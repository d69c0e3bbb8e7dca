"""The dimensions of one shape: formulas in the names that the problem has for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from grader.course.inputs import did_you_mean
from grader.kinds.marker import Unclear
from grader.kinds.shape.keys import ShapePart
from grader.maths import Expr, Name, Symbols, Unreadable, read, substitute
from grader.maths.tree.names import key_of

# More axes than any tensor of a homework has.
MAX_AXES = 20
_CROSS = re.compile(r"\s*(?:×|\\times(?![A-Za-z])|(?<![A-Za-z_\\])x(?![A-Za-z_]))\s*")
CROSSED = r"(?:×|\\times(?![A-Za-z])|(?<=[\s\d)}])x(?=[\s\d(]))"
COMMAND = re.compile(
    r"\\(?:text|textrm|textit|mathrm|texttt|mathit|mathtt|mathbf|operatorname)\s*"
    r"\{\s*((?:\w|\\_)+)\s*\}"
)
_NOISE = re.compile(r"\\(?:left|right|[bB]igg?[lr]?|q?quad)(?![A-Za-z])|\\[,;:! ]|[$`]")
_SIZE = re.compile(r"^(?:n|num|number_of)_|_(?:size|len|length|dim|count)$")
_NUMBERED = re.compile(r"^([A-Za-z])(\d)$")
_ARTICLE = re.compile(r"^(?:the|its|an?)\s+", re.IGNORECASE)
IDENTIFIER = re.compile(r"[^\W\d]\w*")
# Remarks in code write a name with blanks: `[seq len, batch size]`.
_PARTED = re.compile(
    r"\b([A-Za-z]+) (size|len|length|dims?)\b|\b(num|n) ([A-Za-z]+)\b(?! (?:size|len|dim)\b)"
)
# The other place of two that are alike: `(x, y, x', y')`.
_PRIMES = re.compile(r"(?:'|′|\^\s*\{?\\prime\}?)+$")


def names_of(part: ShapePart) -> dict[str, str]:
    """Every name of a dimension -> the declared one."""
    known = {other: name for name, others in part.aliases.items() for other in others}
    return known | {name: name for name in part.aliases}


def symbols_of(part: ShapePart) -> Symbols:
    return Symbols().declare(dict.fromkeys(names_of(part), "natural"))


def joined(text: str) -> str:
    """Names of two words as code has them, `batch size` as `batch_size`."""
    return _PARTED.sub(lambda it: f"{it[1] or it[3]}_{it[2] or it[4]}", text)


def read_axes(
    part: ShapePart, text: str, also: Mapping[str, str] = MappingProxyType({})
) -> tuple[Expr, ...]:
    """The dimensions, in the declared names; B*T is one dimension. `also` are other names for them.
    Raises Unclear."""
    text = " ".join(text.split())
    inner = _NOISE.sub("", COMMAND.sub(r"\1", text)).replace(r"\_", "_").strip()
    inner = re.sub(r"\s*_\s*", "_", inner)
    while inner and inner[0] + inner[-1] in ("()", "[]", "{}") and _is_one_group(inner):
        inner = inner[1:-1].strip()
    if not inner:
        return ()
    known = names_of(part) | dict(also)
    pieces = [piece.strip() for piece in _split(inner.rstrip(", "))]
    if len(pieces) == 1:
        pieces = [piece.strip() for piece in _CROSS.split(pieces[0])]
        if len(pieces) == 1 and inner not in known and set(inner.split("x")) <= set(known):
            pieces = inner.split("x")
        if len(inner.split()) > 1 and set(inner.split()) <= set(known):
            raise Unclear(f"`{inner[:40]}` can be one dimension or more; put commas in it", text)
    if len(pieces) > MAX_AXES:
        raise Unclear(f"this has more than {MAX_AXES} dimensions", text)
    return tuple(_axis(part, piece, known) for piece in pieces)


def _is_one_group(text: str) -> bool:
    """Whether the first bracket is closed by the last."""
    depth = 0
    for at, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0:
            return at == len(text) - 1
    return False


def _split(text: str) -> Iterator[str]:
    depth = begin = 0
    for at, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth <= 0:
            yield text[begin:at]
            begin = at + 1
    yield text[begin:]


def _axis(part: ShapePart, piece: str, known: Mapping[str, str]) -> Expr:
    if not piece:
        raise Unclear("a dimension is missing between two signs")
    if (words := _ARTICLE.sub("", piece).casefold()) in known and key_of(words) is None:
        return Name(known[words])
    piece = joined(_PRIMES.sub("", piece))
    # Between commas an x alone is an index, and no sign; so is x1.
    text = _renamed(piece if re.fullmatch(r"x\d?", piece) else _CROSS.sub("*", piece), known)
    names = [name for name in known if key_of(name) is not None]
    symbols = Symbols().declare(dict.fromkeys(names, "natural"))
    declared: Mapping[str, Expr] = {it: Name(known[it]) for it in names}
    for way in _ways(text):
        try:
            return substitute(read(way, symbols), declared)
        except Unreadable:
            continue
    hint = did_you_mean(piece, list(names_of(part)))
    raise Unclear(f"`{piece[:40]}` is not a dimension of this problem{hint}", piece)


def _ways(text: str) -> Iterator[str]:
    if "//" in text:  # whole-number division, where the problem may mean the plain one
        yield re.sub(r"([\w()]+)\s*//\s*([\w()]+)", r"floor(\1/\2)", text)
        return
    yield text


def _renamed(text: str, known: Mapping[str, str]) -> str:
    """With `b` for `B` and `batch_size` for `batch` where this can mean one dimension only."""

    def renamed(match: re.Match[str]) -> str:
        name = match.group()
        if name in known:
            return name
        for near in (name, _SIZE.sub("", name), _NUMBERED.sub(r"\1_\2", name)):
            fits = {other for other in known if other.casefold() == near.casefold()}
            if len({known[other] for other in fits}) == 1:
                return sorted(fits)[0]
        return name

    return IDENTIFIER.sub(renamed, text) if "\\" not in text else text
