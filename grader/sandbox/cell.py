"""One submission's files in the sandbox: read without running, tried, loaded once a file."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from grader.sandbox.branch import BranchLike, Lost, SandboxFault, asked, limits_to_wire
from grader.sandbox.budget import UNLIMITED, Budget
from grader.sandbox.limits import Limits
from grader.sandbox.loaded import LoadedFile, on_account
from grader.sandbox.observations import Died
from grader.sandbox.processor import end_session
from grader.sandbox.replies import InsideFault, sound
from grader.sandbox.trying import Seen, Trial, tried_out
from grader.values.endings import is_source

# Each is a process or two, and a cell may have only so many.
MAX_LOADED = 4
ENDING_SECONDS = 2.0  # for the processes of a cell that was killed; they take milliseconds
# How much of a file is run: less and less of it, as long as it hangs.
_PORTIONS = ("whole", "needed", "definitions")


@dataclass(frozen=True)
class Wanted:
    """What a course wants to know of a submission's files besides what they define.

    `tables` are names of data files; no use of a name that `rules`, patterns, are about is left
    out.
    """

    tables: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Cell:
    """Holds a submission's files and has run nothing of them. Close it, or use it with `with`.

    `made` gives a sealed process for them, and its folder. Most submissions need no more than this
    one: it reads the files, and what there is to be tried is tried in it. From then on it is no
    longer as it was, and has another one take its place as soon as something else is asked.
    """

    def __init__(
        self,
        made: Callable[[], tuple[BranchLike, Path]],
        files: Mapping[str, bytes],
        budget: Budget | None = None,
    ) -> None:
        self._made = made
        self._files = dict(files)
        self._budget = budget or Budget(UNLIMITED)
        self._loaded: list[LoadedFile] = []  # in the order they were loaded
        # The only source file, once its top level has run to its end.
        self._runs_well = ""
        self.level = ""
        self._begin()

    def _begin(self) -> None:
        """Raises Lost."""
        self._branch, self._folder = self._made()
        self._is_new = True  # nothing but its files is in it
        self._has_read = False  # all that are to be read, and has run nothing of them
        walls = self._branch.walls
        level, self.missing_walls = str(walls["level"]), str(walls["why"])
        if level != self.level and self.level:  # who asked for the cell has agreed to its walls
            self._branch.end()
            raise SandboxFault(f"a cell could not be sealed again: {self.missing_walls}")
        self.level = level
        self._branch.ask(
            {"op": "files", "folder": str(walls["folder"]), "files": self._files},
            deadline=time.monotonic() + 60,
            reply_bytes=1 << 16,
        )

    def _renew(self) -> None:
        """Have a process in which nothing has happened. Raises Lost."""
        if not self._is_new:
            self.close()
            self._begin()

    def __enter__(self) -> Cell:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        while self._loaded:
            self._loaded.pop().close()
        leader = self._branch.cell_pid
        if self.level == "full":
            # Not waited for: all in it end with its first process, and are counted apart from
            # those of the next one. The warm process collects it before it forks again.
            self._branch.kill()
        else:
            self._branch.end()
        # Without namespaces what a student forked outlives the cell if the warm process is lost.
        # And the kernel counts the processes of a user, whosever cell they are in: those of this
        # one that are still ending would be allowed to the next one on top.
        if self.level == "strong" and leader is not None:
            end_session(leader, ENDING_SECONDS, collect=self._branch.collect)
        shutil.rmtree(self._folder, ignore_errors=True)  # if there is one

    def scan(self, paths: Iterable[str], wanted: Wanted, limits: Limits) -> dict[str, Any]:
        """What the files at `paths` define and use, the written answers and the data files, as
        plain data. Raises Lost or InsideFault; `grader.grading.scanning` finds out by which
        file."""
        request: dict[str, Any] = {
            "op": "scan",
            "paths": list(paths),
            "tables": list(wanted.tables),
            "rules": list(wanted.rules),
        }
        if not self._branch.goes_on:
            reader = self._branch.fork("leaf", limits)
            try:
                return _found(sound(self._ask(reader, request, limits)))
            finally:
                reader.kill()
        self._renew()
        self._is_new = False
        # In `try_out` it is told what it may use then.
        request["limits"] = limits_to_wire(_and_more(limits))
        found = _found(sound(self._ask(self._branch, request, limits)))
        self._has_read = True
        return found

    def try_out(
        self, path: str, trials: Sequence[Trial], limits: Limits, seconds: float
    ) -> tuple[LoadedFile, list[Seen]] | None:
        """The file, loaded and closed again, and what each trial saw in so many seconds; None where
        that cannot be done.

        All are made one after another in one process, the one that has read the files: so this can
        be done once.
        """
        if not self._has_read:
            return None
        self._has_read = False
        reader = self._branch
        deadline = time.monotonic() + min(limits.wall_seconds, self._budget.left, seconds)
        try:
            load = asked(_to_load_here(path, limits), limits.output_bytes)
            reply, seen = tried_out(reader, load, trials, limits, deadline)
            loaded = LoadedFile.told(reader, path, reply, None, self._budget)
        except (Lost, InsideFault):
            return None
        finally:
            self._budget.take(0.0, cell=reader.cell_pid)  # while there is somebody to ask about
            reader.kill()
        loaded.open = False
        if sum(map(is_source, self._files)) == 1:
            self._runs_well = path
        return loaded, seen

    def load(self, path: str, limits: Limits) -> LoadedFile:
        """The file at `path`, its top level run. Raises Lost if that cannot be done at all.

        A top level that hangs, exits or runs out of memory is tried again without whatever no
        definition needs, and then with its definitions alone; `LoadedFile.first_death` then says
        why. One that something outside killed is tried again as it is before that.

        The file that was loaded first is let go if there are many.
        """
        self._renew()
        if path == self._runs_well:
            self._is_new = False
            with suppress(Lost, InsideFault):  # then as if it had not been tried
                return self._loaded_here(path, limits)
            self._runs_well = ""
            self._renew()
        while len(self._loaded) >= MAX_LOADED:
            self._loaded.pop(0).close()
        first_death = None
        portions = list(_PORTIONS)
        killed = False
        while True:
            branch = self._branch.fork("branch", limits)
            request = {"op": "load", "file": path, "portion": portions[0]}
            try:
                reply = sound(self._ask(branch, request, limits))
            except Lost as lost:
                if len(portions) == 1 or self._budget.used_up:
                    raise
                # Once: a top level that kills itself looks the same.
                if lost.died.from_outside and not killed:
                    killed = True
                    continue
                first_death = first_death or lost.died
                portions.pop(0)
                continue
            return self._kept(
                LoadedFile.told(branch, path, reply, first_death, self._budget), limits
            )

    def _loaded_here(self, path: str, limits: Limits) -> LoadedFile:
        """The file, loaded by the cell's own process: a fork is saved where there is no other file
        from which it must be kept apart. Raises Lost or InsideFault."""
        reply = sound(self._ask(self._branch, _to_load_here(path, limits), limits))
        return self._kept(LoadedFile.told(self._branch, path, reply, None, self._budget), limits)

    def _kept(self, loaded: LoadedFile, limits: Limits) -> LoadedFile:
        loaded.prepare(limits)
        self._loaded.append(loaded)
        return loaded

    def _ask(self, branch: BranchLike, request: dict[str, Any], limits: Limits) -> dict[str, Any]:
        with on_account(self._budget, branch):
            deadline = time.monotonic() + min(limits.wall_seconds, self._budget.left)
            return branch.ask(request, deadline=deadline, reply_bytes=limits.output_bytes)


def _to_load_here(path: str, limits: Limits) -> dict[str, Any]:
    """The request to a process that is no fork for it, and is given the limits now."""
    return {
        "op": "load",
        "file": path,
        "portion": _PORTIONS[0],
        "limits": limits_to_wire(limits),
    }


def _found(reply: dict[str, Any]) -> dict[str, Any]:
    """What a scan found. Raises Lost."""
    if reply.get("type_name") == "MemoryError":
        raise Lost(Died("out of memory"))
    if "sources" not in reply:  # refused as too large
        raise Lost(Died("garbled", str(reply.get("reason", "it holds too much"))[:200]))
    return reply


def _and_more(limits: Limits) -> Limits:
    """Those of a process that reads files and may then load one, by which it is given others."""
    usual = Limits()
    return replace(
        limits,
        cpu_seconds=limits.cpu_seconds + usual.cpu_seconds,
        memory_mb=max(limits.memory_mb, usual.memory_mb),
    )
