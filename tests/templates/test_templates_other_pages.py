"""docs/course-repository.md and docs/students.md: commands that run, tables that match the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from templates_support import ROOT, environment, read_yaml, run_shell

from grader.checks import Verdict
from grader.course.starting import FIRST_PROBLEM

COURSE_PAGE = (ROOT / "docs/course-repository.md").read_text(encoding="utf-8")
STUDENT_PAGE = (ROOT / "docs/students.md").read_text(encoding="utf-8")


def first_cells(page: str, heading: str) -> list[str]:
    """The first column of the table whose first heading this is."""
    table = re.search(rf"^\| {heading} \|.*\n\|[-|]+\n((?:^\|.*\n)+)", page, re.MULTILINE)
    assert table, f"there is no table of {heading}"
    return [line.split("|")[1].strip().strip("`") for line in table[1].splitlines()]


def test_commands_of_the_course_page_run(tmp_path: Path) -> None:
    blocks = re.findall(r"^```bash\n(.*?)^```$", COURSE_PAGE, re.MULTILINE | re.DOTALL)
    env = environment(tmp_path / "cache", {"GRADER_SECRET": "for this test"})
    shell = ("bash", "-euo", "pipefail", "-c")
    ran = run_shell("\n".join(blocks), tmp_path, env, shell)
    assert ran.code == 0, ran.err
    assert "1 problem: no faults" in ran.out
    assert re.search(r"first: 1 problems?, 4 points", ran.out)
    assert re.search(
        r"^ada\.json\nada\.md\n.*^1 passed in .*\nfirst\.zip: first, \d\.\d MB\n\Z",
        ran.out,
        re.MULTILINE | re.DOTALL,
    )
    for path in first_cells(COURSE_PAGE, "path"):
        assert (tmp_path / "course" / path).is_file()
    assert re.search(r"^[0-9a-f]{64}$", ran.out, re.MULTILINE)
    assert "for this test" not in (tmp_path / "reports/ada.json").read_text(encoding="utf-8")


# Stands in for pip and pip-compile, which would download: notes what it was asked.
NOTES = '#!/bin/sh\nprintf "%s %s\\n" "$(basename "$0")" "$*" >> "$CALLS"\n'


def test_the_lock_file_is_made_and_used_as_the_jobs_do_it(tmp_path: Path) -> None:
    """The blocks that download, run with stand-ins; the files that they name are there."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", COURSE_PAGE, re.MULTILINE | re.DOTALL)
    for name in ("pip", "pip-compile"):
        (tmp_path / name).write_text(NOTES, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    env = {"PATH": f"{tmp_path}:/usr/bin:/bin", "CALLS": str(tmp_path / "calls")}
    ran = run_shell("\n".join(blocks), ROOT, env, ("bash", "-euo", "pipefail", "-c"))
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    calls = (tmp_path / "calls").read_text("utf-8").splitlines()
    assert re.fullmatch(r"pip install pip-tools==[\d.]+", calls[0])
    lock = "../course/requirements.lock"
    assert calls[1].startswith("pip-compile --generate-hashes --all-build-deps ")
    assert calls[1].endswith(f"--output-file {lock} pyproject.toml")
    action = (ROOT / "action.yml").read_text("utf-8")
    for options in ("--require-hashes --only-binary :all: -r", "--no-index --no-deps --no-build-"):
        assert f"pip {options}" in action
    assert calls[2:] == [
        f"pip install --require-hashes --only-binary :all: -r {lock}",
        "pip install --no-index --no-deps --no-build-isolation .",
    ]


def test_course_page_lists_every_template() -> None:
    templates = sorted(file.name for file in (ROOT / "templates").iterdir())
    assert sorted(first_cells(COURSE_PAGE, "template")) == templates


def test_course_page_lists_every_input_and_output_of_the_action() -> None:
    action = read_yaml("action.yml")
    assert first_cells(COURSE_PAGE, "input") == list(action["inputs"])
    (line,) = re.findall(r"^Its outputs are (.*)\.$", COURSE_PAGE, re.MULTILINE)
    assert re.findall(r"`(\w+)`", line) == list(action["outputs"])


def test_course_workflow_grades_what_the_page_creates(tmp_path: Path) -> None:
    steps = read_yaml("templates/github-course-workflow.yml")["jobs"]["lint"]["steps"]
    given = next(step["with"] for step in steps if step["uses"].startswith("your-org/"))
    assert given["assignment"] == FIRST_PROBLEM
    assert f"grader check {given['submission']} " in COURSE_PAGE


def test_gitlab_grades_what_github_does() -> None:
    jobs = read_yaml("templates/gitlab-course.yml")
    steps = read_yaml("templates/github-course-workflow.yml")["jobs"]["lint"]["steps"]
    given = next(step["with"] for step in steps if step["uses"].startswith("your-org/"))
    assert jobs["example"]["variables"] == {
        "GRADER_SUBMISSION": given["submission"],
        "GRADER_ASSIGNMENT": given["assignment"],
        "GRADER_FAIL_UNDER": given["fail-under"],
    }
    known = read_yaml("templates/gitlab-ci.yml")[".grader"]["variables"]
    assert jobs[".course"]["variables"].keys() <= known.keys()


def test_student_page_lists_every_verdict() -> None:
    assert first_cells(STUDENT_PAGE, "verdict") == [str(verdict) for verdict in Verdict]


SOURCES = "\n".join(
    file.read_text(encoding="utf-8")
    for room in ("checks", "grading", "submission", "sandbox")
    for file in sorted((ROOT / "grader" / room).rglob("*.py"))
)


@pytest.mark.parametrize("message", first_cells(STUDENT_PAGE, "message"))
def test_messages_of_the_student_page_exist(message: str) -> None:
    for fragment in message.split("…"):
        wanted = fragment.strip(" ,")
        if wanted != "no function":  # "no {what} {wanted} was found": function or class
            assert wanted in SOURCES, f"no message of grader's says: {wanted}"


@pytest.mark.parametrize("page", ["course-repository", "problem-files", "students"])
def test_pages_are_plain(page: str) -> None:
    text = (ROOT / f"docs/{page}.md").read_text(encoding="utf-8")
    assert not re.search(r"/(?:wor[k]|roo[t]|home)/", text)
