"""The filter's decisions, call by call, on both machines, by running its program."""

import errno
import re
import struct
import subprocess
from pathlib import Path

import pytest

from grader.jail.bpf import ALLOW, KILL, PRETEND, refuse
from grader.jail.seccomp import FilterKind, build, cell_filter, leaf_filter, signals_only_to
from grader.jail.syscall_table import TABLES

ARCH = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7, "i386": 0x4000_0003}
EPERM = refuse(errno.EPERM)
ENOSYS = refuse(errno.ENOSYS)
EAGAIN = refuse(errno.EAGAIN)
EINVAL = refuse(errno.EINVAL)
EOPNOTSUPP = refuse(errno.EOPNOTSUPP)
FORK = 0x0120_0011
THREAD = 0x003D_0F00

CELL = cell_filter(threads=False, signals=False)
LEAF = leaf_filter(threads=False)


def decide(program: bytes, arch: int, number: int, *args: int) -> int:
    """What the kernel would do: an interpreter for the few instructions that are used."""
    padded = [value & 0xFFFF_FFFF_FFFF_FFFF for value in (*args, *[0] * (6 - len(args)))]
    data = struct.pack("=IIQ6Q", number, arch, 0, *padded)
    code = list(struct.iter_unpack("=HBBI", program))
    at = accumulator = 0
    while True:
        operation, if_true, if_false, constant = code[at]
        at += 1
        match operation:
            case 0x20:
                (accumulator,) = struct.unpack_from("=I", data, constant)
            case 0x54:
                accumulator &= constant
            case 0x05:
                at += constant
            case 0x15:
                at += if_true if accumulator == constant else if_false
            case 0x35:
                at += if_true if accumulator >= constant else if_false
            case 0x06:
                return int(constant)
            case _:
                raise AssertionError(operation)


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
@pytest.mark.parametrize(
    ("kind", "call", "args", "expected"),
    [
        (CELL, "read", (), ALLOW),
        (CELL, "execve", (), EPERM),
        (CELL, "socket", (1, 1), EPERM),
        (CELL, "ptrace", (), KILL),
        (CELL, "clone3", (), ENOSYS),
        (CELL, "getxattr", (), EOPNOTSUPP),
        (CELL, "clone", (FORK,), ALLOW),
        (CELL, "clone", (0x11,), ALLOW),
        (CELL, "clone", (FORK | 0x1000_0000,), EPERM),
        (CELL, "clone", (FORK | 0x8000,), EPERM),
        (CELL, "clone", (THREAD,), EPERM),
        (cell_filter(threads=True, signals=False), "clone", (THREAD,), ALLOW),
        (LEAF, "clone", (FORK,), EPERM),
        (LEAF, "clone", (THREAD,), EPERM),
        (leaf_filter(threads=True), "clone", (THREAD,), ALLOW),
        (leaf_filter(threads=True), "clone", (FORK,), EPERM),
        (CELL, "tgkill", (), EPERM),
        (cell_filter(threads=False, signals=True), "tgkill", (), ALLOW),
        (CELL, "openat", (0, 0, 0o1000), EPERM),
        (CELL, "openat", (0, 0, 0o1001), ALLOW),
        (CELL, "openat", (0, 0, 0o1101), ALLOW),
        (CELL, "openat", (0, 0, 0), ALLOW),
        (CELL, "openat", (0, 0, 3), EPERM),
        (CELL, "fcntl", (0, 3), ALLOW),
        (CELL, "fcntl", (0, 5), EPERM),  # F_GETLK
        (CELL, "fcntl", (0, 6), PRETEND),  # F_SETLK
        (CELL, "fcntl", (0, 7), PRETEND),  # F_SETLKW
        (CELL, "fcntl", (0, 8), EPERM),  # F_SETOWN
        (CELL, "fcntl", (0, 10), EPERM),  # F_SETSIG
        (CELL, "fcntl", (0, 15), EPERM),  # F_SETOWN_EX
        (CELL, "fcntl", (0, 36), EPERM),  # F_OFD_GETLK
        (CELL, "fcntl", (0, 37), PRETEND),  # F_OFD_SETLK
        (CELL, "fcntl", (0, 38), PRETEND),  # F_OFD_SETLKW
        (CELL, "fcntl", (0, 1024), EPERM),  # F_SETLEASE
        (CELL, "fcntl", (0, 1025), EPERM),  # F_GETLEASE
        (CELL, "fcntl", (0, 1026), EPERM),  # F_NOTIFY
        (CELL, "fcntl", (0, 1031), EPERM),  # F_SETPIPE_SZ
        (CELL, "fcntl", (0, 1036), EPERM),  # F_SET_RW_HINT
        (CELL, "flock", (0, 2), PRETEND),
        (CELL, "fadvise64", (0, 0, 0, 4), PRETEND),
        (CELL, "readahead", (), PRETEND),
        (CELL, "mincore", (), EPERM),
        (CELL, "preadv2", (0, 0, 0, 0, 0, 0), ALLOW),
        (CELL, "preadv2", (0, 0, 0, 0, 0, 8), EOPNOTSUPP),  # RWF_NOWAIT
        (CELL, "pwritev2", (0, 0, 0, 0, 0, 0), ALLOW),
        (CELL, "pwritev2", (0, 0, 0, 0, 0, 0x80), EOPNOTSUPP),  # RWF_DONTCACHE
        (CELL, "madvise", (0, 0, 3), PRETEND),  # MADV_WILLNEED
        (CELL, "madvise", (0, 0, 4), ALLOW),  # MADV_DONTNEED
        (CELL, "madvise", (0, 0, 8), ALLOW),  # MADV_FREE
        (CELL, "madvise", (0, 0, 14), ALLOW),  # MADV_HUGEPAGE
        (CELL, "madvise", (0, 0, 9), EINVAL),  # MADV_REMOVE
        (CELL, "madvise", (0, 0, 12), EINVAL),  # MADV_MERGEABLE
        (CELL, "madvise", (0, 0, 20), EINVAL),  # MADV_COLD
        (CELL, "madvise", (0, 0, 21), EINVAL),  # MADV_PAGEOUT
        (CELL, "madvise", (0, 0, 22), EINVAL),  # MADV_POPULATE_READ
        (CELL, "madvise", (0, 0, 25), EINVAL),  # MADV_COLLAPSE
        (CELL, "ioctl", (0, 0x5401), ALLOW),
        (CELL, "ioctl", (0, 0x5412), refuse(errno.ENOTTY)),
        (CELL, "ioctl", (0, 0x5412 | 0x5401 << 32), refuse(errno.ENOTTY)),
        (CELL, "sysinfo", (), ENOSYS),
        (CELL, "capget", (), EPERM),
        (CELL, "getpgid", (0,), ALLOW),
        (CELL, "getpgid", (1,), EPERM),
        (CELL, "getsid", (1,), EPERM),
        (CELL, "sched_getaffinity", (0,), ALLOW),
        (CELL, "sched_getaffinity", (1,), EPERM),
        (CELL, "sched_getparam", (1,), EPERM),
        (CELL, "sched_getscheduler", (1,), EPERM),
        (CELL, "getpriority", (0, 0), ALLOW),
        (CELL, "getpriority", (0, 1), EPERM),
        (CELL, "getpriority", (2, 0), EPERM),
        (CELL, "clock_gettime", (2,), ALLOW),  # CLOCK_PROCESS_CPUTIME_ID
        (CELL, "clock_gettime", (~1 << 3 | 2,), EINVAL),  # of process 1
        (CELL, "clock_getres", (~1 << 3 | 2,), EINVAL),
        (CELL, "clock_nanosleep", (~1 << 3 | 2,), EINVAL),
        (CELL, "timer_create", (~1 << 3 | 2,), EINVAL),
        (CELL, "futex", (0, 0x80), ALLOW),
        (CELL, "futex", (0, 0x189), ALLOW),
        (CELL, "futex", (0, 0), EAGAIN),
        (CELL, "futex", (0, 1), EAGAIN),
        (CELL, "futex_waitv", (), ENOSYS),
        (CELL, "getsockopt", (3, 1, 3), ALLOW),
        (CELL, "getsockopt", (3, 1, 57), refuse(errno.ENOPROTOOPT)),  # SO_COOKIE
        (CELL, "prlimit64", (0,), ALLOW),
        (CELL, "prlimit64", (1,), EPERM),
        (CELL, "socketpair", (1, 1 | 0o2000000), ALLOW),
        (CELL, "socketpair", (1, 2), EPERM),
        (CELL, "socketpair", (2, 1), EPERM),
        (CELL, "setsockopt", (3, 1, 16), ALLOW),
        (CELL, "setsockopt", (3, 1, 26), EPERM),
        (CELL, "setsockopt", (3, 6, 16), EPERM),
        (CELL, "prctl", (15,), ALLOW),
        (CELL, "prctl", (1, 9), ALLOW),
        (CELL, "prctl", (1, 0), EPERM),
        (CELL, "prctl", (4, 1), EPERM),
        (CELL, "prctl", (22, 2), ALLOW),
        (LEAF, "prctl", (22, 2), EPERM),
        (CELL, "seccomp", (1, 0), ALLOW),
        (CELL, "seccomp", (1, 8), EPERM),
        (LEAF, "seccomp", (1, 0), ENOSYS),
        (CELL, "landlock_restrict_self", (), ALLOW),
        (LEAF, "landlock_restrict_self", (), EPERM),
    ],
)
def test_decision(
    machine: str, kind: FilterKind, call: str, args: tuple[int, ...], expected: int
) -> None:
    program = build(kind, machine)
    assert decide(program, ARCH[machine], TABLES[machine][call], *args) == expected


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
@pytest.mark.parametrize("kind", [CELL, LEAF])
def test_unknown_calls_do_not_exist(machine: str, kind: FilterKind) -> None:
    known = set(TABLES[machine].values())
    unknown = [number for number in range(700) if number not in known]
    assert 451 in unknown  # cachestat: which pages of a file are in memory
    program = build(kind, machine)
    assert {decide(program, ARCH[machine], number) for number in unknown} == {ENOSYS}


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_other_calling_conventions_end_the_process(machine: str) -> None:
    program = build(CELL, machine)
    for arch in set(ARCH.values()) - {ARCH[machine]}:
        assert decide(program, arch, TABLES[machine]["read"]) == KILL
    if machine == "x86_64":
        assert decide(program, ARCH[machine], 0x4000_0000) == KILL


