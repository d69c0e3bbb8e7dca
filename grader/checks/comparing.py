"""Compares what a student's function returned with the truth: form first, then numbers.

The order is the order in which a student can act on it: is it the right kind of thing, has it
the right shape, the right kind of numbers, are they finite, are they close.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.checks.findings import ArrayMismatch, Entry
from grader.checks.tolerance import RELATIVE, Tolerance
from grader.values import Array, Opaque, Value

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

# The things without a plain form that may be named, whoever made them.
_OPAQUE = re.compile(
    r"generator|coroutine|async_generator|function|method|builtin_function_or_method|map|zip|filter"
    r"|range|set|frozenset|type|module|dict_keys|dict_values|dict_items|fractions\.Fraction"
    r"|decimal\.Decimal|numpy array (of (text|bytes|dates|durations|records|objects)"
    r"|with masked entries)|sparse_\w{1,4} tensor of \w{1,12}"
)

NDArray = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Comparison:
    """`problem` is empty when they agree. `notes` are said in any case, and cost nothing."""

    problem: str = ""
    mismatch: ArrayMismatch | None = None
    notes: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        return not self.problem


@dataclass
class _Context:
    tolerance: Tolerance
    case: str
    public: bool
    notes: list[str] = field(default_factory=list)
    squeezed: list[str] = field(default_factory=list)  # outputs accepted despite axes of length 1

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def all_notes(self) -> tuple[str, ...]:
        if not self.squeezed:
            return tuple(self.notes)
        names = ", ".join(self.squeezed)
        return (*self.notes, f"accepted, although axes of length 1 are not as asked: {names}")


class _Differs(Exception):
    def __init__(self, problem: str, mismatch: ArrayMismatch | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.mismatch = mismatch


def compare(
    got: Value,
    truth: Value,
    tolerance: Tolerance,
    *,
    returns: Sequence[str] = (),
    case: str = "",
    public: bool = False,
) -> Comparison:
    """Whether `got` is `truth`. `returns` names the outputs, as a part declares them."""
    context = _Context(tolerance, case, public)
    try:
        _outputs(got, truth, list(returns), context)
    except _Differs as differs:
        return Comparison(differs.problem, differs.mismatch, context.all_notes())
    return Comparison(notes=context.all_notes())


def _outputs(got: Value, truth: Value, returns: list[str], context: _Context) -> None:
    """Line up the student's outputs with the truth's, by the part's names for them."""
    if len(returns) <= 1 and not isinstance(truth, tuple):
        if isinstance(got, tuple | list) and _first_fits(got, truth):
            context.note(f"you return {len(got)} values; the first one was taken as the answer")
            got = got[0]
        _value(got, truth, returns[0] if returns else "", context)
        return
    expected = list(truth) if isinstance(truth, tuple | list) else [truth]
    names = returns or [""] * len(expected)
    required = [name for name in names if not name.endswith("?") and name != "_"]
    if not isinstance(got, tuple | list):
        if len(required) != 1 or names[0] != required[0]:
            raise _Differs(
                f"you return {_describe(got)}, but {len(names)} values are asked for"
                f"{_listed(names)}"
            )
        got = (got,)
    if len(got) < len([name for name in names if not name.endswith("?")]):
        raise _Differs(
            f"you return {len(got)} value(s), but {len(names)} are asked for{_listed(names)}"
        )
    for index, (item, wanted) in enumerate(zip(got, expected, strict=False)):
        name = names[index] if index < len(names) else ""
        if name != "_":
            _value(item, wanted, name.rstrip("?"), context)


def _listed(names: Sequence[str]) -> str:
    shown = [name.rstrip("?") for name in names if name and name != "_"]
    return f": {', '.join(shown)}" if shown else ""


def _first_fits(got: Sequence[Value], truth: Value) -> bool:
    """(output, weights) where only the output is asked for: common, and harmless."""
    if not got or isinstance(truth, dict | list | str):
        return False
    first, wanted = _as_array(got[0]), _as_array(truth)
    whole = _as_array(list(got))
    if first is None or wanted is None or (whole is not None and whole.shape == wanted.shape):
        return False
    return bool(first.shape == wanted.shape)


