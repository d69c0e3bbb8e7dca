"""What a function returned in many calls, as numbers or outcomes; and how two samples differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.cases.edges import leaves
from grader.checks.chance import FEW, LEVEL, Of, features, p_value
from grader.checks.comparing import form_problem, in_form
from grader.checks.describing import NDArray, as_array, describe, number_text
from grader.errors import AuthorError
from grader.values import Array, Opaque, Value

# Of one entry alone, in standard deviations: less is not what gave the answer away.
STANDS_OUT = 4.5
DIGITS = 9  # of a number in an outcome: what differs beyond is rounding


class NotNumbers(AuthorError):
    """The reference returns what has no entries, or not always as many."""


def sample_problem(draws: Value, wanted: Value, of: Of, returns: Sequence[str], quote: bool) -> str:
    """Why results are not looked at further: the first that has not the form of the truth."""
    if not isinstance(draws, list) or len(draws) != len(wanted):
        return "it does not return one result for each call"
    sound: set[Hashable] = set()  # forms that were looked at: most results have the same
    like = as_array(wanted[0])
    for draw in draws:
        form = _form(draw, like)
        if form in sound:
            continue
        if form is not None:
            sound.add(form)
        if any(isinstance(leaf, Opaque) for leaf in leaves(draw)):
            return f"the result is {describe(draw, quote=quote)}, which cannot be looked at"
        if of != "result" and (problem := form_problem(draw, wanted[0], returns, quote=quote)):
            return problem
    return ""


def sample_of(draws: Sequence[Value], like: Value, of: Of, returns: Sequence[str]) -> list[Any]:
    """The results as arrays of one shape, or as outcomes; `like` is one of the truth. Raises
    NotNumbers."""
    if of == "result":
        return [_outcome(_looked_at(draw, returns)) for draw in draws]
    return [_numbers(_looked_at(in_form(draw, like, returns), returns)) for draw in draws]


def told_apart(mine: Sequence[Any], theirs: Sequence[Any], of: Of, rounds: int, seed: int) -> int:
    """In how many of the first rounds, each with a share of the draws, the samples differ: it ends
    with the first in which they do not. By chance alone one round says so once in a thousand."""
    share = len(mine) // rounds
    for number in range(rounds):
        part = slice(number * share, (number + 1) * share)
        rng = np.random.default_rng([seed, number])
        if p_value(*features(mine[part], theirs[part], of), rng) > LEVEL:
            return number
    return rounds


def difference(mine: Sequence[Any], theirs: Sequence[Any], of: Of, *, show: bool) -> str:
    """What is not as it should be, in words; without `show`, without anything that was drawn."""
    if len(set(map(_key, mine))) == 1:
        return f"all {len(mine):,} calls return the same; is the generator drawn from?"
    general = f"in {len(mine):,} calls the results are not distributed as they should be"
    if of == "result":
        return f"{general}: {_of_outcomes(mine, theirs)}" if show else general
    ours, right = (np.stack(one).reshape(len(one), -1) for one in (mine, theirs))
    if of == "values":
        ours, right = ours.reshape(-1, 1), right.reshape(-1, 1)
    far = [_far(ours[:, place], right[:, place]) for place in range(ours.shape[1])]
    worst = int(np.argmax(far))
    if far[worst] < STANDS_OUT and ours.shape[1] > 1:
        return f"{general}: each entry is on its own, but not those beside each other"
    if not show:
        return general
    index = "" if of == "values" else _index(worst, mine[0].shape)
    return f"{general}: {_of_numbers(ours[:, worst], right[:, worst], index)}"


def _form(value: Value, like: NDArray | None) -> Hashable:
    """What results have in common that are right, or not, in form; None where numbers matter, too:
    where they are of another kind than those of the truth, or not finite."""
    if like is None or not isinstance(value, Array | bool | int | float):
        return None
    array = as_array(value)
    # Of the right shape first: another one may be far larger than what was sent for it.
    if array is None or array.shape != like.shape or array.dtype.kind != like.dtype.kind:
        return None
    return (type(value).__name__, array.dtype.name) if np.isfinite(array).all() else None


def _looked_at(value: Value, returns: Sequence[str]) -> Value:
    if isinstance(value, tuple) and len(value) == len(returns):
        return tuple(one for one, name in zip(value, returns, strict=True) if name != "_")
    return value


def _numbers(value: Value) -> NDArray:
    """All entries; in their shape where there is one array."""
    arrays = [as_array(leaf) for leaf in leaves(value)]
    known = [array for array in arrays if array is not None]
    if len(known) < len(arrays) or not known:
        raise NotNumbers("what it returns is no array of numbers; write `of: result`")
    real = [np.stack([a.real, a.imag], -1) if a.dtype.kind == "c" else a for a in known]
    if len(real) == 1:
        return np.asarray(real[0], dtype=np.float64)
    return np.concatenate([np.asarray(one, dtype=np.float64).ravel() for one in real])


def _outcome(value: Value) -> Hashable:
    """What is the same for the same outcome: lists, tuples and arrays are not told apart, nor are
    whole numbers from floats."""
    if isinstance(value, Mapping):
        return frozenset((str(key), _outcome(item)) for key, item in value.items())
    if isinstance(value, Array):
        return _outcome(value.data.tolist())
    if isinstance(value, list | tuple):
        return tuple(map(_outcome, value))
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    found: Hashable = value
    return found


def _key(one: Any) -> Hashable:
    return one.tobytes() if isinstance(one, np.ndarray) else one


def _far(ours: NDArray, right: NDArray) -> float:
    """The largest difference of a feature of one entry, in standard deviations."""
    mine, theirs = features(list(ours), list(right), "entries")
    spread = np.vstack([mine, theirs]).std(axis=0)
    apart = np.abs(mine.mean(axis=0) - theirs.mean(axis=0))[spread > 0] / spread[spread > 0]
    return float(apart.max(initial=0.0) * np.sqrt(len(ours) / 2))


def _of_outcomes(mine: Sequence[Hashable], theirs: Sequence[Hashable]) -> str:
    ours, right = Counter(mine), Counter(theirs)
    most = max({*ours, *right}, key=lambda one: (abs(ours[one] - right[one]), repr(one)))
    return f"{_text(most)} comes {ours[most]:,} times; about {right[most]:,} would be right"


def _text(outcome: Hashable) -> str:
    if isinstance(outcome, tuple):
        return f"({', '.join(map(_text, outcome))})"
    return repr(outcome)[:80] if isinstance(outcome, str) else number_text(outcome)


def _of_numbers(ours: NDArray, right: NDArray, index: str) -> str:
    subject = f"entry {index}" if index else "the result"
    values = np.unique(np.concatenate([ours, right]))
    if len(values) > FEW:
        return f"{subject} is {_moments(ours)}; {_moments(right)} would be right"
    counts = [((ours == one).sum(), (right == one).sum(), one) for one in values]
    got, wanted, value = max(counts, key=lambda one: abs(int(one[0]) - int(one[1])))
    return f"{subject} is {number_text(value)} in {got:,} of them; about {wanted:,} would be right"


def _moments(values: NDArray) -> str:
    finite = values[np.isfinite(values)]
    if not len(finite):
        return "not finite"
    return f"{finite.mean():.3g} on average with a standard deviation of {finite.std():.3g}"


def _index(place: int, shape: tuple[int, ...]) -> str:
    at = np.unravel_index(place, shape) if shape else ()
    return f"[{', '.join(str(int(one)) for one in at)}]" if at else ""
