"""The archive of `grader gradescope`: unpacked, set up and run as Gradescope does it."""

from __future__ import annotations

import json
import os
import shlex
import stat
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Any

import pytest
from templates_support import PATIENCE, ROOT, Ran, environment, grader

from grader.course.gradescope import requirements

SECRET = "it's a $(secret)"
RIGHT = "def double(x):\n    return x + x\n"
SQUARED = "def double(x):\n    return x * x\n"
# Reads what lies beside it as far as it may, and tells it where a report quotes what was raised.
SPY = """\
def double(x):
    told = []
    for file in {files!r}:
        try:
            told.append(open(file).read())
        except OSError:
            told.append("out of reach")
    raise ValueError(" and ".join(told))
"""
# A python whose virtual environments see the packages of this one, so that nothing is downloaded.
# Grader is not among them: it is the archive's own.
PYTHON = f"""\
#!/bin/bash
real={shlex.quote(sys.executable)}
if [ "$3" = venv ]; then
  "$real" -I -m venv --without-pip "$4" &&
    cd "$4"/lib/python3.*/site-packages &&
    echo {shlex.quote(sysconfig.get_path("purelib"))} > beside.pth
else
  exec "$real" "$@"
fi
"""
# A grader of which each command ends as it is told, and check leaves results if it is told to.
FAKE = """\
#!/bin/bash
if [ "$4" = doctor ]; then exit "$DOCTOR"; fi
if [ -n "$WRITES" ]; then echo "{}" > "$AUTOGRADER/results/results.json"; fi
exit "$CHECK"
"""


def _unpacked(archive: Path, root: Path) -> Path:
    for folder in ("source", "submission", "results"):
        (root / folder).mkdir(parents=True)
    with zipfile.ZipFile(archive) as opened:
        for member in opened.infolist():
            file = Path(opened.extract(member, root / "source"))
            file.chmod(member.external_attr >> 16)
    return root


def _run(script: Path, env: dict[str, str]) -> Ran:
    done = subprocess.run([script], env=env, capture_output=True, text=True, timeout=PATIENCE)
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Path:
    folder = tmp_path_factory.mktemp("packing")
    env = environment(cache, {"GRADER_SECRET": SECRET})
    assert grader("init", "course", cwd=folder, env=env).code == 0
    ran = grader("gradescope", "first", "first.zip", "--course", "course", cwd=folder, env=env)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("first.zip: first, ")
    assert stat.S_IMODE((folder / "first.zip").stat().st_mode) == 0o600
    return folder / "first.zip"


