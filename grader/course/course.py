"""A course: a folder with problems, the reference that answers them, and settings."""

from __future__ import annotations

import fnmatch
import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import ValidationError

from grader.course.baked import Baked
from grader.course.faults import CourseFault, Fault, NoCourse, shown
from grader.course.finding import REFERENCE, SETTINGS, digest_of_course, problem_files
from grader.course.inputs import did_you_mean
from grader.course.language import Language
from grader.course.listing import Listed, Listing, keep_listing, known_listing, name_of
from grader.course.meaning import faults_in
from grader.course.numbers import Numbers, number_faults, numbers_of
from grader.course.parts import CodePart
from grader.course.policy import policy_faults
from grader.course.problem import Problem
from grader.course.references import References, read_references
from grader.course.rules import RulesOptions
from grader.course.settings import assignment_faults, name_faults, read_settings
from grader.course.source import Source, read_yaml
from grader.course.specs import CourseSettings
from grader.course.words import Known, faults_of

SECRET_VARIABLE = "GRADER_SECRET"
# All right answers to the shipped course take some 20 s; a dozen endless loops are told apart.
SUBMISSION_SECONDS = 120.0
# As many of the part with the longest limit may use all of it.
LONGEST_PARTS = 3


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
    baked: Baked | None = None  # of a kit: what is known in place of the reference

    @property
    def name(self) -> str:
        return name_of(self.root, self.settings.name)

    @property
    def data_files(self) -> list[str]:
        """The names of all data files that students may be asked for."""
        parts = (part for file in self.problems.values() for part in file.problem.parts.values())
        return sorted({name for part in parts for name in part.data_files})

    @property
    def submission_seconds(self) -> float:
        """Processor time for one submission: as declared, else room for a few endless loops."""
        if self.settings.submission_seconds is not None:
            return self.settings.submission_seconds
        declared = [self.settings.limits.seconds or 0.0]
        for file in self.problems.values():
            parts = file.problem.parts.values()
            declared += [
                one.seconds or 0.0
                for one in (
                    file.problem.limits,
                    *(part.limits for part in parts if isinstance(part, CodePart)),
                )
            ]
        return max(SUBMISSION_SECONDS, LONGEST_PARTS * max(declared))

    @property
    def ruled_names(self) -> list[str]:
        """Every pattern of a name that a rule forbids or requires."""
        parts = (part for file in self.problems.values() for part in file.problem.parts.values())
        options = [
            one.options for part in parts if isinstance(part, CodePart) for one in part.checks
        ]
        rules = [one for one in options if isinstance(one, RulesOptions)]
        return sorted({name for rule in rules for name in (*rule.forbid, *rule.require)})

    @property
    def threads(self) -> bool:
        """Whether any part may use more than one thread."""
        limits = [self.settings.limits]
        for file in self.problems.values():
            parts = file.problem.parts.values()
            limits += [part.limits for part in parts if isinstance(part, CodePart)]
        return any((one.threads or 1) > 1 for one in limits)

    @property
    def handed_out(self) -> str:
        """The assignment that a kit is of; empty for one of a single problem, and for a course."""
        return next(iter(self.settings.assignments), "") if self.baked is not None else ""

    def listing(self) -> Listing:
        problems = [file.problem for file in self.problems.values()]
        return Listing(
            self.settings.name,
            self.threads,
            {
                one.id: Listed(
                    one.title, one.total, tuple({part.asks: None for part in one.parts.values()})
                )
                for one in problems
            },
            {
                name: tuple(_expand(patterns, self.problems))
                for name, patterns in self.settings.assignments.items()
            },
        )

    def assignment(self, name: str) -> list[str]:
        """The problem ids of an assignment, or of one problem. Raises NoCourse."""
        return problems_named(name, self.settings.assignments, list(self.problems))

    def numbers(self, name: str) -> Numbers:
        """How the questions of an assignment are numbered; those of anything else are not."""
        if name not in self.settings.assignments:
            return {}
        return numbers_of(self.settings.numbers.get(name, {}), self.assignment(name))


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
    found = _expand(patterns, problems)
    if not found:
        raise NoCourse(f"the assignment `{name}` has no problem yet")
    return found


