"""The GitLab template: its rules, and its script run as a GitLab runner would."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from templates_support import (
    EXAMPLES,
    SHA,
    WRONG,
    Ran,
    course_with_failing_reference,
    environment,
    read_yaml,
    run_shell,
    shared_cache,
)

TEMPLATE = read_yaml("templates/gitlab-ci.yml")
EXAMPLE = read_yaml("templates/gitlab-example.yml")
JOB = TEMPLATE[".grader"]
# bash where the image has it, else sh; GitLab joins the lines and stops at the first failure.
SHELLS = [("bash", "-eo", "pipefail", "-c"), ("sh", "-e", "-c")]


def test_template_adds_no_job_by_itself() -> None:
    assert [name for name in TEMPLATE if not name.startswith(".")] == []


def test_junit_report_is_kept_whatever_the_outcome() -> None:
    assert JOB["artifacts"]["when"] == "always"
    assert JOB["artifacts"]["reports"]["junit"] == "grader-report/grader.xml"
    assert JOB["artifacts"]["paths"] == ["grader-report/"]
    assert "allow_failure" not in JOB


def test_template_holds_no_secret() -> None:
    assert "GRADER_SECRET" not in JOB["variables"]
    assert "GRADER_SECRET" not in EXAMPLE["homework"]["variables"]


def test_example_extends_the_template_by_commit() -> None:
    (include,) = EXAMPLE["include"]
    assert include["file"] == "templates/gitlab-ci.yml"
    assert re.match(SHA, include["ref"])
    assert EXAMPLE["homework"]["extends"] == ".grader"
    # Its own variables and the ones it clones the course with.
    known = {*JOB["variables"], "COURSE_PROJECT", "COURSE_COMMIT"}
    assert set(EXAMPLE["homework"]["variables"]) <= known


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_cache(tmp_path_factory.getbasetemp())


def _run(folder: Path, cache: Path, shell: tuple[str, ...] = SHELLS[0], **variables: str) -> Ran:
    env = {**{name: str(value) for name, value in JOB["variables"].items()}, **variables}
    return run_shell("\n".join(JOB["script"]), folder, environment(cache, env), shell)


def _submission(folder: Path, text: str = WRONG) -> None:
    (folder / "homework").mkdir()
    (folder / "homework/answer.py").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("shell", SHELLS, ids=["bash", "sh"])
def test_right_submission(tmp_path: Path, cache: Path, shell: tuple[str, ...]) -> None:
    shutil.copytree(EXAMPLES / "numpy_correct", tmp_path / "homework")
    ran = _run(
        tmp_path, cache, shell,
        GRADER_SUBMISSION="homework",
        GRADER_ASSIGNMENT="attention/masked-softmax",
        GRADER_FAIL_UNDER="100",
    )  # fmt: skip
    assert (ran.code, ran.err) == (0, "")
    assert "✓ code: correct" in ran.out
    report = ET.parse(tmp_path / "grader-report/grader.xml").getroot()[0]
    assert (report.get("tests"), report.get("failures")) == ("3", "0")
    assert (tmp_path / "grader-report/grader.json").is_file()


def test_wrong_submission_fails_the_job(tmp_path: Path, cache: Path) -> None:
    _submission(tmp_path)
    ran = _run(
        tmp_path, cache,
        GRADER_SUBMISSION="homework",
        GRADER_ASSIGNMENT="attention/masked-softmax",
        GRADER_FAIL_UNDER="60",
    )  # fmt: skip
    assert ran.code == 1
    assert ran.err == "The score is below 60 percent.\n"
    assert "You get exactly these results when the mask is applied after the softmax." in ran.out
    report = ET.parse(tmp_path / "grader-report/grader.xml").getroot()[0]
    assert report.get("failures") == "1"


@pytest.mark.parametrize("shell", SHELLS, ids=["bash", "sh"])
def test_faulty_course_fails_clearly(tmp_path: Path, cache: Path, shell: tuple[str, ...]) -> None:
    _submission(tmp_path)
    (tmp_path / "course/problems").mkdir(parents=True)
    (tmp_path / "course/problems/b.yaml").write_text("id: a/b\n", encoding="utf-8")
    ran = _run(tmp_path, cache, shell, GRADER_SUBMISSION="homework", GRADER_COURSE="course")
    assert ran.code == 3
    assert "b.yaml:1:1: title: is missing" in ran.err
    assert ran.err.endswith(
        "The course is faulty and nothing was graded. This is not about the submission.\n"
    )


def test_a_reference_that_fails_is_a_fault_of_the_course(tmp_path: Path, cache: Path) -> None:
    course_with_failing_reference(tmp_path / "course", cache)
    _submission(tmp_path, "def double(x):\n    return 2 * x\n")
    ran = _run(tmp_path, cache, GRADER_SUBMISSION="homework", GRADER_COURSE="course")
    assert ran.code == 3
    assert "A part could not be graded; its points are pending." in ran.err


@pytest.mark.parametrize(
    ("variables", "code", "said"),
    [
        ({"GRADER_SUBMISSION": "no where"}, 2, "There is nothing to check at no where."),
        ({"GRADER_COURSE": "no where"}, 3, "The course folder no where has no problems folder."),
        ({"GRADER_COURSE": "."}, 3, "The course lies inside the submission"),
        ({"GRADER_ASSIGNMENT": "$(touch pwned)"}, 2, "grader was called wrongly"),
    ],
)
def test_wrong_variables_fail_clearly(
    tmp_path: Path, cache: Path, variables: dict[str, str], code: int, said: str
) -> None:
    _submission(tmp_path)
    (tmp_path / "problems").mkdir()
    ran = _run(tmp_path, cache, **variables)
    assert ran.code == code
    assert said in ran.err
    assert not (tmp_path / "pwned").exists()