def _value(got: Value, truth: Value, name: str, context: _Context) -> None:
    if isinstance(truth, Mapping):
        _mapping(got, truth, name, context)
        return
    if isinstance(truth, str) or truth is None or isinstance(truth, bool):
        _exact(got, truth, name, context)
        return
    wanted = _as_array(truth)
    if wanted is None:
        _sequence(got, truth, name, context)
        return
    if got is None:
        raise _Differs(f"{_subject(name)} is None; does your function end without `return`?")
    array = _as_array(got)
    if array is None:
        raise _Differs(f"{_subject(name)} is {_describe(got)}, but {_form(wanted)} is asked for")
    _numbers(array, wanted, name, context, _dtype(got))


def _exact(got: Value, truth: Value, name: str, context: _Context) -> None:
    if isinstance(truth, bool) and isinstance(got, Array) and got.data.size == 1:
        got = got.data.item()
    if type(got) is not type(truth) or got != truth:
        shown = f"{_describe(got)}, not {_describe(truth)}" if context.public else "not right"
        raise _Differs(f"{_subject(name)} is {shown}")


def _mapping(got: Value, truth: Mapping[Any, Value], name: str, context: _Context) -> None:
    if not isinstance(got, Mapping):
        keys = ", ".join(map(str, truth))
        raise _Differs(
            f"{_subject(name)} is {_describe(got)}, but a dictionary is asked for with the keys "
            f"{keys}"
        )
    missing = [str(key) for key in truth if key not in got]
    if missing:
        raise _Differs(f"{_subject(name)} has no {_keys(missing)}")
    failures = []
    for key, wanted in truth.items():
        try:
            _value(got[key], wanted, f"{name}.{key}" if name else str(key), context)
        except _Differs as differs:
            failures.append((str(key), differs))
    if failures:
        _, first = failures[0]
        others = [key for key, _ in failures[1:]]
        more = f" (and so do {', '.join(others)})" if others else ""
        raise _Differs(first.problem + more, first.mismatch)


def _keys(names: list[str]) -> str:
    return f"key {names[0]!r}" if len(names) == 1 else f"keys {', '.join(map(repr, names))}"


def _sequence(got: Value, truth: Sequence[Value], name: str, context: _Context) -> None:
    if not isinstance(got, tuple | list):
        raise _Differs(f"{_subject(name)} is {_describe(got)}, but a list is asked for")
    if len(got) != len(truth):
        raise _Differs(f"{_subject(name)} has {len(got)} items, but {len(truth)} are asked for")
    for index, (item, wanted) in enumerate(zip(got, truth, strict=True)):
        _value(item, wanted, f"{name}[{index}]", context)


def _numbers(got: NDArray, truth: NDArray, name: str, context: _Context, dtype: str) -> None:
    if got.shape != truth.shape:
        if _squeezed(got.shape) != _squeezed(truth.shape):
            mismatch = ArrayMismatch(
                case=context.case, output=name, shape=got.shape, expected_shape=truth.shape
            )
            text = f"has shape {_shape(got.shape)}, not {_shape(truth.shape)}"
            raise _Differs(
                f"{_subject(name)} {text}{_shape_hint(got.shape, truth.shape)}", mismatch
            )
        context.squeezed.append(_subject(name))
        got = got.reshape(truth.shape)
    _dtype_kind(got, truth, name)
    _finiteness(got, truth, name, context)
    _closeness(got, truth, name, context, dtype)


def _dtype_kind(got: NDArray, truth: NDArray, name: str) -> None:
    kind, wanted = got.dtype.kind, truth.dtype.kind
    # Whole numbers as floats, or the reverse, are the same answer if they are equal.
    numeric = {"i", "u", "f"}
    if kind == wanted or (kind in numeric and wanted in numeric):
        return
    raise _Differs(f"{_subject(name)} holds {_KINDS[kind]}, but {_KINDS[wanted]} are asked for")


def _finiteness(got: NDArray, truth: NDArray, name: str, context: _Context) -> None:
    if got.dtype.kind not in "fc":
        return
    nan = np.isnan(got) & ~np.isnan(truth)
    if nan.any():
        text = f"{_subject(name)} is NaN in {_count(nan)}"
        raise _Differs(text, _mismatch(got, truth, nan, name, context))
    if got.dtype.kind == "c":
        return
    infinite = np.isinf(got) & ~(np.isinf(truth) & (np.sign(got) == np.sign(truth)))
    if infinite.any():
        text = f"{_subject(name)} is infinite in {_count(infinite)}"
        raise _Differs(text, _mismatch(got, truth, infinite, name, context))


