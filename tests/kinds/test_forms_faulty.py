"""Faulty written answers: the verdict, the share of the points and the exact words of each."""

from __future__ import annotations

import pytest
from forms_course import mark, same_words
from forms_faulty_counts import FAULTY_COUNTS
from forms_faulty_others import FAULTY_OTHERS

from grader.course import Course
from grader.kinds.marker import Marked, Unclear


def outcome(marked: Marked) -> tuple[str, float, str, tuple[str, ...]]:
    mistake = marked.mistake.name if marked.mistake else ""
    return str(marked.verdict), round(marked.share, 4), mistake, marked.notes


@pytest.mark.parametrize(
    "row", FAULTY_COUNTS + FAULTY_OTHERS, ids=lambda row: f"{row[1]}:{row[2][:30]!r}"
)
def test_words(row: tuple, costs: Course, shipped: Course) -> None:  # type: ignore[type-arg]
    problem, part, text, others, verdict, share, words, mistake, notes = row
    course = costs if problem in costs.problems else shipped
    if verdict == "cannot be read":
        with pytest.raises(Unclear) as unclear:
            mark(course, problem, part, text, others=others)
        assert str(unclear.value) == words
        return
    marked = mark(course, problem, part, text, others=others)
    assert same_words(words, marked.message), marked.message
    assert outcome(marked) == (verdict, share, mistake, notes)


def test_there_are_many() -> None:
    assert len(FAULTY_COUNTS) + len(FAULTY_OTHERS) >= 100
