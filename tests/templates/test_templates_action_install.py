"""The action's install step: packages by hash, grader by commit, or nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from action_support import BASH, STEPS
from templates_support import Ran, put_stub, run_shell


def test_install_takes_packages_by_hash_and_itself_from_the_commit(tmp_path: Path) -> None:
    ran, calls = _install(tmp_path, WANTED="3.12")
    assert ran.code == 0, ran
    assert calls[1:] == [
        "-I -m venv venv",
        "-I -m pip install --quiet --disable-pip-version-check --require-hashes "
        f"--only-binary :all: -r {tmp_path / 'work/course/requirements.lock'}",
        "-I -m pip install --quiet --disable-pip-version-check --no-index --no-deps "
        "--no-build-isolation -- /the/action",
    ]
    (made,) = (tmp_path / "temp").iterdir()
    assert re.fullmatch(r"grader\.\w{10}", made.name)
    assert (tmp_path / "path").read_text("utf-8") == f"{made}/venv/bin\n"
    assert (tmp_path / "output").read_text("utf-8") == f"venv={made}/venv\n"


LINES = "docs/course-repository.md has the command that makes it. This is not about the submission."


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"LOCK": ""}, f"No lock file::The input lock must name a file with the hash of every "
         f"package that grader needs. {LINES}"),
        ({"LOCK": "nowhere"}, "No lock file::The input lock must name a file"),
        ({"LOCK": "submission/my.lock"}, "The lock file lies inside the submission::Check the"),
        ({"LOCK": "submission/../submission/my.lock"}, "The lock file lies inside the submission"),
        ({"LOCK": "linked/my.lock"}, "The lock file lies inside the submission::"),
        ({"SUBMISSION": "."}, "The lock file lies inside the submission::Check the submission"),
        ({"SUBMISSION": "submission/answer.py", "LOCK": "submission/my.lock"}, "The lock file"),
        ({"WANTED": "2.7"}, "No suitable Python::This runner has no Python of the wanted version"),
        ({"PIP_CODE": "1"}, "grader could not be installed::The log says why. This is not about"),
    ],
)  # fmt: skip
def test_install_refuses(tmp_path: Path, variables: dict[str, str], said: str) -> None:
    ran, calls = _install(tmp_path, **{"WANTED": "3.12", **variables})
    assert ran.code == 2
    assert ran.out.startswith(f"::error title={said}")
    assert "PIP_CODE" in variables or not any("pip" in call for call in calls)
    assert not (tmp_path / "output").exists()


def test_install_makes_nothing_where_something_could_be_planted(tmp_path: Path) -> None:
    """A virtual environment of a name that was known would bring a python of its own."""
    planted = tmp_path / "temp/grader-venv/bin/python"
    planted.parent.mkdir(parents=True)
    planted.write_text("#!/bin/sh\ntouch pwned\n", encoding="utf-8")
    planted.chmod(0o755)
    ran, _ = _install(tmp_path, WANTED="3.12")
    assert ran.code == 0, ran
    assert not list(tmp_path.rglob("pwned"))


def _install(folder: Path, **variables: str) -> tuple[Ran, list[str]]:
    put_stub(folder / "bin/python3.12")
    (folder / "temp").mkdir(exist_ok=True)
    work = folder / "work"
    for file in ("course/requirements.lock", "submission/my.lock", "submission/answer.py"):
        (work / file).parent.mkdir(parents=True, exist_ok=True)
        (work / file).write_text("", encoding="utf-8")
    (work / "linked").symlink_to("submission")
    env = {
        "PATH": f"{folder / 'bin'}:/usr/bin:/bin",
        "CALLS": str(folder / "calls"),
        "RUNNER_TEMP": str(folder / "temp"),
        "GITHUB_PATH": str(folder / "path"),
        "GITHUB_OUTPUT": str(folder / "output"),
        "ACTION_PATH": "/the/action",
        "SUBMISSION": "submission",
        "LOCK": "course/requirements.lock",
        **variables,
    }
    ran = run_shell(STEPS["install"]["run"], work, env, BASH)
    calls = folder / "calls"
    return ran, calls.read_text("utf-8").splitlines() if calls.exists() else []
