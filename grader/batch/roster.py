"""The roster: who is in the class, by a CSV file. An export of Canvas or Moodle is one, too."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.errors import CallerError
from grader.report.text import one_line

# The first column that is there names the student in the gradebook; the others are other names.
_IDS = (
    "id", "login", "sis login id", "username", "student id", "sid", "sis user id", "id number",
    "email", "email address", "identifier",
)  # fmt: skip
_NAMES = ("name", "student", "full name", "student name")
_FIRST = ("first name", "given name")
_LAST = ("last name", "surname", "family name")
_SECTION = ("section", "sections")
_GROUP = ("group", "group name")
_ALIASES = ("aliases", "alias")
_MOST_BYTES = 16 << 20


class BadRoster(CallerError):
    """The roster cannot be used; the message says where and what to write."""


@dataclass(frozen=True)
class Student:
    """Somebody of the class. `names` are all that they may go by, the id among them."""

    id: str
    name: str
    section: str = ""
    group: str = ""
    names: tuple[str, ...] = ()


class Roster:
    """Students by every name they go by."""

    def __init__(self, students: Sequence[Student]) -> None:
        self.students: Mapping[str, Student] = {one.id: one for one in students}
        self._by_name: dict[str, set[str]] = {}
        self._groups: dict[str, list[str]] = {}
        for one in students:
            for name in (one.id, one.name, *one.names, *_turned(one.name)):
                if fold(name):
                    self._by_name.setdefault(fold(name), set()).add(one.id)
            if one.group:
                self._groups.setdefault(fold(one.group), []).append(one.id)

    def find(self, names: Iterable[str]) -> list[str]:
        """The ids of whoever goes by the first of the names that is known: one student, the whole
        group of that name, several who share the name, or nobody."""
        for name in names:
            key = fold(name)
            found = sorted(self._by_name.get(key, ())) or self._groups.get(key, [])
            if found:
                return found
        return []

    def is_group(self, ids: Sequence[str]) -> bool:
        """Whether they hand in together, rather than share a name."""
        groups = {fold(self.students[one].group) for one in ids}
        return len(groups) == 1 and bool(groups.pop())


def fold(name: str) -> str:
    """Letters and digits alone, whatever their case: `O'Neil, Zoë` is `oneilzoe`'s other face."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(one for one in plain if one.isalnum())


def _turned(name: str) -> list[str]:
    """`Doe, Jane` and `Jane Doe` are one person; Canvas writes `doejane`."""
    if "," in name:
        last, _, first = name.partition(",")
        return [f"{first} {last}"]
    words = name.split()
    return [f"{words[-1]} {' '.join(words[:-1])}"] if len(words) > 1 else []


def read_roster(file: Path) -> Roster:
    """Raises BadRoster."""
    try:
        with file.open("rb") as opened:
            data = opened.read(_MOST_BYTES + 1)
        text = data[:_MOST_BYTES].decode("utf-8-sig")
    except OSError as error:
        raise BadRoster(f"{file}: could not be opened ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise BadRoster(f"{file}: is not UTF-8 text; save it as CSV in UTF-8") from error
    rows = list(csv.reader(io.StringIO(text), delimiter=_delimiter(text)))
    if not rows:
        raise BadRoster(f"{file}: is empty; its first line names the columns: id,name,section")
    columns = [one.strip().casefold() for one in rows[0]]
    known = [one for one in (*_IDS, *_NAMES) if one in columns]
    if not known:
        raise BadRoster(f"{file}:1: no column is called id or name; write: id,name,section,aliases")
    students: dict[str, Student] = {}
    for number, row in enumerate(rows[1:], start=2):
        cells = {
            name: one_line(cell.strip()) for name, cell in zip(columns, row, strict=False) if name
        }
        student = _student(cells)
        if student is None:  # an empty line, or what Canvas writes of the points possible
            continue
        if student.id in students:
            raise BadRoster(f"{file}:{number}: `{student.id}` is there twice; give each an id")
        students[student.id] = student
    if not students:
        raise BadRoster(f"{file}: names nobody")
    return Roster(list(students.values()))


def _delimiter(text: str) -> str:
    head = text.partition("\n")[0]
    return max(",;\t", key=head.count)


def _student(cells: Mapping[str, str]) -> Student | None:
    def first(columns: Iterable[str]) -> str:
        return next((cells[one] for one in columns if cells.get(one)), "")

    name = first(_NAMES) or " ".join(filter(None, (first(_FIRST), first(_LAST))))
    # In an export of Canvas the column ID is a number that nobody goes by.
    columns = sorted(_IDS, key="id".__eq__) if "student" in cells else _IDS
    ids = [cells[one] for one in columns if cells.get(one)]
    if (not ids and not name) or name.casefold() in ("points possible", "student, test"):
        return None
    aliases = [one.strip() for one in first(_ALIASES).split(";") if one.strip()]
    numbers = [found[1] for one in ids if (found := re.fullmatch(r"Participant (\d+)", one))]
    mails = [one.partition("@")[0] for one in ids if "@" in one]
    names = tuple(dict.fromkeys([*ids, *aliases, *numbers, *mails]))
    return Student((ids or [name])[0], name or ids[0], first(_SECTION), first(_GROUP), names)
