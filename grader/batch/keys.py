"""What a result depends on, by content: while nothing of it changes, nothing is graded again."""

from __future__ import annotations

import hashlib
import json
import platform
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import astuple
from typing import Any

import grader
from grader.cases.seeds import fingerprint
from grader.course import Course
from grader.course.course import ProblemFile
from grader.course.given import given_files
from grader.course.parts import CodePart
from grader.grading.replacing import stand_ins
from grader.grading.truth import library_versions
from grader.grading.written import asked_of
from grader.values.digest import digest_of

MadeOf = Mapping[str, str]

# What is said of a result that is made anew, by what it was made of. The first that differs is it.
REASONS = {
    "submission": "the submission has changed",
    "problem": "the problem has changed",
    "reference": "its reference has changed",
    "stand_ins": "a reference that can stand in for a student's function has changed",
    "given": "the files that students are given have changed",
    "questions": "what the assignment asks has changed",
    "settings": "the course's limits, tolerances, names or secret have changed",
    "grader": "grader has changed",
    "environment": "Python or its libraries have changed",
}
NEW = "not graded yet"
_HERE = "\0"  # where the submission stands; in nothing that all share


def made_of(course: Course, assignment: str, problems: Sequence[str]) -> dict[str, dict[str, str]]:
    """By problem: all that a result of it depends on, but for the submission."""
    shared = {
        "questions": _questions(course, assignment, problems),
        "settings": _settings(course),
        "given": digest_of(given_files(course.root)),
        "grader": grader.__version__,
        "environment": _digest([platform.machine(), platform.python_version(), library_versions()]),
    }
    return {
        name: {
            "problem": course.problems[name].digest,
            "reference": _reference(course, course.problems[name]),
            "stand_ins": _stand_ins(course, name, problems),
            **shared,
        }
        for name in problems
    }


def keys_with(shared: MadeOf) -> Callable[[str], str]:
    """The key of a result by the digest of the submission, with all else that it is made of."""
    # Put in order once, and not for each student.
    whole = _text(["result/1", {**shared, "submission": _HERE}])
    before, after = whole.split(json.dumps(_HERE))
    return lambda digest: _digest_of_text(f"{before}{json.dumps(digest)}{after}")


def reason(old: MadeOf | None, new: MadeOf) -> str:
    """Why there is no result under the new key, where there is one of the old."""
    if old is None:
        return NEW
    return next((words for name, words in REASONS.items() if old.get(name) != new.get(name)), NEW)


def _questions(course: Course, assignment: str, problems: Sequence[str]) -> str:
    """What a document can name: its answers are given to questions by all of this."""
    asked = [astuple(asked_of(course.problems[name].problem)) for name in problems]
    others = [
        [name, file.problem.title] for name, file in course.problems.items() if name not in problems
    ]
    return _digest([asked, others, course.numbers(assignment)])


def _settings(course: Course) -> str:
    settings = course.settings
    return _digest(
        [
            settings.limits.model_dump_json(),
            settings.tolerance.model_dump_json(),
            settings.names,
            settings.usual,
            settings.sizes,
            course.submission_seconds,
            fingerprint(course.secret),
            # Read in every submission, whichever problem asks for them.
            course.data_files,
            course.ruled_names,
        ]
    )


def _reference(course: Course, file: ProblemFile) -> str:
    """Of the modules that the problem file mentions, and those that they import."""
    references = course.references
    texts = "\n".join(_texts(file.source.data))
    named = [one for one in references.modules if re.search(rf"\b{re.escape(one)}\.\w", texts)]
    return digest_of(references.files_for(*named))


def _stand_ins(course: Course, name: str, problems: Sequence[str]) -> str:
    """Of the references of all other problems that can answer where code of this one calls a
    student's function that is wrong."""
    if not any(isinstance(one, CodePart) for one in course.problems[name].problem.parts.values()):
        return ""
    others = stand_ins(course, [one for one in problems if one != name])
    modules = {reference.rpartition(".")[0] for reference, _ in others.values()}
    return _digest([others, digest_of(course.references.files_for(*sorted(modules)))])


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from _texts(item)
    elif isinstance(value, Sequence):
        for item in value:
            yield from _texts(item)


def _plain(value: Any) -> Any:
    """The same in every process: what has no order of its own is sorted."""
    if isinstance(value, Mapping):
        return sorted(([_plain(key), _plain(item)] for key, item in value.items()), key=repr)
    if isinstance(value, AbstractSet):
        return sorted(map(_plain, value), key=repr)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    assert isinstance(value, str | int | float | None)
    return value


def _text(value: Any) -> str:
    return json.dumps(_plain(value))


def _digest(value: Any) -> str:
    return _digest_of_text(_text(value))


def _digest_of_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
