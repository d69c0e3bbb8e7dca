"""What each renderer makes of every verdict, and of hostile text."""

import json

import jsonschema
import pytest
from report_fields import part

from grader.checks.verdict import Verdict
from grader.report import Report, github, markdown, terminal, visible
from grader.report.formats import FORMATS
from grader.report.model import report_schema


def test_json_is_valid_for_the_published_schema(report: Report) -> None:
    jsonschema.validate(json.loads(report.to_json()), report_schema())


def test_the_schema_refuses_another_verdict(report: Report) -> None:
    data = json.loads(report.to_json())
    data["problems"][0]["parts"][0]["verdict"] = "excellent"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, report_schema())


def test_json_reads_back_as_the_same_report(report: Report) -> None:
    assert Report.model_validate_json(report.to_json()) == report


def test_a_report_cannot_be_changed(report: Report) -> None:
    with pytest.raises(ValueError, match="frozen"):
        report.submission = "another"  # type: ignore[misc]


@pytest.mark.parametrize("name", FORMATS)
def test_no_control_or_hidden_character_survives(name: str, report: Report) -> None:
    text = FORMATS[name](report)
    assert "\x1b" not in text
    assert "\x00" not in text
    assert "\u202e" not in text


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain", "plain"),
        ("two\nlines", "two\nlines"),
        ("tab\there", "tab    here"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\u202eevil", "\\u202eevil"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("π ≤ ∞ é", "π ≤ ∞ é"),
        ("\ud800", "\\ud800"),
    ],
)
def test_visible(raw: str, shown: str) -> None:
    assert visible(raw) == shown


def test_markdown_escapes_everything_active(report: Report) -> None:
    text = markdown.render(report)
    assert "<script>" not in text
    assert r"\<script\>alert\(1\)\</script\>" in text
    table = [line for line in text.split("\n") if line.startswith("| topic")]
    assert len(table) == 10
    assert all(line.count("|") - line.count(r"\|") == 5 for line in table)
    assert table[1] == "| topic/every-verdict | half | ◐ partly | 0.5 / 2 |"
    assert table[8] == "| topic/every-verdict | prose | ? undecided | 0 + 2 pending / 2 |"


def test_github_annotations_stand_at_the_students_lines(report: Report) -> None:
    lines = github.render(report, root="work/").split("\n")
    assert lines[0] == (
        "::warning file=work/hw.py,line=2,title=topic/every-verdict half%3A partly::"
        "the message of half%0AYou get exactly these results when the mask is applied after the "
        "softmax. Add a row."
    )
    assert lines[2].startswith("::error file=work/hw.py,line=7,")  # where it failed, not begins
    assert lines[3].startswith("::error file=work/hw.ipynb,line=1,")  # a notebook has no lines
    assert lines[5].startswith("::error file=work/hw.py,line=3,")
    assert lines[-2].startswith("::notice title=")


def test_github_text_cannot_start_a_command_of_its_own(report: Report) -> None:
    for line in github.render(report).strip().split("\n"):
        assert line.startswith(("::warning ", "::error ", "::notice "))
    assert "%250A" in github.render(report)  # a student's own %0A stays text


def test_what_stands_beside_a_line_belongs_to_it(report: Report) -> None:
    """Of a part whose first check is wrong, and whose second one crashed, as its line says."""
    checks = {check.verdict: check for part in report.problems[0].parts for check in part.checks}
    wrong, crashed = checks[Verdict.WRONG], checks[Verdict.CRASHED]
    both = part(
        "both",
        Verdict.CRASHED,
        checks=(wrong, crashed.model_copy(update={"name": "one entry"})),
        message=f"one entry: {crashed.message}",
    )
    problem = report.problems[0].model_copy(update={"parts": (both,)})
    told = report.model_copy(update={"problems": (problem,)})
    for text in (terminal.render(told), markdown.render(told)):
        assert "hw.py, line 7: f(x)" in text
        assert "has the right shape" not in text
    assert "::error file=hw.py,line=7,title=" in github.render(told)
    of_first = both.model_copy(update={"message": f"{wrong.name}: {wrong.message}"})
    problem = report.problems[0].model_copy(update={"parts": (of_first,)})
    told = report.model_copy(update={"problems": (problem,)})
    assert "[0, 1]   0.25       0.5" in terminal.render(told)
    assert "line=7" not in github.render(told)


def test_terminal_text(report: Report) -> None:
    text = terminal.render(report)
    assert "  ◐ half: partly  (hw.py, line 2)" in text
    assert "    You get exactly these results when the mask is applied after the softmax." in text
    assert "    Hint: Add a row." in text
    assert "      [0, 1]   0.25       0.5" in text
    assert "    note: your function changes its input x in place" in text
    assert "  ? prose: undecided" in text
    assert text.endswith("1.2 s · a separate process\n")
