"""A submission while it is being graded: its cell, what is in it, what has been loaded.

A process that something outside killed (the kernel short of memory, an operator) says nothing
about the student. What was lost with it is done again, alone, in a fresh cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType

from grader.grading.session import NotSafe, Session
from grader.sandbox import Call, Cell, Died, Limits, LoadedFile, Observation
from grader.sandbox.branch import Lost
from grader.sandbox.cell import InsideFault
from grader.submission import Contents, Submission
from grader.submission.contents import Garbled, contents_from_scan

ATTEMPTS = 3  # in all, at what was lost to a kill from outside
MAX_LOAD_NOTES = 20
_DEATHS = {
    "timed out": "did not end in time",
    "out of memory": "ran out of memory",
    "exited": "ended Python itself",
}


class Answering:
    """Use it with `with`: it holds a cell. Raises NotSafe where grading needs better walls."""

    def __init__(self, session: Session, submission: Submission) -> None:
        self._session = session
        self._submission = submission
        self._cell = self._open()
        self._loaded: dict[str, LoadedFile | Lost] = {}
        self.unread = ""  # why the files could not be read, if they could not
        self.contents = self._scanned()

    def __enter__(self) -> Answering:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._cell.close()

    def load(self, file: str, limits: Limits) -> LoadedFile:
        """The file, loaded once for all parts. Raises Lost, each time, if it cannot be."""
        if file not in self._loaded:
            for _ in range(ATTEMPTS):
                try:
                    self._loaded[file] = self._cell.load(file, limits)
                except Lost as lost:
                    outside = _from_outside(lost.died)
                    if outside:
                        self._reopen()
                    self._loaded[file] = lost
                    if outside:
                        continue
                break
        found = self._loaded[file]
        if isinstance(found, Lost):
            raise found
        return found

    def run(self, file: str, calls: Sequence[Call], limits: Limits) -> list[Observation]:
        """One observation a call, of functions in `file`. Raises Lost if it does not load."""
        for attempt in range(1, ATTEMPTS + 1):
            seen = self.load(file, limits).run(calls, limits)
            lost = any(isinstance(one, Died) and _from_outside(one) for one in seen)
            if not lost or attempt == ATTEMPTS:
                break
            self._reopen()
        return seen

    def load_notes(self) -> list[str]:
        """What the student should know about the top level of each file that was loaded."""
        notes = []
        for loaded in self._loaded.values():
            if isinstance(loaded, Lost):
                continue  # said where a part needed it
            if loaded.first_death is not None:
                how = _DEATHS.get(loaded.first_death.how, "crashed")
                notes.append(f"{loaded.path}: its top level {how}; only its definitions were taken")
            for note in loaded.notes:
                if note.what == "failed":
                    where = f"cell {note.cell}, " if note.cell else ""
                    notes.append(
                        f"{loaded.path}, {where}line {note.line} failed and was skipped: "
                        f"{note.message}"
                    )
        return notes[:MAX_LOAD_NOTES]

    def _open(self) -> Cell:
        cell = self._session.sandbox.open(self._submission.files)
        if cell.level == "none" and self._session.needs_walls:
            cell.close()
            raise NotSafe(cell.missing_walls)
        return cell

    def _reopen(self) -> None:
        self._cell.close()
        self._loaded.clear()
        self._cell = self._open()

    def _scanned(self) -> Contents:
        for _ in range(ATTEMPTS):
            try:
                found = contents_from_scan(self._cell.scan())
                self.unread = ""
                return found
            except Lost as lost:
                self.unread = lost.died.detail or lost.died.how
                if _from_outside(lost.died):
                    self._reopen()
                    continue
            except Garbled:
                self.unread = "the answer was garbled"
            except InsideFault as fault:
                self.unread = str(fault).strip().split("\n")[-1]
            break
        return Contents()


def _from_outside(died: Died) -> bool:
    """Killed, and not by the grader: it says "timed out" of what it ends itself."""
    return died.how == "killed" and died.detail in ("", "signal 9")
