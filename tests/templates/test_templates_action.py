"""action.yml and the sample workflows: their rules, and their commands run as a runner would."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from action_support import ACTION, CARRIED, STEPS, Checkout
from templates_support import EXAMPLES, ROOT, SHA, WRONG, read_yaml

WORKFLOWS = ["templates/github-workflow.yml", "templates/github-course-workflow.yml"]


def test_every_step_is_bash_of_our_own() -> None:
    assert ACTION["runs"]["using"] == "composite"
    for step in ACTION["runs"]["steps"]:
        assert "uses" not in step, "an action inside would have to be trusted and pinned"
        assert step["shell"] == "bash"


def test_no_expression_reaches_a_shell() -> None:
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"], f"{step['name']}: pass it through env:"
    for path in WORKFLOWS:
        for step in _steps(path):
            assert "${{" not in step.get("run", ""), f"{path}: pass it through env:"


def test_every_input_is_passed_through_env_and_used() -> None:
    passed = {match[1] for match in CARRIED.values() if match}
    assert passed == set(ACTION["inputs"])
    for step in STEPS.values():
        for name in step["env"]:
            used = rf"\$\{{?{name}\b"
            # GRADER_SECRET is read by grader itself.
            assert re.search(used, step["run"]) or name == "GRADER_SECRET"


def test_python_never_imports_from_the_students_folder() -> None:
    """Without -I the working folder is searched first, and it is the student's."""
    for path in ("action.yml", "templates/gitlab-ci.yml"):
        text = (ROOT / path).read_text(encoding="utf-8")
        calls = re.findall(r'^.*(?:python3?"?|"\$(?:1|python)") (-\S+).*$', text, re.MULTILINE)
        assert len(calls) >= 3
        assert set(calls) == {"-I"}


# What Gradescope runs installs by a file that is packed beside it.
GRADESCOPE = ["templates/gradescope-run.sh", "templates/gradescope-setup.sh"]
EVERYWHERE = [
    "action.yml",
    ".pre-commit-hooks.yaml",
    *sorted(str(file.relative_to(ROOT)) for file in (ROOT / "templates").iterdir()),
]


def test_gradescope_installs_what_is_pinned() -> None:
    text = "".join((ROOT / path).read_text(encoding="utf-8") for path in GRADESCOPE)
    installed = re.findall(r"pip install (?:--\S+ )*(.*)$", text, re.MULTILINE)
    assert len(installed) == 2
    assert re.fullmatch(r"uv==[\d.]+", installed[0])
    assert installed[1] == '-r "$source/requirements.txt"'


