"""The shapes that an answer states: tuples of dimensions, each of them a formula in their names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.course.inputs import did_you_mean
from grader.kinds.marker import Unclear
from grader.kinds.quantity import exactly
from grader.kinds.shape.keys import ShapePart
from grader.maths import Expr, Name, Symbols, Unreadable, number, read, substitute, to_text
from grader.maths.tree.names import group_end
from grader.writing import Role, role_of, spans
from grader.writing.arithmetic import unmarked
from grader.writing.concluding import HEDGED
from grader.writing.decoration import BOX, undecorated

# More axes than any tensor of a homework has, and more shapes than an answer that means one.
MAX_AXES = 20
MAX_SHAPES = 20
# Characters of a line or a formula that is looked through for shapes.
LONGEST = 500
_CROSS = re.compile(r"\s*(?:×|\\times(?![A-Za-z])|(?<![A-Za-z_\\])x(?![A-Za-z_]))\s*")
_CROSSED = r"(?:×|\\times(?![A-Za-z])|(?<=[\s\d)}])x(?=[\s\d(]))"
_COMMAND = re.compile(
    r"\\(?:text|textrm|textit|mathrm|texttt|mathit|mathtt|mathbf|operatorname)\s*"
    r"\{\s*((?:\w|\\_)+)\s*\}"
)
_NOISE = re.compile(r"\\(?:left|right|[bB]igg?[lr]?|q?quad)(?![A-Za-z])|\\[,;:! ]|[$`]")
_SPACE = re.compile(r"(?:\\mathbb\s*\{?\s*R\s*\}?|\\R(?![A-Za-z])|ℝ|\bR)\s*\^\s*")
_LEFT = re.compile(r"^[^=:∈]{0,60}?(?:==|:=|=|:|∈|\\in(?![A-Za-z]))\s*")
_DEFINED = re.compile(
    r"\s*\\?[A-Za-z]+(?:\s*\{[^{}]*\}|[_^]\s*(?:\{[^{}]*\}|\w))*\s*\[([^\[\]=]+)\]\s*&?\s*=(?!=)"
)
_PRODUCT = re.compile(rf"(?:[\w^{{}}/*+\\-]+\s*{_CROSSED}\s*)+[\w^{{}}/*+\\-]+")
_ASKED = re.compile(r"\bshape of (?:the \w+ )?[$`]([^$`]{1,40})[$`]")
_INDEXED = re.compile(
    r"(?<![A-Za-z\\])"
    r"(?P<name>\\?[A-Za-z]++(?:\s*[_^]\s*(?:\{(?:[^{}]|\{[^{}]*\})*+\}|[A-Za-z0-9]+))*+)\s*"
    r"\[(?P<indices>[^\[\]=]+)\](?P<defined>\s*&?\s*=(?!=))?"
)
_LABEL = re.compile(r"([^()\[\]$:;\n]{3,60}):\s*[$`]*$")
_REST = re.compile(r"\b(?:others?|rest|remaining|everything else)\b", re.IGNORECASE)
# Of an answer in which a symbol with indices is looked for.
LONGEST_TEXT = 5000
_SIZE = re.compile(r"^(?:n|num|number_of)_|_(?:size|len|length|dim|count)$")
_IDENTIFIER = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True)
class Shape:
    """A shape in the declared names."""

    axes: tuple[Expr, ...]
    role: Role = Role.STATED
    hedged: bool = False

    @property
    def shown(self) -> str:
        return f"({', '.join(to_text(axis, Symbols()) for axis in self.axes)})"


def names_of(part: ShapePart) -> dict[str, str]:
    """Every name of a dimension -> the declared one."""
    known = {other: name for name, others in part.aliases.items() for other in others}
    return known | {name: name for name in part.aliases}


def symbols_of(part: ShapePart) -> Symbols:
    return Symbols().declare(dict.fromkeys(names_of(part), "natural"))


def stated_shapes(part: ShapePart, text: str) -> list[Shape]:
    """Every shape in the text, in order. Raises Unclear where there is none."""
    found: list[Shape] = []
    why: Unclear | None = None
    alone: Unclear | None = None
    doubtful: Unclear | None = None
    text = unmarked(text)
    if not text.strip():
        raise Unclear("the answer is empty")
    _refuse_other_meanings(part, text)
    if indexed := indices_of_symbol(part, text):
        return [Shape(read_axes(part, inner)) for inner in indexed]
    labels: list[str] = []
    for piece, start in _pieces(text):
        if len(piece) > LONGEST:
            why = Unclear("this is too long to be a shape; write the shape alone", piece)
            continue
        for inner, at, certain in _candidates(piece):
            try:
                axes = read_axes(part, inner)
            except Unclear as error:
                why, alone = (error, alone) if certain else (why, error)
                doubtful = error if certain and _names_some(part, inner) else doubtful
                continue
            doubtful = None
            before = text[: start + at].rstrip("$`")
            role = Role.BOXED if BOX.search(text) else role_of(before)
            around = before[-60:] + text[start + at + len(inner) :][:40]
            found.append(Shape(axes, role, bool(HEDGED.search(around))))
            label = _LABEL.search(before)
            labels.append(label[1] if label else "")
            if len(found) > MAX_SHAPES:
                raise Unclear(f"there are more than {MAX_SHAPES} shapes here; write one alone")
    if doubtful is not None:  # the last of them, and it may be the one that is meant
        raise doubtful
    if found:
        return _of_the_rest(part, found, labels)
    raise why or alone or Unclear(f"there is no shape here; write one, such as {_example(part)}")


def indices_of_symbol(part: ShapePart, text: str) -> list[str]:
    """The indices that the answer gives the symbol that is asked about, `V[i, j]`: where it is
    defined, else wherever it stands."""
    asked = _ASKED.search(part.text)
    if asked is None:
        return []
    found = [
        match
        for match in _INDEXED.finditer(undecorated(text)[:LONGEST_TEXT])
        if _plain_name(match["name"]) == _plain_name(asked[1])
    ]
    defined = [match for match in found if match["defined"]]
    return list(dict.fromkeys(match["indices"] for match in defined or found))


def _plain_name(name: str) -> str:
    """`W^{\\text{key}}` and `W_key` alike."""
    return re.sub(r"[^A-Za-z0-9]", "", _COMMAND.sub(r"\1", name))


def _of_the_rest(part: ShapePart, found: list[Shape], labels: list[str]) -> list[Shape]:
    """`input: (…), others: (…)`: what is said of the others, where something is asked about that no
    label names."""
    rest = [shape for shape, label in zip(found, labels, strict=True) if _REST.search(label)]
    named = [word for label in labels if not _REST.search(label) for word in _words(label)]
    if len(rest) != 1 or not all(labels) or set(named) & set(_words(part.text)):
        return found
    return rest


def _words(text: str) -> list[str]:
    return [word.casefold() for word in re.findall(r"[^\W\d_]{4,}", text)]


def _names_some(part: ShapePart, text: str) -> bool:
    """Whether several pieces stand there, and dimensions of the problem among them."""
    pieces = [piece.strip(" ()[]") for piece in re.split(rf",|{_CROSSED}", text)]
    return len(pieces) > 1 and any(piece in names_of(part) for piece in pieces)


_SAID = re.compile(
    r"(?<![\w\\^])(?P<name>[^\W\d]\w*)\s*(?:=|:=|\bis\b)\s*(?P<other>[^\W\d][\w{}\\]*)"
)


def _refuse_other_meanings(part: ShapePart, text: str) -> None:
    """`where V = n_classes`, of a problem that calls something else V."""
    known = names_of(part)
    for match in _SAID.finditer(re.sub(r"[$`]", "", _COMMAND.sub(r"\1", text))):
        name, other = (known.get(re.sub(r"[{}\\]", "", it)) for it in match.groups())
        if name and other and name != other:
            raise Unclear(
                f"`{match.group()}` is said here, and {match['name']} is {name} in this problem; "
                "write the shape in its names"
            )


def _example(part: ShapePart) -> str:
    return f"({', '.join(list(part.aliases)[:2])})"


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    """Mathematics and code where there is some with an axis in it, otherwise the lines."""
    found = spans(text)
    formal = [span for span in found if not span.is_words]
    bracketed = [span for span in formal if re.search(r"[,(\[×]|\\times|\^", span.text)]
    pieces = [(span.start, span.text) for span in bracketed or formal]
    for span in found:
        at = span.start
        for line in span.text.splitlines(keepends=True) if span.is_words else ():
            if not formal or re.search(r"[(\[][^()\[\]]*,|×" if bracketed else r"[(\[×]", line):
                pieces.append((at, line.strip()))
            at += len(line)
    yield from ((piece, start) for start, piece in sorted(pieces))


def _candidates(piece: str) -> Iterator[tuple[str, int, bool]]:
    """What may be a shape in a piece, and whether it can hardly be anything else; last what is cut
    off, which may be the one that is meant."""
    text = undecorated(piece)
    yield from _closed_candidates(text)
    if (begin := _open_at(text)) is not None:
        yield text[begin:], begin, True


def _closed_candidates(text: str) -> Iterator[tuple[str, int, bool]]:
    spaces = [(match.end(), _script_end(text, match.end())) for match in _SPACE.finditer(text)]
    if spaces:
        for start, end in spaces:
            yield text[start:end], start, True
        return
    if left := _DEFINED.match(text):  # `V[K] = …`: what is defined has the shape, not what it is
        yield left[1], left.start(1), True
        return
    groups = list(_groups(text))
    if groups and not _beside(text, groups):
        for start, end in groups:
            yield text[start:end], start, True
        return
    products = list(_PRODUCT.finditer(text))
    if products and re.search(r"[^\W\d_]{2,}\s+[^\W\d_]{2,}", _COMMAND.sub("", text)):
        yield from ((match.group(), match.start(), True) for match in products)
        return
    if alone := _LEFT.sub("", text).strip(" .;"):  # a line `Returns:` opens what stands below it
        yield alone, 0, False


def _script_end(text: str, start: int) -> int:
    if text[start : start + 1] == "{":
        end = group_end(text, start)
        return end if end > 0 else len(text)
    return start + 1


def _groups(text: str) -> Iterator[tuple[int, int]]:
    """The brackets of the text, the outer ones only, where they hold dimensions."""
    depth = start = 0
    for at, character in enumerate(text):
        if character in "([":
            start = at if depth == 0 else start
            depth += 1
        elif character in ")]" and depth:
            depth -= 1
            if depth == 0:
                yield start, at + 1


def _open_at(text: str) -> int | None:
    """Where a bracket stands that is never closed."""
    opened: list[int] = []
    for at, character in enumerate(text):
        if character in "([":
            opened.append(at)
        elif character in ")]" and opened:
            opened.pop()
    return opened[0] if opened else None


def _beside(text: str, groups: list[tuple[int, int]]) -> bool:
    """Whether the brackets are part of a larger shape: `(B*T) × V`."""
    start, end = groups[0][0], groups[-1][1]
    following = rf"\s*(?:(?:{_CROSSED}|[*/·+-])\s*[\w(\\]|,\s*(?:\w\b|\())"
    return bool(re.match(following, text[end:])) or bool(
        re.search(r"(?:×|\\times|[*/·,+-])\s*$", text[:start])
    )


def read_axes(part: ShapePart, text: str) -> tuple[Expr, ...]:
    """The dimensions, in the declared names; B*T is one dimension. Raises Unclear."""
    text = " ".join(text.split())
    inner = _NOISE.sub("", _COMMAND.sub(r"\1", text)).replace(r"\_", "_").strip()
    inner = re.sub(r"\s*_\s*", "_", inner)
    while inner and inner[0] + inner[-1] in ("()", "[]", "{}") and _is_one_group(inner):
        inner = inner[1:-1].strip()
    if not inner:
        return ()
    known = names_of(part)
    pieces = [piece.strip() for piece in _split(inner.rstrip(", "))]
    if len(pieces) == 1:
        pieces = [piece.strip() for piece in _CROSS.split(pieces[0])]
        if len(pieces) == 1 and inner not in known and set(inner.split("x")) <= set(known):
            pieces = inner.split("x")
        if len(inner.split()) > 1 and set(inner.split()) <= set(known):
            raise Unclear(f"`{inner[:40]}` can be one dimension or more; put commas in it", text)
    if len(pieces) > MAX_AXES:
        raise Unclear(f"this has more than {MAX_AXES} dimensions", text)
    return tuple(_axis(part, piece) for piece in pieces)


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


def _axis(part: ShapePart, piece: str) -> Expr:
    if not piece:
        raise Unclear("a dimension is missing between two signs")
    known = names_of(part)
    # Between commas an x alone is an index, and no sign.
    text = _renamed(piece if piece == "x" else _CROSS.sub("*", piece), known)
    declared: Mapping[str, Expr] = {other: Name(name) for other, name in known.items()}
    for way in _ways(text):
        try:
            return substitute(read(way, symbols_of(part)), declared)
        except Unreadable:
            continue
    hint = did_you_mean(piece, list(known))
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
        for near in (name, _SIZE.sub("", name)):
            fits = {other for other in known if other.casefold() == near.casefold()}
            if len({known[other] for other in fits}) == 1:
                return sorted(fits)[0]
        return name

    return _IDENTIFIER.sub(renamed, text) if "\\" not in text else text


def with_values(shape: Shape, values: Mapping[str, int | float]) -> tuple[Expr, ...]:
    """Its dimensions where numbers are known for their names."""
    known: dict[str, Expr] = {name: number(exactly(value)) for name, value in values.items()}
    return tuple(substitute(axis, known) for axis in shape.axes)
