"""The page of a rubric: what it shows of a change, and what it refuses."""

from __future__ import annotations

import re
from typing import Any

import pytest
from desk_class import ASSIGNMENT, QUESTION, STUDENTS, client_of
from starlette.testclient import TestClient

from grader.desk.guard import form_secret
from grader.desk.room import Room
from grader.gradebook import Mark, RubricLine, change_rubric, rubric_in
from grader.grades import Marking, Waiting
from grader.grades.questions import question_in

PAGE = "/rubric?assignment=hw1&problem=sums%2Fwhy&part=reason"
THIRDS = [RubricLine(text, 2 / 3) for text in ("a", "b", "c")]


@pytest.fixture
def ann(room: Room) -> TestClient:
    """In front of a rubric whose lines are worth a third each; one answer is marked by it."""
    question = (QUESTION["problem"], QUESTION["part"])
    change_rubric(room.book, ASSIGNMENT, question, THIRDS, [], by="eve", why="thirds", after=0)
    give(room, answers(room)[0])
    return client_of(room, "ann")


def answers(room: Room) -> tuple[Waiting, ...]:
    return question_in(room.book, ASSIGNMENT, "sums/why", "reason").answers


def give(room: Room, answer: Waiting) -> None:
    marking = Marking(room.book, room.course, ASSIGNMENT, "eve")
    marking.give(answer.student, answer.line, Mark(1.33, "", ("a", "b")))


def form(room: Room, *lines: tuple[str, str, str], **more: Any) -> dict[str, Any]:
    columns = list(zip(*lines, strict=True))
    typed = dict(zip(("was", "text", "points"), map(list, columns), strict=True))
    secret = form_secret(room.key, "ann")
    return {**QUESTION, "csrf": secret, "revision": "1", "action": "look", **typed, **more}


def moves(text: str) -> list[str]:
    return [" ".join(one.split()) for one in re.findall(r"<li>(\d+ marks?:.*?)</li>", text)]


UNCHANGED = (("a", "a", "0.67"), ("b", "b", "0.67"), ("c", "c", "0.67"))


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (UNCHANGED, []),
        ((("a", "A", "0.67"), *UNCHANGED[1:]), ["1 mark: 1.33 points, and other words"]),
        ((("a", "a", "1"), *UNCHANGED[1:]), ["1 mark: 1.33 → 1.67 points"]),
        ((("a", "", "0.67"), *UNCHANGED[1:]), ["1 mark: 1.33 → 0.67 points"]),
        ((*UNCHANGED, ("", "too long", "−1")), []),
    ],
)
def test_what_it_changes_is_shown_and_not_done(
    lines: tuple[tuple[str, str, str], ...], shown: list[str], ann: TestClient, room: Room
) -> None:
    text = ann.post("/rubric", data=form(room, *lines)).text
    assert moves(text) == shown
    assert ("No mark that was given changes." in text) == (not shown)
    found = rubric_in(room.book, ASSIGNMENT, "sums/why", "reason")
    assert found is not None
    assert found.lines == tuple(THIRDS)


@pytest.mark.parametrize(
    ("lines", "more", "told"),
    [
        ((("a", "a", "much"),), {}, "`much` is no number of points"),
        ((("a", "x", "1"), ("b", "x", "1")), {}, "two lines of a rubric cannot say the same"),
        (tuple(("", f"line {n}", "1") for n in range(41)), {}, "a rubric has up to 40 lines"),
        (UNCHANGED, {"revision": "0"}, "somebody has changed the rubric or marked by it meanwhile"),
        (UNCHANGED, {"action": "change"}, "give a reason: it stands in the history"),
    ],
)
def test_what_is_refused(
    lines: tuple[tuple[str, str, str], ...],
    more: dict[str, str],
    told: str,
    ann: TestClient,
    room: Room,
) -> None:
    reply = ann.post("/rubric", data=form(room, *lines, **more))
    assert (reply.status_code, told in reply.text) == (422, True)


def test_what_was_not_shown_is_not_done(ann: TestClient, room: Room) -> None:
    data = form(room, ("a", "a", "1"), *UNCHANGED[1:])
    (seen,) = re.findall(r'name="shown" value="(\w+)"', ann.post("/rubric", data=data).text)
    sure = {"action": "change", "why": "x", "shown": seen}
    edited = ann.post("/rubric", data={**form(room, ("a", "a", "0"), *UNCHANGED[1:]), **sure})
    give(room, answers(room)[3])  # by somebody else, after it was shown
    late = ann.post("/rubric", data={**data, **sure})
    for reply, shown in (
        (edited, "1 mark: 1.33 → 0.67 points"),
        (late, "2 marks: 1.33 → 1.67 points"),
    ):
        assert "this is not what you were shown; nothing was changed, look again" in reply.text
        assert moves(reply.text) == [shown]
    held = [one.line.given for one in answers(room) if one.student in (STUDENTS[0], STUDENTS[3])]
    assert held == [1.33, 1.33]
