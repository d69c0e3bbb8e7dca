"""The GitLab template: its rules, and its script run as a GitLab runner would."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from templates_support import (
    EXAMPLES,
    ROOT,
    SHA,
    SHELLS,
    WRONG,
    Ran,
    course_with_failing_reference,
    environment,
    installed,
    read_yaml,
    run_shell,
)

TEMPLATE = read_yaml("templates/gitlab-ci.yml")
EXAMPLE = read_yaml("templates/gitlab-example.yml")
JOB = TEMPLATE[".grader"]


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
    assert set(EXAMPLE["homework"]["variables"]) <= set(JOB["variables"])


def test_the_image_and_both_commits_are_asked_for() -> None:
    assert JOB["image"] == "$GRADER_IMAGE"
    asked = {name for name, value in EXAMPLE["homework"]["variables"].items() if "0" * 40 in value}
    assert asked == {"GRADER_IMAGE", "GRADER_COMMIT", "GRADER_COURSE_COMMIT"}
    assert all(JOB["variables"][name] == "" for name in asked)


def _workspace(folder: Path, course: Path = ROOT) -> Path:
    """What the first part of the job leaves: grader installed, the course beside it."""
    work = folder / "work"
    installed(work / "venv")
    for name in ("problems", "reference", "grader.toml"):
        if (course / name).exists():
            (work / "course").mkdir(exist_ok=True)
            (work / "course" / name).symlink_to(course / name)
    (folder / "project").mkdir()
    return folder / "project"


def _run(project: Path, cache: Path, shell: tuple[str, ...] = SHELLS[0], **variables: str) -> Ran:
    env = {**{name: str(value) for name, value in JOB["variables"].items()}, **variables}
    env["GRADER_WORK"] = str(project.parent / "work")
    return run_shell("\n".join(JOB["script"]), project, environment(cache, env), shell)


def _submission(project: Path, text: str = WRONG) -> None:
    (project / "homework").mkdir()
    (project / "homework/answer.py").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("shell", SHELLS, ids=["bash", "sh"])
def test_right_submission(tmp_path: Path, cache: Path, shell: tuple[str, ...]) -> None:
    project = _workspace(tmp_path)
    shutil.copytree(EXAMPLES / "numpy_correct", project / "homework")
    ran = _run(
        project, cache, shell,
        GRADER_SUBMISSION="homework",
        GRADER_ASSIGNMENT="attention/masked-softmax",
        GRADER_FAIL_UNDER="100",
    )  # fmt: skip
    assert (ran.code, ran.err) == (0, "")
    assert "✓ code: correct" in ran.out
    report = ET.parse(project / "grader-report/grader.xml").getroot()[0]
    assert (report.get("tests"), report.get("failures")) == ("3", "0")
    assert (project / "grader-report/grader.json").is_file()


def test_wrong_submission_fails_the_job(tmp_path: Path, cache: Path) -> None:
    project = _workspace(tmp_path)
    _submission(project)
    ran = _run(
        project, cache,
        GRADER_SUBMISSION="homework",
        GRADER_ASSIGNMENT="attention/masked-softmax",
        GRADER_FAIL_UNDER="60",
    )  # fmt: skip
    assert ran.code == 1
    assert ran.err == "16.67 % is below --fail-under 60\nThe score is below 60 percent.\n"
    assert "You get exactly these results when the mask is applied after the softmax." in ran.out
    report = ET.parse(project / "grader-report/grader.xml").getroot()[0]
    assert report.get("failures") == "1"


@pytest.mark.parametrize("shell", SHELLS, ids=["bash", "sh"])
def test_faulty_course_fails_clearly(tmp_path: Path, cache: Path, shell: tuple[str, ...]) -> None:
    (tmp_path / "faulty/problems").mkdir(parents=True)
    (tmp_path / "faulty/problems/b.yaml").write_text("id: a/b\n", encoding="utf-8")
    project = _workspace(tmp_path, tmp_path / "faulty")
    _submission(project)
    ran = _run(project, cache, shell, GRADER_SUBMISSION="homework")
    assert ran.code == 3
    assert "b.yaml:1:1: title: is missing" in ran.err
    assert ran.err.endswith(
        "The course is faulty and nothing was graded. This is not about the submission.\n"
    )


def test_a_reference_that_fails_is_a_fault_of_the_course(tmp_path: Path, cache: Path) -> None:
    course = course_with_failing_reference(tmp_path / "failing", cache)
    project = _workspace(tmp_path, course)
    _submission(project, "def double(x):\n    return 2 * x\n")
    ran = _run(project, cache, GRADER_SUBMISSION="homework")
    assert ran.code == 3
    assert "A part could not be graded; its points are pending." in ran.err


@pytest.mark.parametrize(
    ("variables", "code", "said"),
    [
        ({"GRADER_SUBMISSION": "no where"}, 2, "There is nothing to check at no where."),
        ({"GRADER_WORK": "no where"}, 3, "The course has no problems folder."),
        ({"GRADER_ASSIGNMENT": "$(touch pwned)"}, 2, "grader was called wrongly"),
    ],
)
def test_wrong_variables_fail_clearly(
    tmp_path: Path, cache: Path, variables: dict[str, str], code: int, said: str
) -> None:
    project = _workspace(tmp_path, tmp_path if "GRADER_WORK" in variables else ROOT)
    _submission(project)
    ran = _run(project, cache, SHELLS[0], **variables)
    assert ran.code == code
    assert said in ran.err
    assert not (project / "pwned").exists()


@pytest.mark.parametrize("shell", SHELLS, ids=["bash", "sh"])
@pytest.mark.parametrize("path", ["homework", "homework/", "./homework", "deep/homework"])
def test_a_link_to_the_reference_is_not_graded(
    tmp_path: Path, cache: Path, path: str, shell: tuple[str, ...]
) -> None:
    project = _workspace(tmp_path)
    for link in ("homework", "deep"):
        (project / link).symlink_to(ROOT / "reference" if link == "homework" else project)
    ran = _run(project, cache, shell, GRADER_SUBMISSION=path)
    assert (ran.code, ran.err) == (
        2,
        "The submission is a link. Hand in the folder itself: a link could lead to the course's "
        "answers.\n",
    )


def test_a_planted_report_is_neither_kept_nor_written_through(tmp_path: Path, cache: Path) -> None:
    project = _workspace(tmp_path)
    _submission(project)
    (tmp_path / "elsewhere").mkdir()
    (project / "grader-report").symlink_to(tmp_path / "elsewhere")
    ran = _run(
        project, cache, GRADER_SUBMISSION="homework", GRADER_ASSIGNMENT="attention/masked-softmax"
    )
    assert ran.code == 0, ran
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert not (project / "grader-report").is_symlink()
    assert sorted(file.name for file in (project / "grader-report").iterdir()) == [
        "grader.json",
        "grader.xml",
    ]


def test_students_modules_are_not_imported_outside_the_sandbox(tmp_path: Path, cache: Path) -> None:
    project = _workspace(tmp_path)
    _submission(project)
    (project / "grader").mkdir()
    for name in ("json", "click", "sitecustomize", "grader/__init__", "grader/__main__"):
        text = f"open({str(tmp_path / 'pwned')!r}, 'w')\n"
        (project / f"{name}.py").write_text(text, encoding="utf-8")
    ran = _run(
        project, cache,
        GRADER_ASSIGNMENT="attention/masked-softmax",
        PYTHONPATH=str(project),
    )  # fmt: skip
    assert ran.code == 0, ran
    assert not (tmp_path / "pwned").exists()
