"""Starts the warm interpreter and opens cells in it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from grader.jail.temporary import TemporaryFolder
from grader.sandbox.branch import Branch, BranchLike, Forking, Lost, NotSealed, SandboxFault
from grader.sandbox.budget import Budget
from grader.sandbox.cell import Cell
from grader.sandbox.channel import Channel, Gone, Late
from grader.sandbox.fresh import (
    END_SECONDS,
    OUTSIDE_SIGNALS,
    FreshBranch,
    Starter,
    Way,
    way_here,
)
from grader.sandbox.observations import Died
from grader.values import WireError

# Importing torch from a cold disk has been seen to take half a minute.
WARM_SECONDS = 120.0
OPEN_ATTEMPTS = 3


PROTECTION = {
    "full": "sealed: own namespaces, system calls filtered, no files, no network",
    "strong": "sealed: files by Landlock, system calls filtered, no network",
    "none": "not sealed: separate process with limits only, for code you trust",
}


class Sandbox:
    """A context manager: one warm interpreter, and the cells forked from it.

    `preload` names libraries to import once, before any fork. A library that is not preloaded
    still works in a cell; it is then imported there, by every fork that needs it.

    `way` is "fork", or "fresh": a new interpreter for every load and check, which works without
    Linux and has no walls. By default what this system can do.
    """

    def __init__(
        self,
        preload: Iterable[str] = ("numpy",),
        *,
        sealed: bool = True,
        namespaces: bool = True,
        threads: bool = False,
        hidden: Iterable[Path] = (),
        way: Way | None = None,
    ) -> None:
        self.preload = tuple(preload)
        self._settings = {
            "sealed": sealed,
            "namespaces": namespaces,
            "threads": threads,
            "hidden": [str(path) for path in (*hidden, *_own_secrets())],
        }
        self.level = "none"  # what the first cell said of its walls
        self.missing_walls = ""
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: Channel | None = None  # to an interpreter that is still warming up
        self._root: Branch | None = None
        self._next: tuple[Forking, Path] | None = None  # a sealed cell that stands by
        self._scratch = TemporaryFolder()
        self._cells = 0
        self.way: Way = way or way_here()
        self._starter = Starter(self.preload, _environment(self._scratch.name), threads=threads)

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *raised: object) -> None:
        self._stop()
        self._scratch.remove()

    @property
    def protection(self) -> str:
        """What stands between student code and this machine, in words for the report."""
        return PROTECTION[self.level] + (f" ({self.missing_walls})" if self.missing_walls else "")

    def warm(self) -> None:
        """Start importing, without waiting for it; the first `open` waits."""
        with self._lock:
            if self._process is None and self.way == "fork":
                self._spawn()

    def open(self, files: Mapping[str, bytes], budget: Budget | None = None) -> Cell:
        """A cell that holds `files` (relative path -> content) and has run none of them.

        What is done in it is taken off the budget; code that is trusted has none.
        """
        for _ in range(OPEN_ATTEMPTS):
            try:
                cell = Cell(self._new_process, files, budget)
            except Lost as lost:  # killed from outside: nothing of the student's has run yet
                why = lost.died
                continue
            self.level, self.missing_walls = cell.level, cell.missing_walls
            return cell
        raise SandboxFault(f"a cell could not be opened: {why.how}")

    def _new_process(self) -> tuple[BranchLike, Path]:
        """One for the files of a cell, sealed, and its folder."""
        with self._lock:
            if self.way == "fork":
                return self._fork()
            folder = self._new_folder()
            return FreshBranch(self._starter, folder), folder

    def _new_folder(self, *, made: bool = True) -> Path:
        self._cells += 1
        folder = self._scratch.path / f"cell{self._cells}"
        if made:
            folder.mkdir()
        return folder

    def _fork(self) -> tuple[Branch, Path]:
        for attempt in range(1, OPEN_ATTEMPTS + 1):
            if self._process is None:
                self._spawn()
            try:
                if self._root is None:
                    self._root = self._wait_until_warm()
                return self._sealed_cell(self._root)
            except NotSealed as error:
                raise SandboxFault(f"a cell could not be sealed: {error}") from error
            except Lost as lost:  # the warm interpreter was killed: start another
                self._stop()
                if attempt == OPEN_ATTEMPTS:
                    how = f"{OPEN_ATTEMPTS} times, the last one {lost.died.how}"
                    raise SandboxFault(f"the sandbox was lost {how}") from lost
        raise AssertionError("unreachable")

    def _sealed_cell(self, root: Branch) -> tuple[Branch, Path]:
        """The cell that stands by, or a new one; and have the next one made beside it."""
        forking, folder = self._next or self._begin(root)
        self._next = None
        try:
            branch = forking.wake()
        except Lost:  # killed as it stood by, if this one works
            forking, folder = self._begin(root)
            branch = forking.wake()
        except NotSealed:
            if folder.exists():
                raise
            self.level = ""  # for once a cell gets no namespaces, and needs its folder
            forking, folder = self._begin(root)
            branch = forking.wake()
        # Only where each cell counts its processes apart: elsewhere the limit of one that is made
        # now would allow for what the others are running.
        if self.level == "full":
            # The warm interpreter may have been killed since; whoever uses this cell will find out.
            with contextlib.suppress(Lost):
                self._next = self._begin(root)
        return branch, folder

    def _begin(self, root: Branch) -> tuple[Forking, Path]:
        # A cell with namespaces has a folder in memory, and what a disk takes to make one and to
        # take it away again is more than many a check takes.
        folder = self._new_folder(made=self.level != "full")
        return root.begin("cell", None, str(folder)), folder

    def _spawn(self) -> None:
        self._channel, theirs = Channel.pair()
        module = "grader.sandbox.inside.warm"
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-s", "-m", module, str(theirs.fileno()), str(os.getpid())],
            pass_fds=[theirs.fileno()],
            env=_environment(self._scratch.name),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,  # a terminal's Ctrl-C is for the grader, which then cleans up
        )
        theirs.close()
        with contextlib.suppress(Gone):  # killed already: `_wait_until_warm` finds out how
            self._channel.send({"preload": self.preload, **self._settings})

    def _wait_until_warm(self) -> Branch:
        assert self._process is not None
        assert self._channel is not None
        deadline = time.monotonic() + WARM_SECONDS
        try:
            self._channel.receive(deadline=deadline)
        except (Gone, Late, WireError) as error:
            if isinstance(error, Gone):  # on its way out: how it ends by itself is worth knowing
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(END_SECONDS)
            self._process.kill()
            process, self._process = self._process, None
            self._channel.close()
            self._channel = None
            _, said = process.communicate()
            last = said.decode("utf-8", "replace").strip().rsplit("\n", 1)[-1]
            if -process.returncode in OUTSIDE_SIGNALS and isinstance(error, Gone) and not last:
                raise Lost(Died("killed")) from error
            raise SandboxFault(f"the sandbox did not start: {last or error!r}") from error
        channel, self._channel = self._channel, None
        return Branch(channel, os.pidfd_open(self._process.pid), None, 0)

    def _stop(self) -> None:
        self._starter.close()
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        if self._next is not None:
            self._next[0].drop()
            self._next = None
        if self._root is not None:
            self._root.kill()
            self._root = None
        if self._process is not None:
            # The whole session: a cell that outlived its parent is in it.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()
            self._process = None


def _own_secrets() -> list[Path]:
    """The shipped course: it lies where the cell's interpreter may read its libraries."""
    package = Path(__file__).resolve().parent.parent
    return [folder for folder in (package / "shipped",) if folder.exists()]


def _environment(scratch: str) -> dict[str, str]:
    """What a cell may know of this machine: nothing of the user's own environment."""
    one_thread = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
    return {
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "HOME": scratch,
        "TMPDIR": scratch,
        # Fewer and larger pages: a fork copies the page table, and there are many forks.
        "PYTHONMALLOC": "malloc",
        "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
        # Torch imports sympy, and sympy a hundred small libraries to count with, each copied too.
        "SYMPY_GROUND_TYPES": "python",
        "MPLBACKEND": "Agg",  # a student's plt.show() then draws nothing and waits for nobody
        **dict.fromkeys(one_thread, "1"),
        # Without it Windows starts no interpreter.
        **{name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ},
    }
