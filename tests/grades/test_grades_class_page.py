"""A class as pages: what stands there, that each link leads somewhere, and that nothing acts."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from browsing import DARK, DESK, LIGHT, PHONE, look
from gradebook_samples import handed_in, part, result
from pages import Page
from playwright.sync_api import Browser

from grader.checks import Verdict
from grader.gradebook import HandedIn, Mark, Marked, Standing
from grader.grades.class_page import INDEX, class_pages
from grader.grades.totals import Line, Total
from grader.report import MistakeReport

HOSTILE = "</title><script>alert(1)</script><img src=x onerror=alert(1)>\"' {{ 7 * 7 }}"


def total(student: str, earned: float, *, given: float | None = None, mistake: str = "") -> Total:
    code = part("code", earned)
    if mistake:
        code = code.model_copy(
            update={"verdict": Verdict.WRONG, "mistake": MistakeReport(name=mistake, hint="")}
        )
    parts = (code, part("why", 0.0, 4.0))
    mark = Marked(student, "small/rows", "why", 1, Mark(given, ""), "", "sam", "t", "")
    lines = (
        Line("small/rows", parts[0], "", ""),
        Line("small/rows", parts[1], "", "", mark if given is not None else None),
    )
    return Total(Standing(handed_in(student), {"small/rows": result("k", *parts)}), lines)


def a_class(name: str) -> dict[str, Total]:
    """Four who handed in, one of whom is called so, and says so everywhere."""
    return {
        "ada": total("ada", 4.0, given=3.0),
        "bob": total("bob", 1.0, mistake="the rows are columns"),
        name: total(name, 0.0, mistake=name),
        "x" * 90: Total(Standing(HandedIn("x" * 90, "", fault=f"no archive {name}"), {}), ()),
    }


def written(folder: Path, found: dict[str, Total], title: str = "hw1") -> Path:
    for file, text in class_pages(found, "Rows", title):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, "utf-8")
    return folder / INDEX


def test_what_stands_there(tmp_path: Path) -> None:
    words = Page(written(tmp_path, a_class("eve")).read_text("utf-8")).words
    for said in (
        "Rows; for staff: it names everybody hw1 4 handed in, half of those decided have 88 % or",
        "Answers that wait for a person: 2",
        "80–90 %1",  # ada's 7 of 8, with what a person gave
        "20–30 %1",  # bob's 1 of the 4 that are decided
        "small/rows 50 % 0 of 3",
        "1evesmall/rows code 1the rows are columnssmall/rows code",
        "What waits for a person grader mark shows it question by question. bob small/rows why",
        "Slowest ada 0.5 s",
        "Students ada 7 / 8 bob 1 + 4 pending / 8 eve 0 + 4 pending / 8",
        "not graded: no archive eve",
    ):
        assert said in words


def test_each_link_leads_to_a_report(tmp_path: Path) -> None:
    found = a_class("李 / ../<b>")
    index = written(tmp_path, found)
    links = set(Page(index.read_text("utf-8")).values("href"))
    pages = {(index.parent / unquote(link)).resolve() for link in links}
    assert pages == set((tmp_path / "students").iterdir())
    titles = [Page(page.read_text("utf-8")).words for page in pages]
    assert sorted(one.partition(":")[0] for one in titles) == ["ada", "bob", "李 / ../<b>"]


def test_nothing_that_a_student_chose_acts(tmp_path: Path) -> None:
    harmless = Page(written(tmp_path / "a", a_class("eve")).read_text("utf-8"))
    hostile = Page(written(tmp_path / "b", a_class(HOSTILE), HOSTILE).read_text("utf-8"))
    assert sorted(tag for tag, _ in hostile.elements) == sorted(tag for tag, _ in harmless.elements)
    assert not [name for _, found in hostile.elements for name in found if name.startswith("on")]


def test_everybody_can_read_it(browser: Browser, tmp_path: Path) -> None:
    """On a phone in the dark, too, and with names that try to act and to be long."""
    index = written(tmp_path, a_class(HOSTILE))
    for scheme, width in ((LIGHT, DESK), (DARK, PHONE)):
        seen = look(browser, index, scheme, width)
        assert seen.complaints == seen.requests == seen.barriers == []
        assert not seen.scrolls
        assert seen.title == "hw1: 4 students"
