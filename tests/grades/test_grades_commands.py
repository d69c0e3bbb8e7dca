"""Marking, overriding, flags, forgetting, and what the commands refuse, word for word."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from class_course import CUBED, RIGHT, SAID, environment, lines, run, write_class
from click.testing import CliRunner, Result

from grader.cli.commands import cli

STUDENTS = {
    "ada": {"hw.py": RIGHT, "answers.md": SAID.format("The sum of the bounds is a bound.")},
    "bob": {"hw.py": CUBED, "answers.md": SAID.format("The sum of the bounds is one bound.")},
    "eve": {"hw.py": RIGHT, "answers.md": SAID.format("\x1b[2JBecause =1+1.")},
}
Grader = Callable[..., Result]


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("graded")
    write_class(root, STUDENTS)
    lines(run(root, "batch", "in"))
    return root


@pytest.fixture
def grader(graded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Grader:
    """`grader` on a copy of the gradebook: none of these commands runs a student's code."""
    shutil.copy(graded / "gradebook.sqlite", tmp_path)
    monkeypatch.chdir(tmp_path)
    own = {**environment(graded), "GRADER_GRADEBOOK": str(tmp_path / "gradebook.sqlite")}

    def call(*arguments: str, typed: str = "") -> Result:
        return CliRunner().invoke(cli, arguments, input=typed, env=own)

    return call


def shown(done: Result) -> list[str]:
    """What was printed after each prompt, the first words of it."""
    return [text.split("\n")[0] for text in done.output.split("> ")[1:]]


@pytest.mark.parametrize(
    ("typed", "said", "points"),
    [
        ("2\n1\n", ["", "3 marks were given; nothing else waits"], "10 7 9"),
        ("i1 # Which?\ni1,2#=1\n", ["", "3 marks were given; nothing else waits"], "9 6 10"),
        ("s\n0\n", ["", "1 mark was given; 2 answers still wait"], "8+2 5+2 8"),
        ("1\nq\n", ["", ""], "9 6 8+2"),
        ("one\n2\n1\n0.5\n", ["", "", "", "3 marks were given; nothing else waits"], "10 6 8.5"),
        ("1\nu\nu\nq\n", ["", "sums/why reason: back to no mark",
                          "sums/why reason: back to no mark", ""], "8+2 5+2 8+2"),
        ("u\nq\n", ["there is nothing to undo", ""], "8+2 5+2 8+2"),
        ("3\ni3\n1 #=1\nmuch\nq\n",
         ["there are 0 to 2 points for this", "the rubric has lines 1 to 2",
          "there are comments 1 to 0", "2 or 2 # comment: points for all that are shown; i1,3: "
          "these lines of the rubric, points in proportion; #=1: comment 1 again; one: only the "
          "first of them; s: skip; u: undo; q: end", ""], "8+2 5+2 8+2"),
    ],
)  # fmt: skip
def test_marking(typed: str, said: list[str], points: str, grader: Grader) -> None:
    done = grader("mark", typed=typed)
    assert (shown(done), done.exit_code) == (said, 0)
    table = [row.split("  ") for row in grader("grades").output.splitlines()[1:]]
    found = []
    for row in table:
        cells = [cell.strip() for cell in row if cell.strip()]
        pending = cells[2] if len(cells) == 4 else ""
        found.append(cells[1].split(" / ")[0] + (f"+{pending}" if pending else ""))
    assert " ".join(found) == points


def test_what_was_marked_is_not_asked_again(grader: Grader) -> None:
    grader("mark", typed="2\nq\n")
    assert "sums/why reason: 1 answer\n" in grader("mark", typed="q\n").output
    grader("mark", typed="2\n")
    assert grader("mark").output == "nothing waits for a person\n"


def test_names_are_hidden_and_text_does_not_act(grader: Grader) -> None:
    hidden = grader("mark", typed="s\nq\n").output
    assert "  – \\x1b[2JBecause =1+1.\n" in hidden
    assert "  – bob: The sum of the bounds is one bound.\n" not in hidden
    named = grader("mark", "--names", typed="q\n").output
    assert "  – bob: The sum of the bounds is one bound.\n" in named


