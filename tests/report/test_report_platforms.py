"""What platforms read, field by field, whatever a student wrote."""

import json
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from report_fields import part

from grader.checks.verdict import Verdict
from grader.report import (
    AnswerPlace,
    ProblemReport,
    Report,
    Score,
    classroom50,
    github,
    gradescope,
    junit,
)
from grader.report.formats import FORMATS

# Every key that Gradescope knows; it refuses none, and ignores what is misspelt.
TOP = {
    "score",
    "execution_time",
    "output",
    "output_format",
    "test_output_format",
    "test_name_format",
    "visibility",
    "stdout_visibility",
    "extra_data",
    "tests",
    "leaderboard",
}
TEST = {
    "score",
    "max_score",
    "status",
    "name",
    "name_format",
    "number",
    "output",
    "output_format",
    "tags",
    "visibility",
    "extra_data",
}
JOB = {
    "CLASSROOM": "fall",
    "ASSIGNMENT": "first",
    "SUBMISSION_TAG": "submit/7",
    "COMMIT_URL": "https://example.org/c",
    "RELEASE_URL": "https://example.org/r",
    "REVIEW_URL": "https://example.org/v",
    "GRADER_SECRET": "never shown",
}


def _gradescope(report: Report) -> dict[str, Any]:
    data = json.loads(gradescope.render(report))
    assert isinstance(data, dict)
    return data


def test_gradescope_gets_only_keys_that_it_knows(report: Report) -> None:
    data = _gradescope(report)
    assert data.keys() <= TOP
    assert all(test.keys() <= TEST for test in data["tests"])


def test_gradescope_gets_the_score_and_a_test_for_each_part(report: Report) -> None:
    data = _gradescope(report)
    assert (data["score"], data["execution_time"]) == (2.5, 1)
    told = {test["name"].split()[-1]: test for test in data["tests"]}
    assert [test["number"] for test in data["tests"]][:3] == ["1.1", "1.2", "1.3"]
    rows = {name: (test["score"], test["max_score"], test["status"]) for name, test in told.items()}
    assert rows == {
        "right": (2.0, 2.0, "passed"),
        "half": (0.5, 2.0, "failed"),
        "wrong": (0.0, 2.0, "failed"),
        "crash": (0.0, 2.0, "failed"),
        "slow": (0.0, 2.0, "failed"),
        "large": (0.0, 2.0, "failed"),
        "rule": (0.0, 2.0, "failed"),
        "missing": (0.0, 2.0, "failed"),
        "prose": (0.0, 2.0, "failed"),
        "ours": (0.0, 2.0, "failed"),
    }
    assert sum(test["score"] for test in data["tests"]) == data["score"]


def test_gradescope_hides_nothing(report: Report) -> None:
    """One hidden test would hide the total."""
    data = _gradescope(report)
    assert {data["visibility"], *(test["visibility"] for test in data["tests"])} == {"visible"}


def test_what_waits_says_so_first(report: Report) -> None:
    told = {test["name"]: test for test in _gradescope(report)["tests"]}
    prose = told["topic/every-verdict prose"]
    assert prose["output"].splitlines()[0] == (
        "0 + 2 pending / 2 points: what is pending waits for a person."
    )
    assert prose["extra_data"] == {"verdict": "undecided", "pending": 2.0}
    assert "pending" not in told["topic/every-verdict wrong"]["output"]


def test_the_head_says_what_is_pending_and_whose_fault_it_is(report: Report) -> None:
    assert _gradescope(report)["output"].split("\n\n")[:3] == [
        "2.5 + 4 pending / 20 points",
        "Points that are pending wait for a person and are not lost.",
        "A part could not be judged: the course or grader is at fault, not you.",
    ]


@pytest.fixture
def unread(report: Report) -> Report:
    one = part("formula", Verdict.UNREAD, answer=AnswerPlace(file="answers.md", line=4))
    problem = ProblemReport(
        id="topic/one", title="One", digest="0" * 64, score=one.score, parts=(one,)
    )
    changes = {"problems": (problem,), "unread": 1, "score": one.score, "notes": ()}
    return report.model_copy(update={**changes, "submission": "ada"})


def test_unread_answers_are_skipped_with_words_in_junit(unread: Report) -> None:
    case = ET.fromstring(junit.render(unread)).find(".//testcase")
    assert case is not None
    assert [(child.tag, child.get("message")) for child in case] == [
        ("skipped", "unread (0 + 2 pending / 2 points): the message of formula")
    ]


def test_unread_answers_are_a_warning_on_github(unread: Report) -> None:
    assert github.render(unread).splitlines() == [
        "::warning file=answers.md,line=4,title=topic/one formula%3A unread::"
        "the message of formula",
        "::notice title=ada%3A 0 + 2 pending / 2 points::1 answer could not be read: it waits "
        "for a person, and costs nothing until then%0Aa separate process",
    ]


def test_unread_answers_are_counted(unread: Report) -> None:
    data = _gradescope(unread)
    assert data["output"].split("\n\n") == [
        "0 + 2 pending / 2 points",
        "Points that are pending wait for a person and are not lost.",
        "1 answer could not be read: it waits for a person, and costs nothing until then.",
        "a separate process",
    ]
    assert data["tests"][0]["extra_data"] == {"verdict": "unread", "pending": 2.0}


def test_hostile_text_is_markdown_that_does_nothing(report: Report) -> None:
    told = {test["name"]: test for test in _gradescope(report)["tests"]}
    assert r"\<script\>alert\(1\)\</script\>" in told["topic/every-verdict wrong"]["output"]
    assert "<script>" not in gradescope.render(report)


def test_classroom50_gets_every_field(report: Report) -> None:
    data = json.loads(classroom50.render(report, JOB))
    tests = data.pop("tests")
    assert data == {
        "schema": "classroom50/result/v1",
        "classroom": "fall",
        "assignment": "first",
        "submission": "submit/7",
        "commit": "https://example.org/c",
        "release": "https://example.org/r",
        "review": "https://example.org/v",
        "datetime": "2026-01-02T03:04:05+00:00",
        "score": 250,
        "max-score": 2000,
    }
    assert tests[:2] == [
        {
            "test-name": "topic/every-verdict right",
            "passed": True,
            "score": 200,
            "max-score": 200,
        },
        {
            "test-name": "topic/every-verdict half",
            "passed": False,
            "score": 50,
            "max-score": 200,
        },
    ]


@pytest.mark.parametrize("verdict", list(Verdict))
def test_only_what_is_right_has_passed(verdict: Verdict, report: Report) -> None:
    one = part("one", verdict)
    problem = ProblemReport(id="a", title="A", digest="0" * 64, score=one.score, parts=(one,))
    alone = report.model_copy(update={"problems": (problem,)})
    passed = json.loads(classroom50.render(alone, {}))["tests"][0]["passed"]
    assert passed is (verdict is Verdict.CORRECT)
    assert (_gradescope(alone)["tests"][0]["status"] == "passed") is passed


def test_scores_are_whole_numbers_on_one_scale_for_all(report: Report) -> None:
    thirds = Score(earned=0.333333, possible=1)
    data = json.loads(classroom50.render(report.model_copy(update={"score": thirds}), {}))
    assert (data["score"], data["max-score"]) == (33, 100)


@pytest.mark.parametrize("name", ["gradescope", "classroom50"])
def test_a_runner_finds_no_command_in_them(name: str, report: Report) -> None:
    text = FORMATS[name](report)
    assert not any(line.lstrip().startswith("::") for line in text.splitlines())
    json.loads(text)
