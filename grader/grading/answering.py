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
from grader.values import place_in

ATTEMPTS = 6  # in all, at what was lost to a kill from outside
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
        self._cells = {False: self._open()}  # hidden or not -> its cell
        self._loaded: dict[tuple[bool, str], LoadedFile | Lost] = {}
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
        for cell in self._cells.values():
            cell.close()

    def load(self, file: str, limits: Limits, *, hidden: bool = False) -> LoadedFile:
        """The file, loaded once for all parts. Raises Lost, each time, if it cannot be."""
        key = (hidden, file)
        found = self._loaded.get(key)
        if found is None or (isinstance(found, LoadedFile) and not found.open):
            found = self._loaded[key] = self._load(file, limits, hidden)
        if isinstance(found, Lost):
            raise found
        return found

    def _load(self, file: str, limits: Limits, hidden: bool) -> LoadedFile | Lost:
        for _ in range(ATTEMPTS):
            try:
                return self._cell(hidden).load(file, limits)
            except Lost as lost:
                found = lost
                # Crowded by another file, that is: nothing of this one has run.
                if not _from_outside(lost.died) and lost.died.how != "crowded":
                    break
                self._reopen(hidden)
        return found

    def run(
        self, file: str, calls: Sequence[Call], limits: Limits, hidden: Sequence[bool]
    ) -> list[Observation]:
        """One observation a call, of functions in `file`. Raises Lost if it does not load.

        Hidden calls are made in a cell of their own: a process that has seen hidden inputs could
        otherwise leave them, in memory or on disk, for a public case whose prints are shown.
        """
        seen: dict[int, Observation] = {}
        for kind in (False, True):
            places = [index for index, one in enumerate(hidden) if one is kind]
            if places:
                found = self._run(file, [calls[index] for index in places], limits, kind)
                seen.update(zip(places, found, strict=True))
        return [seen[index] for index in range(len(calls))]

    def _run(
        self, file: str, calls: Sequence[Call], limits: Limits, hidden: bool
    ) -> list[Observation]:
        for attempt in range(1, ATTEMPTS + 1):
            seen = self.load(file, limits, hidden=hidden).run(calls, limits)
            deaths = [one for one in seen if isinstance(one, Died)]
            # Crowded: by what another file has left running, unless it is so in a fresh cell too.
            crowded = attempt == 1 and any(one.how == "crowded" for one in deaths)
            outside = attempt < ATTEMPTS and any(_from_outside(one) for one in deaths)
            if not crowded and not outside:
                break
            self._reopen(hidden)
        return seen

    def load_notes(self) -> list[str]:
        """What the student should know about the top level of each file that was loaded."""
        notes: dict[str, None] = {}
        for loaded in self._loaded.values():
            if isinstance(loaded, Lost):
                continue  # said where a part needed it
            if loaded.first_death is not None:
                how = _DEATHS.get(loaded.first_death.how, "crashed")
                notes[f"{loaded.path}: its top level {how}; only its definitions were taken"] = None
            for note in loaded.notes:
                if note.what == "failed":
                    where = place_in(loaded.path, note.line, note.cell)
                    notes[f"{where} failed and was skipped: {note.message}"] = None
        return list(notes)[:MAX_LOAD_NOTES]

    def _open(self) -> Cell:
        cell = self._session.sandbox.open(self._submission.files)
        if cell.level == "none" and self._session.needs_walls:
            cell.close()
            raise NotSafe(cell.missing_walls)
        return cell

    def _cell(self, hidden: bool) -> Cell:
        if hidden not in self._cells:
            self._cells[hidden] = self._open()
        return self._cells[hidden]

    def _reopen(self, hidden: bool) -> None:
        self._cells.pop(hidden).close()
        self._loaded = {key: one for key, one in self._loaded.items() if key[0] is not hidden}

    def _scanned(self) -> Contents:
        for _ in range(ATTEMPTS):
            try:
                wanted = self._session.course.data_files
                found = contents_from_scan(self._cell(False).scan(wanted))
                self.unread = ""
                return found
            except Lost as lost:
                self.unread = lost.died.detail or lost.died.how
                if _from_outside(lost.died):
                    self._reopen(hidden=False)
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
