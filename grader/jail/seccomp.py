"""Which system calls student code may make, and the filter that holds it to them.

An allow-list: a call that no rule names answers ENOSYS, so that a C library newer than these
lists falls back to what it did before the call existed. Calls an honest program tries now and
then are refused with an errno, so that it can say so; calls nobody makes by accident end the
process.

Two filters are stacked. The *cell* filter is the boundary: it is in place before the first byte
of a submission is read. It still lets the process fork (the cell makes one fork a check) and
tighten itself further. The *leaf* filter goes on top in the fork that calls the student's
function, and takes that away. Never rely on the leaf filter for anything but counting processes:
it is installed by an interpreter that has already run the student's module.
"""

import ctypes
import errno
import os
import signal
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from grader.jail.bpf import ALLOW, KILL, PRETEND, Guarded, Test, assemble, refuse
from grader.jail.syscall_table import TABLES, machine
from grader.jail.syscalls import (
    PR_GET_SECCOMP,
    PR_SET_NAME,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_PDEATHSIG,
    PR_SET_SECCOMP,
    prctl,
)

_SECCOMP_MODE_FILTER: Final = 2
_EPERM: Final = refuse(errno.EPERM)
_ENOSYS: Final = refuse(errno.ENOSYS)

_FORK: Final = (0x0120_0011, 0x11)  # glibc's flags with SIGCHLD; SIGCHLD alone (musl)
_SOME_PID: Final = 0x7FFF_FFFE  # stands for the pid to come: no kernel gives one so large
_SET_LOCK: Final = (6, 7, 37, 38)  # F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW
_THREAD: Final = (0x003D_0F00, 0x007D_0F00)  # pthread_create of glibc, of musl


@dataclass(frozen=True)
class FilterKind:
    """What distinguishes one filter from another.

    `forks` and `threads` allow exactly what fork() and pthread_create() ask for, no other form
    of clone. `signals` allows tgkill, which abort() and raise() use: switch it on only where
    something else (a pid namespace, Landlock's signal scope) keeps signals inside.
    `tightens` lets the process add filters and Landlock layers, which can only take away. Without
    `opens` it has the files that it was started with.
    """

    forks: bool
    threads: bool
    signals: bool
    tightens: bool
    opens: bool = True


_PLAIN: Final = """
    read write readv writev pread64 pwrite64 preadv pwritev close close_range
    lseek stat fstat lstat newfstatat statx statfs fstatfs access faccessat faccessat2 getcwd
    chdir fchdir rename renameat renameat2 mkdir mkdirat rmdir unlink unlinkat fsync
    fdatasync ftruncate fallocate getdents getdents64 readlink readlinkat copy_file_range sendfile
    dup dup2 dup3 pipe pipe2 umask
    mmap munmap mprotect mremap brk msync membarrier
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigsuspend
    sigaltstack restart_syscall pause alarm getitimer setitimer timer_settime
    timer_gettime timer_delete timer_getoverrun timerfd_create timerfd_settime timerfd_gettime
    select pselect6 poll ppoll epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait
    epoll_pwait2 eventfd eventfd2 nanosleep gettimeofday time times getrusage getrandom
    set_tid_address set_robust_list rseq arch_prctl
    sched_yield sched_get_priority_max sched_get_priority_min getcpu
    getpid getppid gettid getuid geteuid getgid getegid getgroups getresuid getresgid getpgrp
    getrlimit setrlimit uname exit exit_group wait4 waitid
    sendmsg recvmsg sendto recvfrom shutdown getsockname getpeername
"""

# Tried by honest programs, or by libraries on their behalf: an errno lets them go on. Ownership,
# modes, times and links are here because Landlock does not cover them and a plain user owns the
# files that must not change; signals, priorities and affinity because they reach other processes
# of the same user; capget because it tells which processes there are, and whose pid it is asked
# for lies in memory.
_REFUSED: Final = """
    execve execveat vfork socket connect bind listen accept accept4 sendmmsg recvmmsg
    kill tkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_send_signal pidfd_open pidfd_getfd
    signalfd signalfd4 setsid setpgid setuid setgid setreuid setregid setresuid setresgid setfsuid
    setfsgid setgroups capset setpriority ioprio_set ioprio_get sched_setaffinity
    sched_setscheduler sched_setparam sched_setattr personality
    chmod fchmod fchmodat chown fchown lchown fchownat utime utimes utimensat futimesat truncate
    link linkat symlink symlinkat mknod mknodat creat sync syncfs
    memfd_create memfd_secret mlock mlock2 mlockall munlock munlockall
    inotify_init inotify_init1 inotify_add_watch inotify_rm_watch
    shmget shmat shmctl shmdt msgget msgsnd msgrcv msgctl semget semop semctl semtimedop
    mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr
    io_uring_setup io_uring_enter io_uring_register io_setup io_submit io_getevents io_cancel
    io_destroy perf_event_open mbind set_mempolicy get_mempolicy get_robust_list
    splice tee vmsplice mincore capget
"""

