"""Rubrics, shares and appeals: histories to which is only added, in both databases."""

from __future__ import annotations

import pytest

from grader.gradebook import (
    Gradebook,
    Mark,
    RubricConflict,
    RubricLine,
    add_mark,
    answer_appeal,
    appeals_in,
    change_rubric,
    forget,
    marks_of,
    note_appeal,
    rubric_in,
    share_out,
    shares_of,
)
from grader.gradebook.appeals import AlreadyAnswered
from grader.gradebook.marks import Marked

QUESTION = ("small/rows", "a")
PLACE = ("ada", *QUESTION)
LINES = [RubricLine("a bound “ä”", 1.5), RubricLine("no reason", -0.5)]


def change(book: Gradebook, lines: list[RubricLine], after: int, *marks: Marked) -> None:
    change_rubric(book, "hw1", QUESTION, lines, marks, by="eve", why="fairer", after=after)


def test_the_last_rubric_holds(book: Gradebook) -> None:
    assert rubric_in(book, "hw1", *QUESTION) is None
    change(book, LINES[:1], 0)
    change(book, LINES, 1)
    found = rubric_in(book, "hw1", *QUESTION)
    assert found is not None
    assert (found.lines, found.revision, found.by, found.why) == (tuple(LINES), 2, "eve", "fairer")
    assert rubric_in(book, "hw2", *QUESTION) is rubric_in(book, "hw1", "small/rows", "b") is None
    with pytest.raises(RubricConflict) as caught:
        change(book, LINES[1:], 1)
    assert str(caught.value) == (
        "somebody has changed the rubric or marked by it meanwhile; nothing was changed, look again"
    )


def test_a_rubric_and_the_marks_that_follow_are_changed_together_or_not_at_all(
    book: Gradebook,
) -> None:
    after = {"basis": "b", "by": "eve", "why": "read"}
    first = add_mark(book, "hw1", PLACE, Mark(1.0), after=0, **after)
    follows = Marked(*PLACE, 2, Mark(1.5), "b", "eve", first.at, "fairer")
    add_mark(book, "hw1", PLACE, Mark(2.0), after=1, **after)
    with pytest.raises(RubricConflict):
        change(book, LINES, 0, follows)
    assert rubric_in(book, "hw1", *QUESTION) is None
    assert marks_of(book, "hw1")[PLACE].mark == Mark(2.0)


def test_the_last_share_of_an_answer_holds(book: Gradebook) -> None:
    for shares in ({}, {"ada": "ann", "bob": "ann", "kim": "eve"}, {"bob": "eve", "kim": ""}):
        share_out(book, "hw1", QUESTION, shares, by="ann")
    assert shares_of(book, "hw1", *QUESTION) == {"ada": "ann", "bob": "eve"}
    assert shares_of(book, "hw1", "small/rows", "b") == {}


def test_an_appeal_is_answered_once(book: Gradebook) -> None:
    for text in ("why so little?", "and again"):
        note_appeal(book, "hw1", PLACE, text, by="ann")
    first, second = appeals_in(book, "hw1")
    answer_appeal(book, "hw1", first, "see the rubric", by="eve")
    with pytest.raises(AlreadyAnswered):
        answer_appeal(book, "hw1", first, "no", by="ann")
    found = appeals_in(book, "hw1")
    assert [(one.noted.text, one.answer and one.answer.text) for one in found] == [
        ("why so little?", "see the rubric"),
        ("and again", None),
    ]
    assert found[1] == second


def test_they_are_forgotten_with_the_student(book: Gradebook) -> None:
    note_appeal(book, "hw1", PLACE, "why so little?", by="ann")
    share_out(book, "hw1", QUESTION, {"ada": "ann", "bob": "ann"}, by="ann")
    assert forget(book, "ada") == 2
    assert (appeals_in(book, "hw1"), shares_of(book, "hw1", *QUESTION)) == ([], {"bob": "ann"})
