"""A submission while it is being graded: its cell, what is in it, what has been loaded.

A process that something outside killed (the kernel short of memory, an operator) says nothing
about the student. What was lost with it is done again, alone, in a fresh cell.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING

from grader.course.given import beside
from grader.grading.scanning import scanned
from grader.grading.session import NotSafe, Session
from grader.grading.veil import veiled
from grader.sandbox import Call, Cell, Died, Limits, LoadedFile, Observation
from grader.sandbox.branch import Lost
from grader.sandbox.budget import Budget
from grader.sandbox.cell import Wanted
from grader.sandbox.replaced import Supply
from grader.sandbox.replies import InsideFault
from grader.sandbox.trying import Seen, Trial
from grader.submission import Contents, Submission
from grader.submission.contents import Garbled
from grader.values import place_in

if TYPE_CHECKING:
    from grader.grading.asking import Prepared
    from grader.grading.outcome import Outcome

RETRIES = 6  # in all, of what was lost to a kill from outside: by the word of a process, perhaps
MAX_LOAD_NOTES = 20
# Files whose hidden calls have a cell open at a time; each is a few processes.
MAX_HIDDEN_CELLS = 4
_DEATHS = {
    "timed out": "did not end in time",
    "out of memory": "ran out of memory",
    "exited": "ended Python itself",
}
FAULTY = Died("faulty")
PUBLIC = ""  # in place of a file: the cell in which nothing hidden is ever called


class Answering:
    """Use it with `with`: it holds a cell. Raises NotSafe where grading needs better walls.

    `problems` are those that the submission is graded on.
    """

    def __init__(
        self, session: Session, submission: Submission, problems: Sequence[str] = ()
    ) -> None:
        self._session = session
        self.problems = tuple(problems)
        self._files = dict(submission.files)
        self.budget = Budget(session.course.submission_seconds)
        self._retries = RETRIES
        # PUBLIC or a file -> its cell: hidden calls of each file have one of their own.
        self._cells = {PUBLIC: self._open()}
        self._loaded: dict[tuple[str, str], LoadedFile | Lost] = {}
        # Of the checks that were asked ahead those that are passed: the others are asked again.
        self.ahead: dict[Prepared, Outcome] = {}
        self.unread = ""  # why the files could not be read, if they could not
        self.contents = self._scanned()

    def __enter__(self) -> Answering:
        return self

    def __exit__(self, *raised: object) -> None:
        for cell in self._cells.values():
            cell.close()

    def try_out(
        self, file: str, trials: Sequence[Trial], limits: Limits, seconds: float
    ) -> list[Seen]:
        """What each trial saw of functions in `file`, all in one process, where that can be done.
        Nothing hidden may be asked so."""
        tried = self._cells[PUBLIC].try_out(file, trials, limits, seconds)
        if tried is None:
            return [None] * len(trials)
        self._loaded[PUBLIC, file], seen = tried
        return seen

    def load(self, file: str, limits: Limits) -> LoadedFile:
        """The file, loaded once for all parts. Raises Lost, each time, if it cannot be."""
        return self._load(file, limits, PUBLIC)

    def _load(self, file: str, limits: Limits, where: str) -> LoadedFile:
        key = (where, file)
        found = self._loaded.get(key)
        if found is None or (isinstance(found, LoadedFile) and not found.open):
            found = self._loaded[key] = self._tried(file, limits, where)
        if isinstance(found, Lost):
            raise found
        return found

    def _tried(self, file: str, limits: Limits, where: str) -> LoadedFile | Lost:
        faulty = crowded = False
        while True:
            try:
                return self._cell(where).load(file, limits)
            except Lost as lost:
                # Crowded by another file, that is: nothing of this one has run.
                again = self._from_outside(lost.died) or (
                    lost.died.how == "crowded" and not crowded
                )
                crowded = crowded or lost.died.how == "crowded"
                if not again:
                    return lost
            except InsideFault:
                if faulty:
                    return Lost(FAULTY)
                faulty = True
            self._reopen(where)

    def run(
        self,
        file: str,
        calls: Sequence[Call],
        limits: Limits,
        hidden: Sequence[bool],
        supply: Supply | None = None,
    ) -> list[Observation]:
        """One observation a call, of functions in `file`. Raises Lost if it does not load.

        Hidden calls are made in a cell of their own: a process that has seen hidden inputs could
        otherwise leave them, in memory or on disk, for one whose words are shown. What comes back
        from there passes `veiled`.
        """
        seen: dict[int, Observation] = {}
        for kind in (False, True):
            places = [index for index, one in enumerate(hidden) if one is kind]
            if not places:
                continue
            if Died("timed out") in seen.values():
                # A loop costs its limit once: the check has failed, whatever else it would show.
                seen.update(dict.fromkeys(places, Died("timed out")))
                continue
            mine = [calls[index] for index in places]
            names = {name for call in mine for name in call.functions}
            look = partial(LoadedFile.run, calls=mine, limits=limits, supply=supply)
            found = self.watch(file, limits, look, names, hidden=kind)
            seen.update(zip(places, found, strict=True))
        return [seen[index] for index in range(len(calls))]

    def watch(
        self,
        file: str,
        limits: Limits,
        look: Callable[[LoadedFile], list[Observation]],
        names: Collection[str],
        *,
        hidden: bool,
    ) -> list[Observation]:
        """What `look` sees of the functions of these names in the file. Raises Lost if the file
        does not load.

        What is seen of hidden calls is veiled. What was lost to a kill from outside is looked at
        again.
        """
        where = file if hidden else PUBLIC
        faulty = crowded = False
        while True:
            try:
                seen = look(self._load(file, limits, where))
            except InsideFault:
                # By the word of a process that has run a student's file: it may be true, and it
                # may be a way to have a wrong answer wait for a person.
                if faulty:
                    raise Lost(FAULTY) from None
                faulty = True
                self._reopen(where)
                continue
            deaths = [one for one in seen if isinstance(one, Died)]
            # Crowded: by what another file has left running, unless it is so in a fresh cell too.
            first = not crowded and any(one.how == "crowded" for one in deaths)
            crowded = crowded or first
            # All that were not answered died of one thing, the last of them too.
            if not first and not (deaths and self._from_outside(deaths[-1])):
                return [veiled(one, names) for one in seen] if hidden else seen
            self._reopen(where)

    def load_notes(self) -> list[str]:
        """What the student should know about the top level of each file that was loaded.

        In the public cell, that is: what a top level says where hidden calls have been made may
        be what they were made with.
        """
        notes: dict[str, None] = {}
        for (where, _), loaded in self._loaded.items():
            if where != PUBLIC or isinstance(loaded, Lost):
                continue  # a Lost one is told of where a part needed it
            if loaded.first_death is not None:
                how = _DEATHS.get(loaded.first_death.how, "crashed")
                notes[f"{loaded.path}: its top level {how}; only its definitions were taken"] = None
            for name in loaded.stand_ins:
                what = f"{name} is not installed here; what stands in for it does nothing"
                notes[f"{loaded.path}: {what}"] = None
            for note in loaded.notes:
                if note.what == "failed":
                    place = place_in(loaded.path, note.line, note.cell)
                    notes[f"{place} failed and was skipped: {note.message}"] = None
        return list(notes)[:MAX_LOAD_NOTES]

    def _open(self) -> Cell:
        files = beside(self._files, self._session.given)
        cell = self._session.sandbox.open(files, self.budget)
        if cell.level == "none" and self._session.needs_walls:
            cell.close()
            raise NotSafe(cell.missing_walls)
        return cell

    def _cell(self, where: str) -> Cell:
        if where not in self._cells:
            kept = [one for one in self._cells if one != PUBLIC]
            if len(kept) >= MAX_HIDDEN_CELLS:
                self._close(kept[0])
            self._cells[where] = self._open()
        return self._cells[where]

    def _reopen(self, where: str) -> None:
        """Have what comes next done in a fresh cell."""
        self._close(where)
        self._cells[where] = self._open()

    def _close(self, where: str) -> None:
        self._cells.pop(where).close()
        self._loaded = {key: one for key, one in self._loaded.items() if key[0] != where}

    def _scanned(self) -> Contents:
        while True:
            try:
                course = self._session.course
                wanted = Wanted(tuple(course.data_files), tuple(course.ruled_names))
                found = scanned(self._cells[PUBLIC], self._files, wanted)
                self.unread = ""
                if found.left_out:
                    for path in found.left_out:
                        del self._files[path]
                    self._reopen(PUBLIC)
                return found.contents
            except Lost as lost:
                self.unread = lost.died.detail or lost.died.how
                if self._from_outside(lost.died):
                    self._reopen(PUBLIC)
                    continue
            except Garbled:
                self.unread = "the answer was garbled"
            except InsideFault as fault:
                self.unread = str(fault).strip().split("\n")[-1]
            return Contents()

    def _from_outside(self, died: Died) -> bool:
        """Killed, and not by the grader, which says "timed out" of what it ends itself; and it has
        not happened too often to be believed. Counted: ask once."""
        if not died.from_outside:
            return False
        self._retries -= 1
        return self._retries >= 0
