"""Whose each handing is, and which of several counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from grader.batch.handings import Handing
from grader.batch.roster import Roster, fold

Counts = Literal["last", "first"]


@dataclass(frozen=True)
class Attempt:
    """The handing that counts for these students, and the names of those that do not."""

    students: tuple[str, ...]
    handing: Handing
    passed_over: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return ", ".join(self.students)


@dataclass(frozen=True)
class Sorted:
    """All attempts of a class, and what does not fit its roster."""

    attempts: tuple[Attempt, ...]
    missing: tuple[str, ...] = ()  # on the roster, and nothing is there
    nobody: tuple[str, ...] = ()  # handed in by a name that nobody on the roster goes by


def sort_out(handings: Iterable[Handing], roster: Roster | None, counts: Counts = "last") -> Sorted:
    """Every student has one attempt that counts. Without a roster, whoever handed in is one."""
    by_student: dict[str, list[tuple[Handing, tuple[str, ...]]]] = {}
    nobody = []
    for handing in handings:
        students, known = _students(handing, roster)
        if not known:
            nobody.append(handing.name)
        for student in students:
            by_student.setdefault(student, []).append((handing, students))
    attempts: dict[tuple[int, tuple[str, ...]], Attempt] = {}
    for student, found in by_student.items():
        in_order = sorted(found, key=lambda one: _order(one[0]))
        chosen, together = in_order[-1 if counts == "last" else 0]
        others = tuple(_told(one) for one, _ in in_order if one is not chosen)
        # Of a group some may have handed in once more by themselves.
        key = (id(chosen), others)
        had = attempts.get(key)
        everybody = (*(had.students if had else ()), student)
        attempts[key] = Attempt(tuple(one for one in together if one in everybody), chosen, others)
    missing = [one for one in roster.students if one not in by_student] if roster else []
    ordered = sorted(attempts.values(), key=lambda one: one.students)
    return Sorted(tuple(ordered), tuple(missing), tuple(nobody))


def _students(handing: Handing, roster: Roster | None) -> tuple[tuple[str, ...], bool]:
    """Who it belongs to, and whether everybody was found."""
    if roster is None:
        return tuple(dict.fromkeys(handing.labels)), True
    if len(handing.labels) == 1:
        found = roster.find((*handing.labels, *handing.other_names))
        if len(found) == 1 or (found and roster.is_group(found)):
            return tuple(found), True
        return handing.labels, False
    each = [roster.find([label]) for label in handing.labels]
    names = [
        one[0] if len(one) == 1 else label for one, label in zip(each, handing.labels, strict=True)
    ]
    return tuple(dict.fromkeys(names)), all(len(one) == 1 for one in each)


def _order(handing: Handing) -> tuple[str, int, str]:
    return handing.at or "", handing.number, fold(handing.source.path.name)


def _told(handing: Handing) -> str:
    """The name of an attempt that does not count."""
    name = handing.source.path.name
    if handing.source.wanted:
        name = next(iter(handing.source.wanted))
    return name.encode("utf-8", "backslashreplace").decode()


def sections(roster: Roster | None, students: Sequence[str]) -> dict[str, str]:
    """The section of each, where the roster says one."""
    if roster is None:
        return {}
    known = roster.students
    return {one: known[one].section for one in students if one in known and known[one].section}
