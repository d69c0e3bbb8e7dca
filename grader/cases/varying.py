"""What varies from case to case, and which of its values a check must not leave out.

A list of strides says that every stride is tried; a range, that both of its ends are. Left to
luck, some value is never drawn and a function that fails on it gets full marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.cases.drawing import Place, Size, evaluate_plain
from grader.course.inputs import (
    Arithmetic,
    Draw,
    Expression,
    Formula,
    Group,
    Input,
    Listed,
    SizeRange,
    has_draw,
    names_used,
)

Pick = Callable[[list[int], np.random.Generator], int]
Undrawn = Mapping[Place, Sequence[Any]]  # the values that no case has shown yet


@dataclass(frozen=True)
class Varying:
    """One number that is drawn for each case."""

    place: Place
    values: Sequence[Any]
    ends_only: bool  # a range: its ends are wanted, where of a list every value is
    size: bool  # it is always drawn here; others are drawn with their input, unless one is wanted
    dimension: bool  # stands in a shape

    @property
    def wanted(self) -> tuple[Any, ...]:
        shown = (self.values[0], self.values[-1]) if self.ends_only else self.values
        return tuple(dict.fromkeys(shown))


def varying_in(inputs: Mapping[str, Input], *, generated: bool) -> tuple[Varying, ...]:
    """Everything that varies in its own right. With `generated`, a generator makes inputs of the
    sizes as it likes: any of them may stand in a shape."""
    dimensions = set(inputs) if generated else _in_shapes(inputs)
    return tuple(
        found
        for name, item in inputs.items()
        for found in _varying(item, (name,), dimension=name in dimensions)
    )


def all_wanted(varying: Sequence[Varying]) -> Undrawn:
    """What is to be drawn before the first case is."""
    return {one.place: one.wanted for one in varying}


def left_after(undrawn: Undrawn, drawn: Mapping[Place, Any]) -> Undrawn:
    """What is still to be drawn after a case with these values."""
    return {
        place: tuple(value for value in values if place not in drawn or value != drawn[place])
        for place, values in undrawn.items()
    }


def draw_varying(
    varying: Sequence[Varying],
    undrawn: Undrawn,
    rng: np.random.Generator,
    pick: Pick | None = None,
) -> dict[Place, Any]:
    """Values for one case, of those that were not drawn yet where there are any. `pick` chooses
    those of sizes in its own way.

    Sizes that stand in shapes are different from one another where their values allow it: equal
    sizes hide mistakes, for a transposed square matrix has the right shape.
    """
    if pick is not None:
        sizes = [one for one in varying if one.size and len(one.place) == 1]
        return {one.place: pick(list(one.values), rng) for one in sizes}
    drawn: dict[Place, Any] = {}
    dimensions = [one for one in varying if one.dimension]
    taken = {one.values[0] for one in dimensions if len(one.values) == 1}
    # What has values left to show goes first, and of these what has fewer to choose from: another
    # could take the one that it needs.
    for one in sorted(varying, key=lambda one: (not undrawn.get(one.place), len(one.values))):
        barred = taken if one.dimension else set()
        ahead = [value for value in undrawn.get(one.place, ()) if value not in barred]
        if not ahead and not one.size:
            continue  # drawn with its input, as it is distributed
        free = [value for value in one.values if value not in barred] if barred else one.values
        values = ahead or free or one.values
        drawn[one.place] = values[int(rng.integers(len(values)))]
        if one.dimension:
            taken.add(drawn[one.place])
    return drawn


def sizes_in(drawn: Mapping[Place, Any], inputs: Mapping[str, Input]) -> dict[str, int]:
    """Of what was drawn the sizes, which other inputs can name, in the order of the inputs."""
    return {name: drawn[name,] for name, item in inputs.items() if isinstance(item, Size)}


def _in_shapes(inputs: Mapping[str, Input]) -> set[str]:
    """Names that stand in a shape, also by way of others that are worked out from them."""
    found = {name for item in inputs.values() for name in _shape_names(item)}
    for name, item in reversed(
        list(inputs.items())
    ):  # what is worked out uses what stands above it
        if name in found and not has_draw(item):
            found |= names_used(item)
    return found


def _shape_names(item: Input | Expression) -> Iterator[str]:
    if isinstance(item, Draw):
        for size in item.shape:
            yield from names_used(size)
    elif isinstance(item, Formula):
        yield from _shape_names(item.expression)
    elif isinstance(item, Group):
        for _, value in item.items:
            yield from _shape_names(value)
    elif isinstance(item, Listed):
        for value in item.items:
            yield from _shape_names(value)
    elif isinstance(item, Arithmetic):
        yield from _shape_names(item.left)
        yield from _shape_names(item.right)


def _varying(item: Input, place: Place, *, dimension: bool) -> Iterator[Varying]:
    if isinstance(item, Size):
        ends_only = isinstance(item, SizeRange)
        yield Varying(place, item.values(), ends_only, size=True, dimension=dimension)
    elif isinstance(item, Group):
        for key, value in item.items:
            yield from _varying(value, (*place, key), dimension=False)
    elif isinstance(item, Listed):
        for index, value in enumerate(item.items):
            yield from _varying(value, (*place, index), dimension=False)
    elif isinstance(item, Formula) and isinstance(item.expression, Draw):
        values = _values_of(item.expression)
        if values:
            ends_only = isinstance(values, range)
            yield Varying(place, values, ends_only, size=False, dimension=False)


def _values_of(draw: Draw) -> Sequence[Any]:
    """What one number that is drawn can be, where that can be told from the draw alone."""
    if draw.shape or any(map(names_used, draw.parameters)):
        return ()
    constants = [evaluate_plain(one) for one in draw.parameters]
    if draw.kind == "choice":
        return [value.item() for value in np.array(constants)]
    if draw.kind == "bernoulli":
        share = constants[0] if constants else 0.5
        return [value for value, chance in ((False, 1 - share), (True, share)) if chance > 0]
    if draw.kind == "integers" and all(isinstance(end, int) for end in constants):
        return range(*constants)
    return ()
