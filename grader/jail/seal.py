"""The calls that seal a process, in the order in which a submission meets them.

    warm root: prepare, or open a `Nursery`
      └─ fork ──► cell: seal_cell ─► receive the submission ─► freeze_scratch ─► load it
                    └─ fork ──► leaf: seal_leaf ─► call the student's function

`seal_cell` is the boundary. Everything after it runs in an interpreter that may already belong
to the student, so `seal_leaf` adds only what a student gains nothing by skipping.

Who forks: a cell that a `Nursery` forked is the first process of a pid namespace from birth, and
`seal_cell` forks nothing. A cell from a plain `os.fork()` gets its pid namespace by one more fork,
inside `seal_cell`: that returns in the child, and the calling process becomes the child's keeper
(`grader.jail.keeper`). Seen through a socket with SO_PASSCRED, the cell's pid is then the child's
and not the one that fork() returned to the warm root; waiting for, or killing, the latter does
the same to the cell.

In every case the cell leads a session and a process group that nothing in it can leave:
`os.killpg(pid_of_cell, SIGKILL)` reaches all of it, with or without namespaces. Without them,
what the cell forked outlives it unless that is done: `grader.jail.keeper.reap` does.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from grader.jail import descriptors, landlock, limits, namespaces, seccomp
from grader.jail.keeper import fork_under_keeper
from grader.jail.profile import Layer, Profile
from grader.jail.protection import Protection
from grader.jail.steps import WRITABLE_DEVICES, Sealing
from grader.jail.syscall_table import TABLES, machine
from grader.jail.syscalls import PR_SET_PDEATHSIG, prctl

# One that is killed from outside has found out nothing, and must not cost the namespaces.
_TRIALS: Final = 3


def unsupported() -> str:
    """Why nothing of this package works on this machine, or an empty text if it may.

    Ask before any other call here. What then works is found out by trying, in `prepare`.
    """
    if sys.platform != "linux":
        return f"{sys.platform} has none of Linux's walls"
    if machine() not in TABLES:
        return f"no system call table for {machine()}"
    return ""


def prepare(profile: Profile) -> Profile:
    """Do once, before forking cells, what each of them would otherwise do again.

    Builds the filters, and lets a child try the namespaces. If the machine refuses them the
    answer is the profile without them, which says why. Plain users must call this: a user
    namespace that is given and then refused a mount leaves a process that cannot fall back.
    """
    for signals in (False, True):
        seccomp.build(seccomp.cell_filter(threads=profile.threads, signals=signals), machine())
    seccomp.build(seccomp.leaf_filter(threads=profile.threads), machine())
    seccomp.signals_only_to(1, machine())
    if Layer.NAMESPACES not in profile.layers:
        return profile
    return settle(profile, own_pids=False, fork=os.fork)


def settle(profile: Profile, *, own_pids: bool, fork: Callable[[], int]) -> Profile:
    """The profile with what a child, made by `fork`, found out about namespaces."""
    for _ in range(_TRIALS):
        answer, killed = _tried(profile, own_pids=own_pids, fork=fork)
        if not killed:
            break
    if answer in ("+", "="):
        return replace(profile, counts_apart=answer == "+")
    reason = answer or "the trial process ended without an answer"
    return replace(profile, layers=profile.layers - {Layer.NAMESPACES}, refused=reason)


def _tried(profile: Profile, *, own_pids: bool, fork: Callable[[], int]) -> tuple[str, bool]:
    """What a child said of the namespaces, and whether something outside killed it before."""
    reading, writing = os.pipe()
    child = fork()
    if child == 0:
        try:
            Sealing(profile, own_pids=own_pids).try_namespaces()
            os.write(writing, b"+" if _counted_apart() else b"=")
        except BaseException as error:
            os.write(writing, str(error).encode()[:4096] or b"?")
        finally:
            os._exit(0)
    os.close(writing)
    answer = os.read(reading, 4096).decode()
    os.close(reading)
    _, status = os.waitpid(child, 0)
    return answer, not answer and os.WIFSIGNALED(status)


def _counted_apart() -> bool:
    """Can this process, first of its namespace, fork when its user may have two processes?"""
    limits.set_processes(2)
    try:
        child = os.fork()
    except BlockingIOError:
        return False
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return True


def seal_cell(profile: Profile, *, keep: Iterable[int], own_pids: bool = False) -> Protection:
    """Seal this freshly forked process, before it reads a byte of a submission.

    All descriptors but `keep` are closed; 0, 1 and 2 become /dev/null unless kept. A layer that
    the machine refuses is left out and said so in the answer: it is for the caller to look at
    `level` before going on. Any other failure is an exception, after which the process may be
    half sealed and must end.

    `own_pids` says that a `Nursery` forked this process. Without it, this call may return in a
    child of the calling process: see the module's text on who forks.
    """
    kept = frozenset(keep)
    descriptors.check(kept)
    sealing = Sealing(profile, own_pids=own_pids)
    if Layer.LIMITS in profile.layers:
        descriptors.close_others(kept)
    must_fork = sealing.enter_namespaces()
    sealing.become_nobody()
    if must_fork:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # the keeper ends with the warm root
        fork_under_keeper()
    sealing.limit()
    sealing.confine_files()
    sealing.filter_calls()
    return sealing.protection()


def freeze_scratch(profile: Profile, protection: Protection) -> bool:
    """Close the scratch folder to writing where nothing limits the sum of its files.

    Call it in the cell when the submission has been written and before it is loaded. Returns
    whether the folder was closed; it is not where it is capped, or where the profile says
    `writes_uncapped`.
    """
    if protection.scratch is None or protection.scratch_capped or profile.writes_uncapped:
        return False
    if not protection.held(Layer.LANDLOCK):
        return False
    landlock.restrict(
        (*profile.view.allowed, *namespaces.DEVICES, protection.scratch), WRITABLE_DEVICES
    )
    return True


def seal_leaf(profile: Profile, *, keep: Iterable[int], baseline: int | None = None) -> None:
    """Tighten a fork of the cell just before it calls the student's function.

    No more forks, no threads unless the profile has them, no descriptors but `keep`, and the
    limits of `profile` where they are lower than the cell's (for the memory limit, give the
    `baseline` of the cell's `Protection`). The leaf ends when the cell does.
    """
    kept = frozenset(keep)
    descriptors.check(kept)
    if Layer.LIMITS in profile.layers:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        descriptors.close_others(kept)
        limits.apply(profile.limits, baseline)
    if Layer.SECCOMP in profile.layers:
        seccomp.keep_signals_to_oneself()
        seccomp.install(seccomp.leaf_filter(threads=profile.threads))
