"""`grader check` as a user runs it: formats, files, exit codes, errors."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typed import ROOT, run

EXAMPLE = ROOT / "submissions_example" / "notebook"  # numpy only: no torch to warm up


def test_prints_plain_text_without_a_terminal() -> None:
    done = run("check", EXAMPLE, "-a", "language-model/subsequent-mask")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.split("\n")
    assert lines[0].split() == ["notebook", "·", "language-model/subsequent-mask", "2", "/", "2"]
    assert "  ✓ code: correct" in done.stdout
    assert "\x1b" not in done.stdout


def test_several_outputs_at_once(tmp_path: Path) -> None:
    files = [tmp_path / "deep" / "report.json", tmp_path / "report.xml", tmp_path / "report.md"]
    options = [part for file in files for part in ("--output", str(file))]
    options += ["--output", f"github:{tmp_path / 'annotations'}"]
    done = run("check", EXAMPLE, "-a", "attention/masked-softmax", *options)
    assert done.returncode == 0, done.stderr
    assert json.loads(files[0].read_text())["schema"] == "grader/report/1"
    assert files[1].read_text().startswith("<?xml")
    assert files[2].read_text().startswith("# notebook: 4 / 6 points\n")
    assert (tmp_path / "annotations").read_text().startswith("::notice title=")


def test_github_format_appends_the_step_summary(tmp_path: Path) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    done = run(
        "check", EXAMPLE, "-a", "attention/masked-softmax", "-f", "github",
        GITHUB_STEP_SUMMARY=str(summary),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert summary.read_text().startswith("before\n# notebook: 4 / 6 points")


@pytest.mark.parametrize(("percent", "code"), [("66", 0), ("67", 1)])  # it has 4 of 6 points
def test_fail_under(percent: str, code: int) -> None:
    done = run("check", EXAMPLE, "-a", "attention/masked-softmax", "--fail-under", percent)
    assert done.returncode == code
    assert done.stderr == ("66.67 % is below --fail-under 67\n" if code else "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["check", "no/such/folder"],
            "no/such/folder: no such folder or file; name the folder with your answers",
        ),
        (
            ["check", str(EXAMPLE), "-a", "attention/masked-softmacks"],
            "there is no assignment or problem `attention/masked-softmacks`; "
            "did you mean `attention/masked-softmax`?",
        ),
        (
            ["check", str(EXAMPLE), "--course", "tests"],
            "--course: tests has no problems/ folder; name a course's top folder",
        ),
        (
            ["check", str(EXAMPLE), "--output", "report"],
            "--output report: the format cannot be told from the ending; write FORMAT:report "
            "with one of text, json, markdown, html, junit, gradescope, classroom50, github",
        ),
        (["chekc", "x"], "No such command 'chekc'. Did you mean 'check'?"),
    ],
)
def test_usage_errors_say_what_to_do(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_faulty_course_is_exit_3(tmp_path: Path) -> None:
    (tmp_path / "problems").mkdir()
    (tmp_path / "problems" / "one.yaml").write_text("id: one\n")
    done = run("check", EXAMPLE, "--course", tmp_path)
    assert done.returncode == 3
    assert "one.yaml:1:1: title: is missing" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_second_run_needs_neither_the_reference_nor_torch(tmp_path: Path) -> None:
    probe = """
import sys
from pathlib import Path
from grader.cli.common import open_course
from grader.grading import Session, grade
from grader.submission import read_submission
course, checks = open_course(sys.argv[1])
submission = read_submission(Path(sys.argv[2]))
with Session(course, checks, ("numpy",), Path(sys.argv[3])) as session:
    report = grade(session, submission, course.assignment("attention/masked-softmax"))
    print(session.truth.computed, report.score.earned, "torch" in sys.modules)
"""
    arguments = [sys.executable, "-c", probe, ROOT, ROOT / "submissions_example/numpy_correct"]
    first, second = (
        subprocess.run([*map(str, arguments), tmp_path], capture_output=True, text=True, check=True)
        for _ in range(2)
    )
    computed, earned, torch = first.stdout.split()
    assert int(computed) > 0
    assert (float(earned) > 0, torch) == (True, "False")
    assert second.stdout.split() == ["0", earned, "False"]
