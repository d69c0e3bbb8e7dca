"""How sealed processes live and end. One check a run, silent when it holds.

python jail_life.py CHECK root|plain nursery|fork full|strong FOLDER
"""

import contextlib
import ctypes
import errno
import os
import select
import signal
import socket
import struct
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from jail_arena import become_plain

from grader.jail.keeper import reap
from grader.jail.limits import Ceilings
from grader.jail.nursery import Nursery
from grader.jail.profile import (
    ALL_LAYERS,
    WITHOUT_NAMESPACES,
    Profile,
    interpreter_paths,
    make_profile,
)
from grader.jail.protection import Protection
from grader.jail.seal import freeze_scratch, prepare, seal_cell, seal_leaf

_SECONDS = 60.0  # for what always comes, on any machine
_NO_NAMESPACES_HERE = 77


@dataclass(frozen=True)
class Ways:
    profile: Profile
    fork: Callable[[], int]
    own_pids: bool
    full: bool
    library: Path

    def cell(self, body: Callable[[Protection, int], object]) -> tuple[int, int]:
        """Fork and seal a cell that runs `body` with a pipe to write to; its pid and our end."""
        reading, writing = os.pipe()
        child = self.fork()
        if child == 0:
            try:
                keep = [writing, 2]
                body(seal_cell(self.profile, keep=keep, own_pids=self.own_pids), writing)
            except BaseException as error:
                os.write(writing, f"{type(error).__name__}: {error}".encode())
                os._exit(99)
            os._exit(0)
        os.close(writing)
        return child, reading


def _end_of(reading: int) -> bytes:
    """All that comes, until nobody is left who could write. That nobody is left is the point."""
    data = b""
    while select.select([reading], [], [], _SECONDS)[0]:
        part = os.read(reading, 65536)
        if not part:
            return data
        data += part
    raise AssertionError(f"somebody is still alive after {data!r}")


def _code(cell: int) -> int:
    status = reap(cell)
    assert status is not None
    return os.waitstatus_to_exitcode(status)


def exit_status_arrives(ways: Ways) -> None:
    cell, _ = ways.cell(lambda *_: os._exit(7))
    assert _code(cell) == 7


def crash_arrives_as_signal(ways: Ways) -> None:
    cell, _ = ways.cell(lambda *_: ctypes.string_at(0))
    assert _code(cell) == -signal.SIGSEGV


def forbidden_call_arrives_as_signal(ways: Ways) -> None:
    cell, _ = ways.cell(lambda *_: ctypes.CDLL(None).unshare(0x1000_0000))
    assert _code(cell) == -signal.SIGSYS


def nothing_outlives_the_cell(ways: Ways) -> None:
    def body(_: Protection, writing: int) -> None:
        if os.fork() == 0:
            if os.fork() == 0:  # an orphan by the time it says so
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                os.write(writing, b"born")
                while True:
                    signal.pause()
            os._exit(0)
        os.wait()

    cell, reading = ways.cell(body)
    assert _code(cell) == 0
    assert _end_of(reading) in (b"born", b"")


def killing_the_fork_ends_the_cell(ways: Ways) -> None:
    def body(_: Protection, writing: int) -> None:
        os.write(writing, b"ready")
        while True:
            signal.pause()

    cell, reading = ways.cell(body)
    assert os.read(reading, 9) == b"ready"
    os.kill(cell, signal.SIGKILL)
    assert _code(cell) == -signal.SIGKILL
    _end_of(reading)


def leaf_ends_with_the_cell(ways: Ways) -> None:
    def body(protection: Protection, writing: int) -> None:
        if os.fork() == 0:
            seal_leaf(ways.profile, keep=[writing, 2], baseline=protection.baseline)
            os.write(writing, b"ready")
            while True:
                pass
        while True:
            signal.pause()

    cell, reading = ways.cell(body)
    assert os.read(reading, 9) == b"ready"
    os.kill(cell, signal.SIGKILL)
    os.waitpid(cell, 0)  # not reap, which would end the group
    _end_of(reading)