def test_an_override_and_its_undoing(grader: Grader) -> None:
    given = ("mark", "bob", "sums/square", "code")
    done = grader(*given, "--points", "4", "--why", "as agreed", "--comment", "See me.")
    assert done.output == "bob, sums/square code: 4 of 4, was 1\n"
    told = grader("grades", "bob").output
    assert "      4 points by ta, in place of 1, " in told
    assert ", as agreed\n      See me.\n" in told
    assert grader(*given, "--undo").output == "sums/square code: back to no mark\n"
    assert "bob: 5 + 2 pending / 10\n" in grader("grades", "bob").output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("mark bob", "name the problem and the part, too"),
        ("mark bob sums/square code", "give --points, --comment or --undo"),
        (
            "mark bob sums/square code --points 4",
            "give a reason with --why: it stands in the history",
        ),
        ("mark bob sums/square code --points 5 --why x", "there are 0 to 4 points for this"),
        (
            "mark bob sums/square it --points 4 --why x",
            "there is no sums/square it; there are sums/double code, sums/square code, "
            "sums/why reason",
        ),
        ("mark bob sums/square code --undo", "bob, sums/square code: nobody has marked this"),
        ("mark kim sums/square code --undo", "`kim` is not in the gradebook for hw1"),
        ("grades kim", "`kim` is not in the gradebook for hw1"),
        ("grades --section A", "--section needs --roster, which says who is in it"),
        ("grades -a hw2", "the gradebook has no `hw2`; --assignment one of hw1"),
        ("forget kim --yes", "`kim` is not in the gradebook"),
        (
            "export canvas --output x.csv",
            "canvas needs --into: your own export, which is filled in",
        ),
    ],
)
def test_what_is_refused(arguments: str, said: str, grader: Grader) -> None:
    done = grader(*arguments.split(" "))
    assert (done.exit_code, done.output.split("Error: ")[1]) == (2, f"{said}\n")


def test_a_student_is_forgotten(grader: Grader, tmp_path: Path) -> None:
    assert b"Because =1+1." in (tmp_path / "gradebook.sqlite").read_bytes()
    assert grader("forget", "eve", typed="n\n").exit_code == 1
    # What was handed in; of each problem what holds, how it came about, and what was found.
    assert grader("forget", "eve", "--yes").output == "eve: 10 rows deleted\n"
    assert b"Because =1+1." not in (tmp_path / "gradebook.sqlite").read_bytes()
    assert [row.split()[0] for row in grader("grades").output.splitlines()] == [
        "student", "ada", "bob",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ("", ["ada", "bob", "eve"]),
        ("--below 60", ["bob"]),
        ("--pending", ["ada", "bob", "eve"]),
        ("--flagged", []),
        ("--late", []),
        ("--roster roster.csv --section B", ["eve"]),
    ],
)
def test_filters(arguments: str, names: list[str], grader: Grader, tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("id,section\nada,A\nbob,A\neve,B\n")
    rows = grader("grades", *arguments.split()).output.splitlines()[1:]
    assert [row.split()[0] for row in rows] == names


def test_a_mark_is_flagged_when_its_answer_changes(tmp_path: Path) -> None:
    write_class(tmp_path, {"bob": STUDENTS["bob"]})
    lines(run(tmp_path, "batch", "in"))
    why = ("--why", "as agreed")
    lines(run(tmp_path, "mark", "bob", "sums/square", "code", "--points", "3", *why))
    lines(run(tmp_path, "mark", "bob", "sums/why", "reason", "--points", "2", *why))
    (tmp_path / "in/bob/hw.py").write_text(CUBED + "# once more\n")
    (tmp_path / "in/bob/answers.md").write_text(SAID.format("Nobody knows."))
    assert lines(run(tmp_path, "diff", "in")) == [
        "0 of 1 would change",
    ]
    lines(run(tmp_path, "batch", "in"))
    assert lines(run(tmp_path, "grades", "--flagged")) == [
        "student  points  counts",
        "bob      9 / 10  9       look again",
    ]
    told = run(tmp_path, "mark", typed="q\n").stdout
    assert "    3 by ta, for something else; look again\n" in told


@pytest.mark.parametrize("command", ["batch in", "grades", "diff in", "mark", "forget ada"])
def test_what_is_not_installed_is_named(
    command: str, grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    done = grader(*command.split(" "))
    said = "this needs SQLAlchemy: pip install 'grader-dl[class]'"
    assert (done.exit_code, done.output.split("Error: ")[1]) == (2, f"{said}\n")


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("csv", ["out: 3 rows", "3 are left empty: something waits for a person"]),
        ("nbgrader", ["out: 3 rows", "3 are left empty: something waits for a person"]),
        ("gradescope", ["out: 0 files", "3 are left out: something waits for a person"]),
        ("gradescope --pending earned", ["out: 3 files"]),
        ("csv --pending earned", ["out: 3 rows"]),
    ],
)
def test_who_has_no_grade_yet_is_counted(form: str, said: list[str], grader: Grader) -> None:
    done = grader("export", *form.split(), "--output", "out")
    assert done.output.splitlines() == said
