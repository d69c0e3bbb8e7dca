"""What stands around a cell, as the reports say it."""

from dataclasses import dataclass
from enum import StrEnum

from grader.jail.profile import Layer


class Level(StrEnum):
    """How much stands between student code and the machine.

    - full: own namespaces and a filter of system calls; what is hidden cannot even be named.
    - strong: Landlock and the filter; of a hidden file, existence and size can be learned.
    - none: less than that. Not for strangers' code.
    """

    FULL = "full"
    STRONG = "strong"
    NONE = "none"


@dataclass(frozen=True)
class LayerState:
    """Whether one layer took hold, and what there is to say about it."""

    layer: Layer
    held: bool
    detail: str


@dataclass(frozen=True)
class Protection:
    """What stands around a sealed cell. Made before any student byte is read.

    `scratch` is where the cell may write, None if nowhere. `scratch_capped` says that all files
    in it together are limited. `baseline` is the address space that memory limits do not count.
    """

    level: Level
    layers: tuple[LayerState, ...]
    scratch: str | None
    scratch_capped: bool
    baseline: int

    def held(self, layer: Layer) -> bool:
        """Did this layer take hold?"""
        return any(state.held for state in self.layers if state.layer is layer)
