"""Compares what a student's function returned with the truth: form first, then numbers.

The order is the order in which a student can act on it: is it the right kind of thing, has it
the right shape, the right kind of numbers, are they finite, are they close.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.checks.afterwards import After
from grader.checks.describing import NDArray, as_array, describe, form_of, shape_of, subject
from grader.checks.findings import ArrayMismatch
from grader.checks.numbers import Context, Differs, compare_numbers, compare_shapes
from grader.checks.tolerance import Tolerance
from grader.checks.up_to import UpTo
from grader.values import Array, Value
from grader.values.counting import counted

_ABSENT = object()  # in place of an output that need not be there


@dataclass(frozen=True)
class Comparison:
    """`problem` is empty when they agree. `notes` are said in any case, and cost nothing."""

    problem: str = ""
    mismatch: ArrayMismatch | None = None
    notes: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        return not self.problem


def compare(
    got: Value,
    truth: Value,
    tolerance: Tolerance,
    *,
    returns: Sequence[str] = (),
    case: str = "",
    public: bool = False,
    quote: bool = True,
    after: After | None = None,
    up_to: UpTo | None = None,
) -> Comparison:
    """Whether `got` is `truth`, `up_to` what may be left open, `after` the arrays of both are put
    through something, if given.

    `returns` names the outputs, as a part declares them.
    """
    context = Context(tolerance, case, public, quote, after, up_to)
    try:
        _outputs(got, truth, list(returns), context)
    except Differs as differs:
        problem = f"up to {up_to.title}, {differs.problem}" if up_to else differs.problem
        return Comparison(problem, differs.mismatch, tuple(context.notes))
    return Comparison(notes=context.all_notes())


def right_outputs(
    got: Value,
    truth: Value,
    tolerance: Tolerance,
    *,
    returns: Sequence[str] = (),
    after: After | None = None,
    up_to: UpTo | None = None,
) -> dict[str, bool]:
    """Of each output by its name whether it is right, where there are several to be compared;
    nothing where there is one, or where what was returned cannot be told apart into them."""
    context = Context(tolerance, "", False, False, after, up_to)
    names = list(returns)
    if isinstance(truth, Mapping) and len(names) <= 1:
        if not isinstance(got, Mapping):
            return {}
        pairs = [(str(key), got.get(key), wanted) for key, wanted in truth.items()]
    else:
        expected = list(truth) if isinstance(truth, tuple) else [truth]
        try:
            items = _lined_up(got, expected[0], names, context)
        except Differs:
            return {}
        named = zip(names, items, expected, strict=False)
        pairs = [one for one in named if one[0] != "_" and not one[0].endswith("?")]
    return {} if len(pairs) < 2 else {name: _is(item, to, context) for name, item, to in pairs}


def form_problem(got: Value, truth: Value, returns: Sequence[str] = (), *, quote: bool) -> str:
    """Why what was returned has not the form of the truth, whatever its numbers are; empty if it
    has: as many outputs, the same keys, shapes and kinds, and no NaN where the truth has none."""
    context = Context(Tolerance(0.0, 0.0), "", False, quote, after=_OfAnyNumbers())
    try:
        _outputs(got, truth, list(returns), context)
    except Differs as differs:
        return differs.problem
    return ""


def in_form(got: Value, truth: Value, returns: Sequence[str] = ()) -> Value:
    """What was returned, and has the form of the truth, with arrays where that has arrays."""
    if isinstance(truth, tuple):
        names = list(returns) or [""] * len(truth)
        items = _lined_up(got, truth[0], names, Context(Tolerance(0.0, 0.0), "", False))
        pairs = zip(items, truth, strict=False)
        return tuple(None if item is _ABSENT else _formed(item, to) for item, to in pairs)
    if isinstance(got, tuple | list) and _first_fits(got, truth):
        got = got[0]
    return _formed(got, truth)


def _formed(got: Value, truth: Value) -> Value:
    if isinstance(truth, Mapping) and isinstance(got, Mapping):
        return {key: _formed(got[key], wanted) for key, wanted in truth.items()}
    wanted = None if isinstance(truth, str | bool) else as_array(truth)
    array = None if wanted is None or isinstance(got, str) else as_array(got)
    if wanted is None or array is None or array.size != wanted.size:
        return got
    # Whole numbers as floats count as whole numbers, ones and zeros as Booleans.
    kind = wanted.dtype if wanted.dtype.kind in "iub" else array.dtype
    return Array(array.reshape(wanted.shape).astype(kind))


class _OfAnyNumbers:
    """Puts nothing beside nothing, so that all numbers are alike."""

    title = ""

    def both(self, got: NDArray, truth: NDArray) -> tuple[NDArray, NDArray]:
        return np.zeros(0), np.zeros(0)


def _is(got: Value | object, truth: Value, context: Context) -> bool:
    try:
        _value(got, truth, "", context)
    except Differs:
        return False
    return True


def _outputs(got: Value, truth: Value, returns: list[str], context: Context) -> None:
    """Line up the student's outputs with the truth's, by the part's names for them."""
    if len(returns) <= 1 and not isinstance(truth, tuple):
        if isinstance(got, tuple | list) and _first_fits(got, truth):
            count = len(got) if context.quote else "several"
            context.note(f"you return {count} values; the first one was taken as the answer")
            got = got[0]
        _value(got, truth, returns[0] if returns else "", context)
        return
    expected = list(truth) if isinstance(truth, tuple | list) else [truth]
    names = returns or [""] * len(expected)
    for index, (item, wanted) in enumerate(
        zip(_lined_up(got, expected[0], names, context), expected, strict=False)
    ):
        name = names[index] if index < len(names) else ""
        if name != "_" and item is not _ABSENT:
            _value(item, wanted, name.rstrip("?"), context)


