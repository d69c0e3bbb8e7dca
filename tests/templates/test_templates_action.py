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
from templates_support import (
    EXAMPLES,
    ROOT,
    SHA,
    WRONG,
    Ran,
    course_with_failing_reference,
    environment,
    read_yaml,
    run_shell,
    shared_cache,
)

# How GitHub runs `shell: bash`.
BASH = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c")
WORKFLOWS = ["templates/github-workflow.yml", "templates/github-course-workflow.yml"]
ACTION = read_yaml("action.yml")
STEPS = {step["id"]: step for step in ACTION["runs"]["steps"]}
# Which variable of a step carries which input.
CARRIED = {
    name: re.fullmatch(r"\$\{\{ inputs\.([\w-]+) \}\}", value)
    for step in STEPS.values()
    for name, value in step["env"].items()
}


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
        calls = re.findall(r'^.*(?:python3?"?|"\$1") (-\S+).*$', text, re.MULTILINE)
        assert calls
        assert set(calls) == {"-I"}


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


class Checkout:
    """A runner's workspace with a submission in it, after the install step."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.work = folder / "work space"
        self.files = {name: folder / name for name in ("summary", "output", "path")}
        self.cache = cache
        self.work.mkdir(parents=True)

    def put(self, text: str, to: str = "submission/homework.py") -> None:
        file = self.work / to
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def check(self, **inputs: str) -> Ran:
        """Run the check step with these inputs, the others as action.yml declares them."""
        values = {name: given["default"] for name, given in ACTION["inputs"].items()}
        values |= {name.replace("_", "-"): value for name, value in inputs.items()}
        env = {name: values[match[1]] for name, match in CARRIED.items() if match}
        for file in self.files.values():
            file.write_text("", encoding="utf-8")
        env |= {
            "GITHUB_ACTIONS": "true",
            "GITHUB_STEP_SUMMARY": str(self.files["summary"]),
            "GITHUB_OUTPUT": str(self.files["output"]),
            "GITHUB_PATH": str(self.files["path"]),
        }
        return run_shell(STEPS["check"]["run"], self.work, environment(self.cache, env), BASH)

    def read(self, name: str) -> str:
        return self.files[name].read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_cache(tmp_path_factory.getbasetemp())


@pytest.fixture(scope="module")
def broken_course(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Path:
    return course_with_failing_reference(tmp_path_factory.mktemp("broken"), cache)


@pytest.fixture
def checkout(tmp_path: Path, cache: Path) -> Checkout:
    return Checkout(tmp_path, cache)


def test_right_submission(checkout: Checkout) -> None:
    shutil.copytree(EXAMPLES / "numpy_correct", checkout.work / "submission")
    ran = checkout.check(
        submission="submission", assignment="attention/masked-softmax", fail_under="100"
    )
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("::notice title=submission%3A 6 / 6 points::")
    assert "# submission: 6 / 6 points" in checkout.read("summary")
    reports = checkout.work / "grader-report"
    assert checkout.read("output").splitlines() == [
        "score=6",
        "pending=0",
        "possible=6",
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
    suite = ET.parse(checkout.work / "grader-report/grader.xml").getroot()[0]
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
    broken = checkout.work / "bin/grader"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\necho boom >&2\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    script = f'PATH="$PWD/bin:$PATH"\n{STEPS["check"]["run"]}'
    env = {name: ACTION["inputs"][match[1]]["default"] for name, match in CARRIED.items() if match}
    files = {"GITHUB_STEP_SUMMARY": checkout.files["summary"], "GITHUB_OUTPUT": checkout.work / "o"}
    env |= {"SUBMISSION": "submission", **{name: str(file) for name, file in files.items()}}
    ran = run_shell(script, checkout.work, environment(checkout.cache, env), BASH)
    assert ran.code == 70
    assert "::error title=grader failed::" in ran.out
    assert "boom" in ran.err


def test_students_problems_are_not_the_course(checkout: Checkout) -> None:
    """Without `course` the shipped one is used, though the student brings a course along."""
    checkout.put(WRONG, "homework.py")
    checkout.put("id: mine/easy\n", "problems/mine/easy.yaml")
    ran = checkout.check(assignment="attention/masked-softmax", fail_under="60")
    assert ran.code == 1, ran


@pytest.mark.parametrize("hostile", ["$(touch pwned)", "`touch pwned`", '"; touch pwned; "', "-x"])
def test_inputs_are_never_commands(checkout: Checkout, hostile: str) -> None:
    checkout.put(WRONG, f"{hostile}/homework.py")
    ran = checkout.check(submission=hostile, assignment=hostile, fail_under="50", reports=hostile)
    assert ran.code == 2  # no such assignment
    assert "::error title=grader was called wrongly::" in ran.out
    assert not list(checkout.work.rglob("pwned"))


def test_students_modules_are_not_imported_outside_the_sandbox(checkout: Checkout) -> None:
    checkout.put(WRONG, "homework.py")
    for name in ("json", "pathlib", "click", "grader", "encodings", "sitecustomize"):
        checkout.put("open('pwned', 'w')\n", f"{name}.py")
    ran = checkout.check(assignment="attention/masked-softmax")
    assert ran.code == 0, ran
    assert not list(checkout.work.rglob("pwned"))


INSTALL_STUB = """\
#!/bin/bash
# Stands in for python3: knows its version, makes an empty venv whose python does the same.
printf '%s\\n' "$*" >> "$CALLS"
if [ "$3" = venv ]; then mkdir -p "$4/bin"; cp -- "$0" "$4/bin/python"; fi
"""


def test_install_step_uses_a_venv_and_the_named_requirement(tmp_path: Path) -> None:
    ran, calls = _install(tmp_path, INSTALL="grader==0.1.0", WANTED="3.12")
    assert ran.code == 0, ran
    venv = tmp_path / "temp/grader-venv"
    assert calls[1:] == [
        f"-I -m venv {venv}",
        "-I -m pip install --quiet --disable-pip-version-check -- grader==0.1.0",
    ]
    assert (tmp_path / "path").read_text("utf-8") == f"{venv}/bin\n"


def test_install_step_installs_the_action_itself_by_default(tmp_path: Path) -> None:
    _, calls = _install(tmp_path, INSTALL="", WANTED="3.12")
    assert calls[-1].endswith(" -- /the/action")


def test_install_step_says_that_a_python_is_missing(tmp_path: Path) -> None:
    ran, _ = _install(tmp_path, INSTALL="", WANTED="2.7")
    assert ran.code == 2
    assert ran.out.startswith("::error title=No suitable Python::")


def _install(folder: Path, **variables: str) -> tuple[Ran, list[str]]:
    stub = folder / "bin/python3.12"
    stub.parent.mkdir()
    stub.write_text(INSTALL_STUB, encoding="utf-8")
    stub.chmod(0o755)
    (folder / "temp").mkdir()
    env = {
        "PATH": f"{folder / 'bin'}:/usr/bin:/bin",
        "CALLS": str(folder / "calls"),
        "RUNNER_TEMP": str(folder / "temp"),
        "GITHUB_PATH": str(folder / "path"),
        "ACTION_PATH": "/the/action",
        **variables,
    }
    ran = run_shell(STEPS["install"]["run"], folder, env, BASH)
    calls = folder / "calls"
    return ran, calls.read_text("utf-8").splitlines() if calls.exists() else []
