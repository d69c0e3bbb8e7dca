"""The shapes that an answer states: tuples of dimensions, each of them a formula in their names."""

from __future__ import annotations

import contextlib
import re
from dataclasses import replace

from grader.kinds.marker import Unclear
from grader.kinds.shape.axes import COMMAND, CROSSED, names_of, read_axes
from grader.kinds.shape.called import Called, Shape, read_shape
from grader.kinds.shape.candidates import candidates, pieces
from grader.kinds.shape.keys import ShapePart
from grader.kinds.shape.spoken import in_signs, with_lengths
from grader.writing import Role, role_of
from grader.writing.arithmetic import unmarked
from grader.writing.concluding import HEDGED
from grader.writing.decoration import BOX, undecorated

# More shapes than an answer that means one.
MAX_SHAPES = 20
# Characters of a line or a formula that is looked through for shapes.
LONGEST = 500
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
# What stands before the name of a size in code, and before what it is the shape of.
_OWNER = re.compile(r"\b(?:self|config|cfg|args|opt|hparams|hp|params|model)\.(?=[A-Za-z_])")
_SHAPE_OF = re.compile(r"\b(?:dim|shape|size)\s*\(\s*[\w\\{}^.]+\s*\)\s*(?==|:|\bis\b)")
_TRANSPOSED = re.compile(r"\btranspos", re.IGNORECASE)
# Of one of many: a shape beside it is that of all.
_OF_ONE = re.compile(
    r"[\s$`*)]*(?:per|(?:for|in|für|pour|para|per|на|для)\s+(?:each|every|one|jede[nrs]?|chaque|cada|"
    r"ogni|кажд\w+)|each|pro|por|par|每|ごと|마다)(?![a-z])",
    re.IGNORECASE,
)
# In the text of a function what stands before it goes in.
_RETURNS = re.compile(r"^[ \t]*(?:Returns?|Outputs?)\b[ \t]*(?::|\n[ \t]*-{3,})", re.MULTILINE)
_BECOMES = re.compile(r"[)\]][\s$`]*(?:[-–=]+>|→|\\(?:long)?rightarrow|\\to|\\mapsto)\s*$")
# Behind a line of code: `y = f(x)  # (rows, columns)`.
_REMARK = re.compile(r"^[^#\n]*[=(][^#\n]*#+\s*(?=[^\n]*[(\[])", re.MULTILINE)


def stated_shapes(part: ShapePart, text: str) -> list[Shape]:
    """Every shape in the text, in order. Raises Unclear where there is none."""
    names = Called.of(part, text)
    try:
        return _stated(part, text, names)
    except Unclear as error:
        plain = with_lengths(text, names.has)
        if plain == text:
            raise
        with contextlib.suppress(Unclear):
            return [replace(one, unread=one.unread or error) for one in _stated(part, plain, names)]
        raise


def _stated(part: ShapePart, text: str, names: Called) -> list[Shape]:
    found: list[Shape] = []
    why: Unclear | None = None
    alone: Unclear | None = None
    doubtful: Unclear | None = None
    text = _OWNER.sub("", _SHAPE_OF.sub("", _REMARK.sub("# ", unmarked(text))))
    if not text.strip():
        raise Unclear("the answer is empty")
    _refuse_other_meanings(part, text)
    text = in_signs(text, names.has)
    if indexed := indices_of_symbol(part, text):
        return [Shape(read_axes(part, inner)) for inner in indexed]
    labels: list[str] = []
    starts: list[int] = []
    for piece, start in pieces(text):
        if len(piece) > LONGEST:
            why = Unclear("this is too long to be a shape; write the shape alone", piece)
            continue
        for inner, at, certain in candidates(piece):
            try:
                shape = read_shape(part, inner, names)
            except Unclear as error:
                why, alone = (error, alone) if certain else (why, error)
                doubtful = error if certain and _names_some(part, inner) else doubtful
                continue
            doubtful = None
            before = text[: start + at].rstrip("$`")
            role = Role.BOXED if BOX.search(text) else role_of(before)
            around = before[-60:] + text[start + at + len(inner) :][:40]
            if _TRANSPOSED.search(around):
                doubtful = Unclear("is that its shape, or that of its transpose? write it alone")
            if found and _BECOMES.search(before) and len(shape.axes) >= len(found[-1].axes):
                found.pop(), labels.pop(), starts.pop()  # `(n, m) -> (n, m, k)`: what goes in
            if role is Role.STATED and _OF_ONE.match(text, start + at + len(inner)):
                role = Role.GIVEN
            found.append(replace(shape, role=role, hedged=bool(HEDGED.search(around))))
            label = _LABEL.search(before)
            labels.append(label[1] if label else "")
            starts.append(start + at)
            if len(found) > MAX_SHAPES:
                raise Unclear(f"there are more than {MAX_SHAPES} shapes here; write one alone")
    returned = [at for at, start in enumerate(starts) if _RETURNS.search(text, 0, start)]
    if 0 < len(returned) < len(found):
        found, labels = found[returned[0] :], labels[returned[0] :]
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
    return re.sub(r"[^A-Za-z0-9]", "", COMMAND.sub(r"\1", name))


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
    pieces = [piece.strip(" ()[]") for piece in re.split(rf",|{CROSSED}", text)]
    return len(pieces) > 1 and any(piece in names_of(part) for piece in pieces)


_SAID = re.compile(
    r"(?<![\w\\^])(?P<name>[^\W\d]\w*)\s*(?:=|:=|\bis\b)\s*(?P<other>[^\W\d][\w{}\\]*)"
)


def _refuse_other_meanings(part: ShapePart, text: str) -> None:
    """`where V = n_classes`, of a problem that calls something else V."""
    known = names_of(part)
    for match in _SAID.finditer(re.sub(r"[$`]", "", COMMAND.sub(r"\1", text))):
        name, other = (known.get(re.sub(r"[{}\\]", "", it)) for it in match.groups())
        if name and other and name != other:
            raise Unclear(
                f"`{match.group()}` is said here, and {match['name']} is {name} in this problem; "
                "write the shape in its names"
            )


def _example(part: ShapePart) -> str:
    return f"({', '.join(list(part.aliases)[:2])})"
