"""The report as a page: what stands where, and that nothing in it acts."""

from __future__ import annotations

from typing import Any

import pytest
from pages import Page
from report_fields import FIELDS, changed, part

from grader.checks.figures import Curves, Labels, Mark, curve, heat_map
from grader.checks.verdict import Verdict
from grader.report import MistakeReport, ProblemReport, Report, Score
from grader.report.formats import FORMATS
from grader.report.html.charts import chart
from grader.report.html.setting import MAX_SET, anchor, set_formula

HOSTILE = """</style></title><script>alert(1)</script><img src=x onerror=alert(1)>"' onload='x'
javascript:alert(1) {{ 7 * 7 }} {% raw %} &lt;b&gt; ]]> <!-- """


def page_of(report: Report) -> Page:
    return Page(FORMATS["html"](report))


def with_parts(report: Report, *parts: Any) -> Report:
    score = Score()
    for one in parts:
        score = score + one.score
    first = report.problems[0]
    problem = ProblemReport(
        id=first.id, title=first.title, digest=first.digest, score=score, parts=parts
    )
    return report.model_copy(update={"problems": (problem,), "score": score, "unread": 0})


def test_every_verdict_is_said_in_words(report: Report) -> None:
    words = page_of(report).words
    for verdict in report.verdicts:
        assert str(verdict) in words


def test_each_link_leads_to_a_place_on_the_page_that_is_there_once(report: Report) -> None:
    page = page_of(report)
    places = page.values("id")
    assert len(places) == len(set(places))
    links = page.values("href")
    assert links
    assert all(link.removeprefix("#") in places for link in links)


@pytest.mark.parametrize("field", FIELDS)
def test_nothing_that_a_student_writes_acts(field: str, report: Report) -> None:
    change, formats = FIELDS[field]
    page = page_of(changed(report, **change(HOSTILE)))
    harmless = page_of(changed(report, **change("harmless")))
    assert ("harmless" in harmless.words) is ("html" in formats)
    assert [tag for tag, _ in page.elements] == [tag for tag, _ in harmless.elements]
    assert not [name for _, found in page.elements for name in found if name.startswith("on")]


def test_the_page_may_fetch_and_run_nothing(report: Report) -> None:
    page = page_of(report)
    policy = next(found for _, found in page.elements if "http-equiv" in found)
    assert policy["content"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert not page.values("src")
    assert "script" not in {tag for tag, _ in page.elements}


def test_the_score_of_what_was_attempted_stands_first(report: Report) -> None:
    done = part("a", Verdict.CORRECT, earned=2.0)
    left = part("b", Verdict.NOT_ATTEMPTED)
    both = page_of(with_parts(report, done, left)).words
    assert "2 / 2 points of what was attempted, 2 / 4 of all that is asked" in both
    assert "2 / 2 points" in page_of(with_parts(report, done)).words
    nothing = page_of(with_parts(report, left)).words
    assert "nothing was attempted yet, of 2 points" in nothing


def test_what_to_do_next_has_the_known_mistake_before_all_else(report: Report) -> None:
    mistake = MistakeReport(name="the mask comes after the softmax", hint="Where is $-\\infty$?")
    parts = (
        part("plain", Verdict.WRONG),
        part("ended", Verdict.CRASHED),
        part("known", Verdict.WRONG, mistake=mistake),
        part("garbled", Verdict.UNREAD),
        part("mine", Verdict.CORRECT, earned=2.0),
    )
    page = page_of(with_parts(report, *parts))
    _, _, after = page.words.partition("What to do next ")
    problem = report.problems[0].id
    assert after.startswith(
        f"{problem}, known: You get exactly these results when the mask comes after the softmax. "
        f"(2 points) {problem}, ended: it ends before it gives a result (2 points) "
        f"{problem}, plain: not right yet (2 points) "
    )
    assert "mo" in {tag for tag, _ in page.elements}  # the hint's formula is set


def test_a_formula_is_set_as_it_was_read(report: Report) -> None:
    read = part("f", Verdict.WRONG, read_as="a/b", latex="\\frac{a}{b}")
    assert "mfrac" in {tag for tag, _ in page_of(with_parts(report, read)).elements}


@pytest.mark.parametrize("latex", ["", "\\frac{a}{", "x" * (MAX_SET + 1)])
def test_a_formula_that_cannot_be_set_is_shown_as_text(latex: str) -> None:
    assert set_formula(latex, "a<b") == "<code>a&lt;b</code>"


def test_an_anchor_is_letters_digits_and_dashes() -> None:
    assert anchor("attention/masked-softmax", "d Q_1") == "attention-masked-softmax-d-q-1"


def test_a_curve_has_its_axes_lines_and_marks_as_words() -> None:
    figure = Curves(
        title="loss <b>",
        x="epoch",
        series=(curve("train", [(1, 3.0), (2, None), (3, 1.0), (4, 0.5)]), curve("one", [(2, 2)])),
        marks=(Mark(x=3, label="the lowest"),),
    )
    page = Page(chart(figure))
    assert "epoch" in page.words
    assert "at 3: the lowest" in page.words
    assert "loss <b>" in page.words
    first, second = _lines(page)
    assert first.count("M") == 2  # cut at its gap
    assert second.endswith("h0.01")


def _lines(page: Page) -> list[str]:
    """The paths of a plot's lines, without those of its legend."""
    paths = [found for tag, found in page.elements if tag == "path"]
    lines = [str(found["d"]) for found in paths if str(found["class"]).startswith("line")]
    return [line for line in lines if line != "M2 5 H32"]


def test_a_curve_without_a_number_says_so() -> None:
    assert "there is nothing to draw" in chart(Curves(x="x", series=(curve("a", []),)))


def test_a_map_has_a_number_or_a_word_for_each_cell() -> None:
    rows, columns = Labels(["the", "cat"], "word"), Labels(["1", "2"], "head")
    page = Page(chart(heat_map("weights", rows, columns, [[0.25, 1.0], [None, -0.5]], [3, 4])))
    for cell in ("the, 1: 0.25", "the, 2: 1.00", "cat, 1: –", "cat, 2: -0.50"):
        assert cell in page.words
    shades = page.values("fill-opacity")
    assert shades == ["0.50", "1.00", "0.00"]
    assert page.values("class").count("gap") == 1
