"""Each faulty submission gets its own words and points, and costs only its own part."""

from __future__ import annotations

import pytest
from faulty import ANY, Faulty
from faulty_deeds import DEEDS
from faulty_names import FOUND
from faulty_notebooks import NOTEBOOKS
from faulty_source import SOURCE
from faulty_values import VALUES
from small_course import graded, part_of

from grader.grading import Session

GRAM_POINTS = {"correct": 2.0}


ALL = (*SOURCE, *FOUND, *NOTEBOOKS, *VALUES, *DEEDS)


@pytest.mark.parametrize("faulty", ALL, ids=[faulty.what for faulty in ALL])
def test_it_gets_its_words_and_points(small: Session, faulty: Faulty) -> None:
    report = graded(small, faulty.submission())
    softmax, gram = part_of(report, "softmax"), part_of(report, "gram")
    assert (softmax.verdict.value, softmax.score.earned) == (faulty.verdict, faulty.points)
    if faulty.message is not ANY:
        assert softmax.message == faulty.message
    assert (softmax.notes, report.notes) == (faulty.said, faulty.top)
    assert (gram.verdict.value, gram.score.earned) == (
        faulty.gram, GRAM_POINTS.get(faulty.gram, 0.0),
    ), gram.message  # fmt: skip
