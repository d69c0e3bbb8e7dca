"""Points by a rubric, what another rubric changes, and how answers are dealt out."""

from __future__ import annotations

import pytest
from gradebook_samples import part

from grader.gradebook import Mark, Marked, Rubric, RubricLine
from grader.grades import Line, Waiting
from grader.grades.questions import Question, dealt
from grader.grades.rubrics import Change, effects, marks_after, points_by

BOUND, WHY, NONE = RubricLine("bound", 1.0), RubricLine("why", 3.0), RubricLine("no reason", -2.0)
OLD = Rubric((BOUND, WHY, NONE))


def line(mark: Mark | None = None, answer: str = "because") -> Line:
    marked = Marked("ada", "small/rows", "a", 3, mark, "b", "eve", "then", "read") if mark else None
    return Line("small/rows", part("a", 0.0, pending=4.0), answer, "b", marked)


@pytest.mark.parametrize(
    ("items", "points"),
    [((), 0.0), (("bound",), 1.0), (("bound", "why"), 4.0), (("bound", "no reason"), 0.0),
     (("why", "no reason"), 1.0), (("unknown",), 0.0)],
)  # fmt: skip
def test_points_are_bounded(items: tuple[str, ...], points: float) -> None:
    assert points_by(OLD.lines, items, 4.0) == points
    assert points_by([*OLD.lines, RubricLine("more", 9.0)], (*items, "more"), 4.0) == 4.0


CHANGES: dict[str, tuple[list[Change], Mark, Mark | None]] = {
    "nothing": ([("bound", BOUND), ("why", WHY), ("no reason", NONE)],
                Mark(1.0, "c", ("bound",)), None),
    "worth more": ([("bound", RubricLine("bound", 2.0)), ("why", WHY), ("no reason", NONE)],
                   Mark(1.0, "c", ("bound",)), Mark(2.0, "c", ("bound",))),
    "said otherwise": ([("bound", RubricLine("a bound", 1.0)), ("why", WHY)],
                       Mark(4.0, "c", ("bound", "why")), Mark(4.0, "c", ("a bound", "why"))),
    "taken out": ([("bound", BOUND), ("why", None)],
                  Mark(4.0, "c", ("bound", "why")), Mark(1.0, "c", ("bound",))),
    "a new line": ([("bound", BOUND), ("why", WHY), (None, RubricLine("more", 1.0))],
                   Mark(1.0, "c", ("bound",)), None),
    "points by hand": ([("bound", RubricLine("bound", 2.0)), ("why", WHY)],
                       Mark(1.5, "c", ("bound",)), None),
    "points by hand, other words": ([("bound", RubricLine("a bound", 2.0)), ("why", WHY)],
                                    Mark(1.5, "c", ("bound",)), Mark(1.5, "c", ("a bound",))),
    "points alone": ([("bound", RubricLine("bound", 2.0))], Mark(1.0), None),
    "a line of long ago": ([("bound", RubricLine("bound", 2.0))],
                           Mark(3.0, "", ("gone", "bound")), None),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_what_another_rubric_changes(name: str) -> None:
    changes, before, after = CHANGES[name]
    found = effects({"ada": line(before), "bob": line()}, OLD, changes)
    assert [(one.student, one.before, one.after) for one in found] == (
        [("ada", before, after)] if after else []
    )
    for made in marks_after(found, by="sam", why="fairer"):
        assert (made.revision, made.mark, made.by, made.basis) == (4, after, "sam", "b")


def test_whole_groups_go_to_who_has_least() -> None:
    def group(name: str, size: int, *, marked: bool = False) -> list[Waiting]:
        mark = Mark(1.0) if marked else None
        return [Waiting(f"{name}{number}", line(mark)) for number in range(size)]

    groups = [group("a", 4), group("b", 3), group("c", 2), group("d", 5, marked=True)]
    shares = dealt(groups, ["ann", "bob"])
    assert {name[0]: who for name, who in shares.items()} == {"a": "ann", "b": "bob", "c": "bob"}
    assert len(shares) == 9


def test_groups_stay_where_they_are_while_they_are_marked() -> None:
    texts = ["one thing", "one thing", "something quite different", "zzz yyy xxx"]

    def question(marked: set[int]) -> Question:
        answers = [
            Waiting(f"s{number}", line(Mark(1.0) if number in marked else None, text))
            for number, text in enumerate(texts)
        ]
        return Question("small/rows", "a", tuple(answers))

    def first(group: list[Waiting] | None) -> str | None:
        return group[0].student if group else None

    for marked, at, step, following in [
        (set(), None, 1, "s0"), (set(), "s0", 1, "s2"), (set(), "s3", 1, "s0"),
        (set(), "s0", -1, "s3"), ({0}, "s3", 1, "s0"), ({0, 1}, "s3", 1, "s2"),
        ({0, 1, 2, 3}, "s0", 1, None), ({0, 1, 3}, "s2", 1, "s2"),
    ]:  # fmt: skip
        asked = question(marked)
        group = asked.group_of(at) if at else None
        assert first(asked.next_after(group, step=step)) == following, (marked, at, step)
    assert first(question(set()).next_after(None, {"s3"})) == "s3"
