"""What of a submission is to be graded, and why: whatever has no result under its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.batch.keys import MadeOf, keys_with, made_of, reason
from grader.batch.people import Attempt
from grader.course import Course
from grader.gradebook import Gradebook, HandedIn, known_keys
from grader.gradebook.results import handed_in_by, keys_in, made_of_by


@dataclass(frozen=True)
class Decision:
    """Of one attempt: the keys that its results have, and what is `only` to be graded for them."""

    digest: str
    made_of: Mapping[str, MadeOf]
    keys: Mapping[str, str]
    only: tuple[str, ...]
    reasons: Mapping[str, str]  # of all problems whose result changes, graded or found
    notes: tuple[str, ...] = ()  # what was noted of the same files before


class Known:
    """What the gradebook held when this began, and what has been added since."""

    def __init__(
        self, book: Gradebook, course: Course, assignment: str, problems: Sequence[str]
    ) -> None:
        self._book = book
        self._assignment = assignment
        self._made_of = made_of(course, assignment, problems)
        self._key_of = {name: keys_with(shared) for name, shared in self._made_of.items()}
        self._held = handed_in_by(book, assignment)
        self._keys = keys_in(book, assignment)
        self._notes = {one.digest: one.notes for one in self._held.values() if not one.fault}
        self._graded_now: set[str] = set()
        self._had_something = bool(self._held or self._keys)

    def decide(self, attempt: Attempt, digest: str) -> Decision:
        parts = {name: {"submission": digest, **shared} for name, shared in self._made_of.items()}
        keys = {name: key(digest) for name, key in self._key_of.items()}
        # Asked anew each time: another batch may have graded it meanwhile.
        known = known_keys(self._book, keys.values())
        only = tuple(name for name, key in keys.items() if key not in known)
        if digest not in self._notes and not attempt.compared:
            only = tuple(keys)  # somebody else's results say nothing of what was noted
        first = attempt.students[0]
        changed = [name for name in keys if keys[name] != self._keys.get(first, {}).get(name)]
        had = changed and first in self._keys
        old = made_of_by(self._book, self._assignment, first) if had else {}
        reasons = {
            name: reason(old.get(name), parts[name]) for name in dict.fromkeys([*changed, *only])
        }
        notes = self._notes.get(digest, ())
        return Decision(digest, parts, keys, only, reasons, notes)

    def is_held(self, handed_in: HandedIn, keys: Mapping[str, str]) -> bool:
        """Whether the gradebook says exactly this of the student."""
        student = handed_in.student
        return self._held.get(student) == handed_in and self._keys.get(student, {}) == keys

    def time_of(self, student: str, digest: str) -> str | None:
        """When the student handed in these files, as far as it was said before."""
        held = self._held.get(student)
        return held.at if held is not None and held.digest == digest else None

    def staged(self, decision: Decision, notes: Sequence[str]) -> None:
        """It was graded, and is nobody's yet. What was noted of some problems is not all."""
        if len(decision.only) == len(decision.keys):
            self._notes[decision.digest] = tuple(notes)
            self._graded_now.add(decision.digest)

    @property
    def problems(self) -> tuple[str, ...]:
        return tuple(self._made_of)

    def knows_nothing(self) -> bool:
        """Whether nothing was there when this began, nor was graded since for nobody yet."""
        return not self._had_something and not self._graded_now

    def was_graded_now(self, digest: str) -> bool:
        """Whether all of it was, in this very run, before it was known whose it is."""
        return digest in self._graded_now

    def keys_of(self, student: str) -> Mapping[str, str]:
        return self._keys.get(student, {})

    def written(self, handed_in: HandedIn, keys: Mapping[str, str]) -> None:
        self._held[handed_in.student] = handed_in
        self._keys[handed_in.student] = dict(keys)
        if not handed_in.fault:
            self._notes[handed_in.digest] = handed_in.notes
