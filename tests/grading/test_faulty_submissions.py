"""Each faulty submission gets its own words and points, and costs only its own part."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from faulty import ANY, Faulty
from faulty_deeds import DEEDS
from faulty_names import FOUND
from faulty_notebooks import NOTEBOOKS
from faulty_source import SOURCE
from faulty_values import VALUES
from small_course import (
    PROBLEM,
    REFERENCE,
    SETTINGS,
    graded,
    open_session,
    part_of,
    write_course,
)

from grader.grading import Session

GRAM_POINTS = {"correct": 2.0}


ALL = (*SOURCE, *FOUND, *NOTEBOOKS, *VALUES, *DEEDS)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    """The same course with little time: for what never ends there need not be more."""
    root = tmp_path_factory.mktemp("hasty") / "course"
    settings = SETTINGS.replace("seconds = 1\n", "seconds = 0.25\n")
    write_course(root, {"rows": PROBLEM}, {"rows": REFERENCE}, settings)
    with open_session(root, truth_cache) as session:
        yield session


@pytest.mark.one_in(2)
@pytest.mark.parametrize("faulty", ALL, ids=[faulty.what for faulty in ALL])
def test_it_gets_its_words_and_points(small: Session, hasty: Session, faulty: Faulty) -> None:
    report = graded(hasty if faulty.endless else small, faulty.submission())
    softmax, gram = part_of(report, "softmax"), part_of(report, "gram")
    assert (softmax.verdict.value, softmax.score.earned) == (faulty.verdict, faulty.points)
    if faulty.message is not ANY:
        assert softmax.message == faulty.message
    assert (softmax.notes, report.notes) == (faulty.said, faulty.top)
    assert (gram.verdict.value, gram.score.earned) == (
        faulty.gram, GRAM_POINTS.get(faulty.gram, 0.0),
    ), gram.message  # fmt: skip
