"""What an answer may leave open: the order of its items, a sign, a factor, the names of its labels.

An array is brought as near to the truth as what is left open allows, and is then compared like any
other. So a word of a mismatch, its places and its count are about what really differs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from grader.checks.describing import NDArray
from grader.checks.tolerance import Tolerance

WORDS = ("order", "sign", "scale", "relabelling")
_WRITTEN = re.compile(rf"({'|'.join(WORDS)})(?: of axis (-?\d))?")


@dataclass(frozen=True)
class Freedom:
    """One thing that is left open; with an axis, of each item along it on its own."""

    word: str
    axis: int | None = None

    @property
    def of_items(self) -> bool:
        return self.axis is not None


def read_freedom(text: str) -> Freedom:
    """`order`, `sign of axis 1`, … Raises ValueError with what to write instead."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is None or (found[1] == "relabelling" and found[2]):
        listed = ", ".join(WORDS)
        raise ValueError(f"`{text}` is none of {listed}; an axis is named so: `sign of axis 1`")
    axis = int(found[2]) if found[2] else 0 if found[1] == "order" else None
    return Freedom(found[1], axis)


@dataclass(frozen=True)
class UpTo:
    """`written` is how the author says it, for what the student reads."""

    written: tuple[str, ...]

    @classmethod
    def of(cls, written: Sequence[str]) -> UpTo:
        """Raises ValueError where they cannot be left open together."""
        found = cls(tuple(written))
        words = {one.word for one in found.freedoms}
        whole = next((one.word for one in found.freedoms if not one.of_items), "")
        if "order" in words and whole in ("sign", "scale"):
            # Which sign it has shows only once the items stand in their places.
            raise ValueError(
                f"the order leaves open which {whole} is whose; write `{whole} of axis 0`"
            )
        return found

    @property
    def title(self) -> str:
        return " and ".join(self.written)

    @property
    def freedoms(self) -> list[Freedom]:
        return [read_freedom(text) for text in self.written]

    @property
    def any_order(self) -> bool:
        return Freedom("order", 0) in self.freedoms

    def aligned(self, got: NDArray, truth: NDArray, tolerance: Tolerance) -> NDArray:
        """`got`, of the truth's shape, as near to it as what is left open allows."""
        for one in self.freedoms:
            if one.word == "relabelling":
                got = _relabelled(got, truth)
            elif not one.of_items:
                got = _turned(got, truth, [one.word])
        for axis in dict.fromkeys(one.axis for one in self.freedoms if one.axis is not None):
            if -truth.ndim <= axis < truth.ndim:
                words = [one.word for one in self.freedoms if one.axis == axis]
                items = np.moveaxis(got, axis, 0), np.moveaxis(truth, axis, 0)
                got = np.moveaxis(_items(*items, words, tolerance), 0, axis)
        return got


def _items(got: NDArray, truth: NDArray, words: list[str], tolerance: Tolerance) -> NDArray:
    """Item by item along the first axis: in its place where the order counts, else in that of the
    first item of the truth that it is, and what is none of them in the places that are left."""
    if "order" not in words:
        return np.stack([_turned(*pair, words) for pair in zip(got, truth, strict=True)])
    left = list(range(len(got)))
    found: dict[int, NDArray] = {}
    for place, wanted in enumerate(truth):
        for index in left:
            item = _turned(got[index], wanted, words)
            if _near(item, wanted, tolerance):
                found[place] = item
                left.remove(index)
                break
    rest = iter(left)
    return np.stack(
        [found[place] if place in found else got[next(rest)] for place in range(len(got))]
    )


def _near(got: NDArray, truth: NDArray, tolerance: Tolerance) -> bool:
    if truth.dtype.kind not in "fc":
        return bool((got == truth).all())
    magnitude = np.where(np.isfinite(truth), np.abs(truth), 0.0)
    allowed = tolerance.allowed(magnitude, float(magnitude.max(initial=0.0)), got.dtype.name)
    with np.errstate(all="ignore"):
        return bool(((got == truth) | (np.abs(got - truth) <= allowed)).all())


def _turned(got: NDArray, truth: NDArray, words: list[str]) -> NDArray:
    """With the sign or the factor that brings it nearest to the truth, where one is open."""
    if not {"sign", "scale"} & {*words} or got.dtype.kind not in "iuf":
        return got
    with np.errstate(all="ignore"):
        mine, other = got.astype(np.float64), np.asarray(truth, dtype=np.float64)
        along = float((mine * other).sum())
        if "scale" in words:
            factor = np.float64(along) / (mine * mine).sum()
            # A factor of 0 would make anything of nothing.
            return mine * factor if np.isfinite(factor) and factor != 0 else got
    return -mine if along < 0 else got


def _relabelled(got: NDArray, truth: NDArray) -> NDArray:
    """Each label as that of the truth beside which it stands first; no two as the same one."""
    if got.dtype.kind not in "iuf" or truth.dtype.kind not in "iu" or not truth.size:
        return got
    names: dict[float, int] = {}
    taken: set[int] = set()
    other = int(truth.max())
    for label, wanted in zip(got.ravel().tolist(), truth.ravel().tolist(), strict=True):
        if label not in names:
            if wanted in taken:
                other += 1
            names[label] = other if wanted in taken else wanted
            taken.add(names[label])
    return np.array([names[label] for label in got.ravel().tolist()]).reshape(got.shape)
