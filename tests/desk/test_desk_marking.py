"""Marks as forms give them: what was seen, what has changed since, what is taken back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from desk_class import ASSIGNMENT, MARK_PAGE, QUESTION, STUDENTS, client_of, prose
from gradebook_samples import handed_in, result
from starlette.testclient import TestClient

from grader.desk.guard import form_secret
from grader.desk.handles import handle
from grader.desk.room import Room
from grader.gradebook import Mark, marks_of, record, shares_of
from grader.gradebook.marks import history_of

Form = dict[str, Any]
PARTIAL = {"hx-request": "true", "hx-request-type": "partial"}


def form_on(text: str) -> Form:
    """What the browser would send of the form that gives marks, with nothing ticked or typed."""
    answers = re.findall(r'name="answer" value="([^"]+)" checked', text)
    (rubric,) = re.findall(r'name="rubric" value="(\d+)"', text)
    (at,) = re.findall(r'name="at" value="(\w+)"', text)
    (csrf,) = set(re.findall(r'name="csrf" value="(\w+)"', text))
    return {**QUESTION, "csrf": csrf, "answer": answers, "rubric": rubric, "at": at}


def said(text: str) -> str:
    (found,) = re.findall(r'<p id="notice"[^>]*>(.*)</p>', text)
    return str(found)


def held(room: Room) -> dict[str, Mark]:
    return {one: marked.mark for (one, _, _), marked in marks_of(room.book, ASSIGNMENT).items()}


@pytest.fixture
def ann(room: Room) -> TestClient:
    return client_of(room, "ann")


def test_a_reply_that_was_lost_is_asked_for_again(ann: TestClient, room: Room) -> None:
    form = form_on(ann.get(MARK_PAGE).text)
    for _ in range(2):  # the first was written, and the person presses again
        reply = ann.post("/mark", data={**form, "item": ["0"]})
        assert (reply.status_code, said(reply.text)) == (200, "1 point: 10 answers")
    place = (STUDENTS[0], "sums/why", "reason")
    assert len(history_of(room.book, ASSIGNMENT, place)) == 1


def test_an_answer_that_is_handed_in_anew_meanwhile_is_not_marked_unseen(
    ann: TestClient, room: Room
) -> None:
    seen = form_on(ann.get(MARK_PAGE).text)
    old = result("new", prose(), problem="sums/why", text="Something else altogether.")
    record(
        room.book, ASSIGNMENT, handed_in(STUDENTS[0], "d99"), {"sums/why": "new"}, [old],
        by="ta", why={},
    )  # fmt: skip
    reply = ann.post("/mark", data={**seen, "item": ["0"]})
    assert (reply.status_code, said(reply.text)) == (
        409,
        "given: 9 answers; 1 answer changed meanwhile; look again, and give the mark once more if "
        "it is to hold",
    )
    assert STUDENTS[0] not in held(room)
    # Nor by a form that nobody has shown.
    forged = form_on(ann.get(f"{MARK_PAGE}&at={handle(ASSIGNMENT, STUDENTS[0])}").text)
    forged["answer"] = [one.replace(":0:", ":7:") for one in forged["answer"]]
    assert ann.post("/mark", data={**forged, "item": ["0"]}).status_code == 409
    assert STUDENTS[0] not in held(room)


def test_who_presses_again_after_a_conflict_overrides_knowingly(
    ann: TestClient, room: Room
) -> None:
    bob = client_of(room, "bob")
    mine, theirs = form_on(ann.get(MARK_PAGE).text), form_on(bob.get(MARK_PAGE).text)
    bob.post("/mark", data={**theirs, "item": ["1"], "answer": theirs["answer"][:1]})
    conflict = ann.post("/mark", data={**mine, "points": "0"})
    assert conflict.status_code == 409
    assert "1 point by bob meanwhile: it says why the bound holds" in conflict.text
    assert "9 more alike: 0 points by ann." in conflict.text
    assert re.search(r'name="points"[^>]* value="0"', conflict.text)  # ann's, not bob's
    assert 'name="item" value="1" data-points="1.0" data-key="2">' in conflict.text
    again = form_on(conflict.text)
    assert len(again["answer"]) == 1
    assert ann.post("/mark", data={**again, "points": "0"}).status_code == 200
    assert held(room)[STUDENTS[0]] == Mark(0.0)
    # Bob takes back what is no longer his, and is told.
    undone = bob.post("/undo", data={**QUESTION, "csrf": theirs["csrf"]})
    assert said(undone.text) == "taken back: 0 answers; ann marked 1 answer since, which stay"
    assert held(room)[STUDENTS[0]] == Mark(0.0)
    assert said(bob.post("/undo", data={**QUESTION, "csrf": theirs["csrf"]}).text) == (
        "there is nothing to undo"
    )


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({}, "tick lines of the rubric, or type points"),
        ({"comment": "Good."}, "tick lines of the rubric, or type points"),
        ({"points": "3"}, "there are 0 to 2 points for this"),
        ({"points": "-1"}, "there are 0 to 2 points for this"),
        ({"points": "nan"}, "`nan` is no number of points"),
        ({"points": "two"}, "`two` is no number of points"),
        ({"points": "1", "answer": []}, "tick an answer, or there is none to mark"),
        (
            {"points": "1", "answer": ["0123456789ab:0:x"]},
            "tick an answer, or there is none to mark",
        ),
    ],
)
def test_what_is_refused(typed: Form, told: str, ann: TestClient, room: Room) -> None:
    form = form_on(ann.get(MARK_PAGE).text)
    reply = ann.post("/mark", data={**form, **typed}, headers=PARTIAL)
    assert (reply.status_code, reply.text.strip()) == (422, told)
    assert reply.headers["hx-retarget"] == "#notice"
    assert held(room) == {}


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/mark?assignment=hw9", "the gradebook has no assignment `hw9`"),
        ("/mark?assignment=hw1&problem=no&part=no", "there is nothing to mark in no no"),
        ("/rubric?assignment=hw1&problem=no&part=no", "there is nothing to mark in no no"),
        ("/student?assignment=hw1&who=x", "there is no student `x`"),
    ],
)
def test_what_is_not_there(path: str, told: str, ann: TestClient) -> None:
    reply = ann.get(path)
    assert reply.status_code == 404
    assert told in reply.text


def test_undo_takes_back_one_press_after_the_other_and_of_this_question_alone(
    ann: TestClient, room: Room
) -> None:
    slope = {**QUESTION, "problem": "sums/slope", "part": "slope"}
    for question, points in ((QUESTION, "1"), (QUESTION, "2"), (slope, "4")):
        form = form_on(ann.get("/mark", params=question).text)
        assert ann.post("/mark", data={**form, **question, "points": points}).status_code == 200
    data = {**QUESTION, "csrf": form_secret(room.key, "ann")}
    left = []
    for _ in range(3):
        ann.post("/undo", data=data)
        marks = marks_of(room.book, ASSIGNMENT).values()
        left.append(sorted({one.mark.points or 0 for one in marks} - {0}))
    assert left == [[1, 4], [4], [4]]


def test_points_may_have_a_comma_and_a_comment_several_lines(ann: TestClient, room: Room) -> None:
    form = form_on(ann.get(MARK_PAGE).text)
    ann.post("/mark", data={**form, "points": " 1,5 ", "comment": "One.\r\nTwo.\0 "})
    assert held(room)[STUDENTS[0]] == Mark(1.5, "One.\nTwo.")


def test_names_are_hidden_until_they_are_asked_for(ann: TestClient, room: Room) -> None:
    who = handle(ASSIGNMENT, STUDENTS[0])
    pages = ["/", MARK_PAGE, *(f"/{one}?assignment=hw1&who={who}" for one in ("student", "report"))]
    assert not any("student0" in ann.get(path).text for path in pages)
    ann.post("/names", data={"csrf": form_secret(room.key, "ann"), "back": "/"})
    assert all(STUDENTS[0] in ann.get(path).text for path in pages)
    assert not any("student0" in client_of(room, "bob").get(path).text for path in pages)


def test_answers_are_shared_out_in_whole_groups(ann: TestClient, room: Room) -> None:
    data = {**QUESTION, "csrf": form_secret(room.key, "ann"), "people": "ann, bob,, ann"}
    assert ann.post("/share", data=data).status_code == 303
    shares = shares_of(room.book, ASSIGNMENT, "sums/why", "reason")
    assert [set(map(shares.get, STUDENTS[start::3])) for start in range(3)] == [
        {"ann"}, {"bob"}, {"ann"},
    ]  # fmt: skip
    assert "ann is to mark 20. bob is to mark 10." in ann.get("/").text
    bob = client_of(room, "bob")
    page = bob.get(MARK_PAGE).text
    assert "0</span> of 30 marked, 10 of yours left" in page
    form = form_on(page)
    assert form["at"] == handle(ASSIGNMENT, STUDENTS[1])
    done = bob.post("/mark", data={**form, "points": "2"}).text
    assert "All of yours are marked." in done
    assert ann.post("/share", data={**data, "people": " , "}).status_code == 422


def test_next_goes_on_from_here_and_round_the_end(ann: TestClient) -> None:
    at = handle(ASSIGNMENT, STUDENTS[1])
    text = ann.get(f"{MARK_PAGE}&at={at}").text
    (after,) = re.findall(r'id="next" href="[^"]*at=(\w+)"', text)
    (before,) = re.findall(r'id="back" href="[^"]*at=(\w+)"', text)
    assert (after, before) == (handle(ASSIGNMENT, STUDENTS[2]), handle(ASSIGNMENT, STUDENTS[0]))
    last = ann.get(f"{MARK_PAGE}&at={after}").text
    assert re.findall(r'id="next" href="[^"]*at=(\w+)"', last) == [before]


READINGS = {
    "2 * x": "correct</span>, 4 / 4 points",
    "x": "partly</span>, 2 / 4 points: the exponent is not taken down",
    "3 x": "wrong</span>, 0 / 4 points",
    "2 ? x": "unread</span>",
}


def test_a_reading_is_judged_as_an_answer_is(ann: TestClient, room: Room) -> None:
    about = {**QUESTION, "problem": "sums/slope", "part": "slope"}
    data = {**about, "csrf": form_secret(room.key, "ann")}
    for reading, told in READINGS.items():
        assert told in ann.post("/reading", data={**data, "reading_text": reading}).text
    for typed, told in (
        ({"reading_text": ""}, "type what the student has written, in a way that can be read"),
        ({**QUESTION, "reading_text": "2 x"}, "sums/why reason: this is for a person alone"),
    ):
        reply = ann.post("/reading", data={**data, **typed})
        assert (reply.status_code, told in reply.text) == (422, True)
    assert held(room) == {}
