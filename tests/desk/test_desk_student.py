"""Overrides and appeals of one student, and grading again with what it changes."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from class_course import CUBED, PROBLEMS, environment, lines, run, write_class
from desk_class import ASSIGNMENT, QUESTION, STUDENTS, client_of, room_of
from starlette.testclient import TestClient

from grader.desk.guard import form_secret
from grader.desk.handles import handle
from grader.desk.regrading import Regrading
from grader.desk.room import Room
from grader.gradebook import appeals_in, changes_of, marks_of, open_gradebook
from grader.gradebook.marks import history_of
from grader.grades import totals
from grader.grades.feedback import feedback

WHO = handle(ASSIGNMENT, STUDENTS[0])
PAGE = f"/student?assignment=hw1&who={WHO}"
PLACE = (STUDENTS[0], "sums/why", "reason")


@pytest.fixture
def ann(room: Room) -> TestClient:
    return client_of(room, "ann")


def about(room: Room, revision: int = 0, **more: Any) -> dict[str, Any]:
    secret = form_secret(room.key, "ann")
    return {**QUESTION, "csrf": secret, "who": WHO, "revision": str(revision), **more}


def test_an_override_and_back(ann: TestClient, room: Room) -> None:
    given = ann.post("/override", data=about(room, points="2", why="by mail", comment="Fine."))
    assert given.status_code == 303
    assert "2 points by ann. “Fine.”" in ann.get(PAGE).text
    assert ann.post("/unmark", data=about(room, 1)).status_code == 303
    history = history_of(room.book, ASSIGNMENT, PLACE)
    assert [(one.mark.points, one.why) for one in history] == [
        (2.0, "by mail"),
        (None, "undid the mark of ann"),
    ]


@pytest.mark.parametrize(
    ("path", "typed", "told"),
    [
        ("/override", {"points": "2"}, "give a reason: it stands in the history"),
        ("/override", {"why": "x"}, "give points or a comment"),
        ("/override", {"points": "9", "why": "x"}, "there are 0 to 2 points for this"),
        ("/override", {"points": "1", "why": "x", "part": "no"}, "there is no sums/why no"),
        ("/unmark", {}, "nobody has marked this"),
        ("/appeal", {}, "write what the student objects to"),
        ("/answer", {"appeal": "7", "text": "No."}, "there is no such appeal"),
    ],
)
def test_what_is_refused(
    path: str, typed: dict[str, Any], told: str, ann: TestClient, room: Room
) -> None:
    reply = ann.post(path, data=about(room, **typed))
    assert reply.status_code in (404, 422)
    assert told in reply.text
    assert marks_of(room.book, ASSIGNMENT) == {}


def test_an_override_of_what_has_changed_is_told(ann: TestClient, room: Room) -> None:
    ann.post("/override", data=about(room, points="2", why="x"))
    late = ann.post("/override", data=about(room, points="0", why="y"))
    assert "ann has marked this meanwhile; look at it and mark again" in late.text
    assert marks_of(room.book, ASSIGNMENT)[PLACE].mark.points == 2.0


def test_an_appeal_is_noted_shown_and_answered_once(ann: TestClient, room: Room) -> None:
    ann.post("/appeal", data=about(room, text="I <b>did</b> name a bound."))
    assert "I &lt;b&gt;did&lt;/b&gt; name a bound." in ann.get("/").text
    marking = ann.get(f"/mark?assignment=hw1&problem=sums%2Fwhy&part=reason&at={WHO}").text
    assert "Appeal: I &lt;b&gt;did&lt;/b&gt; name a bound." in marking
    (appeal,) = appeals_in(room.book, ASSIGNMENT)
    data = about(room, appeal=str(appeal.number), text="You are right.", points="1")
    assert ann.post("/answer", data=data).status_code == 303
    assert "<h2>Appeals</h2>" not in ann.get("/").text
    assert "ann answered: You are right." in ann.get(PAGE).text
    (marked,) = marks_of(room.book, ASSIGNMENT).values()
    assert (marked.mark.points, marked.why) == (1.0, "appeal: You are right.")
    again = ann.post("/answer", data={**data, "revision": "1"})
    assert "somebody has answered this appeal meanwhile" in again.text
    assert len(history_of(room.book, ASSIGNMENT, PLACE)) == 1
    total = totals(room.book, ASSIGNMENT, room.course.settings, [STUDENTS[0]])[STUDENTS[0]]
    text = feedback(total, "Sums", ASSIGNMENT, appeals_in(room.book, ASSIGNMENT))
    assert "\n  - You are right.\n" in text


def test_grading_again_says_first_what_it_changes(tmp_path: Path) -> None:
    write_class(tmp_path, {"bob": {"hw.py": CUBED}})
    lines(run(tmp_path, "batch", "in"))
    (tmp_path / "course/problems/square.yaml").write_text(
        PROBLEMS["square"].replace("credit: 0.25", "credit: 0.5")
    )
    regrading = Regrading(str(tmp_path / "in"), (), environment(tmp_path))
    with open_gradebook(str(tmp_path / "gradebook.sqlite")) as book:
        room = replace(room_of(book, tmp_path), regrading=regrading)
        ann = client_of(room, "ann")
        data = {"csrf": form_secret(room.key, "ann"), "assignment": "hw1"}
        refused = ann.post("/regrade", data={**data, "action": "batch"})
        assert "see first what it would change" in refused.text
        who = handle("hw1", "bob")[:6]
        for action, told in (
            ("diff", f"{who}: sums/square 1 → 2 of 4 (the problem has changed)"),
            ("batch", "1 submission: 1 taken over from what was graded before"),
        ):
            assert ann.post("/regrade", data={**data, "action": action}).status_code == 303
            regrading.wait()
            (text,) = re.findall(r"<pre[^>]*>(.*?)</pre>", ann.get("/regrade").text, re.DOTALL)
            assert text.splitlines()[0] == told
        assert [one.by for one in changes_of(book, "hw1", "bob") if one.before] == ["ann"]
