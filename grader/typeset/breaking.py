"""A formula fitted into a width: broken where a mathematician would break it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.typeset.atoms import Atom, Kind, gap, joined, with_fractions, with_signs
from grader.typeset.boxes import Box, beside, text_box

GLUE = "\ue000"  # a space at which a line must not be broken
_INDENT = 4
_WIDE, _WIDEST = 2, 4  # \quad and \qquad: one formula ends and the next begins

Break = Callable[[Atom], bool]
# Between formulas that stand side by side.
_BETWEEN: tuple[Break, ...] = (
    lambda each: each.left is Kind.SPACE and each.box.width >= _WIDEST,
    lambda each: each.left is Kind.SPACE and each.box.width >= _WIDE,
)
# Within one: before relations, and where that is not enough, before signs too.
_WITHIN: tuple[Break, ...] = (
    lambda each: each.left is Kind.RELATION,
    lambda each: each.left in (Kind.RELATION, Kind.BINARY),
)


def fitted(atoms: Sequence[Atom], width: int) -> list[Box] | None:
    """The row as one box, or several below each other; None if it cannot be made to fit."""
    return _side_by_side(with_signs(atoms), width, _BETWEEN)


def _side_by_side(atoms: Sequence[Atom], width: int, breaks: Sequence[Break]) -> list[Box] | None:
    if joined(atoms, cut=True).width <= width:
        return [joined(atoms, cut=True)]
    if not breaks:
        return _continued(atoms, width)
    found: list[Box] = []
    pieces = _cut(atoms, breaks[0])
    while pieces:
        count = max(_most(pieces, width), 1)
        boxes = _side_by_side(_row(pieces[:count]), width, breaks[1:])
        if boxes is None:
            return None
        found += boxes
        pieces = pieces[count:]
    return found


def _continued(atoms: Sequence[Atom], width: int) -> list[Box] | None:
    """One formula on several lines, the second and those after it moved in."""
    for is_break in _WITHIN:
        found: list[Box] = []
        pieces = _cut(atoms, is_break)
        while pieces:
            indent = _INDENT if found else 0
            count = _most(pieces, width - indent)
            if not count:
                break
            box = joined(_row(pieces[:count]), cut=True)
            found.append(beside([text_box(" " * indent), box]))
            pieces = pieces[count:]
        if not pieces:
            return found
    return None


def _cut(atoms: Sequence[Atom], is_break: Break) -> list[list[Atom]]:
    pieces: list[list[Atom]] = [[]]
    for index, each in enumerate(atoms):
        if is_break(each) and 0 < index < len(atoms) - 1:
            pieces.append([])
        pieces[-1].append(each)
    return pieces


def _most(pieces: Sequence[Sequence[Atom]], width: int) -> int:
    """How many of the first pieces fit side by side."""
    count = 0
    while count < len(pieces) and joined(_row(pieces[: count + 1]), cut=True).width <= width:
        count += 1
    return count


def _row(pieces: Sequence[Sequence[Atom]]) -> list[Atom]:
    """The pieces as one row, without the space that it begins with."""
    row = [each for piece in pieces for each in piece]
    while row and row[0].left is Kind.SPACE:
        row = row[1:]
    return row


_BREAKABLE = (Kind.RELATION, Kind.BINARY, Kind.PUNCTUATION)


def one_line(atoms: Sequence[Atom]) -> str:
    """The row as text. Spaces within brackets, and before a sign, are glue."""
    ready = with_fractions(with_signs(atoms))
    text = ""
    for index, each in enumerate(ready):
        if each.left is Kind.SPACE:
            text += each.text if each.box.width >= _WIDE else GLUE * each.box.width
            continue
        if index:
            before = ready[index - 1]
            text += (" " if before.right in _BREAKABLE else GLUE) * gap(before, each)
        text += each.text if each.left is Kind.TEXT else each.text.replace(" ", GLUE)
    return text.strip(f" {GLUE}")
