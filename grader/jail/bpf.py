"""A very small assembler for the classic BPF programs that seccomp runs.

A program is built from three kinds of statement: a group of calls that share one answer, a call
whose answer depends on its arguments, and a default. Nothing falls through a statement that
matched, so statements can be read one at a time.
"""

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

ALLOW: Final = 0x7FFF_0000
KILL: Final = 0x8000_0000  # the whole process, with SIGSYS

Instruction: TypeAlias = tuple[int, int, int, int]  # code, jump if true, jump if false, constant

_LOAD: Final = 0x20
_AND: Final = 0x54
_JUMP: Final = 0x05
_IF_EQUAL: Final = 0x15
_IF_AT_LEAST: Final = 0x35
_RETURN: Final = 0x06

_OFFSET_NUMBER: Final = 0
_OFFSET_ARCH: Final = 4
_OFFSET_ARGUMENTS: Final = 16

_LONGEST_JUMP: Final = 255  # conditional jumps hold their distance in one byte
_X32_BIT: Final = 0x4000_0000
_AUDIT_ARCH: Final = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}


def refuse(errno: int) -> int:
    """The action "do not run the call; it returns this errno"."""
    return 0x0005_0000 | errno


PRETEND: Final = refuse(0)  # the call is not run, and says that it succeeded


@dataclass(frozen=True)
class Test:
    """`argument & mask` is one of `values`.

    Only the low 32 bits are looked at: every argument tested here is an int, a pid or a set of
    flags of which the kernel itself reads no more than that. Pointers cannot be tested.
    """

    argument: int
    values: tuple[int, ...]
    mask: int = 0xFFFF_FFFF


@dataclass(frozen=True)
class Guarded:
    """A call allowed when all tests of one of the alternatives hold, else answered `otherwise`.

    Where those of one of `pretended` hold, it is not run and says that it succeeded.
    """

    name: str
    alternatives: tuple[tuple[Test, ...], ...]
    otherwise: int
    pretended: tuple[tuple[Test, ...], ...] = ()


def assemble(
    machine: str,
    table: dict[str, int],
    guarded: Sequence[Guarded],
    groups: Sequence[tuple[int, Iterable[str]]],
    default: int,
) -> bytes:
    """The program as the kernel wants it: eight bytes an instruction.

    `table` gives the numbers; a name it lacks is a call this machine does not have and is
    skipped. A call made through another calling convention (32-bit int 0x80, x32, another
    architecture) ends the process: its numbers mean other calls.
    """
    code: list[Instruction] = [
        (_LOAD, 0, 0, _OFFSET_ARCH),
        (_IF_EQUAL, 1, 0, _AUDIT_ARCH[machine]),
        (_RETURN, 0, 0, KILL),
        (_LOAD, 0, 0, _OFFSET_NUMBER),
    ]
    if machine == "x86_64":
        code += [(_IF_AT_LEAST, 0, 1, _X32_BIT), (_RETURN, 0, 0, KILL)]
    for rule in guarded:
        if rule.name in table:
            body = _body(rule)
            code.append((_IF_EQUAL, 0, _distance(body), table[rule.name]))
            code += body
    for action, names in groups:
        numbers = sorted(table[name] for name in names if name in table)
        for start in range(0, len(numbers), _LONGEST_JUMP - 1):
            code += _group(action, numbers[start : start + _LONGEST_JUMP - 1])
    code.append((_RETURN, 0, 0, default))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in code)


def _group(action: int, numbers: list[int]) -> list[Instruction]:
    last = len(numbers) - 1
    compare = [(_IF_EQUAL, last - index + 1, 0, n) for index, n in enumerate(numbers)]
    return [*compare, (_JUMP, 0, 0, 1), (_RETURN, 0, 0, action)]


def _body(rule: Guarded) -> list[Instruction]:
    """Always returns: the call's number is no longer in the accumulator afterwards."""
    code: list[Instruction] = []
    answers = [(one, ALLOW) for one in rule.alternatives]
    answers += [(one, PRETEND) for one in rule.pretended]
    for alternative, answer in answers:
        # Built backwards, because a failing test jumps over all that follows it.
        tail: list[Instruction] = [(_RETURN, 0, 0, answer)]
        for test in reversed(alternative):
            tail = _test(test, len(tail)) + tail
        code += tail
    return [*code, (_RETURN, 0, 0, rule.otherwise)]


def _test(test: Test, length_of_rest: int) -> list[Instruction]:
    code: list[Instruction] = [(_LOAD, 0, 0, _OFFSET_ARGUMENTS + 8 * test.argument)]
    if test.mask != 0xFFFF_FFFF:
        code.append((_AND, 0, 0, test.mask))
    last = len(test.values) - 1
    for index, value in enumerate(test.values):
        on_failure = length_of_rest if index == last else 0
        code.append((_IF_EQUAL, last - index, on_failure, value))
    return code


def _distance(body: list[Instruction]) -> int:
    if len(body) > _LONGEST_JUMP:
        raise ValueError(f"a rule of {len(body)} instructions is too long to jump over")
    return len(body)