def test_no_leaf_may_do_what_its_cell_may_not() -> None:
    for machine, table in TABLES.items():
        cell, leaf = build(CELL, machine), build(LEAF, machine)
        for name, number in table.items():
            if name != "tgkill":  # allowed on top, refused beneath
                first, second = (decide(p, ARCH[machine], number) for p in (cell, leaf))
                assert second == first or second in (EPERM, ENOSYS), name


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
@pytest.mark.parametrize("pid", [1, 2, 4242, 2**22])
def test_signals_go_to_one_process_only(machine: str, pid: int) -> None:
    program, table = signals_only_to(pid, machine), TABLES[machine]
    for other in (0, 1, 2, 3, 4242, 4243, 2**22, 0x7FFF_FFFE):
        answer = decide(program, ARCH[machine], table["tgkill"], other)
        assert answer == (ALLOW if other == pid else EPERM), other
    rest = {decide(program, ARCH[machine], number) for number in table.values()} - {EPERM}
    assert rest == {ALLOW}
    assert decide(program, 0x4000_0003, table["read"]) == KILL


def test_machine_without_table_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="no system call table for 'riscv64'"):
        build(CELL, "riscv64")


def test_program_fits_the_kernels_limit() -> None:
    assert all(len(build(kind, machine)) // 8 < 4096 for kind in (CELL, LEAF) for machine in TABLES)


def test_numbers_agree_with_the_kernels_headers() -> None:
    """A second source, where the headers are installed (linux-libc-dev)."""
    header = next(Path("/usr/include").glob("*/asm/unistd_64.h"), None)
    if header is None:
        pytest.skip("no kernel headers here")
    found = dict(re.findall(r"#define __NR_(\w+)\s+(\d+)", header.read_text()))
    ours = TABLES["x86_64"]
    assert {name: ours[name] for name in ours if name in found} == {
        name: int(found[name]) for name in ours if name in found
    }
    assert len(set(ours) & set(found)) > 250


def test_generic_numbers_agree_with_the_kernels_headers() -> None:
    header = Path("/usr/include/asm-generic/unistd.h")
    if not header.exists():
        pytest.skip("no kernel headers here")
    text = header.read_text()
    found = {name: int(number) for name, number in re.findall(r"__NR_(\w+)\s+(\d+)\b", text)}
    wide = dict(re.findall(r"#define __NR_(\w+)\s+__NR3264_(\w+)", text))
    numbers = dict(re.findall(r"#define __NR3264_(\w+)\s+(\d+)", text))
    found |= {name: int(numbers[alias]) for name, alias in wide.items() if alias in numbers}
    ours = TABLES["aarch64"]
    missing = set(ours) - set(found)
    assert {name: ours[name] for name in set(ours) - missing} == {
        name: found[name] for name in set(ours) - missing
    }
    assert len(missing) < 10, missing


def test_every_name_is_known_to_the_manual() -> None:
    """No misspelt call: `ausyscall`, where installed, knows each of them."""
    try:
        said = subprocess.run(["ausyscall", "x86_64", "--dump"], capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("no ausyscall here")
    known = {line.split()[1] for line in said.stdout.splitlines() if len(line.split()) == 2}
    assert set(TABLES["x86_64"]) - known <= {"memfd_secret"}
