"""Grades as tables: a CSV of our own, nbgrader's, and the instructor's own of Canvas or Moodle."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from grader.batch.roster import Roster, Student, fold
from grader.errors import CallerError
from grader.grades.overall import Overall
from grader.grades.totals import Total
from grader.values.counting import amount

# A spreadsheet takes what begins with one of these for a formula, or cuts it off.
_ACTS = ("=", "+", "-", "@", "\t", "\r", "'")


class BadTable(CallerError):
    """The table cannot be filled in; the message says why."""


@dataclass(frozen=True)
class Filled:
    """A table with grades in it, and for whom there was no row, and which rows got nothing."""

    text: str
    without_row: tuple[str, ...]
    left_empty: int


def points(total: Total, *, partial: bool) -> str:
    """What counts, or nothing while something of it waits for a person; `partial` takes what is
    there already."""
    if total.standing.handed_in.fault or not (partial or total.complete):
        return ""
    return amount(total.final)


def own_table(totals: Mapping[str, Total], people: Mapping[str, Student], *, partial: bool) -> str:
    """One row for each student, those of the roster who handed nothing in among them."""
    problems = sorted({line.problem for total in totals.values() for line in total.lines})
    head = ["student", "name", "section", "counts", "points", "possible", "pending", "days late"]
    head.append("dropped")
    rows: list[list[str]] = [[*head, *problems]]
    for student in sorted({*totals, *people}):
        known = people.get(student)
        named = [student, known.name if known else "", known.section if known else ""]
        rows.append([*named, *_cells(totals.get(student), problems, partial=partial)])
    return _written([rows[0], *([safe(cell) for cell in row] for row in rows[1:])])


def _cells(total: Total | None, problems: Sequence[str], *, partial: bool) -> list[str]:
    if total is None or total.standing.handed_in.fault:
        return [""] * (6 + len(problems))
    score = total.score
    by_problem: dict[str, tuple[float, float]] = {}
    for line in total.lines:
        earned, pending = by_problem.get(line.problem, (0.0, 0.0))
        by_problem[line.problem] = earned + line.score.earned, pending + line.score.pending
    cells = [amount(score.earned), amount(score.possible), amount(score.pending)]
    each = [by_problem.get(name) for name in problems]
    return [
        points(total, partial=partial),
        *cells,
        str(total.late.days),
        " ".join(total.dropped),
        *("" if one is None or (one[1] and not partial) else amount(one[0]) for one in each),
    ]


def overall_table(
    found: Mapping[str, Overall], people: Mapping[str, Student], *, partial: bool
) -> str:
    """One row for each student: what counts of all assignments together, what of each there is, and
    which of them are dropped."""
    names = list(next(iter(found.values())).each) if found else []
    rows = [["student", "name", "section", "counts", "possible", "dropped", *names]]
    for student in sorted({*found, *people}):
        known, one = people.get(student), found.get(student)
        cells = [student, known.name if known else "", known.section if known else ""]
        if one is None:
            rows.append([*map(safe, cells), *[""] * (3 + len(names))])
            continue
        counts = amount(one.final) if partial or one.complete else ""
        dropped = " ".join(name for name in names if one.each[name].dropped)
        each = [one.each[name].total for name in names]
        rows.append(
            [
                *map(safe, cells),
                counts,
                amount(one.possible),
                safe(dropped),
                *("" if total is None else points(total, partial=partial) for total in each),
            ]
        )
    return _written(rows)


def nbgrader_table(
    totals: Mapping[str, Total],
    people: Mapping[str, Student],
    assignment: str,
    due: str,
    *,
    partial: bool,
) -> str:
    """As `nbgrader export` writes it."""
    head = (
        "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,"
        "late_submission_penalty,score,max_score"
    )
    rows = [head.split(",")]
    for student, total in totals.items():
        known = people.get(student)
        first, last = _split(known.name) if known else ("", "")
        mail = next((one for one in known.names if "@" in one), "") if known else ""
        score = total.score
        counts = points(total, partial=partial)
        raw = amount(score.earned) if counts else ""
        penalty = amount(score.earned - total.final) if counts else ""
        at = total.standing.handed_in.at or ""
        told = [assignment, due, at, student, last, first, mail]
        rows.append([*map(safe, told), raw, penalty, counts, amount(score.possible)])
    return _written(rows)


def filled_in(
    text: str,
    totals: Mapping[str, Total],
    people: Roster | None,
    column: str,
    *,
    partial: bool,
) -> Filled:
    """The instructor's own table with grades in one column, and nothing else changed. Raises
    BadTable."""
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    place = _column(rows[0] if rows else [], column)
    names = _names(totals, people)
    seen: set[str] = set()
    empty = 0
    for row in rows[1:]:
        student = _whose(row, names)
        if student is None or place >= len(row):
            continue
        seen.add(student)
        row[place] = points(totals[student], partial=partial)
        empty += not row[place]
    without = tuple(one for one in totals if one not in seen)
    return Filled(_written(rows, delimiter), without, empty)


def _column(titles: Sequence[str], wanted: str) -> int:
    """By the whole title, or by what it begins with: Canvas writes `HW 1 (1234)`."""
    found = [place for place, title in enumerate(titles) if fold(title) == fold(wanted)]
    if not found:
        found = [p for p, title in enumerate(titles) if fold(title).startswith(fold(wanted))]
    if len(found) != 1:
        which = "no column is" if not found else "several columns are"
        raise BadTable(f"{which} called `{wanted}`; --column one of {', '.join(titles)}")
    return found[0]


def _names(totals: Mapping[str, Total], people: Roster | None) -> dict[str, str]:
    """Every name that one student alone goes by."""
    found: dict[str, set[str]] = {}
    for student in totals:
        known = people.students.get(student) if people else None
        for name in (student, *((known.name, *known.names) if known else ())):
            found.setdefault(fold(name), set()).add(student)
    return {name: students.pop() for name, students in found.items() if len(students) == 1}


def _whose(row: Sequence[str], names: Mapping[str, str]) -> str | None:
    """By any cell that names one student, and no other."""
    cells = [cell for cell in row if cell]
    turned = [" ".join(reversed(cell.split(","))) for cell in cells if "," in cell]
    found = {names[fold(cell)] for cell in (*cells, *turned) if fold(cell) in names}
    return found.pop() if len(found) == 1 else None


def _split(name: str) -> tuple[str, str]:
    if "," in name:
        last, _, first = name.partition(",")
        return first.strip(), last.strip()
    first, _, last = name.rpartition(" ")
    return first, last


def safe(cell: str) -> str:
    """What somebody else chose, as text for a spreadsheet and never a formula."""
    return f"'{cell}" if cell.startswith(_ACTS) else cell


def _written(rows: Iterable[Sequence[str]], delimiter: str = ",") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue()
