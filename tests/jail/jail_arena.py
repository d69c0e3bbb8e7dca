"""Runs attacks, one process each, with some layers on. A program: JSON lines in, JSON lines out.

    python jail_arena.py root|plain|capable fork|nursery FOLDER

It plays the part of the process that forks cells, so that each attack starts from one that is
single-threaded and has nothing to do with pytest. Started by root as "plain" it first becomes a
user that is nobody, in whose view of the disk the interpreter can be read. "capable" is that user
with root's capabilities at hand: an attack that no plain user may try is then tried with the one
that it takes, and no other.
"""

import ctypes
import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import jail_attacks_files
import jail_attacks_kernel
import jail_attacks_processes
from jail_table import ATTACKS
from jail_world import World, build, refresh

from grader.jail.keeper import reap
from grader.jail.limits import Ceilings
from grader.jail.nursery import Nursery
from grader.jail.profile import (
    ALL_LAYERS,
    WITHOUT_NAMESPACES,
    Layer,
    Profile,
    interpreter_paths,
    make_profile,
)
from grader.jail.seal import freeze_scratch, prepare, seal_cell, seal_leaf
from grader.jail.syscalls import PR_SET_KEEPCAPS, prctl, set_capabilities

_ = (jail_attacks_files, jail_attacks_processes, jail_attacks_kernel)

_SECONDS = 60.0  # of an attack that hangs; each takes milliseconds, on a busy machine a second
_LAYERS = {"full": ALL_LAYERS, "strong": WITHOUT_NAMESPACES}
_LIMITS = Ceilings(
    memory=768 << 20, cpu_seconds=15, scratch_bytes=16 << 20, processes=8, open_files=128
)


@dataclass(frozen=True)
class Birth:
    """How a process comes to be, and what it is sealed with (nothing, where None)."""

    profile: Profile | None
    fork: Callable[[], int]
    own_pids: bool


@dataclass(frozen=True)
class Asked:
    """One attack: behind which layers, at which stage, and what it is given to begin with."""

    attack: str
    layers: str
    stage: str
    with_capability: bool
    with_stand_in: bool


@dataclass(frozen=True)
class Outcome:
    """worked: the attack returned something true. Otherwise `how` it did not."""

    worked: bool
    how: str


def become_plain(uid: int, *, capable: bool = False) -> None:
    """Root becomes a plain user to whom the interpreter is readable, even under /root.

    `capable`: capabilities are still permitted, though none is in effect.
    """
    libc = ctypes.CDLL(None, use_errno=True)

    def mount(source: bytes, target: str, kind: bytes | None, flags: int, data: bytes) -> None:
        if libc.mount(source, os.fsencode(target), kind, flags, data):
            raise OSError(ctypes.get_errno(), f"mount {target}")

    if libc.unshare(0x2_0000):
        raise OSError(ctypes.get_errno(), "unshare")
    mount(b"none", "/", None, 0x4_4000, b"")
    for prefix in {sys.base_prefix, sys.prefix}:
        closed = _first_closed_folder(Path(os.path.realpath(prefix)))
        if closed is not None:
            source = os.open(prefix, os.O_PATH)
            mount(b"none", str(closed), b"tmpfs", 0, b"mode=755")
            Path(os.path.realpath(prefix)).mkdir(parents=True)
            mount(f"/proc/self/fd/{source}".encode(), prefix, None, 0x5000, b"")
            os.close(source)
    os.setgroups([])
    prctl(PR_SET_KEEPCAPS, int(capable))
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    libc.prctl(4, 1, 0, 0, 0)  # dumpable, as a process of that user would be


def _first_closed_folder(path: Path) -> Path | None:
    for folder in reversed((path, *path.parents)):
        if folder.stat().st_mode & 0o005 != 0o005:
            return folder
    return None


def run(world: World, asked: Asked, birth: Birth) -> Outcome:
    refresh(world)
    reading, writing = os.pipe()
    child = birth.fork()
    if child == 0:
        os.close(reading)
        _attack(world, asked, birth, writing)
    os.close(writing)
    answer = b""
    deadline = time.monotonic() + _SECONDS
    while select.select([reading], [], [], max(0.0, deadline - time.monotonic()))[0]:
        part = os.read(reading, 65536)
        answer += part
        if not part or answer.endswith(b"\n"):
            break
    os.close(reading)
    status = _end(child, deadline)
    if answer.startswith(b"?"):
        raise RuntimeError(answer.decode())
    if answer:
        return Outcome(answer.startswith(b"+"), answer[1:].decode("utf-8", "replace").strip())
    if status is None:
        return Outcome(False, "hung")
    return Outcome(False, f"ended with {os.waitstatus_to_exitcode(status)}")


def _end(child: int, deadline: float) -> int | None:
    """How the child ended; None if it had to be killed."""
    while time.monotonic() < deadline:
        status = reap(child, wait=False)
        if status is not None:
            return status
        time.sleep(0.001)
    os.kill(child, signal.SIGKILL)
    reap(child)
    return None


def _attack(world: World, asked: Asked, birth: Birth, writing: int) -> None:
    attack = ATTACKS[asked.attack]
    sealed = False
    try:
        if asked.with_stand_in:
            assert attack.stand_in is not None
            attack.stand_in.begin()
        if birth.profile is not None:
            _seal(birth.profile, writing, asked.stage, own_pids=birth.own_pids)
        else:
            os.setpgid(0, 0)
            if asked.with_capability:
                assert attack.capability is not None
                set_capabilities(1 << attack.capability)
        sealed = True
        worked = attack.run(world)
        os.write(writing, b"+\n" if worked else b"-found nothing\n")
    except BaseException as error:
        mark = "-" if sealed else "?"
        os.write(writing, f"{mark}{type(error).__name__}: {error}"[:500].encode() + b"\n")
    finally:
        os._exit(0)


def _seal(profile: Profile, writing: int, stage: str, *, own_pids: bool) -> None:
    protection = seal_cell(profile, keep=[writing], own_pids=own_pids)
    freeze_scratch(profile, protection)
    expected = "full" if Layer.NAMESPACES in profile.layers else "strong"
    assert protection.level == expected, protection
    if stage == "leaf":
        if leaf := os.fork():
            os.close(writing)
            _, status = os.waitpid(leaf, 0)
            code = os.waitstatus_to_exitcode(status)
            os._exit(code if code >= 0 else 128 - code)
        seal_leaf(profile, keep=[writing], baseline=protection.baseline)


def main() -> None:
    user, way, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    if user != "root" and os.geteuid() == 0:
        become_plain(folder.stat().st_uid, capable=user == "capable")
    scratch = folder / "scratch"
    scratch.mkdir()
    world = build(folder / "hidden" / "course")
    births = {"off": Birth(None, os.fork, own_pids=False)}
    for name, layers in _LAYERS.items():
        profile = make_profile(
            interpreter_paths(()),
            [folder / "hidden"],
            scratch=scratch,
            limits=_LIMITS,
            layers=layers,
        )
        births[name] = Birth(prepare(profile), os.fork, own_pids=False)
    full = births["full"].profile
    assert full is not None
    if way == "nursery":
        nursery = Nursery(full)
        births = {"full": Birth(nursery.profile, nursery.fork, own_pids=nursery.own_pids)}
        assert nursery.own_pids or full.refused
    print(json.dumps({"ready": True, "refused": full.refused}), flush=True)
    for line in sys.stdin:
        asked = Asked(**json.loads(line))
        outcome = run(world, asked, births[asked.layers])
        print(json.dumps({"worked": outcome.worked, "how": outcome.how}), flush=True)


if __name__ == "__main__":
    main()
