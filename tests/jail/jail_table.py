"""The table of attacks: a decorator that enters a function into it."""

import ctypes
import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from jail_stand_in import StandIn
from jail_world import World

from grader.jail.syscall_table import number

Try = Callable[[World], object]


class Capability(IntEnum):
    """What root has and a plain user has not, by the kernel's numbers."""

    DAC_READ_SEARCH = 2
    SETGID = 6
    SETUID = 7
    NET_RAW = 13
    SYS_ADMIN = 21
    SYS_NICE = 23
    MKNOD = 27
    SYSLOG = 34
    BPF = 39


@dataclass(frozen=True)
class Attack:
    """An attack, and what it takes to work when no layer is on.

    - `capability`: without it a plain user is refused by any kernel; the control of a plain user
      gives it, and no other.
    - `feature`: the part of the kernel, or of its configuration, that not every machine has.
      Where it is missing the control is skipped, and says so.
    - `stand_in`: makes a kernel without the feature answer as one that has it would, so that
      there is something for the walls to stop.
    - `tells_existence`: works without a private root: what `stat` tells.
    - `leaf_only`: allowed to the loader of a submission, where a limit counts it, not to a leaf.
    """

    name: str
    run: Try
    capability: Capability | None
    feature: str
    stand_in: StandIn | None
    tells_existence: bool
    leaf_only: bool


ATTACKS: dict[str, Attack] = {}


def attack(
    *,
    capability: Capability | None = None,
    feature: str = "",
    stand_in: StandIn | None = None,
    tells_existence: bool = False,
    leaf_only: bool = False,
) -> Callable[[Try], Try]:
    """Enter a function into the table. It succeeds by returning something true."""

    def enter(function: Try) -> Try:
        name = function.__name__
        assert name not in ATTACKS, name
        ATTACKS[name] = Attack(
            name, function, capability, feature, stand_in, tells_existence, leaf_only
        )
        return function

    return enter


_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def raw(call: str | int, *args: object) -> int:
    """A system call that raises OSError on failure."""
    nr = number(call) if isinstance(call, str) else call
    values = [ctypes.c_long(arg) if isinstance(arg, int) else arg for arg in args]
    result: int = _libc.syscall(ctypes.c_long(nr), *values)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def done(*_: object) -> bool:
    """The calls before this one did not raise."""
    return True
