"""What platforms read, cell by cell, with names that are hard on tables."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from gradebook_samples import handed_in, part, result

from grader.batch.roster import Roster, Student, read_roster
from grader.gradebook import HandedIn, Mark, Marked, Standing
from grader.grades.feedback import feedback, file_names, gradescope_results
from grader.grades.lateness import Lateness
from grader.grades.tables import BadTable, filled_in, nbgrader_table, own_table
from grader.grades.totals import Line, Total

PEOPLE = [
    Student("ada", 'Lovelace, "Ada"', "A", names=("ada", "ada@example.edu")),
    Student("=1+1", "=1+1", "B"),
    Student("李", "李 小龙", "B"),
    Student("kim", "Kim Park", "B"),
]


def total(student: str, earned: float, pending: float = 0.0, late: Lateness = Lateness()) -> Total:  # noqa: B008
    parts = [part("code", earned), *([part("why", 0.0, pending)] if pending else [])]
    found = result("k", *parts)
    marked = Marked(student, "p", "code", 1, Mark(None, "=cmd|' /C calc'!A0"), "", "sam", "t", "")
    lines = tuple(Line("small/rows", one, "", "", marked) for one in parts)
    return Total(Standing(handed_in(student), {"small/rows": found}), lines, late)


TOTALS = {
    "=1+1": total("=1+1", 4.0),
    "ada": total("ada", 3.0, late=Lateness(1, 0, 0.9)),
    "broken": Total(Standing(HandedIn("broken", "", fault="no archive"), {}), ()),
    "李": total("李", 2.0, pending=4.0),
}
BY_ID = {one.id: one for one in PEOPLE}


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


@pytest.mark.parametrize(("partial", "cells"), [(False, ["", ""]), (True, ["2", "2"])])
def test_our_own(partial: bool, cells: list[str]) -> None:
    counts, problem = cells
    assert rows(own_table(TOTALS, BY_ID, partial=partial)) == [
        ["student", "name", "section", "counts", "points", "possible", "pending", "days late",
         "dropped", "small/rows"],
        ["'=1+1", "'=1+1", "B", "4", "4", "4", "0", "0", "", "4"],
        ["ada", 'Lovelace, "Ada"', "A", "2.7", "3", "4", "0", "1", "", "3"],
        ["broken", "", "", "", "", "", "", "", "", ""],
        ["kim", "Kim Park", "B", "", "", "", "", "", "", ""],
        ["李", "李 小龙", "B", counts, "2", "8", "4", "0", "", problem],
    ]  # fmt: skip


def test_nbgraders() -> None:
    at = "2026-11-18T10:00:00+00:00"
    found = rows(nbgrader_table(TOTALS, BY_ID, "hw1", "2026-11-17", partial=False))
    assert found == [
        ["assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email",
         "raw_score", "late_submission_penalty", "score", "max_score"],
        ["hw1", "2026-11-17", at, "'=1+1", "'=1+1", "", "", "4", "0", "4", "4"],
        ["hw1", "2026-11-17", at, "ada", "Lovelace", '"Ada"', "ada@example.edu", "3", "0.3", "2.7",
         "4"],
        ["hw1", "2026-11-17", "", "broken", "", "", "", "", "", "", "0"],
        ["hw1", "2026-11-17", at, "李", "小龙", "李", "", "", "", "", "8"],
    ]  # fmt: skip


CANVAS = '''Student,ID,SIS User ID,SIS Login ID,Section,HW 1 (77),HW 10 (78)
    Points Possible,,,,,4,4
"Lovelace, ""Ada""",11,u1,ada,A,,3
=1+1,12,u2,=1+1,B,,
李 小龙,13,u3,李,B,1,
"Park, Kim",14,u4,kim,B,,
'''
MOODLE = '''Identifier;Full name;Email address;Status;Grade;Maximum Grade;Last modified (grade)
Participant 11;"Lovelace, ""Ada""";ada@example.edu;Submitted;;4,00;-
Participant 12;"=1+1";x@example.edu;Submitted;;4,00;-
'''


def test_canvas_gets_its_own_table_back(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text(CANVAS, encoding="utf-8")
    filled = filled_in(CANVAS, TOTALS, read_roster(tmp_path / "c.csv"), "HW 1 (77)", partial=False)
    assert filled.text == (
        CANVAS.replace("ada,A,,3", "ada,A,2.7,3")
        .replace("=1+1,B,,", "=1+1,B,4,")
        .replace("李,B,1,", "李,B,,")
    )
    assert (filled.without_row, filled.left_empty) == (("broken",), 1)


def test_moodle_gets_its_worksheet_back(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text(MOODLE, encoding="utf-8")
    filled = filled_in(MOODLE, TOTALS, Roster(PEOPLE), "Grade", partial=False)
    assert list(csv.reader(io.StringIO(filled.text), delimiter=";"))[1:] == [
        ["Participant 11", 'Lovelace, "Ada"', "ada@example.edu", "Submitted", "2.7", "4,00", "-"],
        ["Participant 12", "=1+1", "x@example.edu", "Submitted", "4", "4,00", "-"],
    ]
    assert filled.without_row == ("broken", "李")


@pytest.mark.parametrize(
    ("column", "said"),
    [
        ("HW 2", "no column is called `HW 2`; --column one of Student, ID, SIS User ID, "),
        ("HW", "several columns are called `HW`; --column one of Student, ID, SIS User ID, "),
    ],
)
def test_a_column_that_is_not_there(column: str, said: str) -> None:
    with pytest.raises(BadTable) as caught:
        filled_in(CANVAS, TOTALS, None, column, partial=False)
    assert str(caught.value).startswith(said)


def test_gradescopes_results() -> None:
    found = json.loads(gradescope_results(TOTALS["ada"]))
    assert found == {
        "score": 2.7,
        "tests": [
            {
                "name": "small/rows code",
                "number": "1",
                "score": 3.0,
                "max_score": 4.0,
                "status": "failed",
                "output": "=cmd|' /C calc'!A0",
                "output_format": "text",
                "visibility": "visible",
            }
        ],
    }


def test_files_are_called_like_students_and_lead_nowhere() -> None:
    names = ["../../etc/passwd", "Ada B", "ada b", "李", "", "..", "a\x1b[2J"]
    found = dict(file_names(dict.fromkeys(names, TOTALS["ada"])))
    assert list(found.values()) == [
        "______etc_passwd", "Ada_B", "ada_b_2", "李", "_", "__", "a__2J",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("attempt", "folder"),
    [
        ("Jane Doe_12_assignsubmission_file_", "Jane Doe_12_assignsubmission_file_"),
        ("Jane Doe_12_assignsubmission_file_/hw.zip", "Jane Doe_12_assignsubmission_file_"),
        ("李_12_assignsubmission_file_hw.py", "李_12_assignsubmission_file_"),
        ("../x_12_assignsubmission_file_", "ada"),
        ("..\\x_12_assignsubmission_file_", "ada"),
        ("hw.zip", "ada"),
    ],
)
def test_moodle_finds_its_folders_again(attempt: str, folder: str) -> None:
    standing = Standing(HandedIn("ada", "d", attempt), {})
    assert list(file_names({"ada": Total(standing, ())})) == [("ada", folder)]


def test_a_page_for_a_student() -> None:
    text = feedback(TOTALS["ada"], "Sums", "hw1")
    assert text.startswith("# hw1: 3 / 4, 1 day late: 2.7 counts\n\n| problem | part | ")
    assert text.count("\n# ") == 0
    assert text.count("a person says: =cmd") == 1
    assert feedback(TOTALS["broken"], "Sums", "hw1") == (
        "# hw1: nothing is graded\n\nIt could not be graded; a person looks at it.\n"
    )


@pytest.mark.parametrize(
    ("points", "verdict", "row"),
    [
        (4.0, "correct", "| small/rows | why | ✓ correct | 4 / 4 |"),
        (1.0, "partly", "| small/rows | why | ◐ partly | 1 / 4 |"),
        (0.0, "wrong", "| small/rows | why | ✗ wrong | 0 / 4 |"),
        (None, "undecided", "| small/rows | why | ? undecided | 0 + 4 pending / 4 |"),
    ],
)
def test_what_a_person_gave_stands_once_in_the_place_of_what_waited(
    points: float | None, verdict: str, row: str
) -> None:
    found = part("why", 0.0, 4.0)
    mark = Mark(points, "Which bound?", ("it names a bound",))
    marked = Marked("ada", "small/rows", "why", 1, mark, "", "sam", "t", "")
    standing = Standing(handed_in("ada"), {"small/rows": result("k", found)})
    text = feedback(
        Total(standing, (Line("small/rows", found, "Because.", "", marked),)), "Sums", "hw1"
    )
    assert row in text.split("\n")
    assert f"**why**: {verdict}" in text
    for said in ("a person says: Which bound?", "a person found: it names a bound"):
        assert text.count(said) == 1
    assert "sam" not in text
