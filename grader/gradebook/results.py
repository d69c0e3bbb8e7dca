"""What the grader found, a student at a time: written at once, or not at all."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, select

from grader.gradebook.book import Gradebook, now
from grader.gradebook.tables import CHANGE, GRADED, HANDED_IN, RESULT
from grader.report import Environment, ProblemReport
from grader.report.model import from_json

_KEYS_AT_ONCE = 500  # SQLite takes some thousand values in one question
_STUDENTS_AT_ONCE = 20  # a few megabytes, where each has handed in a whole course


@dataclass(frozen=True)
class Result:
    """What was found of one problem in one submission, under the key of all it depends on."""

    key: str
    report: ProblemReport
    environment: Environment
    answers: Mapping[str, str] = field(default_factory=dict)  # part -> what was written
    made_of: Mapping[str, str] = field(default_factory=dict)  # what the key is the digest of
    seconds: float = 0.0


@dataclass(frozen=True)
class HandedIn:
    """The submission of a student that counts."""

    student: str
    digest: str
    attempt: str = ""
    at: str | None = None
    passed_over: tuple[str, ...] = ()
    together_with: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    fault: str = ""


@dataclass(frozen=True)
class Standing:
    """A student in an assignment: what was handed in, and what was found of each problem."""

    handed_in: HandedIn
    results: Mapping[str, Result]


@dataclass(frozen=True)
class Change:
    """A result that took another's place, and how."""

    student: str
    problem: str
    at: str
    by: str
    why: str
    before: str | None
    after: str | None
    earned_before: float | None
    earned_after: float | None


def record(
    book: Gradebook,
    assignment: str,
    handed_in: HandedIn,
    keys: Mapping[str, str],
    new: Iterable[Result],
    *,
    by: str,
    why: Mapping[str, str],
) -> None:
    """Write all that is known of a student at once: by problem the `keys` of the results that hold
    from now on, those that are `new` among them. What held before and is not in `keys` is let go;
    `why` says for each problem what had changed."""
    results = list(new)
    with book.writing() as connection:
        _put_results(book, connection, results)
        _put_handed_in(book, connection, assignment, handed_in)
        before = _keys_of(connection, assignment, handed_in.student)
        changed = [
            (problem, before.get(problem), keys.get(problem))
            for problem in {**before, **keys}
            if before.get(problem) != keys.get(problem)
        ]
        if not changed:
            return
        _put_keys(
            book, connection, (assignment, handed_in.student), {one: key for one, _, key in changed}
        )
        earned: dict[str | None, float] = {one.key: one.report.score.earned for one in results}
        others = {key for _, *both in changed for key in both if key} - earned.keys()
        earned |= _earned(connection, others) if others else {}
        at = now()
        connection.execute(
            CHANGE.insert(),
            [
                {
                    "assignment": assignment,
                    "student": handed_in.student,
                    "problem": problem,
                    "at": at,
                    "by": by,
                    "why": why.get(problem, ""),
                    "before": old,
                    "after": key,
                    "earned_before": earned.get(old),
                    "earned_after": earned.get(key),
                }
                for problem, old, key in changed
            ],
        )


def stage(book: Gradebook, new: Iterable[Result]) -> None:
    """Keep results that hold for nobody yet."""
    with book.writing() as connection:
        _put_results(book, connection, new)


def known_keys(book: Gradebook, keys: Collection[str]) -> set[str]:
    """Those of the keys under which there is a result."""
    wanted, found = list(keys), set()
    with book.reading() as connection:
        for start in range(0, len(wanted), _KEYS_AT_ONCE):
            piece = wanted[start : start + _KEYS_AT_ONCE]
            found |= set(connection.scalars(select(RESULT.c.key).where(RESULT.c.key.in_(piece))))
    return found


def results_by_key(book: Gradebook, keys: Collection[str]) -> dict[str, Result]:
    """The results under these keys, as far as there are any."""
    wanted = list(keys)
    found: dict[str, Result] = {}
    with book.reading() as connection:
        for start in range(0, len(wanted), _KEYS_AT_ONCE):
            piece = wanted[start : start + _KEYS_AT_ONCE]
            for row in connection.execute(select(RESULT).where(RESULT.c.key.in_(piece))):
                found[row.key] = _result(row)
    return found


def standings(
    book: Gradebook,
    assignment: str,
    students: Collection[str] | None = None,
    problem: str | None = None,
) -> dict[str, Standing]:
    """Every student of the assignment, or those named, in the order of their names; all their
    results, or those of one problem."""
    with book.reading() as connection:
        asked = select(HANDED_IN).where(HANDED_IN.c.assignment == assignment)
        if students is not None:
            asked = asked.where(HANDED_IN.c.student.in_(list(students)))
        rows = {row.student: row for row in connection.execute(asked)}
        joined = (
            select(GRADED.c.student, RESULT)
            .join(RESULT, GRADED.c.key == RESULT.c.key)
            .where(GRADED.c.assignment == assignment)
            .order_by(GRADED.c.problem)
        )
        if students is not None:
            joined = joined.where(GRADED.c.student.in_(list(students)))
        if problem is not None:
            joined = joined.where(GRADED.c.problem == problem)
        results: dict[str, dict[str, Result]] = {}
        for row in connection.execute(joined):
            results.setdefault(row.student, {})[row.problem] = _result(row)
    return {
        name: Standing(_handed_in(rows[name]), results.get(name, {}))
        # Not the database's order, which depends on where it was set up.
        for name in sorted(rows)
    }


