"""The values that may cross a process boundary.

Anything else a student returns (a generator, an open file, an object of their own class) arrives
as `Opaque`, which carries the name of its type and nothing more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

if TYPE_CHECKING:
    import numpy as np

Library = Literal["numpy", "torch"]
Layout = Literal["plain", "strided"]
# What a source of chance becomes on the other side: numpy's generator or its older one, torch's,
# Python's own, or a number to begin with.
RngKind = Literal["numpy", "legacy", "torch", "python", "seed"]
RNG_KINDS: tuple[RngKind, ...] = get_args(RngKind)


@dataclass(frozen=True, eq=False)
class Array:
    """An array, and what it was (or is to become) on the other side of the boundary.

    `data` is always numpy, so that the grader's own process never needs torch; `dtype` is the
    name on the other side, which differs from `data.dtype` only for bfloat16 (held as float32).
    A `strided` array is handed over as a non-contiguous view.
    """

    data: np.ndarray[Any, np.dtype[Any]]
    library: Library = "numpy"
    dtype: str = ""
    layout: Layout = "plain"

    def __post_init__(self) -> None:
        if not self.dtype:
            object.__setattr__(self, "dtype", self.data.dtype.name)


@dataclass(frozen=True)
class Opaque:
    """Something that cannot be compared: only the name of its type crossed the boundary."""

    type_name: str


@dataclass(frozen=True)
class Rng:
    """A source of chance that begins with `seed`. It is made where a function is called with it,
    anew for every call; nothing else of it crosses the boundary."""

    seed: int
    kind: RngKind = "numpy"


# Recursive: None | bool | int | float | complex | str | bytes | Array | Rng | Opaque, and lists,
# tuples and dictionaries of them. Spelled Any because mypy's recursive aliases make every use site
# cast.
Value = Any
