"""What a part says of its sizes, with what its course says of that kind of size."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

Names = Mapping[str, Sequence[str]]  # a size: names for it, and words for it

# Before the name of a kind that no size of the part is of.
_OTHER = "kind "


def with_kinds(own: Names, kinds: Names) -> dict[str, Sequence[str]]:
    """What a part says of its sizes, with the names of a kind where it says the kind, and all other
    kinds under their own names."""
    said = {kind for them in own.values() for kind in them}
    found: dict[str, Sequence[str]] = {
        f"{_OTHER}{kind}": names for kind, names in kinds.items() if kind not in said
    }
    for size, them in own.items():
        known = itertools.chain.from_iterable((one, *kinds.get(one, ())) for one in them)
        found[size] = tuple(dict.fromkeys(known))
    return found


def is_other(size: str) -> bool:
    """Whether this is a kind of size, and no size of the part."""
    return size.startswith(_OTHER)