def _closeness(got: NDArray, truth: NDArray, name: str, context: _Context, dtype: str) -> None:
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
            error = np.where(same, 0.0, np.abs(got - truth).astype(float))
        # Written so that a NaN error fails: it is not `error > allowed`.
        differing = ~(error <= allowed)
        rough = float(error.max(initial=0.0))
        strict = context.tolerance.relative == RELATIVE["float64"]
        if strict and not differing.any() and rough > FLOAT32_LOOK * scale > 0:
            context.note(
                f"{_subject(name)} agrees to {_digits(rough, scale)} digits only: "
                + ("it is float32" if dtype == "float32" else "part of it looks like float32")
            )
    if differing.any():
        text = f"{_subject(name)} differs in {_count(differing)}"
        if dtype in COARSE:
            text += f"; it is {dtype}, which is too coarse to compare"
        raise _Differs(text, _mismatch(got, truth, differing, name, context, error, allowed))


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
    context: _Context,
    error: NDArray | None = None,
    allowed: NDArray | None = None,
) -> ArrayMismatch:
    places = np.argwhere(differing)
    worst = None
    if error is not None:
        bad = np.where(differing, np.nan_to_num(error, nan=np.inf, posinf=np.inf), -1.0)
        first = np.unravel_index(int(bad.argmax()), bad.shape) if bad.ndim else ()
        largest = float(bad[first])
        # One digit: how far off, without handing over the truth of a hidden case.
        worst = float(f"{largest:.0e}") if np.isfinite(largest) else None
        rest = [tuple(map(int, place)) for place in places if tuple(place) != tuple(first)]
        shown = [tuple(int(i) for i in first), *rest]
    else:
        shown = [tuple(map(int, place)) for place in places]
    entries = tuple(
        Entry(
            index=index,
            yours=_number(got[index]) if context.public else None,
            expected=_number(truth[index]) if context.public else None,
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
    )


def _as_array(value: Value) -> NDArray | None:
    """Numbers in any container as one array; None for what is not rectangular numbers."""
    if isinstance(value, Array):
        return value.data
    if isinstance(value, np.ndarray):
        return value
    if isinstance(value, bool | int | float | complex):
        try:
            # Beyond 64 bits numpy would make an array of objects.
            if isinstance(value, int) and value.bit_length() > 63:
                return np.array(float(value))
            return np.array(value)
        except OverflowError:
            return None
    if isinstance(value, list | tuple) and value:
        parts = [_as_array(item) for item in value]
        if any(part is None for part in parts):
            return None
        shapes = {part.shape for part in parts if part is not None}
        return np.array(parts) if len(shapes) == 1 else None
    return None


def _uneven(value: Sequence[Value]) -> bool:
    """Rows of numbers that have different lengths."""
    parts = [_as_array(item) for item in value]
    return len(parts) > 1 and all(part is not None for part in parts)


def _dtype(value: Value) -> str:
    if isinstance(value, Array):
        return value.dtype
    array = _as_array(value)
    return array.dtype.name if array is not None else ""


def _squeezed(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(size for size in shape if size != 1)


def _shape_hint(got: tuple[int, ...], truth: tuple[int, ...]) -> str:
    if got == truth[::-1]:
        return "; it looks transposed"
    if sorted(got) == sorted(truth):
        return "; the axes are in another order"
    if _squeezed(got) == ():
        return "; it is a single number"
    return ""


def _shape(shape: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


def _form(array: NDArray) -> str:
    return "a number" if array.ndim == 0 else f"an array of shape {_shape(array.shape)}"


def _count(mask: NDArray) -> str:
    if mask.ndim == 0:
        return "its value"
    count = int(mask.sum())
    return f"{count:,} of {mask.size:,} {'entry' if mask.size == 1 else 'entries'}"


def _subject(name: str) -> str:
    return name or "the result"


def _number(value: Any) -> str:
    if isinstance(value, bool | np.bool_):
        return str(bool(value))
    if isinstance(value, int | np.integer):
        return str(int(value))
    return f"{value:.6g}"


def _describe(value: Value) -> str:
    if value is None:
        return "None"
    if isinstance(value, Opaque):
        # The name of a student's own class is theirs to choose, and could carry hidden inputs.
        name = value.type_name.removeprefix("builtins.")
        return f"a {name}" if _OPAQUE.fullmatch(name) else "an object of a class of its own"
    if isinstance(value, Array):
        return _form(value.data)
    if isinstance(value, str):
        return "text"
    if isinstance(value, Mapping):
        return "a dictionary"
    if isinstance(value, tuple | list):
        items = "rows of different lengths" if _uneven(value) else "items"
        return f"a {type(value).__name__} of {len(value)} {items}"
    return f"a {type(value).__name__}"
