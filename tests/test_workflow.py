"""The project's own CI: workflow, hooks before a commit, and the file of the lowest packages."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def read_yaml(path: str) -> Any:
    return YAML(typ="safe", pure=True).load((ROOT / path).read_text("utf-8"))


WORKFLOW = read_yaml(".github/workflows/ci.yml")
STEPS = [step for job in WORKFLOW["jobs"].values() for step in job["steps"]]
HOOKS = [hook for repo in read_yaml(".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
COMMANDS = [
    *(step["run"] for step in STEPS if "run" in step),
    *(hook["entry"] for hook in HOOKS),
]


def test_it_may_only_read() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert all("permissions" not in job for job in WORKFLOW["jobs"].values())
    assert "secrets." not in (ROOT / ".github/workflows/ci.yml").read_text("utf-8")


def test_actions_are_pinned_by_commits_that_the_templates_use() -> None:
    used = {step["uses"] for step in STEPS if "uses" in step}
    templates = "\n".join(file.read_text("utf-8") for file in (ROOT / "templates").iterdir())
    for action in used:
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action)
        assert f"uses: {action} #" in templates
    assert used
    for step in STEPS:
        assert ("uses" not in step) or step["with"]["persist-credentials"] is False


def test_every_job_ends() -> None:
    assert all(job["timeout-minutes"] <= 60 for job in WORKFLOW["jobs"].values())


def test_nothing_of_a_pull_request_is_pasted_into_a_script() -> None:
    assert not [step for step in STEPS if "${{" in step.get("run", "")]


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize("script", [step["run"] for step in STEPS if "run" in step])
def test_scripts_are_bash(script: str) -> None:
    done = subprocess.run(["bash", "-n", "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_python_of_the_classifiers_is_tried_and_one_with_the_lowest_packages() -> None:
    tried = WORKFLOW["jobs"]["tests"]["strategy"]["matrix"]["include"]
    stated = [text.rpartition(" ")[2] for text in PROJECT["classifiers"] if "Python :: 3." in text]
    assert [one["python"] for one in tried if one["packages"] == "newest"] == stated
    assert [one["python"] for one in tried if one["packages"] == "lowest"] == stated[:1]
    assert PROJECT["requires-python"] == f">={stated[0]}"


def test_ci_and_workflow_run_the_same() -> None:
    lines = (ROOT / ".ci/run").read_text("utf-8").splitlines()
    checks = [line for line in lines if line.startswith(".venv/bin/")]
    assert len(checks) == 6
    run = "\n".join(step["run"] for step in STEPS if "run" in step)
    assert [line for line in checks if line not in run] == []


def test_hooks_install_nothing() -> None:
    assert [repo["repo"] for repo in read_yaml(".pre-commit-config.yaml")["repos"]] == ["local"]
    assert {hook["language"] for hook in HOOKS} == {"system"}
    assert [hook["id"] for hook in HOOKS] == [
        "ruff-check", "ruff-format", "mypy", "lint-imports", "grader-lint",
    ]  # fmt: skip


def test_commands_name_files_and_tools_that_exist() -> None:
    tools = {tool for text in COMMANDS for tool in re.findall(r"\.venv/bin/([\w-]+)", text)}
    assert tools == {
        "grader",
        "lint-imports",
        "mypy",
        "pip",
        "pytest",
        "python",
        "ruff",
        "zensical",
    }
    packages = {re.split(r"[>=<\[]", one)[0] for one in PROJECT["optional-dependencies"]["dev"]}
    assert {"import-linter", "mypy", "pytest", "ruff"} <= packages
    for one in WORKFLOW["jobs"]["tests"]["strategy"]["matrix"]["include"]:
        for word in one["options"].split():
            assert word == "-c" or (ROOT / word).is_file()


def test_the_lowest_packages_are_the_lower_bounds() -> None:
    extras = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *(one for extra in extras.values() for one in extra)]
    bounds = dict(re.findall(r"^([\w.-]+)(?:\[\w+\])?>=([\w.]+)", "\n".join(wanted), re.MULTILINE))
    text = (ROOT / ".ci/lowest.txt").read_text("utf-8")
    pins = dict(re.findall(r"^([\w.-]+)==([\w.]+)$", text, re.MULTILINE))
    assert pins == {**bounds, "mpmath": "1.3"}
    # Stubs have no version of their own that would matter; what makes the site has one alone.
    others = {one for one in wanted if ">=" not in one and not one.startswith("grader-dl[")}
    assert others == {"types-jsonschema", *extras["docs"]}


def test_who_tests_has_every_extra() -> None:
    extras = PROJECT["optional-dependencies"]
    found = {"dev"}
    while more := {name for extra in found for name in _extras_in(extras[extra])} - found:
        found |= more
    assert found == set(extras)


def _extras_in(packages: list[str]) -> list[str]:
    """The project's own extras that an extra asks for."""
    own = "\n".join(packages)
    names = re.findall(rf"^{PROJECT['name']}\[([\w,]+)\]$", own, re.MULTILINE)
    return [name for listed in names for name in listed.split(",")]
