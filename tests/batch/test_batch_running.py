"""A class, graded: what is written, what a second run does, and what a bad submission costs."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from class_course import CUBED, RIGHT, SAID, count_of, dump, environment, lines, run, write_class
from kill_and_resume import differences
from servers import place_on_server
from signalled import listen_to_signals

from grader.gradebook import open_gradebook, standings

LOOPS = RIGHT.replace("return x + x", "while True:\n        pass")
STUDENTS = {
    "ada": {"hw.py": RIGHT, "answers.md": SAID.format("It is bounded.")},
    "bob": {"hw.py": CUBED, "answers.md": SAID.format("Nobody knows.")},
    "eve": {"hw.py": LOOPS},
    "max": {"hw.py": "import nothing\nexit(\n"},
}


@pytest.fixture(scope="module")
def graded(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Path, subprocess.CompletedProcess[str]]:
    root = tmp_path_factory.mktemp("class")
    write_class(root, STUDENTS)
    (root / "in" / "pat.zip").write_bytes(b"PK nonsense")
    (root / "roster.csv").write_text("id,name\nada,Ada\nbob,Bob\neve,Eve\nkim,Kim\nmax,Max\n")
    return root, run(root, "batch", "in", "--roster", "roster.csv")


def test_the_summary(graded: tuple[Path, subprocess.CompletedProcess[str]]) -> None:
    root, done = graded
    assert list(lines(done)) == [
        "5 submissions: 4 graded, 1 could not be read",
        "points of those decided, students",
        "   0– 10 %  ██████████████████████████████ 1",
        "  10– 20 %   0",
        "  20– 30 %   0",
        "  30– 40 %   0",
        "  40– 50 %  ██████████████████████████████ 1",
        "  50– 60 %   0",
        "  60– 70 %  ██████████████████████████████ 1",
        "  70– 80 %   0",
        "  80– 90 %   0",
        "  90–100 %  ██████████████████████████████ 1",
        "problem, earned of what is decided, full marks",
        "   50 %     2 of 4  sums/double",
        "   56 %     2 of 4  sums/square",
        "    0 %     0 of 4  sums/why",
        "most common mistakes",
        "    1  sums/square code: it is cubed",
        "2 answers wait for a person",
        f"pat: not graded: {root}/in/pat.zip: it is not a zip archive, or is damaged".replace(
            f"{root}/", ""
        ),
        "1 matches nobody on the roster: pat",
        "1 is on the roster and not here: kim",
    ]


def test_a_second_run_grades_only_what_changed(tmp_path: Path) -> None:
    write_class(tmp_path, {name: STUDENTS[name] for name in ("ada", "bob")})
    assert lines(run(tmp_path, "batch", "in"))[0] == "2 submissions: 2 graded"
    before = dump(tmp_path / "gradebook.sqlite")
    assert lines(run(tmp_path, "batch", "in"))[0] == "2 submissions: 2 unchanged"
    assert dump(tmp_path / "gradebook.sqlite") == before
    problem = tmp_path / "course" / "problems" / "square.yaml"
    problem.write_text(problem.read_text().replace("credit: 0.25", "credit: 0.5"))
    (tmp_path / "in" / "ada" / "hw.py").write_text(RIGHT + "# once more\n")
    assert lines(run(tmp_path, "batch", "in", "--dry-run")) == [
        "ada: sums/double, sums/square, sums/why: the submission has changed",
        "bob: sums/square: the problem has changed",
        "2 of 2 submissions would be graded for hw1",
    ]
    assert dump(tmp_path / "gradebook.sqlite") == before
    assert lines(run(tmp_path, "batch", "in"))[0] == "2 submissions: 2 graded"
    told = [
        (row["student"], row["problem"], row["why"], row["earned_before"], row["earned_after"])
        for row in dump(tmp_path / "gradebook.sqlite")["change"]
        if row["before"]
    ]
    assert sorted(told) == [
        ("ada", "sums/double", "the submission has changed", 4.0, 4.0),
        ("ada", "sums/square", "the submission has changed", 4.0, 4.0),
        ("ada", "sums/why", "the submission has changed", 0.0, 0.0),
        ("bob", "sums/square", "the problem has changed", 1.0, 2.0),
    ]


def test_killed_and_resumed_it_is_as_if_nothing_had_happened(tmp_path: Path) -> None:
    """`kill_and_resume.py` as a command does so twenty times."""
    assert differences(tmp_path, kills=1, students=4) == []


def test_two_batches_at_once_lose_nothing_and_write_nothing_twice(tmp_path: Path) -> None:
    calm, both = tmp_path / "calm", tmp_path / "both"
    students = {f"s{number}": {"hw.py": RIGHT + f"# {number}\n"} for number in range(3)}
    for root in (calm, both):
        write_class(root, students)
    lines(run(calm, "batch", "in"))
    command = [sys.executable, "-m", "grader", "batch", "in", "--jobs", "1"]
    running = [
        subprocess.Popen(
            command, cwd=both, env=environment(both), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(2)
    ]
    ends = [(one.communicate()[1], one.returncode) for one in running]
    assert ends == [(b"", 0), (b"", 0)]
    assert dump(both / "gradebook.sqlite") == dump(calm / "gradebook.sqlite")


def test_ctrl_c_ends_cleanly_and_says_how_to_go_on(tmp_path: Path) -> None:
    students = {f"s{number}": {"hw.py": LOOPS + f"# {number}\n"} for number in range(8)}
    write_class(tmp_path, {"a": {"hw.py": RIGHT}, **students})
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "batch", "in", "--jobs", "1"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=listen_to_signals,
    )
    while count_of(tmp_path / "gradebook.sqlite") < 1:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    done = count_of(tmp_path / "gradebook.sqlite")
    # The last may have been written a moment before it was counted.
    assert (process.returncode, said) in [
        (
            130,
            f"ended after {counted} of 9: what was graded is in the gradebook, and the same "
            "command goes on\ninterrupted\n",
        )
        for counted in (done - 1, done)
    ]


def test_the_archive_of_a_platform(tmp_path: Path) -> None:
    write_class(tmp_path, {})
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.writestr("doejane_1_2_hw.py", RIGHT)
        archive.writestr("fischerbob_LATE_3_4_hw.py", CUBED)
    done = run(tmp_path, "batch", "class.zip")
    assert lines(done)[0] == "2 submissions: 2 graded"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["in", "-a", "hw2"],
            "there is no assignment or problem `hw2`; known are `hw1`, `sums/double`, "
            "`sums/square`, `sums/why`\n",
        ),
        (["in", "-g", "in"], "gradebook in: this is a folder; name a file in it\n"),
    ],
)
def test_what_is_refused(arguments: list[str], said: str, tmp_path: Path) -> None:
    write_class(tmp_path, {"ada": {"hw.py": RIGHT}})
    done = run(tmp_path, "batch", *arguments)
    assert done.stderr == said
    assert done.returncode in (2, 3)


def test_grader_check_names_this_command(tmp_path: Path) -> None:
    write_class(tmp_path, {name: {"answers.md": "x"} for name in ("ada", "bob")})
    assert "grade them all by: grader batch in." in run(tmp_path, "check", "in").stderr


def told_by(script: str, root: Path) -> list[str]:
    """What a batch with workers of its own, which stands beside this file, says of a class."""
    write_class(root, {"ada": {"hw.py": RIGHT}})
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name(script), root],
        env=environment(root),
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_a_submission_that_ends_its_worker_is_tried_alone_and_costs_nobody_else(
    tmp_path: Path,
) -> None:
    told = told_by("dying_worker.py", tmp_path)
    assert sorted(told) == [
        "always fault the process that grades it ended twice; it may need more memory than "
        "there is",
        "calm graded ",
        "defect fault RuntimeError: a defect of ours",
        "far fault gone",
        "once taken over ",  # the same files as calm's
    ]


def test_a_slow_submission_does_not_hold_up_the_others(tmp_path: Path) -> None:
    """With one worker at a time the slow one, which waits for the last, would wait for ever."""
    told = told_by("waiting_worker.py", tmp_path)
    assert told[:2] == ["first graded", "calm taken over"]
    assert sorted(told[2:]) == ["last taken over", "slow taken over"]


def test_a_server_holds_what_a_file_does(
    graded: tuple[Path, subprocess.CompletedProcess[str]],
) -> None:
    root, _ = graded
    with place_on_server() as address:
        for _ in range(2):  # the second time there is nothing to do
            done = run(root, "batch", "in", "--roster", "roster.csv", "--gradebook", address)
            assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("5 submissions: 4 unchanged, 1 could not be read\n")
        found = []
        for where in (address, str(root / "gradebook.sqlite")):
            with open_gradebook(where) as book:
                told = standings(book, "hw1")
            found.append(
                [(one.handed_in, [r.key for r in one.results.values()]) for one in told.values()]
            )
    assert found[0] == found[1]


def test_the_course_says_which_counts_and_who_got_an_alias_is_told(tmp_path: Path) -> None:
    write_class(tmp_path, {"janey_v1": {"hw.py": RIGHT}, "janey_v2": {"hw.py": CUBED}})
    (tmp_path / "roster.csv").write_text("id,aliases\njane,\n")
    settings = tmp_path / "course/grader.toml"
    settings.write_text('counts = "first"\n' + settings.read_text())
    assert lines(run(tmp_path, "batch", "in", "--roster", "roster.csv"))[-3:] == [
        "1 matches nobody on the roster: janey",
        "1 is on the roster and not here: jane",
        "janey: counted janey_v1, not janey_v2",
    ]
    (tmp_path / "roster.csv").write_text("id,aliases\njane,janey\n")
    assert lines(run(tmp_path, "batch", "in", "--roster", "roster.csv"))[-2:] == [
        "jane: counted janey_v1, not janey_v2",
        "1 student is in the gradebook, and neither here nor on the roster (grader forget NAME): "
        "janey",
    ]
