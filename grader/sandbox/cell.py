"""One submission's files in the sandbox: read without running, loaded once a file, called."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from grader.sandbox.branch import (
    BranchLike,
    Lost,
    NotSealed,
    SandboxFault,
    asked,
    limits_to_wire,
    nothing,
)
from grader.sandbox.budget import UNLIMITED, Budget
from grader.sandbox.calls import Call
from grader.sandbox.inside.stand_ins import HARMLESS
from grader.sandbox.limits import Limits
from grader.sandbox.observations import Died, Observation
from grader.sandbox.processor import end_session
from grader.sandbox.replaced import Supply, supplied
from grader.sandbox.replies import InsideFault, observation_of, sound
from grader.sandbox.spares import Spares
from grader.sandbox.trying import Seen, Trial, tried_out
from grader.values.endings import is_source

# Each is a process or two, and a cell may have only so many.
MAX_LOADED = 4
ENDING_SECONDS = 2.0  # for the processes of a cell that was killed; they take milliseconds
# How much of a file is run: less and less of it, as long as it hangs.
_PORTIONS = ("whole", "needed", "definitions")
# Of a process that had no time left, or that was given up because there was none left.
OUT_OF_BUDGET = Died("out of budget")


@dataclass(frozen=True)
class LoadNote:
    """Something about a file's top level: `what` is failed, left out or unreadable."""

    what: str
    line: int
    cell: int | None
    message: str
    names: tuple[str, ...]


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
            request = {
                "op": "load",
                "file": path,
                "portion": _PORTIONS[0],
                "limits": limits_to_wire(limits),
            }
            load = asked(request, limits.output_bytes)
            reply, seen = tried_out(reader, load, trials, limits, deadline)
            loaded = LoadedFile(reader, path, _notes(reply), None, self._budget, _stand_ins(reply))
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
            loaded = LoadedFile(
                branch, path, _notes(reply), first_death, self._budget, _stand_ins(reply)
            )
            loaded.prepare(limits)
            self._loaded.append(loaded)
            return loaded

    def _loaded_here(self, path: str, limits: Limits) -> LoadedFile:
        """The file, loaded by the cell's own process: a fork is saved where there is no other file
        from which it must be kept apart. Raises Lost or InsideFault."""
        request = {
            "op": "load",
            "file": path,
            "portion": _PORTIONS[0],
            "limits": limits_to_wire(limits),
        }
        reply = sound(self._ask(self._branch, request, limits))
        loaded = LoadedFile(
            self._branch, path, _notes(reply), None, self._budget, _stand_ins(reply)
        )
        loaded.prepare(limits)
        self._loaded.append(loaded)
        return loaded

    def _ask(self, branch: BranchLike, request: dict[str, Any], limits: Limits) -> dict[str, Any]:
        with on_account(self._budget, branch):
            deadline = time.monotonic() + min(limits.wall_seconds, self._budget.left)
            return branch.ask(request, deadline=deadline, reply_bytes=limits.output_bytes)


class LoadedFile:
    """A process with one student file loaded, from which each check's calls are forked."""

    def __init__(
        self,
        branch: BranchLike,
        path: str,
        notes: tuple[LoadNote, ...],
        first_death: Died | None,
        budget: Budget,
        stand_ins: tuple[str, ...] = (),
    ) -> None:
        self._branch = branch
        self.budget = budget
        self.path = path
        self.notes = notes
        self.stand_ins = stand_ins  # packages that are missing, and in whose place something stands
        self.first_death = first_death  # of the whole top level, before definitions only
        self.open = True
        self._has_run = False
        self._leaves = Spares(branch)

    def prepare(self, limits: Limits) -> None:
        """Have a fork stand by for the next `run` under these limits."""
        self._leaves.prepare(limits)

    def fork(self, limits: Limits) -> BranchLike:
        """A fresh fork, of which nothing has been asked. Raises Lost."""
        try:
            return self._leaves.take(limits)
        except NotSealed as error:  # by the word of a process that has run the student's file
            raise InsideFault(str(error)) from None

    def run(
        self, calls: Sequence[Call], limits: Limits, supply: Supply | None = None
    ) -> list[Observation]:
        """One observation a call, made in one fresh fork under one clock for all of them.

        When the process is lost, the calls that were not answered share its death. `supply` has
        the results of functions that are replaced.
        """
        if self.budget.used_up:
            return [OUT_OF_BUDGET] * len(calls)
        try:
            leaf = self.fork(limits)
        except Lost as lost:
            return [lost.died] * len(calls)
        try:
            with on_account(self.budget, leaf):
                seen = self._answers(leaf, calls, limits, supply)
        finally:
            leaf.kill()
        late = Died("timed out")
        return [OUT_OF_BUDGET if one == late and self.budget.used_up else one for one in seen]

    def _answers(
        self, leaf: BranchLike, calls: Sequence[Call], limits: Limits, supply: Supply | None
    ) -> list[Observation]:
        seen: list[Observation] = []
        deadline = time.monotonic() + min(limits.wall_seconds, self.budget.left)
        # The next fork is made beside this one's work, not before it. Not the first time: of most
        # files one function is wrong, and nothing more is asked.
        meanwhile = partial(self.prepare, limits) if self._has_run else nothing
        self._has_run = True
        try:
            for number, call in enumerate(calls):
                started = time.monotonic()
                ask = partial(
                    self._ask,
                    leaf,
                    limits,
                    deadline,
                    min(limits.output_bytes, call.reply_bytes or limits.output_bytes),
                    nothing if number else meanwhile,
                )
                wire = call.to_wire()
                reply = ask(wire) if supply is None else supplied(ask, wire, supply)
                seen.append(observation_of(sound(reply), time.monotonic() - started))
        except Lost as lost:
            seen += [lost.died] * (len(calls) - len(seen))
        return seen

    def _ask(
        self,
        leaf: BranchLike,
        limits: Limits,
        deadline: float,
        reply_bytes: int,
        meanwhile: Callable[[], None],
        call: dict[str, Any],
    ) -> dict[str, Any]:
        request = {"op": "call", "call": call, "printed_chars": limits.printed_chars}
        return leaf.ask(request, deadline=deadline, reply_bytes=reply_bytes, meanwhile=meanwhile)

    def close(self) -> None:
        self.open = False
        self._leaves.drop()
        self._branch.kill()


@contextmanager
def on_account(budget: Budget, branch: BranchLike) -> Iterator[None]:
    """What the process is asked inside is taken off the budget; Lost if that is used up before,
    or is the reason why the process was given up."""
    if budget.used_up:
        raise Lost(OUT_OF_BUDGET)
    began, before = time.monotonic(), branch.starved
    try:
        try:
            yield
        finally:
            wall = time.monotonic() - began
            budget.take(wall, starved=branch.starved - before, cell=branch.cell_pid)
    except Lost as lost:
        if lost.died.how == "timed out" and budget.used_up:
            raise Lost(OUT_OF_BUDGET) from lost
        raise


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


def _notes(reply: dict[str, Any]) -> tuple[LoadNote, ...]:
    try:
        return tuple(
            LoadNote(
                what=str(note["what"])[:20],
                line=int(note["line"]),
                cell=None if note["cell"] is None else int(note["cell"]),
                message=str(note["message"])[:300],
                names=tuple(str(name)[:100] for name in note["names"][:100]),
            )
            for note in reply["notes"][:200]
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise Lost(Died("garbled")) from error


def _stand_ins(reply: dict[str, Any]) -> tuple[str, ...]:
    told = reply.get("stand_ins")
    return tuple(name for name in HARMLESS if isinstance(told, list) and name in told)
