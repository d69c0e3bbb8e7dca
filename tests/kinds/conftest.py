"""One course with every written form, one sandbox and one prover for all tests here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from forms_course import COSTS, LONE, SHIPPED, open_course, write_course

from grader.checks import all_checks
from grader.course import Course
from grader.grading import Session
from grader.maths import Prover


@pytest.fixture(scope="session")
def costs(tmp_path_factory: pytest.TempPathFactory) -> Course:
    root = tmp_path_factory.mktemp("forms") / "course"
    return open_course(write_course(root, {"costs": COSTS, "lone": LONE}))


@pytest.fixture(scope="session")
def shipped() -> Course:
    return open_course(SHIPPED)


@pytest.fixture(scope="session")
def session(costs: Course) -> Iterator[Session]:
    with Session(costs, all_checks(), ("numpy",)) as opened:
        yield opened


@pytest.fixture(scope="session")
def prover() -> Iterator[Prover]:
    made = Prover()
    yield made
    made.close()
