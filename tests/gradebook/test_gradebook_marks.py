"""Marks of people: a history to which is only added, and which no regrade touches."""

from __future__ import annotations

import threading

import pytest
from gradebook_samples import handed_in, part, result

from grader.gradebook import Gradebook, Mark, MarkConflict, add_mark, marks_of, record, undo_mark
from grader.gradebook.marks import basis_of, history_of

PLACE = ("ada", "small/rows", "a")


def give(book: Gradebook, points: float, after: int, by: str = "eve", basis: str = "b") -> None:
    add_mark(
        book, "hw1", PLACE, Mark(points, "good", ("a reason",)), basis=basis, by=by, why="prose",
        after=after,
    )  # fmt: skip


def test_the_last_mark_holds_and_the_others_are_remembered(book: Gradebook) -> None:
    give(book, 3.0, after=0)
    give(book, 4.0, after=1, by="sam")
    held = marks_of(book, "hw1")[PLACE]
    assert (held.mark, held.by, held.why, held.revision) == (
        Mark(4.0, "good", ("a reason",)),
        "sam",
        "prose",
        2,
    )
    assert [one.mark.points for one in history_of(book, "hw1", PLACE)] == [3.0, 4.0]
    assert marks_of(book, "hw1", ["bob"]) == marks_of(book, "hw2") == {}


def test_who_comes_second_is_told_of_the_first(book: Gradebook) -> None:
    give(book, 3.0, after=0, by="sam")
    with pytest.raises(MarkConflict) as caught:
        give(book, 1.0, after=0)
    assert str(caught.value) == (
        "sam has marked ada, small/rows a meanwhile; look at it and mark again"
    )
    assert caught.value.theirs.mark.points == 3.0


def test_of_many_at_once_one_wins(book: Gradebook) -> None:
    lost = []

    def mark() -> None:
        try:
            give(book, 1.0, after=0)
        except MarkConflict as conflict:
            lost.append(conflict)

    threads = [threading.Thread(target=mark) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(lost), len(history_of(book, "hw1", PLACE))) == (3, 1)


def test_undo_adds_what_held_before(book: Gradebook) -> None:
    give(book, 3.0, after=0)
    give(book, 1.0, after=1, by="sam")
    undone = undo_mark(book, "hw1", marks_of(book, "hw1")[PLACE], by="eve")
    assert (undone.mark.points, undone.revision, undone.why) == (3.0, 3, "undid the mark of sam")
    first = history_of(book, "hw1", PLACE)[0]
    with pytest.raises(MarkConflict):
        undo_mark(book, "hw1", first, by="eve")


def test_the_first_mark_undone_is_none(book: Gradebook) -> None:
    give(book, 3.0, after=0)
    undone = undo_mark(book, "hw1", marks_of(book, "hw1")[PLACE], by="eve")
    assert undone.mark == Mark(None)


def test_a_regrade_leaves_marks_alone(book: Gradebook) -> None:
    give(book, 3.0, after=0)
    before = history_of(book, "hw1", PLACE)
    found = result("k2", part("a", 0.0))
    record(book, "hw1", handed_in("ada", "d2"), {"small/rows": "k2"}, [found], by="ta", why={})
    assert history_of(book, "hw1", PLACE) == before


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ((part("a", 4.0), "", "d1"), True),
        ((part("b", 4.0), "", "d1"), True),
        ((part("a", 4.0), "", "d2"), False),
        ((part("a", 3.0), "", "d1"), False),
        ((part("a", 4.0), "written", "d1"), False),
    ],
)
def test_what_a_mark_was_given_for(other: tuple[object, ...], same: bool) -> None:
    assert (basis_of(part("a", 4.0), "", "d1") == basis_of(*other)) is same  # type: ignore[arg-type]


def test_of_what_was_written_only_the_text_counts() -> None:
    prose = part("a", 0.0, 4.0)
    assert basis_of(prose, "so", "d1") == basis_of(prose, "so", "d2") != basis_of(prose, "no", "d1")