def each_standing(book: Gradebook, assignment: str) -> Iterator[Standing]:
    """The same, some at a time: a class is larger than what one wants to hold at once, and a
    question for each student would take longer than the answers."""
    with book.reading() as connection:
        of = HANDED_IN.c.assignment == assignment
        names = sorted(connection.scalars(select(HANDED_IN.c.student).where(of)))
    for start in range(0, len(names), _STUDENTS_AT_ONCE):
        some = names[start : start + _STUDENTS_AT_ONCE]
        yield from standings(book, assignment, some).values()


def keys_in(book: Gradebook, assignment: str) -> dict[str, dict[str, str]]:
    """By student and problem, the keys of the results that hold."""
    with book.reading() as connection:
        rows = connection.execute(select(GRADED).where(GRADED.c.assignment == assignment))
        found: dict[str, dict[str, str]] = {}
        for row in rows:
            found.setdefault(row.student, {})[row.problem] = row.key
    return found


def made_of_by(book: Gradebook, assignment: str, student: str) -> dict[str, dict[str, str]]:
    """By problem, what the student's result that holds was made of."""
    asked = (
        select(GRADED.c.problem, RESULT.c.made_of)
        .join(RESULT, GRADED.c.key == RESULT.c.key)
        .where(GRADED.c.assignment == assignment, GRADED.c.student == student)
    )
    with book.reading() as connection:
        rows = connection.execute(asked)
        return {row.problem: json.loads(row.made_of) for row in rows}


def handed_in_by(book: Gradebook, assignment: str) -> dict[str, HandedIn]:
    with book.reading() as connection:
        rows = connection.execute(select(HANDED_IN).where(HANDED_IN.c.assignment == assignment))
        return {row.student: _handed_in(row) for row in rows}


def assignments_in(book: Gradebook) -> list[str]:
    """Every assignment of which something is known."""
    with book.reading() as connection:
        return sorted(connection.scalars(select(HANDED_IN.c.assignment).distinct()))


def changes_of(book: Gradebook, assignment: str, student: str) -> list[Change]:
    """How a student's results came to be what they are, the oldest first."""
    of = and_(CHANGE.c.assignment == assignment, CHANGE.c.student == student)
    with book.reading() as connection:
        rows = connection.execute(select(CHANGE).where(of).order_by(CHANGE.c.id))
        return [
            Change(
                row.student,
                row.problem,
                row.at,
                row.by,
                row.why,
                row.before,
                row.after,
                row.earned_before,
                row.earned_after,
            )
            for row in rows
        ]


def _put_results(book: Gradebook, connection: Connection, new: Iterable[Result]) -> None:
    if rows := [_result_row(result) for result in new]:
        insert = book.insert(RESULT).on_conflict_do_nothing(index_elements=["key"])
        connection.execute(insert, rows)


def _put_handed_in(
    book: Gradebook, connection: Connection, assignment: str, handed_in: HandedIn
) -> None:
    row = {
        "assignment": assignment,
        "student": handed_in.student,
        "digest": handed_in.digest,
        "attempt": handed_in.attempt,
        "at": handed_in.at,
        "passed_over": _json(handed_in.passed_over),
        "together_with": _json(handed_in.together_with),
        "notes": _json(handed_in.notes),
        "fault": handed_in.fault,
    }
    connection.execute(book.put(HANDED_IN), row)


def _put_keys(
    book: Gradebook,
    connection: Connection,
    place: tuple[str, str],
    keys: Mapping[str, str | None],
) -> None:
    """By problem the key that holds from now on, where there is one."""
    assignment, student = place
    if gone := [problem for problem, key in keys.items() if key is None]:
        connection.execute(
            delete(GRADED).where(
                GRADED.c.assignment == assignment,
                GRADED.c.student == student,
                GRADED.c.problem.in_(gone),
            )
        )
    rows = [
        {"assignment": assignment, "student": student, "problem": problem, "key": key}
        for problem, key in keys.items()
        if key is not None
    ]
    if rows:
        connection.execute(book.put(GRADED), rows)


def _keys_of(connection: Connection, assignment: str, student: str) -> dict[str, str]:
    of = and_(GRADED.c.assignment == assignment, GRADED.c.student == student)
    rows = connection.execute(
        select(GRADED.c.problem, GRADED.c.key).where(of).order_by(GRADED.c.problem)
    )
    return {row.problem: row.key for row in rows}


def _earned(connection: Connection, keys: Collection[str]) -> dict[str | None, float]:
    """The points of the results under these keys."""
    rows = connection.execute(
        select(RESULT.c.key, RESULT.c.report).where(RESULT.c.key.in_(list(keys)))
    )
    return {row.key: json.loads(row.report)["score"]["earned"] for row in rows}


def _result_row(result: Result) -> dict[str, object]:
    return {
        "key": result.key,
        "problem": result.report.id,
        "report": result.report.model_dump_json(),
        "answers": _json(dict(result.answers)),
        "environment": result.environment.model_dump_json(),
        "made_of": _json(dict(result.made_of)),
        "seconds": result.seconds,
        "created": now(),
    }


def _result(row: Row[Any]) -> Result:
    return Result(
        key=row.key,
        report=from_json(ProblemReport, row.report),
        environment=from_json(Environment, row.environment),
        answers=json.loads(row.answers),
        made_of=json.loads(row.made_of),
        seconds=row.seconds,
    )


def _handed_in(row: Row[Any]) -> HandedIn:
    return HandedIn(
        row.student,
        row.digest,
        row.attempt,
        row.at,
        tuple(json.loads(row.passed_over)),
        tuple(json.loads(row.together_with)),
        tuple(json.loads(row.notes)),
        row.fault,
    )


def _json(value: Sequence[str] | Mapping[str, str]) -> str:
    # As ASCII: a student's text may hold what a database takes for the end of it.
    return json.dumps(value, sort_keys=True)
