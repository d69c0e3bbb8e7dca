"""Whose each handing is: rosters, aliases, groups, attempts, and who fits nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.batch.handings import Handing, Source
from grader.batch.people import sort_out
from grader.batch.roster import BadRoster, read_roster

OWN = """id,name,section,group,aliases
jdoe,Jane Doe,A,,janey;jd
zoe,"O'Neil, Zoë",B,team 4,
bob,Bob Fischer,B,Team 4,
ann1,Ann Lee,A,,
ann2,Ann Lee,A,,
"""
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,HW 1 (9)
    Points Possible,,,,,10
"Doe, Jane",1234,u1,jdoe,A,
"Student, Test",5,,,A,
"""
MOODLE = """Identifier,Full name,ID number,Email address,Grade
Participant 1234,Jane Doe,u1,jdoe@example.edu,
"""


def roster(text: str, folder: Path) -> Path:
    file = folder / "roster.csv"
    file.write_text(text, encoding="utf-8-sig")
    return file


@pytest.mark.parametrize(
    ("text", "label", "found"),
    [
        (OWN, "JDoe", ["jdoe"]),
        (OWN, "doejane", ["jdoe"]),
        (OWN, "Jane  Doe", ["jdoe"]),
        (OWN, "janey", ["jdoe"]),
        (OWN, "oneilzoe", ["zoe"]),
        (OWN, "Zoë O’Neil", ["zoe"]),
        (OWN, "team-4", ["zoe", "bob"]),
        (OWN, "Ann Lee", ["ann1", "ann2"]),
        (OWN, "nobody", []),
        (OWN, "...", []),
        (CANVAS, "doejane", ["jdoe"]),
        (CANVAS, "1234", ["jdoe"]),
        (MOODLE, "Jane Doe", ["u1"]),
        (MOODLE, "1234", ["u1"]),
        (MOODLE, "jdoe", ["u1"]),
    ],
)
def test_who_goes_by_a_name(text: str, label: str, found: list[str], tmp_path: Path) -> None:
    assert read_roster(roster(text, tmp_path)).find([label]) == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ": is empty; its first line names the columns: id,name,section"),
        ("a,b\n1,2\n", ":1: no column is called id or name; write: id,name,section,aliases"),
        ("id,name\n", ": names nobody"),
        ("id\nx\nx\n", ":3: `x` is there twice; give each an id"),
    ],
)
def test_rosters_that_cannot_be_used(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadRoster) as caught:
        read_roster(roster(text, tmp_path))
    assert str(caught.value) == f"{tmp_path}/roster.csv{said}"


def handing(*labels: str, number: int = 0, at: str | None = None, path: str = "x") -> Handing:
    return Handing(labels, Source(Path(path)), number, at)


def test_groups_the_missing_and_those_that_nobody_knows(tmp_path: Path) -> None:
    known = read_roster(roster(OWN, tmp_path))
    found = sort_out(
        [handing("team 4"), handing("Ann Lee"), handing("stranger"), handing("jd")], known
    )
    assert [one.students for one in found.attempts] == [
        ("Ann Lee",),
        ("jdoe",),
        ("stranger",),
        ("zoe", "bob"),
    ]
    assert found.missing == ("ann1", "ann2")
    assert found.nobody == ("Ann Lee", "stranger")


def test_several_whom_a_platform_names(tmp_path: Path) -> None:
    known = read_roster(roster(OWN, tmp_path))
    found = sort_out([handing("jane doe", "bob", "x")], known)
    assert [one.students for one in found.attempts] == [("jdoe", "bob", "x")]
    assert found.nobody == ("jane doe, bob, x",)


@pytest.mark.parametrize(("counts", "counted"), [("last", "c"), ("first", "a")])
def test_which_of_several_counts(counts: str, counted: str) -> None:
    handings = [
        handing("ada", at="2026-11-18T10:00:00+00:00", path="b"),
        handing("ada", at="2026-11-18T09:00:00+00:00", path="a", number=9),
        handing("ada", at="2026-11-18T11:00:00+00:00", path="c"),
    ]
    (found,) = sort_out(handings, None, counts).attempts  # type: ignore[arg-type]
    assert found.handing.source.path == Path(counted)
    assert found.passed_over == tuple(sorted({"a", "b", "c"} - {counted}))


def test_one_of_a_group_hands_in_once_more(tmp_path: Path) -> None:
    known = read_roster(roster(OWN, tmp_path))
    found = sort_out([handing("team 4", path="t"), handing("zoe", number=1, path="z")], known)
    told = [(one.students, one.handing.source.path.name, one.passed_over) for one in found.attempts]
    assert told == [(("bob",), "t", ()), (("zoe",), "z", ("t",))]