def _lined_up(
    got: Value, first: Value, names: Sequence[str], context: Context
) -> Sequence[Value | object]:
    """The outputs in the order of their names, of which one with a `?` need not be there, and `_`
    is not looked at; `first` is the first one's truth."""
    required = [name for name in names if not name.endswith("?") and name != "_"]
    if isinstance(got, Mapping) and all(name and name in got for name in required):
        context.note("you return a dictionary; its entries were taken by their names")
        got = [got.get(name.rstrip("?"), _ABSENT) for name in names]
        while got and got[-1] is _ABSENT:
            got.pop()
    alone = len(required) == 1 and names[0] == required[0]
    several = isinstance(got, tuple | list)
    if alone and (not several or _whole_fits(got, first)):
        got = (got,)
    elif not several:
        mine = describe(got, quote=context.quote)
        raise Differs(f"you return {mine}, but {len(names)} values are asked for{_listed(names)}")
    looked_at = [name for name in names if name != "_"]
    if len(got) < len(names) and len(got) == len(looked_at) and not _ends_so(names):
        # What no check looks at may be missing, also from between the others.
        rest = iter(got)
        got = [_ABSENT if name == "_" else next(rest) for name in names]
    elif len(got) < _needed(names):
        wanted = f"{len(names)} values asked for{_listed(names)}"
        if not context.quote:
            raise Differs(f"you return fewer than the {wanted}")
        raise Differs(
            f"you return {counted(len(got), 'value')}, but {len(names)} are asked for"
            f"{_listed(names)}"
        )
    outputs: Sequence[Value | object] = got
    return outputs


def _ends_so(names: Sequence[str]) -> bool:
    """Whether what is not looked at stands at the end: then it is simply left out there."""
    return "_" not in names[: _needed(names)]


def _needed(names: Sequence[str]) -> int:
    """How many values there are at least: up to the last that is looked at and must be there."""
    places = [at for at, name in enumerate(names, 1) if name != "_" and not name.endswith("?")]
    return max(places, default=0)


def _listed(names: Sequence[str]) -> str:
    shown = [name.rstrip("?") for name in names if name and name != "_"]
    return f": {', '.join(shown)}" if shown else ""


def _first_fits(got: Sequence[Value], truth: Value) -> bool:
    """(output, weights) where only the output is asked for: common, and harmless."""
    if not got or isinstance(truth, dict | list | str):
        return False
    first = shape_of(got[0])
    return first is not None and first == shape_of(truth) and not _whole_fits(got, truth)


