"""A class at the desk: 30 prose answers and a formula that could not be read, graded by nobody."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from class_course import write_class
from gradebook_samples import handed_in, result
from starlette.testclient import TestClient

from grader.checks import Verdict
from grader.cli.common import open_course
from grader.desk.application import application
from grader.desk.room import Room
from grader.desk.serving import listening
from grader.gradebook import Gradebook, record
from grader.grades.readings import Judge
from grader.report import PartReport, Score, UnreadReport

ASSIGNMENT = "hw1"
FORMULA = """
id: sums/slope
title: Slope
prompt: Differentiate $x^2$.
parts:
  slope:
    asks: formula
    symbols: {x: real}
    answer: 2 * x
    points: 4
    mistakes:
      - name: the exponent is not taken down
        answer: x
        credit: 0.5
"""
# Three meanings, ten students each, in words that differ a little; and what acts if it is let.
MEANINGS = (
    "The sum of {} bounds is again a bound, so the sum is finite.",
    "Because every term that is added up is finite, as is well known since {}.",
    "<script>alert(1)</script><img src=x onerror=alert(2)> {{{{ 7 * 7 }}}} {}",
)
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
STUDENTS = [f"student{number:02}" for number in range(30)]
QUESTION = {"assignment": ASSIGNMENT, "problem": "sums/why", "part": "reason"}
MARK_PAGE = "/mark?assignment=hw1&problem=sums%2Fwhy&part=reason"


def prose(name: str = "reason") -> PartReport:
    return PartReport(
        name=name,
        asks="prose",
        text="Why are sums finite?",
        verdict=Verdict.UNDECIDED,
        score=Score(pending=2.0, possible=2.0),
        message="a person reads this answer; its points are pending",
    )


def unread() -> PartReport:
    why = "`?` cannot be read"
    return PartReport(
        name="slope",
        asks="formula",
        text="",
        verdict=Verdict.UNREAD,
        score=Score(pending=4.0, possible=4.0),
        message=why,
        read_as="2",
        latex="2",
        unread=(UnreadReport(file="answers.md", line=3, text="2 ? x", why=why),),
    )


def write_course(root: Path) -> None:
    write_class(root, {})
    (root / "course/problems/slope.yaml").write_text(FORMULA, encoding="utf-8")


def fill(book: Gradebook) -> None:
    for number, student in enumerate(STUDENTS):
        text = MEANINGS[number % 3].format(NUMBERS[number // 3])
        new = [result(f"why{number}", prose(), problem="sums/why", text=text)]
        if number == 0:
            new.append(result("slope0", unread(), problem="sums/slope", text="2 ? x"))
        keys = {one.report.id: one.key for one in new}
        record(book, ASSIGNMENT, handed_in(student, f"d{number}"), keys, new, by="ta", why={})


def room_of(book: Gradebook, root: Path, **more: object) -> Room:
    course = open_course(str(root / "course"))[0]
    return Room(book, course, Judge(course), **more)  # type: ignore[arg-type]


def client_of(room: Room, person: str = "", hosts: Sequence[str] = ()) -> TestClient:
    """A browser of sorts; of a person who is in already, or of a stranger."""
    cookies = {room.cookie: room.people.invite(person)} if person else {}
    app = application(room, hosts)
    return TestClient(app, base_url="http://127.0.0.1", cookies=cookies, follow_redirects=False)


@contextmanager
def running(room: Room) -> Iterator[str]:
    """The desk on a port of its own; its address."""
    with listening("127.0.0.1", 0) as sock:
        config = uvicorn.Config(application(room), log_config=None, lifespan="off")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{sock.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
