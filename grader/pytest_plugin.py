"""`pytest --grader SUBMISSION`: each part that a submission is asked for is a test.

pytest loads this in every run, so nothing of grader is imported until a submission is named. The
student's files are graded as by `grader check`, in sealed processes: pytest must neither import
nor be configured by them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from grader.grading import Session
    from grader.report import PartReport, Report
    from grader.submission import Submission


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("grader", "homework, each part a test")
    group.addoption(
        "--grader",
        action="append",
        default=[],
        metavar="SUBMISSION",
        help="Grade a submission, or each one in a folder of them. May be given several times.",
    )
    group.addoption("--grader-course", metavar="FOLDER", help="As --course of `grader check`.")
    group.addoption("--grader-assignment", metavar="NAME", help="As --assignment of it.")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    here = early_config.invocation_params.dir
    asked = [here / text for text in early_config.known_args_namespace.file_or_dir]
    settings = [early_config.inipath.parent] if early_config.inipath else []
    for path in _named(early_config):
        obeyed = (folder.resolve() for folder in (here, *asked, *settings))
        if any(folder.is_relative_to(path.resolve()) for folder in obeyed):
            raise pytest.UsageError(
                f"--grader {path}: run pytest from outside of the submission, or its conftest.py "
                "and its settings would be obeyed"
            )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What a student calls test_homework.py is handed in, not to be imported here; nor is what
    others handed in beside it. So other tests are run only if they are asked for."""
    handed_in = [path.resolve() for path in _named(config)]
    if handed_in and config.args_source is not pytest.Config.ArgsSource.ARGS:
        return True
    return True if any(collection_path.is_relative_to(path) for path in handed_in) else None


@pytest.hookimpl(tryfirst=True)  # so that -k and -m choose among them like among others
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    named = _named(config)
    if not named:
        return
    from grader.errors import GraderError

    try:
        grading = config.stash[_GRADING] = _Grading(config)
        for path in named:
            for place, submission in _submissions(path):
                items.extend(_items(session, place, _Graded(grading, submission)))
    except GraderError as error:
        raise pytest.UsageError(str(error)) from error


def pytest_unconfigure(config: pytest.Config) -> None:
    grading = config.stash.get(_GRADING, None)
    if grading is not None:
        grading.close()


def _named(config: pytest.Config) -> list[Path]:
    return [Path(text) for text in config.known_args_namespace.grader]


def _submissions(path: Path) -> Iterator[tuple[Path, Submission]]:
    from grader.submission.intake import IsAClass, read_submission

    try:
        yield path, read_submission(path)
    except IsAClass:
        for entry in sorted(path.iterdir()):
            if not entry.name.startswith("."):
                yield entry, read_submission(entry, of_a_class=True)


class _Grading:
    """The course, and what grades: started with the first part that is asked for."""

    def __init__(self, config: pytest.Config) -> None:
        from grader.cli.common import open_course

        self.course, self._checks = open_course(config.getoption("--grader-course"))
        self.assignment: str = config.getoption("--grader-assignment") or ""
        self.problems = (
            self.course.assignment(self.assignment)
            if self.assignment
            else list(self.course.problems)
        )
        self._opened = ExitStack()
        self._session: Session | None = None

    def grade(self, submission: Submission) -> Report:
        from grader.grading import Session, grade
        from grader.sandbox.libraries import libraries_in

        if self._session is None:
            started = Session(self.course, self._checks, libraries_in(submission.sources))
            self._session = self._opened.enter_context(started)
        return grade(self._session, submission, self.problems, assignment=self.assignment)

    def close(self) -> None:
        self._opened.close()


_GRADING = pytest.StashKey[_Grading]()


class _Graded:
    """A submission, graded when the first of its parts is looked at."""

    def __init__(self, grading: _Grading, submission: Submission) -> None:
        self.grading = grading
        self._submission = submission
        self._parts: dict[tuple[str, str], PartReport] | None = None

    def part(self, problem: str, part: str) -> PartReport:
        if self._parts is None:
            report = self.grading.grade(self._submission)
            self._parts = {
                (one.id, each.name): each for one in report.problems for each in one.parts
            }
        return self._parts[problem, part]


def _items(session: pytest.Session, place: Path, graded: _Graded) -> Iterator[pytest.Item]:
    problems = graded.grading.course.problems
    for problem in graded.grading.problems:
        for part in problems[problem].problem.parts:
            yield _Part.from_parent(
                session,
                name=f"{problem} {part}",
                nodeid=f"{place.as_posix()}::{problem}::{part}",
                graded=graded,
                asked=(problem, part),
            )


class _NotRight(Exception):
    """Shown as the report says it, without a trace of ours."""


class _Part(pytest.Item):
    def __init__(self, *, graded: _Graded, asked: tuple[str, str], **more: Any) -> None:
        super().__init__(**more)
        self._graded = graded
        self._asked = asked

    def setup(self) -> None:
        """What could not be judged is an error, as of a fixture: no failure of the student's."""
        if self._outcome() == "error":
            raise _NotRight(self._told())

    def runtest(self) -> None:
        outcome = self._outcome()
        if outcome == "skipped":
            from grader.report.junit import headline

            pytest.skip(headline(self._part()))
        if outcome:
            raise _NotRight(self._told())

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, _NotRight):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, self.nodeid

    def _part(self) -> PartReport:
        return self._graded.part(*self._asked)

    def _outcome(self) -> str:
        from grader.report.junit import outcome

        return outcome(self._part())

    def _told(self) -> str:
        from grader.report.commands import disarmed
        from grader.report.junit import detail, headline

        part = self._part()
        return disarmed(f"{headline(part)}\n{detail(part)}".rstrip())
