"""`grader.toml`: read, checked, and with a place for every fault."""

from __future__ import annotations

import fnmatch
import hashlib
import re
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path

from pydantic import ValidationError

from grader.course.faults import CourseFault, Fault, shown
from grader.course.finding import SETTINGS
from grader.course.inputs import did_you_mean
from grader.course.parts import CodePart
from grader.course.problem import Problem
from grader.course.signature import read_signature
from grader.course.source import Path_, Source
from grader.course.specs import CourseSettings
from grader.course.strict import KNOWN_KEYS
from grader.course.words import Known, faults_of

_HEADER = re.compile(r"^\s*\[([^\[\]]+)\]")
_ENTRY = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*=""")
_KEY = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_WHERE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def read_settings(file: Path, shown_as: str) -> tuple[CourseSettings, Source]:
    """The settings, or the defaults where there is no file. Raises CourseFault."""
    if not file.is_file():
        return CourseSettings(), Source(shown_as, {}, {})
    content = file.read_bytes()
    try:
        text = content.decode("utf-8")
        data = tomllib.loads(text)
    except UnicodeDecodeError as error:
        message = "is not UTF-8 text; save the file as UTF-8"
        raise CourseFault([Fault(shown_as, 1, 1, "", message)]) from error
    except tomllib.TOMLDecodeError as error:
        raise CourseFault([_invalid(str(error), text, shown_as)]) from error
    source = Source(shown_as, data, _places(text), digest=hashlib.sha256(content).hexdigest())
    known: Known = []
    try:
        return CourseSettings.model_validate(data, context={KNOWN_KEYS: known}), source
    except ValidationError as error:
        raise CourseFault(faults_of(error, source, known)) from error


def assignment_faults(
    settings: CourseSettings, source: Source, problems: Collection[str]
) -> Iterator[Fault]:
    """Assignments that name a problem which is not there."""
    for name, pattern in _matching_nothing(settings, problems):
        if not _is_glob(pattern):
            hint = did_you_mean(pattern, sorted(problems))
            yield source.fault(("assignments", name), f"`{pattern}` matches no problem{hint}")


def name_faults(
    settings: CourseSettings, source: Source, problems: Collection[Problem]
) -> Iterator[Fault]:
    """Other names for what nothing asks for, and such as mean something else already."""
    parts = (part for one in problems for part in one.parts.values())
    asked = sorted(
        {read_signature(part.call).function for part in parts if isinstance(part, CodePart)}
    )
    seen: set[str] = set()
    for function, others in settings.names.items():
        place = ("names", function)
        if function not in asked:
            hint = did_you_mean(function, asked)
            yield source.fault(place, f"no problem asks for `{function}`{hint}")
        for other in others:
            if not other.isidentifier():
                yield source.fault(place, f"`{other}` cannot be the name of a function")
            elif other in asked:
                yield source.fault(place, f"`{other}` is asked for itself; leave it out")
            elif other in seen:
                yield source.fault(place, f"`{other}` stands for two functions; keep it in one")
            seen.add(other)


def pattern_notes(root: Path, problems: Collection[str]) -> Iterator[Fault]:
    """A note on each pattern of a course's assignments that matches nothing: its problems may be
    still to be written."""
    settings, source = read_settings(root / SETTINGS, shown(root / SETTINGS))
    for name, pattern in _matching_nothing(settings, problems):
        if _is_glob(pattern):
            message = f"note: `{pattern}` matches no problem yet"
            yield source.fault(("assignments", name), message)


def _matching_nothing(
    settings: CourseSettings, problems: Collection[str]
) -> Iterator[tuple[str, str]]:
    for name, patterns in settings.assignments.items():
        for pattern in patterns:
            if not fnmatch.filter(problems, pattern):
                yield name, pattern


def _is_glob(pattern: str) -> bool:
    return any(sign in pattern for sign in "*?[")


def _invalid(message: str, text: str, shown_as: str) -> Fault:
    """tomllib writes the place at the end of its message; here it comes first."""
    where = _WHERE.search(message)
    line, column = 1, 1
    if where:
        message = message[: where.start()]
        if where[1]:
            line, column = int(where[1]), int(where[2])
        else:
            line = len(text.splitlines()) or 1
    reason = message[:1].lower() + message[1:]
    advice = 'write `key = "text"`, `key = 3` or `key = ["one", "two"]`'
    if "overwrite" in reason or "twice" in reason:
        advice = "write each key once"
    return Fault(shown_as, line, column, "", f"is not valid TOML: {reason}; {advice}")


def _places(text: str) -> dict[Path_, tuple[int, int]]:
    """Where each key stands. tomllib keeps no positions, so the lines are searched for keys; one
    inside braces has the place of the key before them."""
    places: dict[Path_, tuple[int, int]] = {(): (1, 1)}
    section: Path_ = ()
    for number, line in enumerate(text.splitlines(), start=1):
        header, entry = _HEADER.match(line), _ENTRY.match(line)
        if header:
            section = _keys(header[1])
            places.setdefault(section, (number, header.start(1)))
        elif entry:
            places.setdefault((*section, *_keys(entry[1])), (number, entry.start(1) + 1))
    return places


def _keys(text: str) -> Path_:
    return tuple(key.strip("\"'") for key in _KEY.findall(text))
