"""The table of attacks: a decorator that enters a function into it."""

import ctypes
import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from jail_world import World

from grader.jail.syscall_table import number

Try = Callable[[World], object]


class Control(Enum):
    """Where an attack must work when no layer is on."""

    ALWAYS = auto()
    ROOT = auto()  # a plain user cannot do it anyway
    PERHAPS = auto()  # depends on how the kernel was built; if it does not work, it is skipped


@dataclass(frozen=True)
class Attack:
    name: str
    run: Try
    control: Control
    # Works without a private root: what `stat` tells.
    tells_existence: bool
    # Allowed to the loader of a submission, where a limit counts it, and not to a leaf.
    leaf_only: bool


ATTACKS: dict[str, Attack] = {}


def attack(
    control: Control = Control.ALWAYS, *, tells_existence: bool = False, leaf_only: bool = False
) -> Callable[[Try], Try]:
    """Enter a function into the table. It succeeds by returning something true."""

    def enter(function: Try) -> Try:
        name = function.__name__
        assert name not in ATTACKS, name
        ATTACKS[name] = Attack(name, function, control, tells_existence, leaf_only)
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
