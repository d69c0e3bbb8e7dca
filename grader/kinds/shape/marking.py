"""`shape`: a tuple of named dimensions, compared as formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from grader.checks.verdict import Verdict
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
from grader.kinds.shape.axes import read_axes, symbols_of
from grader.kinds.shape.called import Shape, with_values
from grader.kinds.shape.keys import ShapePart
from grader.kinds.shape.reading import indices_of_symbol, stated_shapes
from grader.maths import Decided, Expr, compare, number
from grader.values.counting import counted
from grader.writing import Role


class ShapeMarker(Marker):
    def mark(self, part: ShapePart, text: str, marking: Marking) -> Marked:
        told = indices_of_symbol(part, text)
        if marking.whole and not told and marking.place_among(part)[1] > 1:
            raise Unclear("the part's name is missing: write it and a colon before the answer")
        truth = Shape(read_axes(part, part.answer))
        values = _values(part, marking)

        def is_right(shape: Shape) -> bool | None:
            return _same(part, shape.axes, truth.axes, values)

        given = _meant(stated_shapes(part, text), is_right)
        right = is_right(given)
        _refuse_guess(part, given, right, is_right)
        if right is None:
            message = "a person decides: it could not be worked out whether these are the same"
            return Marked(Verdict.UNDECIDED, 0.0, message, given.shown)
        if right:
            numbers = given.axes != truth.axes and _same(part, given.axes, truth.axes, {}) is False
            notes = (f"with its numbers for the names this is {truth.shown}",) if numbers else ()
            return correct(read_as=given.shown, notes=(*_taken(given), *notes))
        mistake = listed_mistake(
            part, lambda answer: _same(part, given.axes, read_axes(part, answer), {})
        )
        if len(truth.axes) == 1 and given.axes and truth.axes[0] in given.axes and _is_row(given):
            raise Unclear("a vector has one axis here; write its size alone")
        marked = wrong(_words(part, given, truth), given.shown, mistake)
        return replace(marked, notes=_taken(given))

    def is_told(self, part: ShapePart, marking: Marking) -> bool:
        text = next(
            (marking.others.get(n, "") for n, it in marking.parts.items() if it is part), ""
        )
        return bool(indices_of_symbol(part, text))

    def read(self, part: ShapePart, text: str, marking: Marking) -> tuple[str, str]:
        return stated_shapes(part, text)[-1].shown, ""

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
                read_axes(part, text)
            except Unclear as error:
                yield (field,), str(error)


def _is_row(given: Shape) -> bool:
    """Whether it is a vector written as a matrix of one row or one column."""
    return len(given.axes) == 2 and any(axis == number(1) for axis in given.axes)


def _taken(given: Shape) -> tuple[str, ...]:
    """What was read by usual names."""
    pairs = ", ".join(f"{it} as {size}" for it, size in given.letters.items())
    return (f"read {pairs}: so it is usually called",) if pairs else ()


def _refuse_guess(
    part: ShapePart,
    given: Shape,
    right: bool | None,
    is_right: Callable[[Shape], bool | None],
) -> None:
    """Names that are only usual count where the shape is right in every way to take them, or a
    known mistake. Raises Unclear."""
    if given.unread is None:
        return
    others = [Shape(axes) for axes in given.otherwise]
    known = right or any(
        _same(part, given.axes, read_axes(part, one.answer), {}) for one in part.mistakes
    )
    if not known or any(is_right(one) is not right for one in others) or (others and not right):
        raise given.unread


def _values(part: ShapePart, marking: Marking) -> dict[str, int | float]:
    """What other parts of the problem say that the dimensions are."""
    found: dict[str, int | float] = {}
    for other in marking.parts.values():
        values = getattr(other, "values", None)
        if isinstance(values, dict):
            found |= {name: it for name, it in values.items() if name in part.aliases}
    return found


def _same(
    part: ShapePart,
    given: tuple[Expr, ...],
    truth: tuple[Expr, ...],
    values: Mapping[str, int | float],
) -> bool | None:
    """Whether two shapes are equal, dimension by dimension; None if that is undecided."""
    if len(given) != len(truth):
        return False
    found = [_equal(part, *pair) for pair in zip(given, truth, strict=True)]
    if values and not all(found):
        known = with_values(Shape(truth), values), with_values(Shape(given), values)
        found = [
            one or _equal(part, *pair)
            for one, pair in zip(found, zip(*known, strict=True), strict=True)
        ]
    return False if False in found else None if None in found else True


def _equal(part: ShapePart, one: Expr, other: Expr) -> bool | None:
    if one == other:
        return True
    found = compare(one, other, symbols_of(part), proof=False)
    return None if found.verdict is Decided.UNDECIDED else found.equal


def _meant(found: list[Shape], is_right: Callable[[Shape], bool | None]) -> Shape:
    """The shape that counts: the last of those that conclude. Raises Unclear where another could be
    meant as well and that would make a difference."""
    live = [shape for shape in found if shape.role is not Role.DENIED]
    if not live:
        raise Unclear(f"the answer says only what it is not: {found[-1].shown}; write what it is")
    top = max(shape.role for shape in live)
    chosen = [shape for shape in live if shape.role is top][-1]
    rivals = [shape for shape in live if shape.axes != chosen.axes]
    equals = [shape for shape in rivals if shape.role is top]
    right = is_right(chosen)
    unsure = (chosen.hedged and rivals) or (right and top <= Role.STATED and equals)
    others = rivals if unsure else [one for one in rivals if not right and is_right(one)]
    if others:
        both = f"both `{others[-1].shown}` and `{chosen.shown}` could be meant"
        raise Unclear(f"{both}; write one alone")
    return chosen


def _words(part: ShapePart, given: Shape, truth: Shape) -> str:
    if len(given.axes) != len(truth.axes):
        count = counted(len(given.axes), "dimension")
        return f"{given.shown} has {count}, not {len(truth.axes)}"
    left = list(truth.axes)
    for axis in given.axes:
        fits = next((one for one in left if _equal(part, axis, one)), None)
        if fits is not None:
            left.remove(fits)
    if not left:
        return f"{given.shown} has the right dimensions in another order"
    pairs = enumerate(zip(given.axes, truth.axes, strict=True), start=1)
    first = next(at for at, (mine, one) in pairs if not _equal(part, mine, one))
    return f"dimension {first} of {given.shown} is not right"