@pytest.mark.parametrize("path", sorted(set(EVERYWHERE) - set(GRADESCOPE)))
def test_nothing_is_fetched_by_a_name_that_can_change(path: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    # Each call of the helper `pip` either has hashes or fetches nothing.
    calls = re.findall(r"^ +pip (--\S+)", text, re.MULTILINE)
    assert calls == (["--require-hashes", "--no-index"] if "pip install" in text else [])
    assert text.count("pip install") <= 1
    assert re.findall(r"(?m)^ *image: (.*)$", text) in ([], ["$GRADER_IMAGE"])
    assert not re.search(r"uses: \S+@(?![0-9a-f]{40}\b)", text)


@pytest.mark.parametrize("path", EVERYWHERE)
def test_no_file_has_a_name_in_a_temporary_folder_that_can_be_foretold(path: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    code = re.sub(r"(?m)^ *#.*$", "", text)
    assert "/tmp/" not in code
    assert not re.search(r"(?<!mktemp -d \")\$RUNNER_TEMP", code)


def test_outputs_come_from_the_check() -> None:
    for name, output in ACTION["outputs"].items():
        assert output["value"] == f"${{{{ steps.check.outputs.{name} }}}}"


@pytest.mark.parametrize("path", WORKFLOWS)
def test_workflow_has_least_privilege(path: str) -> None:
    workflow = read_yaml(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert "pull_request_target" not in workflow["on"]
    for job in workflow["jobs"].values():
        assert "permissions" not in job
        assert job["timeout-minutes"] <= 20


@pytest.mark.parametrize("path", WORKFLOWS)
def test_workflow_pins_actions_and_leaves_no_token(path: str) -> None:
    for step in _steps(path):
        if "uses" in step:
            name, _, commit = step["uses"].partition("@")
            assert re.match(SHA, commit), f"{name} is pinned by its full commit id"
            if name == "actions/checkout":
                assert step["with"]["persist-credentials"] is False


def test_workflow_passes_inputs_that_exist() -> None:
    for path in WORKFLOWS:
        used = [step for step in _steps(path) if step.get("uses", "").startswith("your-org/")]
        assert used
        for step in used:
            assert set(step["with"]) <= set(ACTION["inputs"])


def test_students_workflow_has_no_secret() -> None:
    text = (ROOT / "templates/github-workflow.yml").read_text(encoding="utf-8")
    assert "secrets." not in text


def _steps(path: str) -> list[Any]:
    return [step for job in read_yaml(path)["jobs"].values() for step in job["steps"]]


def test_right_submission(checkout: Checkout) -> None:
    shutil.copytree(EXAMPLES / "numpy_correct", checkout.work / "submission")
    ran = checkout.check(
        submission="submission", assignment="attention/masked-softmax", fail_under="100"
    )
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("::notice title=submission%3A 6 / 6 points::")
    assert "# submission: 6 / 6 points" in checkout.read("summary")
    reports = checkout.reports
    assert sorted(file.name for file in reports.iterdir()) == ["grader.json", "grader.xml"]
    assert checkout.read("output").splitlines() == [
        "score=6",
        "pending=0",
        "possible=6",
        f"reports={reports}",
        f"junit={reports / 'grader.xml'}",
        f"json={reports / 'grader.json'}",
    ]
    assert json.loads((reports / "grader.json").read_text("utf-8"))["score"]["earned"] == 6
    suite = ET.parse(reports / "grader.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures")) == ("3", "0")


def test_wrong_submission_fails_with_an_annotation(checkout: Checkout) -> None:
    checkout.put(WRONG)
    ran = checkout.check(
        submission="submission", assignment="attention/masked-softmax", fail_under="60"
    )
    assert ran.code == 1
    first, *_, last = ran.out.splitlines()
    assert re.match(r"::(error|warning) file=.*homework\.py,line=4,title=attention/masked-", first)
    assert "when the mask is applied after the softmax" in first
    assert last == "::error title=Below the required score::The score is below 60 percent."
    summary = checkout.read("summary")
    assert "# submission: 1 / 6 points" in summary
    assert "**Below the required score.**" in summary
    assert "score=1\n" in checkout.read("output")
    suite = ET.parse(checkout.reports / "grader.xml").getroot()[0]
    assert suite.get("failures") == "1"


def test_no_score_fails_without_fail_under(checkout: Checkout) -> None:
    checkout.put(WRONG, "answer.py")
    ran = checkout.check(submission="answer.py", assignment="attention/masked-softmax")
    assert ran.code == 0, ran


def test_faulty_course_fails_clearly(checkout: Checkout) -> None:
    checkout.put(WRONG)
    checkout.put("id: a/b\n", "course/problems/a/b.yaml")
    ran = checkout.check(submission="submission", course="course")
    assert ran.code == 3
    assert "b.yaml:1:1: title: is missing" in ran.err
    assert "::error title=The course is faulty::Nothing was graded. This is not about" in ran.out
    summary = checkout.read("summary")
    assert "**The course is faulty.**" in summary
    assert "title: is missing" in summary
    assert checkout.read("output") == ""


def test_a_reference_that_fails_is_a_fault_of_the_course(
    checkout: Checkout, broken_course: Path
) -> None:
    shutil.copytree(broken_course, checkout.work / "course")
    checkout.put("def double(x):\n    return 2 * x\n")
    ran = checkout.check(submission="submission", course="course", fail_under="100")
    assert ran.code == 3, ran
    assert "::error title=A part could not be graded::" in ran.out
    assert "**A part could not be graded.**" in checkout.read("summary")
    assert "pending=4\n" in checkout.read("output")


def _course_inside(checkout: Checkout) -> dict[str, str]:
    checkout.put("", "submission/course/problems/x.txt")
    return {"submission": "submission", "course": "submission/course"}


@pytest.mark.parametrize(
    ("arrange", "code", "title"),
    [
        (lambda _: {"submission": "nowhere"}, 2, "Nothing to check"),
        (lambda _: {"submission": "submission", "course": "nowhere"}, 3, "No course"),
        (_course_inside, 3, "The course lies inside the submission"),
        (
            lambda _: {"submission": "submission", "fail-under": "half"},
            2,
            "grader was called wrongly",
        ),
        (
            lambda _: {"submission": "submission", "assignment": "attention/maskd-softmax"},
            2,
            "grader was called wrongly",
        ),
    ],
)
def test_wrong_inputs_fail_clearly(
    checkout: Checkout, arrange: Callable[[Checkout], dict[str, str]], code: int, title: str
) -> None:
    checkout.put(WRONG)
    ran = checkout.check(**arrange(checkout))
    assert ran.code == code
    assert f"::error title={title}::" in ran.out
    assert f"**{title}.**" in checkout.read("summary")


def test_a_failing_grader_is_not_a_low_score(checkout: Checkout) -> None:
    """A trace ends Python with 1, which is also the code for a score below --fail-under."""
    checkout.put(WRONG)
    python = checkout.venv / "bin/python"
    python.write_text("#!/bin/sh\necho boom >&2\nexit 1\n", encoding="utf-8")
    ran = checkout.check(submission="submission")
    assert ran.code == 70
    assert "::error title=grader failed::" in ran.out
    assert "boom" in ran.err


@pytest.mark.parametrize("hostile", ["$(touch pwned)", "`touch pwned`", '"; touch pwned; "', "-x"])
def test_inputs_are_never_commands(checkout: Checkout, hostile: str) -> None:
    checkout.put(WRONG, f"{hostile}/homework.py")
    ran = checkout.check(submission=hostile, assignment=hostile, fail_under="50")
    assert ran.code == 2  # no such assignment
    assert "::error title=grader was called wrongly::" in ran.out
    assert not list(checkout.work.rglob("pwned"))