# Programs ask first whether a file system has extended attributes; this answer says it has not.
_NO_ATTRIBUTES: Final = """
    setxattr lsetxattr fsetxattr getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
    removexattr lremovexattr fremovexattr
"""

# Libraries do these now and then and can do without what they do. What they change belongs to a
# file, and files of Python's own are the same in every cell: one that has seen hidden inputs could
# leave them there for another to find.
# Of a file's pages in memory the same is true, and they stay there for the next run to find.
_PRETENDED: Final = "flock fadvise64 readahead"

# The C library and its users try these first and have a way without them. The arguments of three
# lie in memory, where a filter cannot look; the fourth counts the whole machine's memory and
# processes, which others can change and watch.
_ABSENT: Final = "clone3 openat2 futex_waitv sysinfo"

_CLOCKS: Final = tuple(range(12))  # those of the machine and one's own; others are processes'
_ASK_BY_PID: Final = "getpgid getsid sched_getaffinity sched_getparam sched_getscheduler"

_HOSTILE: Final = """
    ptrace process_vm_readv process_vm_writev process_madvise process_mrelease kcmp
    migrate_pages move_pages bpf userfaultfd
    mount umount2 pivot_root chroot setns unshare move_mount open_tree fsopen fsconfig fsmount
    fspick mount_setattr keyctl add_key request_key name_to_handle_at open_by_handle_at
    fanotify_init fanotify_mark kexec_load kexec_file_load init_module finit_module delete_module
    reboot swapon swapoff acct quotactl quotactl_fd iopl ioperm modify_ldt settimeofday
    clock_settime clock_adjtime adjtimex sethostname setdomainname vhangup syslog nfsservctl
    lookup_dcookie uselib ustat sysfs _sysctl
"""

_TIGHTENING: Final = "landlock_create_ruleset landlock_add_rule landlock_restrict_self"


