"""One submission's files in the sandbox: read without running, loaded once a file, called."""

from __future__ import annotations

import builtins
import re
import shutil
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

from grader.sandbox.branch import BranchLike, Lost, NotSealed, nothing
from grader.sandbox.calls import Call
from grader.sandbox.limits import Limits
from grader.sandbox.observations import Died, Observation, from_wire
from grader.sandbox.spares import Spares

# To read a submission's files without running them. Generous: it is only ever reached by a file
# made to be slow to parse.
SCAN = Limits(wall_seconds=20, cpu_seconds=15, memory_mb=1024, output_bytes=64 << 20)
# Each is a process or two, and a cell may have only so many.
MAX_LOADED = 4


class InsideFault(Exception):
    """The far side's own code failed, or says so: a defect of the grader, with its trace.

    The message names places in the grader's own files and nothing else: the trace itself was
    written by a process that may be the student's, and may hold a hidden case's inputs.
    """

    def __init__(self, trace: str) -> None:
        super().__init__(_places(trace))
        self.trace = trace


@dataclass(frozen=True)
class LoadNote:
    """Something about a file's top level: `what` is failed, left out or unreadable."""

    what: str
    line: int
    cell: int | None
    message: str
    names: tuple[str, ...]


class Cell:
    """Holds a submission's files and has run nothing of them. Close it, or use it with `with`."""

    def __init__(self, branch: BranchLike, folder: Path, files: Mapping[str, bytes]) -> None:
        self._branch = branch
        self._folder = folder
        self._loaded: list[LoadedFile] = []  # in the order they were loaded
        self.level = str(branch.walls["level"])
        self.missing_walls = str(branch.walls["why"])
        self._branch.ask(
            {"op": "files", "folder": str(branch.walls["folder"]), "files": dict(files)},
            deadline=time.monotonic() + 60,
            reply_bytes=1 << 16,
        )

    def __enter__(self) -> Cell:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        for loaded in self._loaded:
            loaded.close()
        self._branch.end()
        shutil.rmtree(self._folder, ignore_errors=True)

    def scan(self, tables: Iterable[str] = ()) -> dict[str, Any]:
        """What the files define, the written answers and the data files of these names, as plain
        data. Raises Lost."""
        reader = self._branch.fork("leaf", SCAN)
        try:
            found = _sound(_ask(reader, {"op": "scan", "tables": list(tables)}, SCAN))
            if "sources" not in found:  # refused as too large, or out of memory on the way
                raise Lost(Died("garbled", str(found.get("reason", "it holds too much"))[:200]))
            return found
        finally:
            reader.kill()

    def load(self, path: str, limits: Limits) -> LoadedFile:
        """The file at `path`, its top level run. Raises Lost if that cannot be done at all.

        A top level that hangs, exits or runs out of memory is tried again without whatever is
        not a definition; `LoadedFile.notes` then starts with why.

        The file that was loaded first is let go if there are many.
        """
        while len(self._loaded) >= MAX_LOADED:
            self._loaded.pop(0).close()
        first_death = None
        for definitions_only in (False, True):
            branch = self._branch.fork("branch", limits)
            request = {"op": "load", "file": path, "definitions_only": definitions_only}
            try:
                reply = _sound(_ask(branch, request, limits))
            except Lost as lost:
                if definitions_only:
                    raise
                first_death = lost.died
                continue
            loaded = LoadedFile(branch, path, _notes(reply), first_death)
            loaded.prepare(limits)
            self._loaded.append(loaded)
            return loaded
        raise AssertionError("unreachable")


class LoadedFile:
    """A process with one student file loaded, from which each check's calls are forked."""

    def __init__(
        self, branch: BranchLike, path: str, notes: tuple[LoadNote, ...], first_death: Died | None
    ) -> None:
        self._branch = branch
        self.path = path
        self.notes = notes
        self.first_death = first_death  # of the whole top level, before definitions only
        self.open = True
        self._leaves = Spares(branch)

    def prepare(self, limits: Limits) -> None:
        """Have a fork stand by for the next `run` under these limits."""
        self._leaves.prepare(limits)

    def run(self, calls: Sequence[Call], limits: Limits) -> list[Observation]:
        """One observation a call, made in one fresh fork under one clock for all of them.

        When the process is lost, the calls that were not answered share its death.
        """
        seen: list[Observation] = []
        try:
            leaf = self._leaves.take(limits)
        except Lost as lost:
            return [lost.died] * len(calls)
        except NotSealed as error:  # by the word of a process that has run the student's file
            raise InsideFault(str(error)) from None
        deadline = time.monotonic() + limits.wall_seconds
        try:
            for number, call in enumerate(calls):
                request = {
                    "op": "call",
                    "call": call.to_wire(),
                    "printed_chars": limits.printed_chars,
                }
                started = time.monotonic()
                # The next fork is made beside this one's work, not before it.
                reply = leaf.ask(
                    request,
                    deadline=deadline,
                    reply_bytes=limits.output_bytes,
                    meanwhile=nothing if number else partial(self.prepare, limits),
                )
                seen.append(_observation(_sound(reply), time.monotonic() - started))
        except Lost as lost:
            seen += [lost.died] * (len(calls) - len(seen))
        finally:
            leaf.kill()
        return seen

    def close(self) -> None:
        self.open = False
        self._leaves.drop()
        self._branch.kill()


def _ask(branch: BranchLike, request: dict[str, Any], limits: Limits) -> dict[str, Any]:
    deadline = time.monotonic() + limits.wall_seconds
    return branch.ask(request, deadline=deadline, reply_bytes=limits.output_bytes)


def _observation(reply: dict[str, Any], seconds: float) -> Observation:
    try:
        return from_wire(reply, seconds)
    except (KeyError, TypeError, ValueError, AttributeError):
        return Died("garbled")


def _sound(reply: dict[str, Any]) -> dict[str, Any]:
    if reply.get("kind") == "fault":
        raise InsideFault(str(reply.get("trace"))[:4000])
    return reply


def _places(trace: str) -> str:
    """Where a trace passed through the grader's own files, and the kind of error if built in."""
    root = Path(__file__).parent.parent.parent
    found = []
    for name, line in re.findall(r'File "[^"]*?/(grader/[a-z_/]+\.py)", line (\d{1,4})', trace):
        file = root / name
        if file.is_file() and int(line) <= len(file.read_bytes().splitlines()):
            found.append(f"{name}, line {line}")
    kind = trace.strip().split("\n")[-1].partition(":")[0]
    error = kind if isinstance(getattr(builtins, kind, None), type) else "an error"
    return f"{error} at {found[-1]}" if found else f"{error} in the process that runs the code"


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
    except (KeyError, TypeError, ValueError) as error:
        raise Lost(Died("garbled")) from error
