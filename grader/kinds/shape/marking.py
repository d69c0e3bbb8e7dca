"""`shape`: a tuple of named dimensions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from grader.course.inputs import did_you_mean
from grader.course.parts import Part
from grader.kinds.marker import (
    Faulty,
    Marked,
    Marker,
    Marking,
    Unclear,
    correct,
    listed_mistake,
    wrong,
)
from grader.kinds.shape.keys import ShapePart
from grader.kinds.snippets import snippet

# Between dimensions (`B × T`) and within one (`B*T`): `×` is either, by whether there are commas.
_CROSS = re.compile(r"\s*(?:×|\\times|\bx\b)\s*")
_TIMES = re.compile(r"\s*(?:×|\\times|\\cdot|·|\*|\bx\b)\s*")
_COMMAND = re.compile(r"\\(?:text|mathrm|texttt|mathit|operatorname)\s*\{\s*((?:\w|\\_)+)\s*\}")
_NOISE = re.compile(r"\\(?:left|right|,|;|quad|big|Big)(?![A-Za-z])|[$`{}]")
_NAMED = re.compile(r"^\s*(?:[A-Za-z_][\w.]*\s*[=:]\s*)?(?:torch\.Size\s*(?=\())?")


class ShapeMarker(Marker):
    def mark(self, part: ShapePart, text: str, marking: Marking) -> Marked:
        given = _dimensions(part, snippet(text, "shape"))
        truth = _dimensions(part, part.answer)
        shown = f"({', '.join(given)})"
        if given == truth:
            return correct(read_as=shown)
        mistake = listed_mistake(part, lambda answer: _dimensions(part, answer) == given)
        if len(given) != len(truth):
            count = "1 dimension" if len(given) == 1 else f"{len(given)} dimensions"
            message = f"{shown} has {count}, not {len(truth)}"
        elif sorted(given) == sorted(truth):
            message = f"{shown} has the right dimensions in another order"
        else:
            first = next(i for i, (a, b) in enumerate(zip(given, truth, strict=True)) if a != b)
            message = f"dimension {first + 1} of {shown} is not right"
        return wrong(message, shown, mistake)

    def right_answer(self, part: ShapePart) -> str:
        return f"`{part.answer}`"

    def faults(self, part: ShapePart, parts: Mapping[str, Part]) -> Iterator[Faulty]:
        names = [(name, one) for name, others in part.aliases.items() for one in (name, *others)]
        for other in sorted({other for _, other in names}):
            meant = sorted({name for name, known in names if known == other})
            if len(meant) > 1:
                yield ("aliases",), f"`{other}` stands for {' and for '.join(meant)}"
        texts = [("answer", part.answer)]
        texts += [("mistakes", mistake.answer) for mistake in part.mistakes]
        for field, text in texts:
            try:
                _dimensions(part, text)
            except Unclear as error:
                yield (field,), str(error)


def _dimensions(part: ShapePart, text: str) -> list[str]:
    """The dimensions, each by its declared name; a product such as B*T is one dimension."""
    text = " ".join(text.split())  # the patterns below look for spaces on both sides of a sign
    inner = re.sub(r"^\s*(?:\\in)?\s*(?:\\mathbb\{R\}|ℝ)\s*\^", "", text.strip(" $`"))
    inner = _NOISE.sub("", _COMMAND.sub(r"\1", inner)).replace(r"\_", "_").strip()
    inner = re.sub(r"\s*_\s*", "_", _NAMED.sub("", inner))
    while inner and inner[0] + inner[-1] in ("()", "[]"):
        inner = inner[1:-1].strip()
    if not inner:
        return []
    known = {name: name for name in part.aliases}
    for name, others in part.aliases.items():
        known.update(dict.fromkeys(others, name))
    if "," in inner:
        pieces = [_TIMES.split(piece.strip(" ()[]")) for piece in inner.rstrip(", ").split(",")]
    else:  # B × T × V
        crossed = _CROSS.split(inner)
        if len(crossed) == 1 and inner not in known and set(inner.split("x")) <= set(known):
            crossed = inner.split("x")
        pieces = [_TIMES.split(piece) for piece in crossed]
    return ["*".join(sorted(_dimension(known, one) for one in piece)) for piece in pieces]


def _dimension(known: dict[str, str], piece: str) -> str:
    if not piece:
        raise Unclear("a dimension is missing between two signs")
    if piece in known:
        return known[piece]
    if piece.isdecimal():
        return str(int(piece[:20]))  # 064 is 64; no dimension has more digits
    hint = did_you_mean(piece, list(known))
    raise Unclear(f"`{piece[:40]}` is not a dimension of this problem{hint}", piece)
