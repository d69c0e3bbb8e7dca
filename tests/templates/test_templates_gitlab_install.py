"""The GitLab job's first part: what it fetches and installs, and what it refuses."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from templates_support import SHELLS, Ran, put_stub, read_yaml, run_shell

JOB = read_yaml("templates/gitlab-ci.yml")[".grader"]
DIGEST = "python:3.12@sha256:" + "1f" * 32


@dataclass(frozen=True)
class Server:
    """Two projects as a GitLab server has them, and a student's checkout."""

    folder: Path
    commits: dict[str, str]

    def run(self, shell: tuple[str, ...] = SHELLS[0], **variables: str) -> Ran:
        env = {
            **{name: str(value) for name, value in JOB["variables"].items()},
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "HOME": str(self.folder),
            "TMPDIR": str(self.folder / "tmp"),
            "CALLS": str(self.folder / "calls"),
            "CI_SERVER_PROTOCOL": "https",
            "CI_SERVER_HOST": "gitlab.example",
            "CI_SERVER_PORT": "443",
            "CI_JOB_TOKEN": "token",
            # Git asks the folder in place of the server.
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": f"url.{self.folder}/.insteadOf",
            "GIT_CONFIG_VALUE_0": "https://gitlab-ci-token:token@gitlab.example:443/",
            "GRADER_IMAGE": DIGEST,
            "GRADER_PROJECT": "group/grader",
            "GRADER_COMMIT": self.commits["grader"],
            "GRADER_COURSE_PROJECT": "group/course",
            "GRADER_COURSE_COMMIT": self.commits["course"],
            **variables,
        }
        told = 'ls -A "$GRADER_WORK" "$GRADER_WORK/grader" "$GRADER_WORK/course"'
        script = "\n".join([*JOB["before_script"], told])
        return run_shell(script, self.folder / "project", env, shell)

    @property
    def calls(self) -> list[str]:
        file = self.folder / "calls"
        return file.read_text("utf-8").splitlines() if file.exists() else []


def _git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def _project(folder: Path, *files: str) -> str:
    folder.mkdir(parents=True)
    _git(folder, "init", "--quiet")
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(f"{file}\n", encoding="utf-8")
    _git(folder, "add", "--all")
    _git(folder, "commit", "--quiet", "-m", "first")
    _git(folder, "config", "uploadpack.allowAnySHA1InWant", "true")
    return _git(folder, "rev-parse", "HEAD")


@pytest.fixture
def server(tmp_path: Path) -> Server:
    commits = {
        "grader": _project(tmp_path / "group/grader.git", "pyproject.toml"),
        "course": _project(tmp_path / "group/course.git", "problems/a.yaml", "requirements.lock"),
    }
    for name in ("tmp", "project"):
        (tmp_path / name).mkdir()
    put_stub(tmp_path / "bin/python3")
    return Server(tmp_path, commits)


@pytest.mark.parametrize("shell", SHELLS, ids=["bash", "sh"])
def test_packages_come_by_hash_and_grader_by_commit(server: Server, shell: tuple[str, ...]) -> None:
    ran = server.run(shell)
    assert (ran.code, ran.err) == (0, "")
    assert server.calls == [
        "-I -m venv venv",
        "-I -m pip install --quiet --disable-pip-version-check --require-hashes "
        "--only-binary :all: -r course/requirements.lock",
        "-I -m pip install --quiet --disable-pip-version-check --no-index --no-deps "
        "--no-build-isolation -- ./grader",
    ]
    listed = ran.out.splitlines()
    assert {"course", "grader", "venv", "pyproject.toml", "requirements.lock"} <= set(listed)
    assert ".git" not in listed  # it holds the token
    assert list((server.folder / "tmp").iterdir()) == []  # nothing is left for the next job


ZEROS = "0" * 40
IMAGE = "GRADER_IMAGE must name an image with its digest: python:3.12@sha256: and 64 digits."
COMMIT = "GRADER_COMMIT must be a commit of grader, all 40 digits."


@pytest.mark.parametrize("shell", SHELLS, ids=["bash", "sh"])
@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"GRADER_IMAGE": ""}, IMAGE),
        ({"GRADER_IMAGE": "python:3.12"}, IMAGE),
        ({"GRADER_IMAGE": "1f" * 32}, IMAGE),
        ({"GRADER_IMAGE": "python@sha256:" + "0" * 64}, IMAGE),
        ({"GRADER_IMAGE": "python@sha256:" + "1f" * 31}, IMAGE),
        ({"GRADER_IMAGE": "python@sha256:" + "1F" * 32}, IMAGE),
        ({"GRADER_COMMIT": ""}, COMMIT),
        ({"GRADER_COMMIT": ZEROS}, COMMIT),
        ({"GRADER_COMMIT": "main"}, COMMIT),
        ({"GRADER_COMMIT": "v1.0"}, COMMIT),
        ({"GRADER_COMMIT": "1f" * 19}, COMMIT),
        ({"GRADER_COMMIT": "--upload-pack=touch pwned"}, COMMIT),
        ({"GRADER_COURSE_COMMIT": ZEROS}, "GRADER_COURSE_COMMIT must be a commit of the course,"),
        ({"GRADER_COURSE_COMMIT": ""}, "GRADER_COURSE_COMMIT must be a commit of the course,"),
        ({"GRADER_PROJECT": ""}, "GRADER_PROJECT could not be fetched at GRADER_COMMIT."),
        ({"GRADER_COMMIT": "1f" * 20}, "GRADER_PROJECT could not be fetched at GRADER_COMMIT."),
        ({"GRADER_LOCK": "none"}, "The course has no file none with the hash of every package"),
        ({"PIP_CODE": "1"}, "grader could not be installed: the lines above say why."),
    ],
)
def test_refuses(
    server: Server, variables: dict[str, str], said: str, shell: tuple[str, ...]
) -> None:
    ran = server.run(shell, **variables)
    assert ran.code == 2
    assert said in ran.err
    assert " This is not about the submission.\n" in ran.err
    assert "PIP_CODE" in variables or server.calls == []
    assert not list(server.folder.rglob("pwned"))


@pytest.mark.parametrize("variables", [{}, {"GRADER_COMMIT": ""}], ids=["runs", "refuses"])
def test_a_planted_report_is_gone_before_anything_can_stop_the_job(
    server: Server, variables: dict[str, str]
) -> None:
    """The runner keeps grader-report/ whatever happens."""
    elsewhere = server.folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "grader.xml").write_text("planted", encoding="utf-8")
    planted = server.folder / "project/grader-report"
    planted.symlink_to(elsewhere)
    server.run(SHELLS[0], **variables)
    assert not planted.is_symlink()
    assert not planted.exists()
    assert (elsewhere / "grader.xml").exists()


def test_nothing_planted_under_a_known_name_is_used(server: Server) -> None:
    """On a shared machine an earlier job can write where temporary folders are made."""
    for name in ("course/requirements.lock", "grader-venv/bin/python", "grader/setup.py"):
        file = server.folder / "tmp" / name
        file.parent.mkdir(parents=True)
        file.write_text("#!/bin/sh\ntouch pwned\n", encoding="utf-8")
        file.chmod(0o755)
    for name in ("venv.py", "pip.py", "pip.conf", "pyproject.toml"):
        (server.folder / "project" / name).write_text("open('pwned', 'w')\n", encoding="utf-8")
    ran = server.run()
    assert ran.code == 0, ran
    assert "setup.py" not in ran.out.splitlines()
    assert not list(server.folder.rglob("pwned"))
