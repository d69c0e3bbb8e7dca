"""The best of several submissions, and what is dropped: only as a course declares it."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from class_course import CUBED, RIGHT, SAID, dump, environment, lines, run, write_class
from click.testing import CliRunner

from grader.cli.commands import cli
from grader.cli.common import open_course
from grader.course import CourseFault
from grader.course.specs import CourseSettings
from grader.grades.dropping import dropped_assignments, dropped_problems
from grader.report import Score

BROKEN = "def double(x):\n    return x\n"
BOUND = SAID.format("The bounds add up to a bound.")
STUDENTS = {
    "ada_v1": {"hw.py": RIGHT},
    "ada_v2": {"hw.py": CUBED},
    "bob_v1": {"hw.py": CUBED, "answers.md": BOUND},
    "bob_v2": {"hw.py": CUBED + "# once more\n"},
    "eve": {"hw.py": BROKEN},
    "max_v1": {"hw.py": BROKEN, "answers.md": SAID.format("Because.")},
    "max_v2": {"hw.py": BROKEN.replace("x\n", "x + x\n")},
}
LATE = """
[deadlines.hw1]
due = 2026-11-16T23:59:00+01:00
[late]
penalty = 0.5
"""


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    root = tmp_path_factory.mktemp("best")
    write_class(root, STUDENTS)
    settings = root / "course" / "grader.toml"
    settings.write_text('counts = "best"\n' + settings.read_text() + LATE)
    return root, [line for line in lines(run(root, "batch", "in")) if "%" not in line]


def test_the_best_counts_and_the_others_are_told(graded: tuple[Path, list[str]]) -> None:
    root, told = graded
    assert told[0] == "4 submissions: 4 graded"
    assert told[-3:] == [
        "ada: counted ada_v1 (8 / 10), not ada_v2 (5 / 10)",
        "bob: counted bob_v1 (5 + 2 pending / 10), not bob_v2 (5 / 10)",
        "max: counted max_v2 (4 / 10), not max_v1 (0 + 2 pending / 10)",
    ]
    assert asked(root, "grades", "bob")[:3] == [
        "bob: 5 + 2 pending / 10",
        "  counted: bob_v1",
        "  not counted: bob_v2 (5 / 10)",
    ]


def test_a_second_run_grades_none_of_them(graded: tuple[Path, list[str]], tmp_path: Path) -> None:
    root = copied(graded[0], tmp_path)
    assert lines(run(root, "batch", "in", "--dry-run")) == [
        "0 of 7 submissions would be graded for hw1",
        "of those who handed in several times, the best will count",
    ]
    before = dump(root / "gradebook.sqlite")
    assert lines(run(root, "batch", "in"))[0] == "4 submissions: 4 unchanged"
    assert dump(root / "gradebook.sqlite") == before


def test_what_people_gave_and_what_being_late_costs_can_make_another_the_best(
    graded: tuple[Path, list[str]], tmp_path: Path
) -> None:
    root = copied(graded[0], tmp_path)
    (root / "times.csv").write_text("ada_v1,2026-11-17T08:00:00+00:00\n")
    (root / "in" / "bob_v3").mkdir()
    (root / "in" / "bob_v3" / "hw.py").write_text(CUBED.replace("x ** 3", "x * x"))
    mend = root / "in" / "bob_v1" / "hw.py"
    mend.write_text(RIGHT.replace("x ** 2", "x ** 2 / 1"))
    assert lines(run(root, "diff", "in", "--times", "times.csv"))[:2] == [
        "ada: sums/square 4 → 1 of 4 (the submission has changed)",
        "bob: sums/square 1 → 4 of 4 (the submission has changed)",
    ]
    mend.write_text(STUDENTS["bob_v1"]["hw.py"])
    told = lines(run(root, "batch", "in", "--times", "times.csv"))
    assert [line for line in told if "counted" in line][:2] == [
        "ada: counted ada_v2 (5 / 10), not ada_v1 (8 / 10, 1 day late: 4 counts)",
        "bob: counted bob_v3 (8 / 10), not bob_v1 (5 + 2 pending / 10), bob_v2 (5 / 10)",
    ]


def test_what_waits_decides_when_it_is_marked(
    graded: tuple[Path, list[str]], tmp_path: Path
) -> None:
    root = copied(graded[0], tmp_path)
    why = root / "course" / "problems" / "why.yaml"
    why.write_text(why.read_text().replace("points: 2", "points: 4"))
    (root / "in" / "bob_v2" / "hw.py").write_text(RIGHT)
    (told,) = [one for one in lines(run(root, "batch", "in")) if one.startswith("bob: counted")]
    assert told == (
        "bob: counted bob_v1 (5 + 4 pending / 12; it may turn out otherwise when what waits is "
        "marked: run this again then), not bob_v2 (8 / 12)"
    )
    given = ("mark", "bob", "sums/why", "reason", "--points", "1", "--why", "read")
    asked(root, *given)
    for _ in range(2):  # what was given for one attempt is remembered while another counts
        (told,) = [one for one in lines(run(root, "batch", "in")) if one.startswith("bob: counted")]
        assert told == "bob: counted bob_v2 (8 / 12), not bob_v1 (6 / 12)"


def copied(root: Path, to: Path) -> Path:
    return shutil.copytree(root, to / "class")


def scores(**each: tuple[float, float]) -> Mapping[str, Score]:
    return {
        name: Score(earned=earned, pending=pending, possible=4.0)
        for name, (earned, pending) in each.items()
    }


@pytest.mark.parametrize(
    ("drop", "found", "dropped"),
    [
        ({"q": {"problems": ["a", "b", "c"]}}, scores(a=(4, 0), b=(1, 0), c=(2, 0)), {"b": "q"}),
        ({"q": {"problems": "*", "lowest": 2}}, scores(a=(4, 0), b=(1, 0), c=(2, 0)),
         {"b": "q", "c": "q"}),
        # What waits may become right: it is dropped only if that would not help.
        ({"q": {"problems": ["*"]}}, scores(a=(0, 3), b=(2, 0)), {"b": "q"}),
        ({"q": {"problems": ["*"]}}, scores(a=(0, 1), b=(2, 0)), {"a": "q"}),
        # Of two alike the first; of one or none, none.
        ({"q": {"problems": ["*"]}}, scores(b=(2, 0), a=(2, 0)), {"a": "q"}),
        ({"q": {"problems": ["*"], "lowest": 3}}, scores(a=(0, 0)), {}),
        ({"q": {"problems": ["x"]}}, scores(a=(0, 0)), {}),
        ({"q": {"assignments": ["a", "b"]}}, scores(a=(0, 0), b=(1, 0)), {}),
        ({}, scores(a=(0, 0), b=(1, 0)), {}),
    ],
)  # fmt: skip
def test_the_lowest_problems_are_dropped(
    drop: dict[str, object], found: Mapping[str, Score], dropped: dict[str, str]
) -> None:
    assert dropped_problems(CourseSettings.model_validate({"drop": drop}), found) == dropped


def test_the_lowest_assignments_are_dropped() -> None:
    drop = {"homework": {"lowest": 1, "assignments": ["hw*"]}}
    settings = CourseSettings.model_validate({"drop": drop})
    shares = {"hw1": 0.7, "hw2": 0.2, "exam": 0.1}
    assert dropped_assignments(settings, shares) == {"hw2": "homework"}
    assert dropped_problems(settings, scores(hw1=(1, 0), hw2=(2, 0))) == {}


DROP = """
[drop.code]
problems = ["sums/double", "sums/square"]
[drop.homework]
assignments = ["hw1", "hw2"]
"""


def asked(root: Path, *arguments: str) -> list[str]:
    """What a command says that runs nobody's code: it need not be a process of its own."""
    done = CliRunner().invoke(cli, arguments, env=environment(root))
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def test_what_is_dropped_is_shown_explained_and_exported(tmp_path: Path) -> None:
    write_class(tmp_path, {"ada": {"hw.py": RIGHT}, "bob": {"hw.py": CUBED}})
    settings = tmp_path / "course" / "grader.toml"
    settings.write_text(settings.read_text() + 'hw2 = ["sums/double"]\n' + DROP)
    lines(run(tmp_path, "batch", "in", "-a", "hw1"))
    shutil.rmtree(tmp_path / "in" / "ada")
    lines(run(tmp_path, "batch", "in", "-a", "hw2"))
    assert asked(tmp_path, "grades", "-a", "hw1") == [
        "student  points  dropped      counts",
        "ada      4 / 6   sums/double  4",
        "bob      4 / 6   sums/square  4",
    ]
    assert asked(tmp_path, "grades", "bob", "-a", "hw1") == [
        "bob: 4 / 6",
        "  sums/double",
        "    code  4 / 4  ✓ correct",
        "  sums/square  (dropped: among the lowest of code)",
        "    code  1 / 4  ◐ partly: it is cubed",
        "  sums/why",
        "    reason  0 / 2  · not attempted",
        "  hw1 itself does not count: it is among the lowest of homework",
    ]
    assert asked(tmp_path, "grades", "--overall") == [
        "student  hw1  hw2  points  counts",
        "ada      4    (0)  4 / 6   67 %",
        "bob      (4)  4    4 / 4   100 %",
        "what stands in brackets is dropped",
    ]
    assert asked(tmp_path, "grades", "ada", "--overall") == [
        "ada: 4 / 6 counts",
        "  hw1: 4 / 6",
        "  hw2: nothing was handed in  (dropped: among the lowest of homework)",
    ]
    asked(tmp_path, "export", "csv", "-a", "hw1", "--output", f"{tmp_path}/hw1.csv")
    assert (tmp_path / "hw1.csv").read_text() == (
        "student,name,section,counts,points,possible,pending,days late,dropped,"
        "sums/double,sums/square,sums/why\n"
        "ada,,,4,4,6,0,0,sums/double,4,4,0\n"
        "bob,,,4,4,6,0,0,sums/square,4,1,0\n"
    )
    assert asked(tmp_path, "export", "overall", "--output", f"{tmp_path}/all.csv") == [
        f"{tmp_path}/all.csv: 2 rows"
    ]
    assert (tmp_path / "all.csv").read_text() == (
        "student,name,section,counts,possible,dropped,hw1,hw2\nada,,,4,6,hw2,4,\nbob,,,4,4,hw1,4,4\n"
    )
    asked(tmp_path, "export", "feedback", "-a", "hw1", "--output", f"{tmp_path}/told")
    told = (tmp_path / "told" / "bob" / "feedback.md").read_text()
    assert "- note: sums/square does not count: it is among the lowest of code\n" in told
    asked(tmp_path, "export", "gradescope", "-a", "hw1", "--output", f"{tmp_path}/results")
    results = (tmp_path / "results" / "bob" / "results.json").read_text()
    assert '"score": 4.0' in results
    assert "does not count: among the lowest of code\\n" in results


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        (
            "[deadlines.hw2]\ndue = 2026-11-16T23:59:00+01:00",
            "deadlines.hw2: there is no assignment `hw2`; known are `hw1`",
        ),
        (
            "[drop.code]\nlowest = 1",
            "drop.code: needs `problems` or `assignments`, and not both",
        ),
        (
            '[drop.code]\nproblems = ["sums/doubel"]',
            "drop.code: `sums/doubel` matches no problem; did you mean `sums/double`?",
        ),
        (
            '[drop.all]\nassignments = ["hw1"]',
            "drop.all.lowest: drops 1 of 1; at least one must count",
        ),
        (
            '[drop.all]\nproblems = ["sums/*"]',
            "drop.all: its problems must be for the same points, for else nobody knows what hw1 is "
            "worth without one; there are `sums/square` for 4 and `sums/why` for 2",
        ),
        (
            '[drop.a]\nproblems = ["sums/double", "sums/square"]\n'
            '[drop.b]\nproblems = ["sums/s*", "sums/double"]',
            "drop.b: `sums/square` is in `a`, too; it can be dropped by one group",
        ),
        (
            '[drop.a]\nlowest = 0\nproblems = ["sums/*"]',
            "drop.a.lowest: is 0, but must be at least 1",
        ),
    ],
)
def test_a_policy_that_cannot_be_kept_is_a_fault(declared: str, said: str, tmp_path: Path) -> None:
    write_class(tmp_path, {})
    settings = tmp_path / "course" / "grader.toml"
    settings.write_text(f"{settings.read_text()}{declared}\n")
    with pytest.raises(CourseFault) as caught:
        open_course(str(tmp_path / "course"))
    assert said in [f"{one.field}: {one.message}" for one in caught.value.faults]
