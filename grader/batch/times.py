"""When each student handed in, by a CSV file, where the platform's archive does not say."""

from __future__ import annotations

import csv
import datetime
import io
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from grader.batch.handings import Handing
from grader.batch.people import Sorted
from grader.batch.roster import fold
from grader.errors import CallerError


class BadTimes(CallerError):
    """The file cannot be used; the message says where and what to write."""


def read_times(file: Path) -> dict[str, str]:
    """By a folded name, the time in UTC. Two columns: the student, or what was handed in as it is
    called; the time. Raises BadTimes."""
    try:
        text = file.read_text("utf-8-sig")
    except OSError as error:
        raise BadTimes(f"{file}: could not be opened ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise BadTimes(f"{file}: is not UTF-8 text; save it as CSV in UTF-8") from error
    found = {}
    for number, row in enumerate(csv.reader(io.StringIO(text)), start=1):
        if len(row) < 2 or (number == 1 and not any(one.isdigit() for one in row[1])):
            continue  # an empty line, or the titles
        try:
            moment = datetime.datetime.fromisoformat(row[1].strip())
        except ValueError as error:
            said = f"`{row[1]}` is no time; write ada,2026-11-20T23:59:00+01:00"
            raise BadTimes(f"{file}:{number}: {said}") from error
        if moment.tzinfo is None:
            said = f"`{row[1]}` has no time zone; write ada,2026-11-20T23:59:00+01:00"
            raise BadTimes(f"{file}:{number}: {said}")
        found[fold(row[0])] = moment.astimezone(datetime.UTC).isoformat(timespec="seconds")
    return found


def time_of(handing: Handing, students: Iterable[str], times: Mapping[str, str]) -> str | None:
    """When it was handed in: by what it is called itself, by the first of the students of whom a
    time is known, or as the platform says."""
    names = map(fold, (handing.place, *students))
    return next((times[name] for name in names if name in times), handing.at)


def with_times(found: Sorted, times: Mapping[str, str]) -> Sorted:
    """The same attempts, each with its time."""
    attempts = [
        replace(one, handing=replace(one.handing, at=time_of(one.handing, one.students, times)))
        for one in found.attempts
    ]
    return replace(found, attempts=tuple(attempts))
