"""Whose each handing is, and which of several counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.batch.handings import Handing
from grader.batch.roster import Roster, fold
from grader.course.specs import Counts


@dataclass(frozen=True)
class Attempt:
    """The handing that counts for these students, and the names of those that do not."""

    students: tuple[str, ...]
    handing: Handing
    passed_over: tuple[str, ...] = ()
    why: str = ""  # it counts, where that is not seen from the names
    # One of several of which the best counts: graded for its points, and not yet anybody's.
    compared: bool = False

    @property
    def name(self) -> str:
        return ", ".join(self.students)


@dataclass(frozen=True)
class Sorted:
    """All attempts of a class, and what does not fit its roster."""

    attempts: tuple[Attempt, ...]
    missing: tuple[str, ...] = ()  # on the roster, and nothing is there
    nobody: tuple[str, ...] = ()  # handed in by a name that nobody on the roster goes by
    # By student, in order, each thing handed in with everybody whose it is.
    by_student: Mapping[str, Sequence[Attempt]] = field(default_factory=dict)


@dataclass(frozen=True)
class Chosen:
    """Which of a student's handings counts, by its place in order, what is said of each of the
    others, and why."""

    place: int
    others: tuple[str, ...]
    why: str = ""


Choose = Callable[[str, Sequence[Attempt]], Chosen]


def sort_out(handings: Iterable[Handing], roster: Roster | None, counts: Counts = "last") -> Sorted:
    """Every student has one attempt that counts. Without a roster, whoever handed in is one.

    Which is best cannot be said before they are graded: until then it is the last.
    """
    by_student: dict[str, list[Attempt]] = {}
    nobody = []
    for handing in handings:
        students, known = _students(handing, roster)
        if not known:
            nobody.append(handing.name)
        for student in students:
            by_student.setdefault(student, []).append(Attempt(students, handing))
    for found in by_student.values():
        found.sort(key=lambda one: _order(one.handing))
    missing = [one for one in roster.students if one not in by_student] if roster else []
    sorted_out = Sorted((), tuple(missing), tuple(dict.fromkeys(nobody)), by_student)
    return chosen(sorted_out, _first if counts == "first" else _last)


def chosen(found: Sorted, choose: Choose) -> Sorted:
    """The same with the attempts that count: of each student the one that `choose` says."""
    attempts: dict[tuple[int, tuple[str, ...]], Attempt] = {}
    for student, tried in found.by_student.items():
        said = choose(student, tried)
        counted = tried[said.place]
        # Of a group some may have handed in once more by themselves.
        key = (id(counted.handing), said.others)
        had = attempts.get(key)
        everybody = (*(had.students if had else ()), student)
        students = tuple(one for one in counted.students if one in everybody)
        attempts[key] = Attempt(students, counted.handing, said.others, said.why)
    ordered = sorted(attempts.values(), key=lambda one: one.students)
    return replace(found, attempts=tuple(ordered))


def to_compare(found: Sorted) -> list[Attempt]:
    """Everything that was handed in by those who did so several times, each once."""
    several = [tried for tried in found.by_student.values() if len(tried) > 1]
    each = {id(one.handing): replace(one, compared=True) for tried in several for one in tried}
    return list(each.values())


def _last(student: str, tried: Sequence[Attempt]) -> Chosen:
    return Chosen(-1, tuple(one.handing.place for one in tried[:-1]))


def _first(student: str, tried: Sequence[Attempt]) -> Chosen:
    return Chosen(0, tuple(one.handing.place for one in tried[1:]))


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
