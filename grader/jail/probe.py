"""What protects student code on this machine, found by attacking a canary.

Each attack is made twice, by two children: one with nothing in its way, which must succeed, or
the trial proves nothing; and one sealed, which must fail. No kernel version is looked at.

    python -I -m grader.jail.probe          prints the report as JSON

Call it that way, or from a process with a single thread: it forks.
"""

import contextlib
import ctypes
import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from grader.jail.keeper import reap
from grader.jail.limits import Ceilings
from grader.jail.parent import killed_with_parent
from grader.jail.probe_attacks import ATTACKS, MUST_WORK_UNSEALED, SECRET, STAT, Canary, ProbeAttack
from grader.jail.profile import ALL_LAYERS, Layer, Profile, interpreter_paths, make_profile
from grader.jail.protection import Level
from grader.jail.seal import freeze_scratch, prepare, seal_cell, seal_leaf, unsupported
from grader.jail.temporary import TemporaryFolder

_SECONDS: Final = 10.0
_LIMITS: Final = Ceilings(memory=256 << 20, cpu_seconds=5, scratch_bytes=1 << 20, processes=8)


@dataclass(frozen=True)
class ProbeResult:
    """One attack: whether it works here at all, and whether the seal stopped it."""

    name: str
    promise: str
    works_unsealed: bool
    held: bool
    detail: str


@dataclass(frozen=True)
class ProbeReport:
    """`level` is what was seen to hold; `reasons` say why it is not more."""

    level: Level
    results: tuple[ProbeResult, ...]
    reasons: tuple[str, ...]


def probe(layers: Iterable[Layer] = ALL_LAYERS) -> ProbeReport:
    """Attack a canary with these layers on, and report. Leaves nothing behind.

    Raises `RuntimeError` when the trial itself fails.
    """
    if reason := unsupported():
        return ProbeReport(level=Level.NONE, results=(), reasons=(reason,))
    made = TemporaryFolder()
    folder = made.path
    try:
        hidden, scratch = folder / "hidden", folder / "scratch"
        hidden.mkdir()
        scratch.mkdir()
        folder.chmod(0o711)  # so that a sealed root, who is then nobody, can reach its scratch
        profile = prepare(
            make_profile(
                interpreter_paths(()), [hidden], scratch=scratch, limits=_LIMITS, layers=layers
            )
        )
        with contextlib.ExitStack() as stack:
            canary = _set_out(hidden, stack)
            results = tuple(_try_both(attack, canary, profile) for attack in ATTACKS)
        return ProbeReport(
            level=_level(results), results=results, reasons=_reasons(results, profile)
        )
    finally:
        made.remove()


def _set_out(folder: Path, stack: contextlib.ExitStack) -> Canary:
    secret = folder / "secret.txt"
    secret.write_bytes(SECRET)
    secret.chmod(0o600)
    file = stack.enter_context(secret.open("rb"))
    tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=64))
    unix = stack.enter_context(socket.socket(socket.AF_UNIX))
    unix.bind(str(folder / "socket"))
    unix.listen(64)
    memory = ctypes.create_string_buffer(SECRET, len(SECRET))
    stack.callback(lambda: memory.raw)  # keeps it alive as long as the rest
    return Canary(
        folder=folder,
        descriptor=file.fileno(),
        parent=os.getpid(),
        address=ctypes.addressof(memory),
        port=tcp.getsockname()[1],
    )


def _try_both(attack: ProbeAttack, canary: Canary, profile: Profile) -> ProbeResult:
    unsealed, why_not = _try(attack, canary, None)
    sealed, how = _try(attack, canary, profile)
    return ProbeResult(
        name=attack.name,
        promise=attack.promise,
        works_unsealed=unsealed,
        held=not sealed,
        detail=how if unsealed else f"does not work here even unsealed: {why_not}",
    )


def _try(attack: ProbeAttack, canary: Canary, profile: Profile | None) -> tuple[bool, str]:
    """Whether the attack worked, and how it did or did not.

    Raises `RuntimeError` when the child could not be sealed: an attack that was never made must
    not count as one that was stopped.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _child(attack, canary, profile, writing)
    os.close(writing)
    # One answer, not the end of the pipe, which what the child forked may hold open.
    ready = select.select([reading], [], [], _SECONDS)[0]
    answer = os.read(reading, 500).decode("utf-8", "replace") if ready else "-took too long"
    os.close(reading)
    status = _end(child)
    if answer.startswith("!"):
        raise RuntimeError(f"the probe could not seal a child: {answer[1:]}")
    if answer:
        return answer.startswith("+"), answer[1:]
    if status == -signal.SIGSYS:
        return False, "ended by the filter of system calls"
    raise RuntimeError(f"the probe's child for {attack.name!r} ended with {status}")


def _child(attack: ProbeAttack, canary: Canary, profile: Profile | None, writing: int) -> None:
    mark = "!"
    try:
        if profile is None:
            killed_with_parent(canary.parent)
            os.setpgid(0, 0)
        else:
            _seal(profile, writing, leaf=attack.leaf)
        mark = "-"
        worked = attack.run(canary)
        os.write(writing, b"+worked" if worked else b"-found nothing")
    except BaseException as error:
        os.write(writing, f"{mark}{type(error).__name__}: {error}"[:400].encode())
    finally:
        os._exit(0)


def _seal(profile: Profile, writing: int, *, leaf: bool) -> None:
    protection = seal_cell(profile, keep=[writing])
    freeze_scratch(profile, protection)
    if leaf:
        if child := os.fork():
            os.waitpid(child, 0)
            os._exit(0)
        seal_leaf(profile, keep=[writing], baseline=protection.baseline)


def _end(child: int) -> int:
    """Let the child end, or end it, with all its group; its exit status as subprocess says it."""
    deadline = time.monotonic() + 2
    while (status := reap(child, wait=False)) is None:
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.001)
    return os.waitstatus_to_exitcode(status)


def _level(results: tuple[ProbeResult, ...]) -> Level:
    if any(r.name in MUST_WORK_UNSEALED and not r.works_unsealed for r in results):
        return Level.NONE
    broken = {result.name for result in results if not result.held}
    if not broken:
        return Level.FULL
    return Level.STRONG if broken == {STAT} else Level.NONE


def _reasons(results: tuple[ProbeResult, ...], profile: Profile) -> tuple[str, ...]:
    reasons = [f"namespaces are refused: {profile.refused}"] if profile.refused else []
    for result in results:
        if not result.held:
            reasons.append(f"not so: {result.promise}")
        elif result.name in MUST_WORK_UNSEALED and not result.works_unsealed:
            reasons.append(f"cannot be tried: {result.name} ({result.detail})")
    return tuple(reasons)


def main() -> None:
    """Print the report as JSON. Arguments are the names of layers to switch off."""
    killed_with_parent(os.getppid())
    off = {Layer(name) for name in sys.argv[1:]}
    print(json.dumps(asdict(probe(ALL_LAYERS - off)), indent=2))


if __name__ == "__main__":
    main()
