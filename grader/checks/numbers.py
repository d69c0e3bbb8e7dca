"""Compares two arrays: shape, kind of numbers, finiteness, closeness, in that order."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from grader.checks.afterwards import After
from grader.checks.describing import (
    NDArray,
    count_of,
    number_text,
    shape_problem,
    subject,
)
from grader.checks.error_maps import error_map
from grader.checks.findings import ArrayMismatch, Entry
from grader.checks.tolerance import RELATIVE, Tolerance
from grader.checks.up_to import UpTo
from grader.errors import GraderError

MAX_ENTRIES_SHOWN = 5
FLOAT32_LOOK = 1e-9  # float64 rounding stays below this; float32 rounding starts at 1e-8
COARSE = ("float16", "bfloat16")
WHOLE_NUMBER = 1e-3
_KINDS = {
    "b": "booleans",
    "i": "integers",
    "u": "integers",
    "f": "real numbers",
    "c": "complex numbers",
}


@dataclass
class Context:
    tolerance: Tolerance
    case: str
    public: bool
    quote: bool = True  # False: nothing a student can choose may be told, it could carry inputs
    after: After | None = None  # what is done to both sides before their numbers are compared
    up_to: UpTo | None = None  # what an answer may leave open
    notes: list[str] = field(default_factory=list)
    squeezed: list[str] = field(default_factory=list)  # outputs accepted despite axes of length 1

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def all_notes(self) -> tuple[str, ...]:
        if not self.squeezed:
            return tuple(self.notes)
        names = f": {', '.join(self.squeezed)}" if self.quote else ""
        return (*self.notes, f"accepted, although axes of length 1 are not as asked{names}")

    def count_of(self, mask: NDArray) -> str:
        return count_of(mask, quote=self.quote)


class Differs(GraderError):
    def __init__(self, problem: str, mismatch: ArrayMismatch | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.mismatch = mismatch


def compare_shapes(
    got: tuple[int, ...], truth: tuple[int, ...], name: str, context: Context
) -> None:
    """Raises Differs where they differ in more than axes of length 1."""
    if got == truth:
        return
    problem = shape_problem(got, truth, name, quote=context.quote)
    if not problem:
        context.squeezed.append(subject(name))
        return
    mismatch = ArrayMismatch(case=context.case, output=name, shape=got, expected_shape=truth)
    raise Differs(problem, mismatch if context.quote else None)


def compare_numbers(got: NDArray, truth: NDArray, name: str, context: Context, dtype: str) -> None:
    """Two arrays of one shape. Raises Differs."""
    if (
        truth.dtype.kind == "b"
        and got.dtype.kind in "iuf"
        and bool(((got == 0) | (got == 1)).all())
    ):
        context.note(f"ones and zeros were read as Booleans: {subject(name)}")
        got = got.astype(bool)
    _dtype_kind(got, truth, name)
    if context.after is not None:
        _compare_after(context.after, got, truth, name, context, dtype)
        return
    if context.up_to is not None:
        got = context.up_to.aligned(got, truth, context.tolerance)
    _nan(got, truth, name, context)
    _infinity(got, truth, name, context)
    _closeness(got, truth, name, context, dtype)


def _compare_after(
    after: After, got: NDArray, truth: NDArray, name: str, context: Context, dtype: str
) -> None:
    # No function mends a NaN; what an infinity means is for the function to say.
    _nan(got, truth, name, context)
    got, truth = after.both(got, truth)
    try:
        compare_shapes(got.shape, truth.shape, name, context)
        got = got.reshape(truth.shape)
        _dtype_kind(got, truth, name)
        _nan(got, truth, name, context)
        _infinity(got, truth, name, context)
        _closeness(got, truth, name, context, dtype)
    except Differs as differs:
        raise Differs(f"after {after.title}, {differs.problem}", differs.mismatch) from None


def _dtype_kind(got: NDArray, truth: NDArray, name: str) -> None:
    kind, wanted = got.dtype.kind, truth.dtype.kind
    # Whole numbers as floats, or the reverse, are the same answer if they are equal.
    numeric = {"i", "u", "f"}
    if kind == wanted or (kind in numeric and wanted in numeric):
        return
    raise Differs(f"{subject(name)} holds {_KINDS[kind]}, but {_KINDS[wanted]} are asked for")


def _nan(got: NDArray, truth: NDArray, name: str, context: Context) -> None:
    if got.dtype.kind not in "fc":
        return
    nan = np.isnan(got) & ~np.isnan(truth)
    if nan.any():
        text = f"{subject(name)} is NaN in {context.count_of(nan)}"
        raise Differs(text, _mismatch(got, truth, nan, name, context))


def _infinity(got: NDArray, truth: NDArray, name: str, context: Context) -> None:
    if got.dtype.kind != "f":
        return
    infinite = np.isinf(got) & ~(np.isinf(truth) & (np.sign(got) == np.sign(truth)))
    if infinite.any():
        text = f"{subject(name)} is infinite in {context.count_of(infinite)}"
        raise Differs(text, _mismatch(got, truth, infinite, name, context))


def _closeness(got: NDArray, truth: NDArray, name: str, context: Context, dtype: str) -> None:
    if truth.dtype.kind == "b":
        differing = got != truth
        error, allowed = differing.astype(float), np.zeros(())
    else:
        same = (got == truth) | (np.isnan(truth) & np.isnan(got))
        magnitude = np.where(np.isfinite(truth), np.abs(truth), 0.0)
        scale = float(magnitude.max(initial=0.0))
        allowed = context.tolerance.allowed(magnitude, scale, _noise_dtype(dtype))
        if truth.dtype.kind in "iu":
            # A count is right or wrong; a float may only be off by the rounding of a division.
            allowed = np.minimum(allowed, 0.0 if got.dtype.kind in "iu" else WHOLE_NUMBER)
        with np.errstate(invalid="ignore", over="ignore"):
            error = np.where(same, 0.0, np.abs(_as_real(got) - _as_real(truth)).astype(float))
        # Written so that a NaN error fails: it is not `error > allowed`.
        differing = ~(error <= allowed)
        if got.dtype.kind in "iu" and truth.dtype.kind in "iu":
            differing = ~same  # two integers above 2**53 may be one float
        rough = float(error.max(initial=0.0))
        strict = context.tolerance.relative == RELATIVE["float64"]
        noticed = max(FLOAT32_LOOK * scale, context.tolerance.absolute)  # a truth of 1e-16 is 0
        if strict and not differing.any() and rough > noticed:
            digits = str(_digits(rough, scale)) if context.quote else "a few"
            context.note(
                f"{subject(name)} agrees to {digits} digits only: "
                + ("it is float32" if dtype == "float32" else "part of it looks like float32")
            )
    if differing.any():
        text = f"{subject(name)} differs in {context.count_of(differing)}"
        if dtype in COARSE:
            text += f"; it is {dtype}, which is too coarse to compare"
        raise Differs(text, _mismatch(got, truth, differing, name, context, error, allowed))


def _as_real(array: NDArray) -> NDArray:
    # The difference of two integers may not be one: -2**63 is its own magnitude.
    return array.astype(np.float64) if array.dtype.kind in "iu" else array


def _noise_dtype(dtype: str) -> str:
    # Who returns half precision does not choose how closely they are looked at.
    return "float32" if dtype in COARSE else dtype


def _digits(error: float, scale: float) -> int:
    return int(np.floor(-np.log10(error / scale)))


def _mismatch(
    got: NDArray,
    truth: NDArray,
    differing: NDArray,
    name: str,
    context: Context,
    error: NDArray | None = None,
    allowed: NDArray | None = None,
) -> ArrayMismatch | None:
    if not context.quote:  # which entries are wrong, and by how much, a student's code can choose
        return None
    first_few = np.flatnonzero(differing)[: MAX_ENTRIES_SHOWN + 1]
    places = [
        tuple(int(index) for index in np.unravel_index(place, differing.shape))
        for place in first_few
    ]
    worst = None
    if error is not None:
        bad = np.where(differing, np.nan_to_num(error, nan=np.inf, posinf=np.inf), -1.0)
        first = tuple(int(index) for index in np.unravel_index(int(bad.argmax()), bad.shape))
        largest = float(bad[first])
        # One digit: how far off, without handing over the truth of a hidden case.
        worst = float(f"{largest:.0e}") if np.isfinite(largest) else None
        shown = [first, *(place for place in places if place != first)]
    else:
        shown = places
    entries = tuple(
        Entry(
            index=index,
            yours=number_text(got[index]) if context.public else None,
            expected=number_text(truth[index]) if context.public else None,
        )
        for index in shown[:MAX_ENTRIES_SHOWN]
    )
    return ArrayMismatch(
        case=context.case,
        output=name,
        shape=got.shape,
        expected_shape=truth.shape,
        differing=int(differing.sum()),
        entries=entries,
        worst_error=worst,
        allowed_error=None if allowed is None else float(f"{allowed.max(initial=0.0):.0e}"),
        errors=error_map(error, shown[0], name) if context.public and error is not None else None,
    )
