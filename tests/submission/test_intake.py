"""Files are read without trust: regular ones, within limits, and what is left out is named."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from grader.reader.bounds import BOUNDS
from grader.submission import NoSubmission, intake, read_submission


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)


def test_a_folder_is_read_with_its_subfolders(tmp_path: Path) -> None:
    write(tmp_path, a="1")
    (tmp_path / "sub").mkdir()
    write(tmp_path / "sub", b="2")
    for skipped in ("__pycache__", ".git", ".venv"):
        (tmp_path / skipped).mkdir()
        write(tmp_path / skipped, c="3")
    (tmp_path / "weights.pt").write_bytes(b"x")
    found = read_submission(tmp_path)
    assert (dict(found.files), found.notes) == ({"a.py": b"1", "sub/b.py": b"2"}, ())
    assert found.name == tmp_path.name


def test_one_file_is_a_submission(tmp_path: Path) -> None:
    write(tmp_path, a="1")
    found = read_submission(tmp_path / "a.py")
    assert (found.name, dict(found.files)) == ("a.py", {"a.py": b"1"})


def test_an_empty_folder_is_a_submission(tmp_path: Path) -> None:
    assert dict(read_submission(tmp_path).files) == {}


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    missing = tmp_path / "nothing"
    with pytest.raises(NoSubmission) as error:
        read_submission(missing)
    assert str(error.value) == (
        f"{missing}: no such folder or file; name the folder with your answers"
    )


def test_links_fifos_and_devices_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, a="1")
    (tmp_path / "link.py").symlink_to("/etc/passwd")
    (tmp_path / "folder").symlink_to("/etc")
    os.mkfifo(tmp_path / "pipe.py")
    found = read_submission(tmp_path)
    assert set(found.files) == {"a.py"}
    assert found.notes == (
        "link.py: left out, it is a link",
        "pipe.py: left out, it is not a regular file",
        "folder: left out, it is a link",
    )


def test_a_device_is_not_a_submission() -> None:
    with pytest.raises(NoSubmission, match=r"^/dev/null: no such folder or file"):
        read_submission(Path("/dev/null"))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a\x1b[31m.py", r"'a\x1b[31m.py'"),
        ("a\n.py", r"'a\n.py'"),
        ("a\u202e.py", r"'a\u202e.py'"),
        ("a\u200b.py", r"'a\u200b.py'"),
        ("a\\b.py", r"'a\\b.py'"),
        (os.fsdecode(b"a\xff.py"), r"'a\udcff.py'"),
    ],
)
def test_a_name_that_could_act_is_left_out(tmp_path: Path, name: str, shown: str) -> None:
    (tmp_path / name).write_text("1")
    found = read_submission(tmp_path)
    assert (dict(found.files), found.notes) == (
        {},
        (f"{shown}: left out, its name has unusual characters",),
    )


def test_an_accent_in_a_name_is_fine(tmp_path: Path) -> None:
    (tmp_path / "réponse 1.py").write_text("1")
    assert set(read_submission(tmp_path).files) == {"réponse 1.py"}


def test_limits_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "BOUNDS", replace(BOUNDS, file_bytes=1 << 20, total_bytes=3 << 19))
    (tmp_path / "a.py").write_bytes(b"x" * (1 << 20))
    (tmp_path / "b.py").write_bytes(b"x" * ((1 << 20) + 1))
    (tmp_path / "c.py").write_bytes(b"x" * (1 << 20))
    found = read_submission(tmp_path)
    assert set(found.files) == {"a.py"}
    assert found.notes == (
        "b.py: left out, it is larger than 1 MB",
        "c.py: left out, the submission is too large already",
    )


def test_too_many_files_and_folders_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "BOUNDS", replace(BOUNDS, files=2, depth=1))
    deep = tmp_path / "d" / "e"
    deep.mkdir(parents=True)
    write(tmp_path, a="1", b="2", c="3")
    found = read_submission(tmp_path)
    assert set(found.files) == {"a.py", "b.py"}
    assert found.notes == (
        "only 2 files are read, source first and pictures last: 1 left out",
        "d/e/: folders deeper than 1 levels were not read",
    )


def test_the_digest_is_of_names_and_contents(tmp_path: Path) -> None:
    digests = set()
    for number, files in enumerate(({"a": "1"}, {"a": "2"}, {"b": "1"}, {"a": "1", "b": ""})):
        folder = tmp_path / str(number)
        folder.mkdir()
        write(folder, **files)
        digests.add(read_submission(folder).digest)
    assert len(digests) == 4
    again = tmp_path / "again"
    again.mkdir()
    write(again, a="1")
    assert read_submission(again).digest in digests


def test_sources_are_the_files_that_may_hold_code(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("torch")
    write(tmp_path, a="import numpy")
    assert read_submission(tmp_path).sources == [b"import numpy"]


NOT_FOUND = "no .py, .ipynb, answers.md or other document that is read was found"


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("Solution.PY", ()),
        ("Solution.IPYNB", ()),
        ("Answers.MD", ()),
        ("homework.md", ()),
        ("Homework.DOCX", ()),
        ("notes.dat", (NOT_FOUND,)),
        ("requirements.txt", (NOT_FOUND,)),
        (
            "solution.py.txt",
            (f"{NOT_FOUND}; solution.py.txt looks like one: rename it to solution.py",),
        ),
        (
            "answers.md (1)",
            (f"{NOT_FOUND}; answers.md (1) looks like one: rename it to answers.md",),
        ),
    ],
)
def test_where_nothing_is_to_be_graded_it_is_said(
    name: str, note: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / name).write_text("x = 1")
    found = read_submission(tmp_path)
    assert found.notes == note
    assert bool(found.sources) == name.startswith("Solution")


def test_a_large_notebook_is_told_how_to_become_small(tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_bytes(b" " * (BOUNDS.file_bytes + 1))
    what = "left out, it is larger than 8 MB; clear its outputs and save it again"
    assert read_submission(tmp_path).notes[0] == f"a.ipynb: {what}"


@pytest.mark.parametrize("name", ["a\nb.py", "a\u202eb.py", "a\udcffb.py"])
def test_one_file_with_an_unusual_name_is_said_to_be_that(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text("x = 1")
    with pytest.raises(NoSubmission) as refused:
        read_submission(file)
    assert str(refused.value) == f"{str(file)!a}: its name has unusual characters"


CLASS = ["ada/answers.md", "ada/homework.py", "bob/answers.md"]
SAME = ["ada/hw.py", "bob/hw.py", "eve/hw.py", "eve/more.py"]


@pytest.mark.parametrize("files", [CLASS, SAME, [*CLASS, "README.md", "plot.png"]])
def test_a_folder_for_each_student_is_not_one_submission(files: list[str], tmp_path: Path) -> None:
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    names = sorted({name.partition("/")[0] for name in files if "/" in name})
    with pytest.raises(NoSubmission) as told:
        read_submission(tmp_path)
    assert str(told.value) == (
        f"{tmp_path}: holds {len(names)} submissions, a folder for each ({', '.join(names)}), and "
        f"not one; grade them all by: grader batch {tmp_path}. If it is one homework, "
        "put its files into one folder"
    )


@pytest.mark.parametrize(
    "files",
    [
        ["q1/answers.md", "q2/answers.md"],
        ["part-a/hw.py", "part-b/hw.py", "part-c/hw.py"],
        ["numpy/hw.py", "torch/hw.py", "old/hw.py"],
        ["ada/answers.md", "bob/answers.md", "homework.py"],
        ["ada/answers.md"],
        ["encoder/model.py", "decoder/model.py"],
        ["encoder/model.py", "decoder/model.py", "layers/__init__.py", "layers/model.py"],
        ["ada/a.py", "bob/b.py", "eve/c.py"],
        ["src/hw.py", "report/homework.tex"],
        ["ada/README.md", "bob/README.md", "ada/hw.py"],
    ],
)
def test_one_homework_may_lie_in_folders(files: list[str], tmp_path: Path) -> None:
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    assert set(read_submission(tmp_path).files) == set(files)
