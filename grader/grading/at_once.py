"""Several known mistakes made at once, recognised by their results.

Of a derivative with two terms each may be wrong in its own way. What a mistake changes is the
difference between its results and the right ones; mistakes that have nothing to do with each other
change by the sum of these. So the sum is looked for, and then compared like any other result, in
every case of every check: a sum that fits by chance in all of them is not to be expected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from grader.cases.edges import change_leaves, leaves
from grader.course.parts import Mistake
from grader.grading.outcome import Outcome
from grader.sandbox import Returned
from grader.values import Array, Value

# Whoever makes more has not made mistakes that could be told apart; and each may be chosen, which
# says something about hidden inputs (docs/security.md).
MOST = 4
NEAR = 1e-6  # of the size of the differences: what float64 and its sums leave
Vector = np.ndarray[Any, np.dtype[np.float64]]
Answers = Callable[[Outcome, str], "list[Value] | None"]


def at_once(
    wrong: Sequence[Outcome], passed: Sequence[Outcome], mistakes: Sequence[Mistake], of: Answers
) -> Mistake | None:
    """The mistakes of which the answer makes two or more, as one; `of` gives what a function of the
    reference answers to a check."""
    asked = [
        _compared(one)
        for one in (*wrong, *passed)
        if one.prepared.check.calls_the_answer(one.prepared.ask) and one.evidence.observations
    ]
    called = all(one.prepared.check.calls_the_answer(one.prepared.ask) for one in wrong)
    no_sums = any(one.prepared.ask.after or one.prepared.check.random for one in asked)
    if not asked or not called or no_sums:
        return None
    right = _all(asked, [of(one, one.prepared.ask.part.reference) for one in asked])
    if right is None:
        return None
    given = next(_handed_in(asked, right), None)
    if given is None:
        return None
    known: list[tuple[Mistake, Vector]] = []
    for mistake in mistakes:
        values = _all(asked, [of(one, mistake.reference) for one in asked])
        change = None if values is None else _change(values, right)
        if change is not None and change.any():
            known.append((mistake, change))
    change = _change(given, right)
    if change is None:
        return None
    for chosen in _sums(change, known):
        together = sum((one for _, one in chosen), np.zeros_like(change))
        if _fits(asked, given, _moved(right, together)):
            return _as_one([mistake for mistake, _ in chosen])
    return None


def in_order(value: Value, names: Sequence[str], order: Sequence[str]) -> Value:
    """What is returned under `names`, or by name in a dictionary, in this order."""
    if isinstance(value, Mapping) and len(order) > 1 and all(name in value for name in order):
        return tuple(value[name] for name in order)
    if names == order or not isinstance(value, tuple) or not {*order} <= {*names[: len(value)]}:
        return value
    return tuple(value[names.index(name)] for name in order)


def _compared(outcome: Outcome) -> Outcome:
    """The outcome, asked only for the outputs that are compared in any case."""
    ask = outcome.prepared.ask
    kept = tuple(name for name in ask.returns if name != "_" and not name.endswith("?"))
    return replace(outcome, prepared=replace(outcome.prepared, ask=replace(ask, returns=kept)))


def _sums(
    change: Vector, known: Sequence[tuple[Mistake, Vector]]
) -> Iterator[list[tuple[Mistake, Vector]]]:
    """Mistakes whose changes add up to this one, nearly."""
    size = float(np.abs(change).max())
    for pair in combinations(known, 2):
        if float(np.abs(change - pair[0][1] - pair[1][1]).max()) <= NEAR * size:
            yield list(pair)
    if len(known) > 2:
        columns = np.stack([one for _, one in known], axis=1)
        parts, *_ = np.linalg.lstsq(columns, change, rcond=None)
        chosen = [one for one, part in zip(known, parts, strict=True) if abs(part - 1) <= NEAR]
        if 2 < len(chosen) <= MOST and len(chosen) == int((np.abs(parts) > NEAR).sum()):
            yield chosen


def _as_one(mistakes: Sequence[Mistake]) -> Mistake:
    """Each keeps its share of what the others leave."""
    return mistakes[0].model_copy(
        update={
            "name": ", and when ".join(one.name for one in mistakes),
            "hint": " ".join(one.hint for one in mistakes if one.hint),
            "credit": float(np.prod([one.credit for one in mistakes])),
        }
    )


Cases = list[Value]  # one check after the other


def _all(asked: Sequence[Outcome], found: Sequence[Cases | None]) -> Cases | None:
    if any(one is None for one in found):
        return None
    return [value for cases in found if cases is not None for value in cases]


def _handed_in(asked: Sequence[Outcome], right: Cases) -> Iterator[Cases]:
    """What the student's function returned, in the form of what is right: with their own earlier
    results, then with the reference's, where those are two attempts."""
    attempts = {len(one.evidence.observations) // len(one.prepared.ask.cases) for one in asked}
    if len(attempts) != 1:
        return
    stride = attempts.pop()
    for attempt in range(stride):
        values = [
            in_order(look.value, one.prepared.ask.part.outputs, one.prepared.ask.returns)
            for one in asked
            for look in one.evidence.observations[attempt::stride]
            if isinstance(look, Returned)
        ]
        if len(values) == len(right):
            formed = [_formed(got, truth) for got, truth in zip(values, right, strict=True)]
            if None not in formed:
                yield formed


def _formed(got: Value, truth: Value) -> Value:
    """`got` with the keys, the order and the shapes of the truth; None where it has others."""
    if isinstance(truth, Mapping):
        if isinstance(got, tuple | list) and len(got) == len(truth):
            got = dict(zip(truth, got, strict=True))
        if not isinstance(got, Mapping) or not all(key in got for key in truth):
            return None
        items = {key: _formed(got[key], one) for key, one in truth.items()}
        return None if None in items.values() else items
    if isinstance(truth, tuple):
        if not isinstance(got, tuple | list) or len(got) != len(truth):
            return None
        entries = tuple(_formed(*pair) for pair in zip(got, truth, strict=True))
        return None if None in entries else entries
    if not isinstance(truth, Array) or not isinstance(got, Array):
        return None
    if got.data.dtype.kind != "f" or truth.data.dtype.kind != "f":
        return None
    if got.data.size != truth.data.size:
        return None
    return replace(truth, data=got.data.reshape(truth.data.shape).astype(np.float64))


def _change(values: Cases, right: Cases) -> Vector | None:
    """All entries of these less what they should be; None where they have another form."""
    formed = [_formed(one, truth) for one, truth in zip(values, right, strict=True)]
    if None in formed:
        return None
    with np.errstate(all="ignore"):  # what is not finite is no sum of anything
        change: Vector = _entries(formed) - _entries(right)
    return change if bool(np.isfinite(change).all()) else None


def _entries(values: Cases) -> Vector:
    arrays = [leaf.data.ravel() for leaf in leaves(values) if isinstance(leaf, Array)]
    return np.concatenate(arrays or [np.zeros(0)]).astype(np.float64)


def _moved(right: Cases, change: Vector) -> Cases:
    at = 0

    def moved(leaf: Any) -> Any:
        nonlocal at
        if not isinstance(leaf, Array):
            return leaf
        part = change[at : at + leaf.data.size].reshape(leaf.data.shape)
        at += leaf.data.size
        return replace(leaf, data=leaf.data + part)

    found: Cases = change_leaves(right, moved)
    return found


def _fits(asked: Sequence[Outcome], given: Cases, wanted: Cases) -> bool:
    pairs = iter(zip(given, wanted, strict=True))
    return all(
        one.prepared.check.same(one.prepared.ask, case, *next(pairs))
        for one in asked
        for case in one.prepared.ask.cases
    )