@pytest.fixture(scope="module")
def autograder(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Set up, as when the image is built; what its runs have in their environment."""
    root = _unpacked(archive, tmp_path_factory.mktemp("image") / "autograder")
    python = root.parent / "bin/python3.13"
    python.parent.mkdir()
    python.write_text(PYTHON, encoding="utf-8")
    python.chmod(0o755)
    path = os.pathsep.join([str(python.parent), "/usr/bin", "/bin"])
    env = {"PATH": path, "AUTOGRADER": str(root), "HOME": str(root.parent)}
    ran = _run(root / "source/setup.sh", {**env, "PIP_NO_INDEX": "1"})
    assert ran.code == 0, ran
    assert "1 problem: no faults" in ran.out
    return env


def _graded(env: dict[str, str], answer: str) -> dict[str, Any]:
    root = Path(env["AUTOGRADER"])
    (root / "submission/answer.py").write_text(answer, encoding="utf-8")
    ran = _run(root / "source/run_autograder", env)
    assert ran.code == 0, ran
    result = json.loads((root / "results/results.json").read_text("utf-8"))
    assert isinstance(result, dict)
    return result


def test_what_is_in_it_and_who_may_read_it(archive: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        modes = {one.filename: stat.S_IMODE(one.external_attr >> 16) for one in opened.infolist()}
        settings = opened.read("environment.sh").decode()
    assert (modes["setup.sh"], modes["run_autograder"]) == (0o755, 0o755)
    assert modes["environment.sh"] == 0o600
    assert shlex.split(settings.splitlines()[-1]) == ["export", f"GRADER_SECRET={SECRET}"]
    course = sorted(name for name in modes if name.startswith("course/"))
    assert course == [
        "course/grader.toml",
        "course/problems/arithmetic/double.yaml",
        "course/reference/arithmetic.py",
    ]
    assert "site/grader/cli/check.py" in modes
    assert not [name for name in modes if "__pycache__" in name or "/shipped/" in name]


def test_the_same_course_is_the_same_archive(archive: Path, cache: Path) -> None:
    env = environment(cache, {"GRADER_SECRET": SECRET})
    folder = archive.parent
    ran = grader("gradescope", "first", "again.zip", "--course", "course", cwd=folder, env=env)
    assert ran.code == 0, ran
    assert (folder / "again.zip").read_bytes() == archive.read_bytes()


def test_every_package_is_pinned() -> None:
    lines = requirements().splitlines()
    assert {line.partition("==")[0].replace("-", ".") for line in lines} >= {"numpy", "torch"}
    assert all(line.count("==") == 1 and "+" not in line for line in lines)
    assert not [line for line in lines if line.startswith(("pytest", "sqlalchemy"))]


def test_a_right_answer_and_a_known_mistake(autograder: dict[str, str]) -> None:
    right = _graded(autograder, RIGHT)
    assert (right["score"], right["tests"][0]["status"]) == (4.0, "passed")
    squared = _graded(autograder, SQUARED)
    assert (squared["score"], squared["tests"][0]["max_score"]) == (1.0, 4.0)
    assert (
        "**You get exactly these results when the result is squared"
        in (squared["tests"][0]["output"])
    )


def test_what_is_beside_it_is_out_of_reach(autograder: dict[str, str]) -> None:
    source = Path(autograder["AUTOGRADER"], "source")
    files = [source / "environment.sh", source / "course/reference/arithmetic.py"]
    assert all(file.read_text(encoding="utf-8") for file in files)
    told = _graded(autograder, SPY.format(files=list(map(str, files))))["tests"][0]["output"]
    assert "ValueError: out of reach and out of reach" in told


@pytest.mark.parametrize(
    ("doctor", "check", "writes", "code", "left", "said"),
    [
        (0, 0, True, 0, True, ""),
        (4, 0, True, 4, False, "Student code cannot be sealed off on this machine, so nothing "
         "was graded. This is not about the submission.\n"),
        (0, 3, True, 0, True, ""),  # a part could not be judged: the others are what they are
        (0, 3, False, 3, False, ""),
        (0, 4, False, 4, False, ""),
        (0, 70, True, 70, False, ""),
    ],
)  # fmt: skip
def test_no_score_comes_of_a_fault(
    doctor: int, check: int, writes: bool, code: int, left: bool, said: str, tmp_path: Path
) -> None:
    source = tmp_path / "source"
    for folder in ("source/venv/bin", "submission", "results"):
        (tmp_path / folder).mkdir(parents=True)
    (source / "environment.sh").write_text("assignment=first\n", encoding="utf-8")
    python = source / "venv/bin/python"
    python.write_text(FAKE, encoding="utf-8")
    python.chmod(0o755)
    told = {"DOCTOR": str(doctor), "CHECK": str(check), "WRITES": "yes" if writes else ""}
    env = {"PATH": os.environ["PATH"], "AUTOGRADER": str(tmp_path), **told}
    ran = _run(ROOT / "templates/gradescope-run.sh", env)
    assert (ran.code, ran.err) == (code, said)
    assert (tmp_path / "results/results.json").exists() is left


def test_an_assignment_that_is_none_is_named(archive: Path, cache: Path) -> None:
    ran = grader(
        "gradescope", "second", "x.zip", "--course", "course", cwd=archive.parent,
        env=environment(cache, {}),
    )  # fmt: skip
    assert (ran.code, ran.err) == (
        2,
        "there is no assignment or problem `second`; known are `arithmetic/double`, `first`\n",
    )
    assert not (archive.parent / "x.zip").exists()