def load_course(root: Path, language: Language, *, standard: bool = False) -> Course:
    """Read and check everything that can be checked without running. Raises CourseFault.

    `standard` says that the language is that of this package and nothing else. Then a course
    in which no fault was found is known again by its content, and not searched for faults twice.
    """
    faults: list[Fault] = []
    try:
        settings, setting_source = read_settings(root / SETTINGS, shown(root / SETTINGS))
    except CourseFault as error:
        faults += error.faults
        settings = None
    folder = root / REFERENCE
    references, reference_faults = read_references(folder, shown(folder))
    faults += reference_faults
    sources: dict[str, Source] = {}
    for file in problem_files(root):
        try:
            sources[file.relative_to(root).as_posix()] = read_source(file)
        except CourseFault as error:
            faults += error.faults
    digest = ""
    if standard and settings is not None and not faults:
        digest = _digest_of_read(setting_source, references, sources)
    sound = bool(digest) and known_listing(digest) is not None
    problems: dict[str, ProblemFile] = {}
    for source in sources.values():
        known = replace(language, words=settings.words if settings else {})
        try:
            found = load_problem(source, known, references, sound=sound)
        except CourseFault as error:
            faults += error.faults
            continue
        other = problems.get(found.problem.id)
        if other:
            message = f"`{found.problem.id}` is already the id of {other.source.file}; rename one"
            faults.append(found.source.fault(("id",), message))
        problems[found.problem.id] = _within(found, settings) if settings else found
    if settings is not None and not faults:
        # Only now: an id may be missing just because its file did not load.
        faults += assignment_faults(settings, setting_source, problems)
        listed = {
            name: _expand(one, sorted(problems)) for name, one in settings.assignments.items()
        }
        asked = {name: file.problem for name, file in problems.items()}
        faults += number_faults(settings, setting_source, listed, asked)
        faults += policy_faults(settings, setting_source, listed, asked)
        faults += name_faults(settings, setting_source, asked.values())
    if faults or settings is None:
        raise CourseFault(faults)
    secret = os.environ.get(SECRET_VARIABLE) or settings.secret
    course = Course(root, settings, dict(sorted(problems.items())), references, secret)
    if digest and not sound:
        keep_listing(digest, course.listing())
    return course


def read_source(file: Path) -> Source:
    """What a problem file says, not yet whether it is a problem. Raises CourseFault."""
    source = read_yaml(file, shown(file))
    if not isinstance(source.data, dict):
        message = "holds no problem; start with `id: topic/name`"
        raise CourseFault([Fault(source.file, 1, 1, "", message)])
    return source


def load_problem(
    source: Source, language: Language, references: References, *, sound: bool = False
) -> ProblemFile:
    """One problem. Raises CourseFault with every fault in it, of which a sound one has none."""
    known: Known = []
    try:
        problem = Problem.model_validate(source.data, context=language.context(known))
    except ValidationError as error:
        raise CourseFault(faults_of(error, source, known)) from error
    faults = [] if sound else list(faults_in(problem, source, references))
    if faults:
        raise CourseFault(faults)
    return ProblemFile(problem, source, source.digest)


def _within(file: ProblemFile, settings: CourseSettings) -> ProblemFile:
    parts = {name: part.within(settings) for name, part in file.problem.parts.items()}
    return replace(file, problem=file.problem.model_copy(update={"parts": parts}))


def _digest_of_read(settings: Source, references: References, sources: Mapping[str, Source]) -> str:
    """What `course_digest` says of the same files, from exactly what was read of them."""
    digests = {path: source.digest for path, source in sources.items()}
    for path, data in references.files.items():
        digests[f"{REFERENCE}/{path}"] = hashlib.sha256(data).hexdigest()
    if settings.digest:
        digests[SETTINGS] = settings.digest
    return digest_of_course(digests)


def _expand(patterns: Iterable[str], problems: Iterable[str]) -> list[str]:
    found: dict[str, None] = {}
    for pattern in patterns:
        found.update(dict.fromkeys(fnmatch.filter(problems, pattern)))
    return list(found)
