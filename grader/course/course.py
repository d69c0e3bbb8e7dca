"""A course: a folder with problems, the reference that answers them, and settings."""

from __future__ import annotations

import fnmatch
import hashlib
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from grader.course.faults import CourseFault, Fault, NoCourse
from grader.course.inputs import did_you_mean
from grader.course.meaning import faults_in
from grader.course.references import References, read_references
from grader.course.source import Source, read_yaml
from grader.course.specs import CheckOptions, CourseSettings, Problem
from grader.course.words import faults_of

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

    def assignment(self, name: str) -> list[str]:
        """The problem ids of an assignment, or of one problem. Raises NoCourse."""
        if name in self.problems:
            return [name]
        patterns = self.settings.assignments.get(name)
        if patterns is None:
            known = [*self.settings.assignments, *self.problems]
            raise NoCourse(f"there is no assignment or problem `{name}`{did_you_mean(name, known)}")
        return _expand(patterns, self.problems)


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
    settings, setting_faults = _read_settings(root)
    faults += setting_faults
    try:
        references = read_references(root / "reference")
    except CourseFault as error:
        raise CourseFault([*faults, *error.faults]) from error
    problems: dict[str, ProblemFile] = {}
    files = sorted([*(root / "problems").rglob("*.yaml"), *(root / "problems").rglob("*.yml")])
    for file in files:
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
    faults += _assignment_faults(settings, problems, root, complete=not faults)
    if faults:
        raise CourseFault(faults)
    secret = os.environ.get(SECRET_VARIABLE) or settings.secret
    return Course(root, settings, dict(sorted(problems.items())), references, secret)


def load_problem(file: Path, kinds: CheckKinds, references: References) -> ProblemFile:
    """One problem file. Raises CourseFault with every fault in it."""
    shown_as = _shown(file)
    source = read_yaml(file, shown_as)
    if not isinstance(source.data, dict):
        message = "holds no problem; start with `id: topic/name`"
        raise CourseFault([Fault(shown_as, 1, 1, "", message)])
    try:
        problem = Problem.model_validate(source.data, context={"kinds": kinds})
    except ValidationError as error:
        raise CourseFault(faults_of(error, source)) from error
    faults = list(faults_in(problem, source, references))
    if faults:
        raise CourseFault(faults)
    return ProblemFile(problem, source, hashlib.sha256(file.read_bytes()).hexdigest())


def _read_settings(root: Path) -> tuple[CourseSettings, list[Fault]]:
    file = root / "grader.toml"
    if not file.is_file():
        return CourseSettings(), []
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        return CourseSettings.model_validate(data), []
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return CourseSettings(), [Fault("grader.toml", 1, 1, "", f"is not valid TOML: {error}")]
    except ValidationError as error:
        # tomllib keeps no positions: the key is searched for, and line 1 stands for "somewhere".
        lines = file.read_text(encoding="utf-8").splitlines()
        source = Source("grader.toml", data, {})
        return CourseSettings(), [
            Fault("grader.toml", _line_of(fault.field, lines), 1, fault.field, fault.message)
            for fault in faults_of(error, source)
        ]


def _line_of(field_path: str, lines: list[str]) -> int:
    key = field_path.rpartition(".")[2]
    for number, line in enumerate(lines, start=1):
        if line.split("=")[0].strip().strip('"') == key:
            return number
    return 1


def _assignment_faults(
    settings: CourseSettings, problems: Mapping[str, ProblemFile], root: Path, complete: bool
) -> list[Fault]:
    if not complete or not settings.assignments:
        return []  # an id may be missing only because its file did not load
    lines = (root / "grader.toml").read_text(encoding="utf-8").splitlines()
    faults = []
    for name, patterns in settings.assignments.items():
        for pattern in patterns:
            if not fnmatch.filter(problems, pattern):
                hint = did_you_mean(pattern, list(problems)) if problems else ""
                faults.append(
                    Fault(
                        "grader.toml",
                        _line_of(name, lines),
                        1,
                        f"assignments.{name}",
                        f"`{pattern}` matches no problem{hint}",
                    )
                )
    return faults


def _expand(patterns: Iterable[str], problems: Iterable[str]) -> list[str]:
    found: dict[str, None] = {}
    for pattern in patterns:
        found.update(dict.fromkeys(fnmatch.filter(problems, pattern)))
    return list(found)


def _shown(file: Path) -> str:
    """The path as an author can open it from where they are."""
    near = os.path.relpath(file)
    return Path(near).as_posix() if not near.startswith("..") else file.as_posix()
