"""What lies in the folder or archive of a class, by the names that platforms give."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.batch.handings import NoClass, Source, handings_in
from grader.submission import NoSubmission, Submission, read_submission
from grader.submission.intake import read_from_class

Files = Mapping[str, str | Mapping[str, str]]

CANVAS: Files = {
    "doejane_1234_5678_hw1.py": "jane",
    "doejane_1234_5679_answers.md": "jane too",
    "oneilzo_LATE_77_80_hw1.py": "zoe",
    "team 4_99_81_hw.zip": {"hw/a.py": "packed", "hw/lib/b.py": "packed too"},
}
MOODLE: Files = {
    "Jane Doe_1234_assignsubmission_file_/hw1.py": "jane",
    "Jane Doe_1234_assignsubmission_file_/lib/x.py": "below",
    "Łukasz, O'Neil_77_assignsubmission_file_/hw.zip": {"hw.py": "packed"},
    "Ada_99_assignsubmission_file_flat.py": "ada",
}
METADATA = """
submission_11:
  :submitters:
  - :name: Jane Doe
    :sid: '1234'
    :email: jane@example.edu
  :created_at: 2026-11-18 01:02:03.123456000 +01:00
  :score: 3
submission_12:
  :submitters:
  - :name: Zoë
    :sid: '77'
  - :name: Bob
submission_13: nonsense
"""
GRADESCOPE: Files = {
    "assignment_9_export/submission_metadata.yml": METADATA,
    "assignment_9_export/submission_11/hw1.py": "jane",
    "assignment_9_export/submission_12/hw1.py": "both",
    "assignment_9_export/submission_13/hw1.py": "somebody",
}
PLAIN: Files = {
    "ada/hw.py": "ada",
    "ada/lib/x.py": "below",
    "bob.py": "bob",
    "cyd.zip": {"hw/hw.py": "cyd", "hw/x.py": "cyd too"},
    "dan_attempt1/hw.py": "first",
    "dan_attempt2/hw.py": "second",
    "eve/eve.tar": "no archive",
}


def packed(file: Path, files: Files) -> None:
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in files.items():
            if isinstance(content, Mapping):
                inner = file.with_suffix(".inner")
                packed(inner, content)
                archive.write(inner, name)
            else:
                archive.writestr(name, content)


def laid_out(folder: Path, files: Files) -> None:
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Mapping):
            packed(file, content)
        else:
            file.write_text(content, encoding="utf-8")


def read(source: Source) -> dict[str, str] | str:
    try:
        found: Submission
        if source.wanted is None:
            found = read_submission(source.path, of_a_class=True)
        else:
            found = read_from_class(source.path, source.wanted, "student")
    except NoSubmission as why:
        return str(why).rpartition(": ")[2]
    return {name: data.decode() for name, data in found.files.items()}


EXPECTED: Mapping[str, tuple[Files, Mapping[str, object]]] = {
    "canvas": (
        CANVAS,
        {
            "doejane": {"hw1.py": "jane", "answers.md": "jane too"},
            "oneilzo": {"hw1.py": "zoe"},
            "team 4": {"a.py": "packed", "lib/b.py": "packed too"},
        },
    ),
    "moodle": (
        MOODLE,
        {
            "Jane Doe": {"hw1.py": "jane", "lib/x.py": "below"},
            "Łukasz, O'Neil": {"hw.py": "packed"},
            "Ada": {"flat.py": "ada"},
        },
    ),
    "gradescope": (
        GRADESCOPE,
        {
            "1234": {"hw1.py": "jane"},
            "77, Bob": {"hw1.py": "both"},
            "13": {"hw1.py": "somebody"},
        },
    ),
    "plain": (
        PLAIN,
        {
            "ada": {"hw.py": "ada", "lib/x.py": "below"},
            "bob": {"bob.py": "bob"},
            "cyd": {"hw.py": "cyd", "x.py": "cyd too"},
            "dan": {"hw.py": "second"},
        },
    ),
}


@pytest.mark.parametrize("how", ["folder", "archive"])
@pytest.mark.parametrize("platform", EXPECTED)
def test_everybody_has_their_files(platform: str, how: str, tmp_path: Path) -> None:
    files, expected = EXPECTED[platform]
    place = tmp_path / ("class" if how == "folder" else "class.zip")
    (laid_out if how == "folder" else packed)(place, files)
    handings, notes = handings_in(place)
    found = {one.name: read(one.source) for one in handings}
    found.pop("eve", None)
    assert (found, notes) == (expected, ())


def test_what_gradescope_says_of_them(tmp_path: Path) -> None:
    packed(tmp_path / "class.zip", GRADESCOPE)
    handings, _ = handings_in(tmp_path / "class.zip")
    told = [(one.labels, one.number, one.at, one.other_names) for one in handings]
    assert told == [
        (("1234",), 11, "2026-11-18T00:02:03+00:00", ("jane@example.edu", "Jane Doe")),
        (("77", "Bob"), 12, None, ()),
        (("13",), 13, None, ()),
    ]


def test_attempts_are_numbered(tmp_path: Path) -> None:
    for name in ("ada", "ada v2", "ada (3)", "ada-try-4", "part-b", "v2"):
        laid_out(tmp_path, {f"{name}/hw.py": ""})
    found = sorted((one.name, one.number) for one in handings_in(tmp_path)[0])
    assert found == [("ada", 0), ("ada", 2), ("ada", 3), ("ada", 4), ("part-b", 0), ("v2", 0)]


def test_names_that_act_are_shown_as_they_are(tmp_path: Path) -> None:
    laid_out(tmp_path, {"ada\x1b[2J/hw.py": "", "b\u202eob/hw.py": "", "=1+1/hw.py": ""})
    (tmp_path / os.fsdecode(b"c\xff")).mkdir()
    names = [one.name for one in handings_in(tmp_path)[0]]
    assert names == ["=1+1", "ada\\x1b[2J", "b\\u202eob", "c\\udcff"]


def test_links_and_what_systems_leave_are_nobodys(tmp_path: Path) -> None:
    laid_out(tmp_path, {"ada/hw.py": "", ".git/config": "", "__MACOSX/x.py": "", "notes.xyz": ""})
    (tmp_path / "bob").symlink_to("/etc")
    assert [one.name for one in handings_in(tmp_path)[0]] == ["ada"]


def test_a_path_that_leads_out_of_an_archive_is_left_out(tmp_path: Path) -> None:
    packed(tmp_path / "c.zip", {"ada/hw.py": "a", "../../evil.py": "e", "bob/hw.py": "b"})
    handings, notes = handings_in(tmp_path / "c.zip")
    assert [one.name for one in handings] == ["ada", "bob"]
    assert notes == ("'../../evil.py': left out, its path leads out of the submission",)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("away", "no such folder or zip archive; name the one with the submissions"),
        ("file.py", "no such folder or zip archive; name the one with the submissions"),
        ("empty", "nothing in it looks like a submission"),
    ],
)
def test_no_class(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file.py").touch()
    with pytest.raises(NoClass) as caught:
        handings_in(tmp_path / name)
    assert str(caught.value) == f"{tmp_path / name}: {said}"


def test_an_archive_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "c.zip").write_bytes(b"PK nonsense")
    with pytest.raises(NoSubmission, match=r"c\.zip: it is not a zip archive, or is damaged"):
        handings_in(tmp_path / "c.zip")
