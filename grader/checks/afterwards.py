"""What both sides are put through before they are compared, where that is what counts of them.

A result may be right up to its sign, an order, a constant. A function of the course's says what
counts of it. That function runs where references run; here its results are looked up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from grader.checks.describing import NDArray


class After(Protocol):
    """What arrays are put through; `title` completes "agrees with the reference after …"."""

    @property
    def title(self) -> str: ...

    def both(self, got: NDArray, truth: NDArray) -> tuple[NDArray, NDArray]:
        """What the function makes of two arrays of one shape."""
        ...


class Runs(Protocol):
    """Runs the course's function, on all arrays in one go. Raises where it fails: that is the
    course's fault."""

    def trusted(self, arrays: Sequence[NDArray]) -> Sequence[NDArray]:
        """Of what references gave; the results may be kept."""
        ...

    def handed_in(self, arrays: Sequence[NDArray], *, quote: bool) -> Sequence[NDArray]:
        """Of what a student's code returned. Without `quote`, what is raised says nothing that
        depends on the arrays: they may spell out hidden inputs."""
        ...


def title_of(function: str) -> str:
    """`module.a_cumulative_sum` is "a cumulative sum"."""
    return function.rpartition(".")[2].replace("_", " ")


class Afterwards:
    """A function of the course's, and what it has made of arrays so far: each is put through once,
    however many known mistakes it is compared with."""

    def __init__(self, function: str, runs: Runs) -> None:
        self.title = title_of(function)
        self._runs = runs
        self._made: dict[str, NDArray] = {}

    def both(self, got: NDArray, truth: NDArray) -> tuple[NDArray, NDArray]:
        self.put([got], [truth])
        return self._made[_key(got)], self._made[_key(truth)]

    def put(
        self, handed_in: Sequence[NDArray], trusted: Sequence[NDArray], *, quote: bool = False
    ) -> None:
        """Put through what has not been yet, the trusted arrays first: a function that fails on
        these fails whatever is handed in."""
        new = self._new(trusted)
        self._keep(new, self._runs.trusted([*new.values()]) if new else ())
        new = self._new(handed_in)
        self._keep(new, self._runs.handed_in([*new.values()], quote=quote) if new else ())

    def _new(self, arrays: Sequence[NDArray]) -> dict[str, NDArray]:
        found = {_key(array): _exact(array) for array in arrays}
        return {key: array for key, array in found.items() if key not in self._made}

    def _keep(self, new: dict[str, NDArray], made: Sequence[NDArray]) -> None:
        self._made.update(zip(new, made, strict=True))


class Gathered:
    """Stands in for the function where it is only asked which arrays would be put through it."""

    title = ""

    def __init__(self) -> None:
        self.handed_in: list[NDArray] = []
        self.trusted: list[NDArray] = []

    def both(self, got: NDArray, truth: NDArray) -> tuple[NDArray, NDArray]:
        self.handed_in.append(got)
        self.trusted.append(truth)
        return np.zeros(0), np.zeros(0)  # equal, so that what comes after it is looked at too


def _exact(array: NDArray) -> NDArray:
    """Real numbers as float64, as a reference gets them."""
    return array.astype(np.float64) if array.dtype.kind == "f" else array


def _key(array: NDArray) -> str:
    exact = _exact(array)
    form = f"{exact.dtype.str} {exact.shape} ".encode()
    return hashlib.sha256(form + exact.tobytes()).hexdigest()