def _whole_fits(got: Sequence[Value], truth: Value) -> bool:
    """A list of rows is one output and not as many."""
    whole = shape_of(got)
    return whole is not None and whole == shape_of(truth)


def _value(got: Value, truth: Value, name: str, context: Context) -> None:
    if isinstance(truth, Mapping):
        _mapping(got, truth, name, context)
        return
    if isinstance(truth, str) or truth is None or isinstance(truth, bool):
        _exact(got, truth, name, context)
        return
    wanted = as_array(truth)
    if wanted is None:
        _sequence(got, truth, name, context)
        return
    if got is None:
        raise Differs(f"{subject(name)} is None; does your function end without `return`?")
    shape = shape_of(got)
    if shape is None:
        mine = describe(got, quote=context.quote)
        raise Differs(f"{subject(name)} is {mine}, but {form_of(wanted)} is asked for")
    compare_shapes(shape, wanted.shape, name, context)
    array = as_array(got)  # as large as the truth, and no larger
    assert array is not None, "what has a shape is an array"
    dtype = got.dtype if isinstance(got, Array) else array.dtype.name
    compare_numbers(array.reshape(wanted.shape), wanted, name, context, dtype)


def _exact(got: Value, truth: Value, name: str, context: Context) -> None:
    if isinstance(truth, bool) and isinstance(got, Array) and got.data.size == 1:
        got = got.data.item()
    if type(got) is not type(truth) or got != truth:
        shown = f"{_shown(got)}, not {_shown(truth)}" if context.public else "not right"
        raise Differs(f"{subject(name)} is {shown}")


def _shown(value: Value) -> str:
    """A value of a public case that is no number: short text as it is."""
    return repr(value) if isinstance(value, str) and len(value) <= 40 else describe(value)


def _mapping(got: Value, truth: Mapping[Any, Value], name: str, context: Context) -> None:
    if not isinstance(got, Mapping):
        keys = ", ".join(map(str, truth))
        mine = describe(got, quote=context.quote)
        raise Differs(
            f"{subject(name)} is {mine}, but a dictionary is asked for with the keys {keys}"
        )
    missing = [str(key) for key in truth if key not in got]
    if missing:
        raise Differs(f"{subject(name)} has no {_keys(missing if context.quote else missing[:1])}")
    failures = []
    for key, wanted in truth.items():
        try:
            _value(got[key], wanted, f"{name}.{key}" if name else str(key), context)
        except Differs as differs:
            failures.append((str(key), differs))
    if failures:
        _, first = failures[0]
        others = [key for key, _ in failures[1:]]
        named = ", ".join(others) if context.quote else "others"
        more = f" (and so do {named})" if others else ""
        raise Differs(first.problem + more, first.mismatch)


def _keys(names: list[str]) -> str:
    return f"key {names[0]!r}" if len(names) == 1 else f"keys {', '.join(map(repr, names))}"


def _sequence(got: Value, truth: Sequence[Value], name: str, context: Context) -> None:
    if not isinstance(got, tuple | list):
        mine = describe(got, quote=context.quote)
        raise Differs(f"{subject(name)} is {mine}, but a list is asked for")
    if len(got) != len(truth):
        if not context.quote:
            raise Differs(f"{subject(name)} has not the {counted(len(truth), 'item')} asked for")
        asked = f"{len(truth)} {'is' if len(truth) == 1 else 'are'} asked for"
        raise Differs(f"{subject(name)} has {counted(len(got), 'item')}, but {asked}")
    if context.up_to is not None and context.up_to.any_order:
        got = _in_its_order(got, truth, context)
    for index, (item, wanted) in enumerate(zip(got, truth, strict=True)):
        _value(item, wanted, f"{name}[{index}]", context)


def _in_its_order(got: Sequence[Value], truth: Sequence[Value], context: Context) -> list[Value]:
    """The items where the truth has them, those that it has not in the places that are left."""
    left, found = list(got), {}
    for place, wanted in enumerate(truth):
        for index, item in enumerate(left):
            if _is(item, wanted, context):
                found[place] = left.pop(index)
                break
    rest = iter(left)
    return [found[place] if place in found else next(rest) for place in range(len(truth))]
