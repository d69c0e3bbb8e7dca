"""What a run over a problem found, kept under all that it depends on: what has not changed is not
run again. Faults are never kept, so that what is wrong is always seen anew."""

from __future__ import annotations

import hashlib
import json
import platform
import re
from collections.abc import Mapping, Sequence

from grader.cases.seeds import fingerprint
from grader.course import Course, Fault, ProblemFile
from grader.course.remembered import Remembered
from grader.grading.truth import library_versions
from grader.values.digest import digest_of

KIND = "lint"


def known_notes(course: Course, file: ProblemFile) -> list[Fault] | None:
    """The notes on a problem that was run without a fault before; None if it was not."""
    kept = Remembered(KIND).get(_digest(course, file))
    if kept is None:
        return None
    # Where the file is called from may be another place: the rest is as it was.
    return [Fault(file.source.file, *rest) for rest in kept]


def keep_notes(course: Course, file: ProblemFile, notes: Sequence[Fault]) -> None:
    """Of a problem in which the run found no fault."""
    kept = [[note.line, note.column, note.field, note.message] for note in notes]
    Remembered(KIND).put(_digest(course, file), kept)


def reference_files_of(course: Course, file: ProblemFile) -> Mapping[str, bytes]:
    """The files of the reference that a problem may need: those of every module that it names."""
    text = json.dumps(file.source.data, default=str)
    words = set(re.findall(r"[\w.]+", text))
    named = [
        module
        for module in course.references.modules
        if any(word.startswith(f"{module}.") for word in words)
    ]
    return course.references.files_for(*named)


def _digest(course: Course, file: ProblemFile) -> str:
    settings = course.settings.model_dump_json(include={"limits", "tolerance", "usual"})
    rest = [file.digest, settings, fingerprint(course.secret), platform.machine()]
    rest += [f"{name} {version}" for name, version in sorted(library_versions().items())]
    needed = digest_of(reference_files_of(course, file))
    return hashlib.sha256("\n".join([needed, *rest]).encode()).hexdigest()
