"""Whether an input is still what it was, and where in it if not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.checks.describing import NDArray
from grader.values import Array, Value

# What a mask is given as to a function that does not take Booleans.
_ALSO = {"bool": "int64"}


def changed_place(after: Value, given: Any, place: str) -> str:
    """The first place in `given`, itself at `place`, where `after` is something else; or "".

    Written as in Python: `params['W']`. A list that has grown, or a dictionary with other keys, is
    itself the place: so nothing in the name is the student's.
    """
    if isinstance(given, Mapping):
        if not isinstance(after, Mapping) or set(after) != set(given):
            return place
        inside = [(after[key], item, f"{place}[{key!r}]") for key, item in given.items()]
    elif isinstance(given, list | tuple):
        if type(after) is not type(given) or len(after) != len(given):
            return place
        pairs = enumerate(zip(after, given, strict=True))
        inside = [(mine, item, f"{place}[{index}]") for index, (mine, item) in pairs]
    else:
        return "" if _same(after, given) else place
    return next((found for one in inside if (found := changed_place(*one))), "")


def _same(after: Value, given: Any) -> bool:
    if isinstance(given, np.ndarray | np.generic):
        return isinstance(after, Array) and _same_array(after, np.asarray(given))
    both_nan = after != after and given != given
    return type(after) is type(given) and bool(both_nan or after == given)


def _same_array(after: Array, given: NDArray) -> bool:
    kinds = given.dtype.name, _ALSO.get(given.dtype.name)
    # The shape first: only then is it as large as the input, and no larger.
    if after.data.shape != given.shape or after.dtype not in kinds:
        return False
    return bool(np.array_equal(after.data, given, equal_nan=True))
