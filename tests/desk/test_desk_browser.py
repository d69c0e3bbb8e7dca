"""Two people at the desk, in a real browser, by keyboard alone; what the gradebook then holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from browsing import DARK, LIGHT, Scheme, barriers_on
from desk_class import ASSIGNMENT, MARK_PAGE, STUDENTS, running
from playwright.sync_api import Browser, BrowserContext, Page, expect

from grader.desk.handles import handle
from grader.desk.room import Room
from grader.gradebook import Mark, marks_of, rubric_in
from grader.gradebook.marks import history_of

expect.set_options(timeout=60_000)  # a busy machine is no fault of the desk's
BOUND, HOLDS = "it names a bound", "it says why the bound holds"
REFUSED = "Failed to load resource: the server responded with a status of 409 (Conflict)"


@dataclass
class Seat:
    """A person in front of a browser."""

    page: Page
    context: BrowserContext
    address: str
    complaints: list[str] = field(default_factory=list)

    def open(self, path: str) -> None:
        self.page.goto(self.address + path)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def says(self, text: str) -> None:
        expect(self.page.locator("#notice")).to_have_text(text)

    def done(self, count: int) -> None:
        expect(self.page.locator("#done")).to_have_text(str(count))


Sit = Callable[..., Seat]


@contextmanager
def sitting(browser: Browser, room: Room) -> Iterator[Sit]:
    with running(room) as address:
        contexts = []

        def sit(person: str, scheme: Scheme = LIGHT, width: int = 1200) -> Seat:
            viewport = {"width": width, "height": 800}
            context = browser.new_context(color_scheme=scheme, viewport=viewport)  # type: ignore[arg-type]
            contexts.append(context)
            page = context.new_page()
            seat = Seat(page, context, address)
            page.on("console", lambda message: seat.complaints.append(message.text))
            page.on("pageerror", lambda error: seat.complaints.append(str(error)))
            page.on("dialog", lambda dialog: seat.complaints.append(f"dialog: {dialog.message}"))
            seat.open(f"/enter?token={room.people.invite(person)}")
            seat.press("Tab", "Enter")
            expect(page.locator("h1")).to_have_text(ASSIGNMENT)
            return seat

        yield sit
        for context in contexts:
            context.close()


@pytest.fixture
def sit(browser: Browser, room: Room) -> Iterator[Sit]:
    with sitting(browser, room) as found:
        yield found


def meanings() -> list[list[str]]:
    """The students of each of the three groups."""
    return [STUDENTS[start::3] for start in range(3)]


def held(room: Room) -> dict[str, Mark]:
    found = marks_of(room.book, ASSIGNMENT)
    return {student: one.mark for (student, _, _), one in found.items()}


def mark_a_class(sit: Sit, room: Room) -> None:
    """30 answers by keyboard alone, with a reload, a lost connection, an undo, a second person."""
    ann = sit("ann")
    ann.open(MARK_PAGE)
    expect(ann.page.locator("article.answer")).to_have_count(10)
    # By lines of the rubric, with a comment.
    ann.press("1", "2", "2", "c")
    ann.page.keyboard.type("Which bound?")
    # A reload in the middle keeps what was ticked and typed.
    ann.page.reload()
    expect(ann.page.locator("#comment")).to_have_value("Which bound?")
    expect(ann.page.locator("#points")).to_have_attribute("placeholder", "1")
    ann.press("c", "Control+Enter")
    ann.says("1 point: 10 answers")
    ann.done(10)
    # Somebody else marks the same group at the same time, one answer of it only.
    bob = sit("bob")
    bob.open(MARK_PAGE)
    bob.done(10)
    bob.press("o", "0", "Enter")
    bob.says("0 points: 1 answer")
    ann.press("Alt+1", "f", "Enter")
    ann.says(
        "given: 9 answers; bob marked 1 answer meanwhile; look again, and give the mark once more "
        "if it is to hold"
    )
    expect(ann.page.locator("article.answer")).to_have_count(1)
    expect(ann.page.locator(".theirs")).to_have_text("0 points by bob meanwhile")
    assert ann.complaints == [REFUSED]
    ann.complaints.clear()
    ann.press("n")
    expect(ann.page.locator("article.answer")).to_have_count(10)
    ann.done(20)
    # A connection that is lost, before the desk has heard of it.
    ann.context.set_offline(True)
    ann.press("1", "2", "Enter")
    lost = "No connection to the desk. What you typed is still here; press again when it is back."
    ann.says(lost)
    ann.context.set_offline(False)
    network, script = ann.complaints
    assert network == "Failed to load resource: net::ERR_INTERNET_DISCONNECTED"
    assert script.startswith("htmx: htmx:error: Failed to fetch")
    ann.complaints.clear()
    ann.press("Enter")
    ann.done(30)
    expect(ann.page.locator("#all-done")).to_contain_text("All answers are marked.")
    # Undone, and given again otherwise.
    ann.press("u")
    ann.says("taken back: 10 answers")
    ann.done(20)
    ann.press("2", "Enter")
    ann.done(30)
    assert ann.complaints == bob.complaints == []


def assert_marked(room: Room) -> None:
    first, second, third = meanings()
    comment = "Which bound?"
    expected = {one: Mark(1.0, comment, (BOUND,)) for one in first}
    expected |= {one: Mark(2.0, comment) for one in second}
    expected |= {second[0]: Mark(0.0)}
    expected |= {one: Mark(1.0, "", (BOUND,)) for one in third}
    expected |= {one: Mark(1.0, "", (HOLDS,)) for one in third}
    assert held(room) == expected
    history = history_of(room.book, ASSIGNMENT, (third[0], "sums/why", "reason"))
    assert [(one.by, one.mark, one.why) for one in history] == [
        ("ann", Mark(2.0, "", (BOUND, HOLDS)), "read"),
        ("ann", Mark(None), "undid the mark of ann"),
        ("ann", Mark(1.0, "", (HOLDS,)), "read"),
    ]
    (by_bob,) = history_of(room.book, ASSIGNMENT, (second[0], "sums/why", "reason"))
    assert by_bob.by == "bob"


def test_thirty_answers_by_keyboard_alone(sit: Sit, room: Room) -> None:
    mark_a_class(sit, room)
    assert_marked(room)


def test_the_same_on_a_server(browser: Browser, server_room: Room) -> None:
    with sitting(browser, server_room) as sit:
        mark_a_class(sit, server_room)
    assert_marked(server_room)


def test_a_line_of_the_rubric_is_changed_in_the_middle(sit: Sit, room: Room) -> None:
    ann, bob = sit("ann"), sit("bob")
    ann.open(MARK_PAGE)
    bob.open(MARK_PAGE)
    ann.press("1", "Enter")
    ann.done(10)
    ann.page.get_by_role("link", name="Change the rubric").press("Enter")
    ann.page.get_by_label("points of line 1").fill("1.5")
    ann.page.get_by_label("points of line 1").press("Enter")
    expect(ann.page.locator("#moves li")).to_have_text(["10 marks: 1 → 1.5 points"])
    ann.page.get_by_label("Why").fill("a bound is most of it")
    ann.page.get_by_role("button", name="Change it").press("Enter")
    ann.done(10)
    assert held(room) == {one: Mark(1.5, "", (BOUND,)) for one in meanings()[0]}
    found = rubric_in(room.book, ASSIGNMENT, "sums/why", "reason")
    assert found is not None
    assert [(one.text, one.points) for one in found.lines] == [(BOUND, 1.5), (HOLDS, 1.0)]
    # Whoever still sees the old one is told, and nothing is given by it.
    bob.press("1", "Enter")
    bob.says("ann has changed the rubric meanwhile; nothing was given, look again")
    assert bob.complaints == [REFUSED]
    bob.press("n")
    expect(bob.page.locator(".given")).to_have_count(0)
    bob.press("1", "Enter")
    bob.done(20)
    assert held(room)[STUDENTS[1]] == Mark(1.5, "", (BOUND,))
    assert ann.complaints == []


def test_a_reading_is_judged_at_once(sit: Sit, room: Room) -> None:
    ann = sit("ann")
    ann.open("/mark?assignment=hw1&problem=sums%2Fslope&part=slope")
    expect(ann.page.locator(".unread pre")).to_have_text("2 ? x")
    expect(ann.page.get_by_label("as far as it was read").locator("mn")).to_have_text("2")
    ann.press("r")
    ann.page.keyboard.type("2x")
    ann.press("Enter")
    expect(ann.page.locator("#judged p").first).to_have_text("correct, 4 / 4 points")
    expect(ann.page.locator("#points")).to_have_value("4")
    ann.press("Enter")
    ann.done(1)
    ((_, marked),) = marks_of(room.book, ASSIGNMENT).items()
    assert (marked.mark, marked.why) == (Mark(4.0), "read as 2x")
    assert ann.complaints == []


PAGES = {
    "class": "/",
    "marking": MARK_PAGE,
    "reading": "/mark?assignment=hw1&problem=sums%2Fslope&part=slope",
    "rubric": MARK_PAGE.replace("mark", "rubric"),
    "student": f"/student?assignment=hw1&who={handle(ASSIGNMENT, STUDENTS[2])}",
    "report": f"/report?assignment=hw1&who={handle(ASSIGNMENT, STUDENTS[2])}",
    "regrading": "/regrade",
}


@pytest.mark.parametrize(("scheme", "width"), [(LIGHT, 1200), (DARK, 390)])
def test_every_page_can_be_read_by_everybody(
    scheme: Scheme, width: int, sit: Sit, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """What a hostile student wrote is among it, and does nothing. Of two pages that follow each
    other one is looked at by day and one by night; with --whole all are, both times."""
    ann = sit("ann", scheme, width)
    whole = request.config.getoption("--whole")
    for name, path in list(PAGES.items())[(scheme == DARK and not whole) :: 1 if whole else 2]:
        ann.open(path)
        ann.page.screenshot(path=tmp_path / f"{name}-{scheme}.png", full_page=True, caret="initial")
        assert barriers_on(ann.page) == [], name
        assert not ann.page.evaluate("document.documentElement.scrollWidth > innerWidth"), name
    assert ann.complaints == []


def test_the_browsers_own_back_shows_the_group_before(sit: Sit) -> None:
    ann = sit("ann")
    ann.open(f"{MARK_PAGE}&at={handle(ASSIGNMENT, STUDENTS[0])}")
    first = ann.page.locator("pre.text").first
    expect(first).to_contain_text("The sum of one bounds")
    ann.press("n")
    expect(first).to_contain_text("Because every term")
    ann.page.go_back()
    expect(first).to_contain_text("The sum of one bounds")
    expect(ann.page.locator("h1")).to_have_text("sums/why reason")
    assert ann.complaints == []


def test_a_form_on_another_site_does_nothing(sit: Sit, room: Room) -> None:
    """Not even in the browser of somebody who sits at the desk, and with what the form needs."""
    ann = sit("ann")
    ann.open(MARK_PAGE)
    form = ann.page.locator("#give").inner_html()
    body = f'<form method="post" action="{ann.address}/mark">{form}</form>'
    ann.page.route("http://evil.example/", lambda route: route.fulfill(
        body=body, content_type="text/html"))  # fmt: skip
    ann.page.goto("http://evil.example/")
    ann.page.fill("#points", "2")
    ann.page.click("#submit")
    expect(ann.page.locator("h1")).to_have_text("This desk is for those who are invited")
    assert held(room) == {}


def test_hostile_text_is_text(sit: Sit) -> None:
    ann = sit("ann")
    ann.open(f"{MARK_PAGE}&at={handle(ASSIGNMENT, STUDENTS[2])}")
    expect(ann.page.locator("pre.text").first).to_have_text(
        "<script>alert(1)</script><img src=x onerror=alert(2)> {{ 7 * 7 }} one"
    )
    assert ann.page.locator("pre.text *").count() == 0
    assert ann.complaints == []