def leaf_signals_only_itself(ways: Ways) -> None:
    def body(protection: Protection, writing: int) -> None:
        sibling = os.fork()
        if sibling == 0:
            while True:
                signal.pause()
        leaf = os.fork()
        if leaf == 0:
            seal_leaf(ways.profile, keep=[writing, 2], baseline=protection.baseline)
            libc = ctypes.CDLL(None, use_errno=True)
            for other in (sibling, os.getppid()):
                assert libc.tgkill(other, other, signal.SIGKILL) == -1
                assert ctypes.get_errno() == errno.EPERM
            signal.signal(signal.SIGUSR1, lambda *_: os.write(writing, b"myself"))
            signal.raise_signal(signal.SIGUSR1)
            os.abort()
        code = os.waitstatus_to_exitcode(os.waitpid(leaf, 0)[1])
        assert code == -signal.SIGABRT, code

    cell, reading = ways.cell(body)
    assert _code(cell) == 0
    assert _end_of(reading) == b"myself"


def sender_can_be_found_and_ended(ways: Ways) -> None:
    """The pid that the kernel attaches to a message names the cell and leads its group."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    reading, writing = os.pipe()
    cell = ways.fork()
    if cell == 0:
        keep = [theirs.fileno(), writing]
        seal_cell(ways.profile, keep=keep, own_pids=ways.own_pids)
        if os.fork() == 0:
            while True:
                signal.pause()
        theirs.send(b"here")
        while True:
            signal.pause()
    os.close(writing)
    theirs.close()
    data, ancillary, _, _ = ours.recvmsg(9, 64)
    assert data == b"here"
    pid, _, _ = struct.unpack("=3i", ancillary[0][2])
    assert os.getpgid(pid) == pid
    if ways.own_pids or not ways.full:
        assert pid == cell
    descriptor = os.pidfd_open(pid)
    os.killpg(pid, signal.SIGKILL)
    assert select.select([descriptor], [], [], _SECONDS)[0]
    assert reap(cell) is not None
    _end_of(reading)


def processor_time_is_limited(ways: Ways) -> None:
    limited = replace(ways.profile, limits=replace(ways.profile.limits, cpu_seconds=1))

    def body(protection: Protection, writing: int) -> None:
        for ignore, expected in ((False, signal.SIGXCPU), (True, signal.SIGKILL)):
            leaf = os.fork()
            if leaf == 0:
                seal_leaf(limited, keep=[2], baseline=protection.baseline)
                if ignore:
                    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
                while True:
                    pass
            _, status = os.waitpid(leaf, 0)
            assert os.waitstatus_to_exitcode(status) == -expected, status
        os.write(writing, b"both")

    cell, reading = ways.cell(body)
    assert _end_of(reading) == b"both"
    assert _code(cell) == 0


def scratch_is_limited(ways: Ways) -> None:
    def fill(name: str, size: int) -> int:
        """The errno with which writing so many bytes fails, or 0."""
        try:
            with Path(name).open("wb", buffering=0) as file:
                for _ in range(0, size, 65536):
                    file.write(b"x" * 65536)
        except OSError as error:
            return error.errno or -1
        return 0

    def body(protection: Protection, writing: int) -> None:
        assert protection.scratch is not None
        assert Path.cwd() == Path(protection.scratch) == Path(tempfile.gettempdir())
        assert fill("submission.py", 1 << 19) == 0
        assert protection.scratch_capped is ways.full
        assert freeze_scratch(ways.profile, protection) is not ways.full
        assert Path("submission.py").read_bytes()[:1] == b"x"
        if ways.full:
            assert fill("more", 1 << 18) == 0
            assert fill("too-much", 1 << 20) == errno.ENOSPC
        else:
            assert fill("more", 1) == errno.EACCES
            assert fill("submission.py", 1) == errno.EACCES
        os.write(writing, b"held")

    cell, reading = ways.cell(body)
    assert _end_of(reading) == b"held"
    assert _code(cell) == 0


def one_file_is_limited(ways: Ways) -> None:
    def body(protection: Protection, writing: int) -> None:
        with Path("large").open("wb", buffering=0) as file:
            for _ in range(32):
                file.write(b"x" * 65536)

    cell, reading = ways.cell(body)
    # whichever comes first, the end of the file system or of what one file may hold
    assert _end_of(reading).startswith((b"OSError: [Errno 27]", b"OSError: [Errno 28]"))
    assert _code(cell) == 99


def standard_descriptors_are_null(ways: Ways) -> None:
    def body(_: Protection, writing: int) -> None:
        null = Path("/dev/null").stat().st_rdev
        assert os.fstat(0).st_rdev == os.fstat(1).st_rdev == null
        open_now = [fd for fd in range(64) if _is_open(fd)]
        assert open_now == sorted({0, 1, 2, writing}), open_now
        os.write(writing, b"null")

    cell, reading = ways.cell(body)
    assert _end_of(reading) == b"null"
    assert _code(cell) == 0


def hidden_inside_readable_stays_hidden(ways: Ways) -> None:
    library = ways.library

    def body(_: Protection, writing: int) -> None:
        assert (library / "open.txt").read_text() == "open"
        assert (library / "closed/open/inner.txt").read_text() == "open"
        for name in ("secret.txt", "closed/secret.txt", "alias/secret.txt", "alias.txt"):
            try:
                (library / name).read_text()
            except (PermissionError, FileNotFoundError):
                continue
            raise AssertionError(name)
        with contextlib.suppress(PermissionError):
            assert [path.name for path in (library / "closed").iterdir()] == ["open"]
        if ways.full:
            assert not (library / "closed/secret.txt").exists()
        os.write(writing, b"hidden")

    cell, reading = ways.cell(body)
    assert _end_of(reading) == b"hidden"
    assert _code(cell) == 0


def _make_library(library: Path) -> None:
    (library / "closed/open").mkdir(parents=True)
    for name in ("secret.txt", "closed/secret.txt"):
        (library / name).write_text("secret")
    for name in ("open.txt", "closed/open/inner.txt"):
        (library / name).write_text("open")
    (library / "alias").symlink_to("closed")
    (library / "alias.txt").symlink_to("closed/secret.txt")


def _is_open(fd: int) -> bool:
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True


def folder_descriptor_is_refused(ways: Ways) -> None:
    cell = ways.fork()
    if cell == 0:
        try:
            seal_cell(ways.profile, keep=[os.open("/", os.O_RDONLY)], own_pids=ways.own_pids)
        except ValueError:
            os._exit(5)
        os._exit(0)
    assert _code(cell) == 5


CHECKS = {
    check.__name__: check
    for check in (
        exit_status_arrives,
        crash_arrives_as_signal,
        forbidden_call_arrives_as_signal,
        nothing_outlives_the_cell,
        killing_the_fork_ends_the_cell,
        leaf_ends_with_the_cell,
        leaf_signals_only_itself,
        sender_can_be_found_and_ended,
        processor_time_is_limited,
        scratch_is_limited,
        one_file_is_limited,
        standard_descriptors_are_null,
        folder_descriptor_is_refused,
        hidden_inside_readable_stays_hidden,
    )
}


def main() -> None:
    name, user, way, level, place = sys.argv[1:]
    folder = Path(place)
    if user == "plain" and os.geteuid() == 0:
        become_plain(folder.stat().st_uid)
    (folder / "scratch").mkdir()
    full = level == "full"
    library = folder / "library"
    _make_library(library)
    profile = make_profile(
        [*interpreter_paths(()), library, library / "closed/open"],
        [library / "closed", library / "secret.txt"],
        scratch=folder / "scratch",
        limits=Ceilings(scratch_bytes=1 << 20, cpu_seconds=10, memory=256 << 20),
        layers=ALL_LAYERS if full else WITHOUT_NAMESPACES,
    )
    if way == "nursery":
        nursery = Nursery(profile)
        ways = Ways(nursery.profile, nursery.fork, nursery.own_pids, full, library)
    else:
        ways = Ways(prepare(profile), os.fork, False, full, library)
    if ways.profile.refused:
        sys.exit(_NO_NAMESPACES_HERE)
    CHECKS[name](ways)


if __name__ == "__main__":
    main()
