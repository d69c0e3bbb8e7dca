"""Files, links and folders that a submission brings along choose nothing in the action."""

from __future__ import annotations

import shutil

import pytest
from action_support import Checkout
from templates_support import ROOT, WRONG


def test_students_problems_are_not_the_course(checkout: Checkout) -> None:
    """Without `course` the shipped one is used, though the student brings a course along."""
    checkout.put(WRONG, "homework.py")
    checkout.put("id: mine/easy\n", "problems/mine/easy.yaml")
    ran = checkout.check(assignment="attention/masked-softmax", fail_under="60")
    assert ran.code == 1, ran


def test_students_modules_are_not_imported_outside_the_sandbox(checkout: Checkout) -> None:
    checkout.put(WRONG, "homework.py")
    planted = f"open({str(checkout.work / 'pwned')!r}, 'w')\n"
    for name in ("json", "pathlib", "click", "encodings", "sitecustomize", "usercustomize"):
        checkout.put(planted, f"{name}.py")
    for name in ("grader/__init__", "grader/__main__"):
        checkout.put(planted, f"{name}.py")
    # As a workflow sets it whose tests import from the top of the checkout.
    ran = checkout.check(assignment="attention/masked-softmax", PYTHONPATH=str(checkout.work))
    assert ran.code == 0, ran
    assert not list(checkout.work.rglob("pwned"))


def test_nothing_planted_in_the_checkout_takes_the_reports(checkout: Checkout) -> None:
    """`grader-report` as a link, with a report in it that somebody else wrote."""
    checkout.put(WRONG)
    elsewhere = checkout.work.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "grader.json").write_text('{"score": "planted"}', encoding="utf-8")
    (checkout.work / "grader-report").symlink_to(elsewhere)
    (checkout.work / "submission/grader-report").symlink_to(elsewhere)
    ran = checkout.check(submission="submission", assignment="attention/masked-softmax")
    assert ran.code == 0, ran
    assert [file.name for file in elsewhere.iterdir()] == ["grader.json"]
    assert "planted" in (elsewhere / "grader.json").read_text("utf-8")
    assert checkout.reports.stat().st_mode & 0o077 == 0
    assert "score=1\n" in checkout.read("output")


def test_two_runs_share_no_folder(checkout: Checkout) -> None:
    checkout.put(WRONG)
    for _ in range(2):
        checkout.check(submission="submission", assignment="attention/masked-softmax")
    assert len(list(checkout.temp.glob("grader-report.*"))) == 2


@pytest.mark.parametrize("path", ["homework", "homework/", "homework/.", "{work}/homework"])
def test_a_link_to_the_reference_is_not_graded(checkout: Checkout, path: str) -> None:
    """Side by side with the course, a link in the submission could name its answers."""
    shutil.copytree(ROOT / "problems", checkout.work / "course/problems")
    shutil.copytree(ROOT / "reference", checkout.work / "course/reference")
    (checkout.work / "homework").symlink_to("course/reference")
    ran = checkout.check(submission=path.format(work=checkout.work), course="course")
    assert ran.code == 2
    assert ran.out == (
        "::error title=The submission is a link::Hand in the folder itself. A link is not "
        "followed, for it could lead to the course's answers.\n"
    )


def test_a_link_on_the_way_is_not_followed_either(checkout: Checkout) -> None:
    checkout.put(WRONG, "course/reference/answer.py")
    (checkout.work / "homework").symlink_to("course")
    for path in ("homework/reference", "homework/reference/answer.py"):
        ran = checkout.check(submission=path)
        assert (ran.code, ran.out.partition("::Hand")[0]) == (
            2, "::error title=The submission is a link",
        )  # fmt: skip


def test_a_course_planted_beside_temporary_folders_is_not_the_course(checkout: Checkout) -> None:
    """`mktemp` makes its folder below TMPDIR, where an earlier job may have left problems/."""
    checkout.put(WRONG)
    for folder in ("tmp", "temp"):
        file = checkout.work.parent / folder / "problems/mine/easy.yaml"
        file.parent.mkdir(parents=True)
        file.write_text("id: mine/easy\n", encoding="utf-8")
    ran = checkout.check(
        submission="submission",
        assignment="attention/masked-softmax",
        TMPDIR=str(checkout.work.parent / "tmp"),
    )
    assert ran.code == 0, ran
    assert "score=1\n" in checkout.read("output")
