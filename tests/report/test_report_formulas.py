"""Formulas in a course's hints, as a report shows them."""

from __future__ import annotations

import json

import pytest

from grader.checks.verdict import Verdict
from grader.report import MistakeReport, PartReport, ProblemReport, Report, Score
from grader.report.formats import FORMATS

MISTAKE = MistakeReport(
    name=r"the scores are divided by $d_k$",
    hint=r"What is the variance of $\frac{q^T k}{\sqrt{d_k}}$?",
)


@pytest.fixture
def told(report: Report) -> Report:
    wrong = PartReport(
        name="scale",
        asks="function",
        text="",
        verdict=Verdict.WRONG,
        score=Score(possible=2.0),
        message="case 1 differs",
        mistake=MISTAKE,
    )
    problem = ProblemReport(
        id="topic/scale", title="Scale", digest="0", score=wrong.score, parts=(wrong,)
    )
    return report.model_copy(update={"problems": (problem,)})


@pytest.mark.parametrize("name", ["text", "junit", "github"])
def test_formulas_are_words_where_only_text_is_shown(name: str, told: Report) -> None:
    found = FORMATS[name](told)
    assert "when the scores are divided by dₖ." in found
    assert "What is the variance of qᵀ k/√dₖ?" in found
    assert "$" not in found


def test_markdown_has_the_words_too(told: Report) -> None:
    assert "What is the variance of qᵀ k/√dₖ?" in FORMATS["markdown"](told)


def test_json_keeps_the_source(told: Report) -> None:
    found = json.loads(FORMATS["json"](told))["problems"][0]["parts"][0]["mistake"]
    assert found == {"name": MISTAKE.name, "hint": MISTAKE.hint}