def _guarded(kind: FilterKind) -> list[Guarded]:
    # O_RDONLY|O_TRUNC empties a file although it was opened for reading only; Landlock before
    # its third version does not see it. 0x200 is O_TRUNC, the lowest two bits the access mode.
    honest_flags = {"values": (0, 1, 2, 0x201, 0x202), "mask": 0x203}
    prctl_options = [
        # names of threads and of memory, and questions
        (Test(0, (3, PR_SET_NAME, 16, PR_GET_SECCOMP, 23, PR_SET_NO_NEW_PRIVS, 39, 0x5356_4D41)),),
        # "end me when my parent ends" may be said, but not taken back
        (Test(0, (PR_SET_PDEATHSIG,)), Test(1, (signal.SIGKILL,))),
    ]
    clone_flags = (_FORK if kind.forks else ()) + (_THREAD if kind.threads else ())
    opening = [
        Guarded("openat", ((Test(2, **honest_flags),),), _EPERM),  # type: ignore[arg-type]
        Guarded("open", ((Test(1, **honest_flags),),), _EPERM),  # type: ignore[arg-type]
    ]
    rules = [
        *(opening if kind.opens else ()),
        # Is it a terminal, how wide, how much is waiting, do not block, close on exec. Not here:
        # typing into the terminal (TIOCSTI), signals on input (FIOASYNC, FIOSETOWN).
        Guarded(
            "ioctl",
            ((Test(1, (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),),),
            refuse(errno.ENOTTY),
        ),
        # Duplicate, flags. Locks are pretended, for the reason at `_PRETENDED`, and nobody is told
        # whose lock is in the way. Not here: F_SETOWN and F_SETSIG, by which the kernel sends any
        # signal to any process of the user; F_SETPIPE_SZ, by which pipes hold a lot of memory;
        # leases and F_NOTIFY, by which one process learns what another opens.
        Guarded(
            "fcntl",
            ((Test(1, (0, 1, 2, 3, 4, 1030, 1032)),),),
            _EPERM,
            pretended=((Test(1, _SET_LOCK),),),
        ),
        # Of memory that is not a file's: used no more, in large pages, what a fork inherits, what a
        # core dump holds. WILLNEED reads a file ahead and is only pretended. Not here: telling the
        # kernel which pages of a file to drop, to load or to share.
        Guarded(
            "madvise",
            ((Test(2, (0, 1, 2, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19)),),),
            refuse(errno.EINVAL),
            pretended=((Test(2, (3,)),),),
        ),
        # Without flags, of which some tell whether a file's page is in memory, or drop it.
        Guarded("preadv2", ((Test(5, (0,)),),), refuse(errno.EOPNOTSUPP)),
        Guarded("pwritev2", ((Test(5, (0,)),),), refuse(errno.EOPNOTSUPP)),
        Guarded("prlimit64", ((Test(0, (0,)),),), _EPERM),  # one's own limits only
        *(Guarded(name, ((Test(0, (0,)),),), _EPERM) for name in _ASK_BY_PID.split()),
        Guarded("getpriority", ((Test(0, (0,)), Test(1, (0,))),), _EPERM),
        *(
            Guarded(name, ((Test(0, _CLOCKS),),), refuse(errno.EINVAL))
            for name in ("clock_gettime", "clock_getres", "clock_nanosleep", "timer_create")
        ),
        # Among threads of one process only. A futex that processes share is found by file and
        # place, though the file be only for reading: in one cell somebody waits, in another
        # somebody wakes them, or ends a thread that does, and is told how many. The C library waits
        # on such a one for a thread's end; it is told to look again, as often as it takes.
        Guarded("futex", ((Test(1, (0x80,), mask=0x80),),), refuse(errno.EAGAIN)),
        # asyncio wakes itself through a pair. Stream only: a datagram socket, though born as one
        # of a pair, can still send to any address.
        Guarded("socketpair", ((Test(0, (1,)), Test(1, (1,), mask=0xFF)),), _EPERM),
        # What a socket is and how it does. Not here: SO_COOKIE, which counts all sockets there are.
        Guarded(
            "getsockopt",
            ((Test(1, (1,)), Test(2, (3, 4, 7, 8, 16, 17, 20, 21, 30, 38, 39, 66, 67))),),
            refuse(errno.ENOPROTOOPT),
        ),
        # Buffer sizes, SO_PASSCRED, timeouts. Not here: attaching programs to sockets.
        Guarded("setsockopt", ((Test(1, (1,)), Test(2, (7, 8, 16, 20, 21, 66, 67))),), _EPERM),
    ]
    if kind.tightens:
        prctl_options.append((Test(0, (PR_SET_SECCOMP,)), Test(1, (_SECCOMP_MODE_FILTER,))))
        rules.append(Guarded("seccomp", ((Test(0, (1,)), Test(1, (0,))),), _EPERM))
    rules.append(Guarded("prctl", tuple(prctl_options), _EPERM))
    if clone_flags:
        rules.append(Guarded("clone", ((Test(0, clone_flags),),), _EPERM))
    return rules


@lru_cache(maxsize=16)
def build(kind: FilterKind, on: str) -> bytes:
    """The program for a filter, for the machine named `on`.

    Pure and remembered, so that a process about to fork many cells pays for it once.
    Raises `NotImplementedError` for a machine without a table.
    """
    if on not in TABLES:
        raise NotImplementedError(f"no system call table for {on!r}")
    allowed = set(_PLAIN.split())
    refused = set(_REFUSED.split())
    (allowed if kind.signals else refused).add("tgkill")
    (allowed if kind.forks else refused).add("fork")
    (allowed if kind.tightens else refused).update(_TIGHTENING.split())
    if not (kind.forks or kind.threads):
        refused.add("clone")
    if not kind.opens:
        refused.update(("open", "openat"))
    groups: list[tuple[int, Iterable[str]]] = [
        (ALLOW, allowed),
        (PRETEND, _PRETENDED.split()),
        (_EPERM, refused),
        (refuse(errno.EOPNOTSUPP), _NO_ATTRIBUTES.split()),
        (_ENOSYS, _ABSENT.split()),
        (KILL, _HOSTILE.split()),
    ]
    return assemble(on, dict(TABLES[on]), _guarded(kind), groups, _ENOSYS)


def cell_filter(*, threads: bool, signals: bool) -> FilterKind:
    """The filter of the process that loads a submission."""
    return FilterKind(forks=True, threads=threads, signals=signals, tightens=True)


def leaf_filter(*, threads: bool) -> FilterKind:
    """The filter of the fork that calls the student's function.

    It allows signals because the cell's filter beneath it has the last word on them, and
    `keep_signals_to_oneself` on top of it.
    """
    return FilterKind(forks=False, threads=threads, signals=True, tightens=False)


def reader_filter(*, opens: bool) -> FilterKind:
    """The filter of the process that reads a submission's files and runs nothing."""
    return FilterKind(forks=False, threads=False, signals=False, tightens=False, opens=opens)


def install(kind: FilterKind) -> None:
    """Put the filter on this process and all it will fork. There is no way back.

    Needs no_new_privs (or CAP_SYS_ADMIN). Raises `OSError` or `NotImplementedError`.
    """
    _install(build(kind, machine()))


def keep_signals_to_oneself() -> None:
    """Refuse tgkill to any process but this one, so that a leaf cannot disturb its siblings.

    A filter of its own, because it names this process.
    """
    _install(signals_only_to(os.getpid(), machine()))


def signals_only_to(pid: int, on: str) -> bytes:
    """The program that refuses tgkill to any process but `pid`, and nothing else."""
    some, this = struct.pack("=I", _SOME_PID), struct.pack("=I", pid)
    return _signals_only_to_some(on).replace(some, this)


@lru_cache(maxsize=2)
def _signals_only_to_some(on: str) -> bytes:
    own = Guarded("tgkill", ((Test(0, (_SOME_PID,)),),), _EPERM)
    return assemble(on, dict(TABLES[on]), [own], [], ALLOW)


def _install(program: bytes) -> None:
    code = ctypes.create_string_buffer(program, len(program))
    head = struct.pack("=H6xQ", len(program) // 8, ctypes.addressof(code))
    prog = ctypes.create_string_buffer(head, len(head))
    prctl(PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.addressof(prog))
