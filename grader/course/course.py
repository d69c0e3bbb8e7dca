"""A course: a folder with problems, the reference that answers them, and settings."""

from __future__ import annotations

import fnmatch
import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from grader.course.curves import CurvePart
from grader.course.faults import CourseFault, Fault, NoCourse, shown
from grader.course.inputs import did_you_mean
from grader.course.meaning import faults_in
from grader.course.problem import Problem
from grader.course.references import References, read_references
from grader.course.settings import FILE_NAME, assignment_faults, read_settings
from grader.course.source import Source, read_yaml
from grader.course.specs import CheckOptions, CourseSettings
from grader.course.strict import KNOWN_KEYS
from grader.course.words import Known, faults_of

COURSE_VARIABLE = "GRADER_COURSE"
SECRET_VARIABLE = "GRADER_SECRET"

CheckKinds = Mapping[str, type[CheckOptions]]


@dataclass(frozen=True)
class ProblemFile:
    """A problem, where it was read from, and the hash of exactly what was read."""

    problem: Problem
    source: Source
    digest: str


@dataclass(frozen=True)
class Course:
    root: Path
    settings: CourseSettings
    problems: Mapping[str, ProblemFile]  # by id, in the order of the ids
    references: References
    secret: str = field(repr=False)

    @property
    def name(self) -> str:
        return self.settings.name or self.root.resolve().name

    @property
    def data_files(self) -> list[str]:
        """The names of all data files that students may be asked for."""
        parts = (part for file in self.problems.values() for part in file.problem.parts.values())
        return sorted({name for part in parts if isinstance(part, CurvePart) for name in part.file})

    def assignment(self, name: str) -> list[str]:
        """The problem ids of an assignment, or of one problem. Raises NoCourse."""
        return problems_named(name, self.settings.assignments, list(self.problems))


def problems_named(
    name: str, assignments: Mapping[str, Sequence[str]], problems: Sequence[str]
) -> list[str]:
    """Which of the ids `problems` an assignment has, or a problem's own id. Raises NoCourse."""
    if name in problems:
        return [name]
    patterns = assignments.get(name)
    if patterns is None:
        hint = did_you_mean(name, [*assignments, *problems])
        raise NoCourse(f"there is no assignment or problem `{name}`{hint}")
    return _expand(patterns, problems)


def find_course(given: str | None, start: Path) -> Path:
    """The course's folder: as given, from the environment, around `start`, or as shipped."""
    wanted = given or os.environ.get(COURSE_VARIABLE)
    if wanted:
        root = Path(wanted)
        if not (root / "problems").is_dir():
            origin = "--course" if given else COURSE_VARIABLE
            raise NoCourse(f"{origin}: {root} has no problems/ folder; name a course's top folder")
        return root
    for folder in (start.resolve(), *start.resolve().parents):
        if (folder / "problems").is_dir():
            return folder
    return shipped_course()


def shipped_course() -> Path:
    """The course that comes with the package: in the wheel, or beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    for root in (package / "shipped", package.parent):
        if (root / "problems").is_dir():
            return root
    raise NoCourse("no course was found; pass --course FOLDER with a problems/ folder in it")


def load_course(root: Path, kinds: CheckKinds) -> Course:
    """Read and check everything that can be checked without running. Raises CourseFault."""
    faults: list[Fault] = []
    try:
        settings, setting_source = read_settings(root / FILE_NAME, shown(root / FILE_NAME))
    except CourseFault as error:
        faults += error.faults
        settings = None
    folder = root / "reference"
    references, reference_faults = read_references(folder, shown(folder))
    faults += reference_faults
    problems: dict[str, ProblemFile] = {}
    for file in problem_files(root):
        try:
            found = load_problem(file, kinds, references)
        except CourseFault as error:
            faults += error.faults
            continue
        other = problems.get(found.problem.id)
        if other:
            message = f"`{found.problem.id}` is already the id of {other.source.file}; rename one"
            faults.append(found.source.fault(("id",), message))
        problems[found.problem.id] = found
    if settings is not None and not faults:
        # Only now: an id may be missing just because its file did not load.
        faults += assignment_faults(settings, setting_source, problems)
    if faults or settings is None:
        raise CourseFault(faults)
    secret = os.environ.get(SECRET_VARIABLE) or settings.secret
    return Course(root, settings, dict(sorted(problems.items())), references, secret)


def load_problem(file: Path, kinds: CheckKinds, references: References) -> ProblemFile:
    """One problem file. Raises CourseFault with every fault in it."""
    shown_as = shown(file)
    source = read_yaml(file, shown_as)
    if not isinstance(source.data, dict):
        message = "holds no problem; start with `id: topic/name`"
        raise CourseFault([Fault(shown_as, 1, 1, "", message)])
    known: Known = []
    try:
        problem = Problem.model_validate(source.data, context={"kinds": kinds, KNOWN_KEYS: known})
    except ValidationError as error:
        raise CourseFault(faults_of(error, source, known)) from error
    faults = list(faults_in(problem, source, references))
    if faults:
        raise CourseFault(faults)
    return ProblemFile(problem, source, hashlib.sha256(file.read_bytes()).hexdigest())


def problem_files(root: Path) -> list[Path]:
    """Every problem file of the course, in a fixed order."""
    return sorted(
        file for ending in ("*.yaml", "*.yml") for file in (root / "problems").rglob(ending)
    )


def _expand(patterns: Iterable[str], problems: Iterable[str]) -> list[str]:
    found: dict[str, None] = {}
    for pattern in patterns:
        found.update(dict.fromkeys(fnmatch.filter(problems, pattern)))
    return list(found)
