"""Sources of chance: made where a function is called, so that every call begins with a fresh one.

What an answer does with its generator is its own business: it may be drawn from, copied, or asked
for its seed. So a call that is made many times gets one of another seed each time, and none that
has been used.
"""

from __future__ import annotations

import copy
import hashlib
import random
from typing import Any

from grader.values import Rng

SEED_BITS = 31  # what every library takes for a seed


def with_chance(value: Any, draw: int | None = None) -> Any:
    """A copy of `value`, with real sources of chance in it: those of the draw of this number, if
    there are many."""
    if type(value) is Rng:
        return _made(value.kind, value.seed if draw is None else _seed(value.seed, draw))
    if type(value) is dict:
        return {key: with_chance(item, draw) for key, item in value.items()}
    if type(value) is list:
        return [with_chance(item, draw) for item in value]
    if type(value) is tuple:
        return tuple(with_chance(item, draw) for item in value)
    return copy.deepcopy(value)


def has_chance(value: Any) -> bool:
    if type(value) is dict:
        return any(map(has_chance, value.values()))
    return type(value) is Rng or (type(value) in (list, tuple) and any(map(has_chance, value)))


def _seed(first: int, draw: int) -> int:
    """That of a draw. Mixed well: generators of neighbouring seeds are not all independent."""
    mixed = hashlib.blake2b(f"{first} {draw}".encode(), digest_size=8).digest()
    return int.from_bytes(mixed, "big") >> (64 - SEED_BITS)


def _made(kind: str, seed: int) -> Any:
    if kind == "seed":
        return seed
    if kind == "python":
        return random.Random(seed)
    if kind == "torch":
        import torch

        made = torch.Generator()
        made.manual_seed(seed)
        return made
    import numpy as np

    return np.random.RandomState(seed) if kind == "legacy" else np.random.default_rng(seed)
