"""Draws the picture of the desk: `python docs/desk_picture.py` writes docs/desk.png, for which it
needs Chromium."""

import shutil
import tempfile
import threading
from pathlib import Path

import uvicorn
from playwright.sync_api import sync_playwright

from grader.checks import Verdict
from grader.cli.common import open_course
from grader.desk.application import application
from grader.desk.room import Room, closing
from grader.desk.serving import listening
from grader.gradebook import Gradebook, HandedIn, Result, open_gradebook, record
from grader.grades.readings import Judge
from grader.report import Environment, PartReport, ProblemReport, Score

ROOT = Path(__file__).parents[1]
ASSIGNMENT, PROBLEM, PART = "transformers", "attention/heads", "why"
ANSWERS = (
    "Each head has its own projections, so different heads can look for different relations.",
    "Each head has its own projections, so that different heads look for different relations.",
    "Every head has its own projections, so different heads can look for other relations.",
    "One head can only attend to one place at a time; several attend to several places at once, "
    "and since each has width d/H they cost no more than a single wide one.",
    "With more heads the model has more parameters.",
)
ENVIRONMENT = Environment(
    grader="", python="", libraries={}, reference="", seeds="", protection="sealed"
)


def main() -> None:
    course = open_course(str(ROOT))[0]
    text = course.problems[PROBLEM].problem.parts[PART].text
    with (
        tempfile.TemporaryDirectory() as folder,
        open_gradebook(f"{folder}/gradebook.sqlite", create=True) as book,
        closing(Room(book, course, Judge(course))) as room,
    ):
        fill(book, text)
        photograph(room)


def fill(book: Gradebook, text: str) -> None:
    score = Score(pending=2.0, possible=2.0)
    part = PartReport(
        name=PART, asks="prose", text=text, verdict=Verdict.UNDECIDED, score=score, message=""
    )
    report = ProblemReport(id=PROBLEM, title="", digest="", score=score, parts=(part,))
    for number in range(30):
        answer = ANSWERS[number % len(ANSWERS)]
        new = Result(str(number), report, ENVIRONMENT, {PART: answer})
        student = HandedIn(f"student{number}", str(number))
        record(book, ASSIGNMENT, student, {PROBLEM: new.key}, [new], by="", why={})


def photograph(room: Room) -> None:
    """The second group, in the middle of being marked."""
    with listening("127.0.0.1", 0) as sock, sync_playwright() as playwright:
        server = uvicorn.Server(uvicorn.Config(application(room), log_config=None, lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]})
        thread.start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page(viewport={"width": 1100, "height": 760})
        address = f"http://127.0.0.1:{sock.getsockname()[1]}"
        page.goto(f"{address}/enter?token={room.people.invite('sam')}")
        page.click("button")
        page.goto(f"{address}/mark?assignment={ASSIGNMENT}&problem={PROBLEM}&part={PART}")
        page.keyboard.press("1")
        page.keyboard.press("c")
        page.keyboard.type("Why is that no more work than with one head?")
        page.keyboard.press("Control+Enter")
        page.get_by_text("18 of 30").wait_for()
        page.keyboard.press("2")
        page.keyboard.press("3")
        page.screenshot(path=ROOT / "docs" / "desk.png")
        browser.close()
        server.should_exit = True
        thread.join()


if __name__ == "__main__":
    main()
