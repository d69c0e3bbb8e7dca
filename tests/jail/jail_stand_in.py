"""A stand-in for a kernel that has what this one lacks: the call is made, and answered with 0.

Without it a wall in front of a missing feature cannot be told from no wall at all. It is a filter
of system calls beneath those of the seal. Where several filters refuse a call, the newest one's
word counts: a sealed process meets the seal's answer, an open one meets the 0.
"""

import struct
from dataclasses import dataclass
from typing import Final

from grader.jail import seccomp
from grader.jail.syscall_table import number
from grader.jail.syscalls import PR_SET_NO_NEW_PRIVS, prctl

_LOAD: Final = 0x20
_EQUAL: Final = 0x15
_RETURN: Final = 0x06
_ANSWER_0: Final = 0x0005_0000
_ALLOW: Final = 0x7FFF_0000
_NUMBER, _FIRST_ARGUMENT = 0, 16


@dataclass(frozen=True)
class StandIn:
    """Which call is answered with 0: by name or number, and by its first argument if given."""

    call: str | int
    first_argument: int | None = None

    def begin(self) -> None:
        """Answer so from now on, in this process and its forks."""
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        seccomp._install(self._program())

    def _program(self) -> bytes:
        nr = self.call if isinstance(self.call, int) else number(self.call)
        tests = [(_NUMBER, nr)]
        if self.first_argument is not None:
            tests.append((_FIRST_ARGUMENT, self.first_argument))
        code = []
        for index, (place, value) in enumerate(tests):
            to_the_end = 2 * (len(tests) - index) - 1
            code += [(_LOAD, 0, 0, place), (_EQUAL, 0, to_the_end, value)]
        code += [(_RETURN, 0, 0, _ANSWER_0), (_RETURN, 0, 0, _ALLOW)]
        return b"".join(struct.pack("=HBBI", *one) for one in code)
