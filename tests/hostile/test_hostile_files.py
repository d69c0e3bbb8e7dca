"""Submissions whose files are the attack: each is read or left out in so many words."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hostile_course import CANARY, PROBLEM, RIGHT_BESIDE, Arena, part_of, rendered
from hostile_spoken import ACTS, ANSI, HTML, MARKDOWN, RIGHT_TO_LEFT, WORKFLOW
from hostile_table import answer

from grader.grading import grade
from grader.reader.bounds import BOUNDS
from grader.report import Report
from grader.submission import NoSubmission, Submission, intake, read_submission

TEXTS = (ANSI, RIGHT_TO_LEFT, HTML, f"one\n{HTML}", MARKDOWN, WORKFLOW, "\x00\ufffe\ud800")
RIGHT = RIGHT_BESIDE + answer("return right")
Make = Callable[[Path], object]


def _secret(folder: Path) -> Path:
    file = folder.parent / "outside.py"
    file.write_text(CANARY)
    return file


def _fifo(folder: Path) -> None:
    os.mkfifo(folder / "pipe.py")


def _socket(folder: Path) -> None:
    # Bound by a short name: a path to a socket may have 108 bytes.
    before = Path.cwd()
    os.chdir(folder)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("sock.py")
    finally:
        os.chdir(before)


def _device(folder: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("takes root")
    try:
        os.mknod(folder / "zero.py", 0o666 | 0o020000, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("device nodes cannot be made here")


def _sparse(folder: Path) -> None:
    with (folder / "sparse.py").open("wb") as file:
        file.truncate(10 << 30)


def _deep(folder: Path) -> None:
    deep = folder.joinpath(*["d"] * 60)
    deep.mkdir(parents=True)
    (deep / "deep.py").write_text(RIGHT)


def _named(name: str) -> Make:
    return lambda folder: (folder / name).write_text("def other(): pass")


SMALL: dict[str, tuple[Make, str | None]] = {
    "a symbolic link to a file": (
        lambda folder: (folder / "link.py").symlink_to(_secret(folder)),
        "link.py: left out, it is a link",
    ),
    "a symbolic link to a folder": (
        lambda folder: (folder / "link").symlink_to(_secret(folder).parent),
        "link: left out, it is a link",
    ),
    "a link to itself": (
        lambda folder: (folder / "loop").symlink_to(folder / "loop"),
        "loop: left out, it is a link",
    ),
    "a named pipe": (_fifo, "pipe.py: left out, it is not a regular file"),
    "a socket": (_socket, "sock.py: could not be opened (No such device or address)"),
    "a device": (_device, "zero.py: left out, it is not a regular file"),
    "ten gigabytes that take no room": (_sparse, "sparse.py: left out, it is larger than 8 MB"),
    "sixty folders deep": (_deep, "d/d/d/d/d/d/d/d/d/: folders deeper than 8 levels were not read"),
    "an escape sequence in a name": (
        _named("\x1b[31mred.py"),
        "'\\x1b[31mred.py': left out, its name has unusual characters",
    ),
    "a name from right to left": (
        _named("a\u202eyp.exe"),
        "'a\\u202eyp.exe': left out, its name has unusual characters",
    ),
    "a name with a new line": (
        _named("a\nb.py"),
        "'a\\nb.py': left out, its name has unusual characters",
    ),
    "a name that is not UTF-8": (
        lambda folder: Path(os.fsdecode(os.fsencode(folder) + b"/\xff.py")).touch(),
        "'\\udcff.py': left out, its name has unusual characters",
    ),
    "a notebook of twenty megabytes": (
        lambda folder: (folder / "big.ipynb").write_bytes(b" " * (20 << 20)),
        "big.ipynb: left out, it is larger than 8 MB; clear its outputs and save it again",
    ),
    "a notebook a hundred thousand brackets deep": (
        lambda folder: (folder / "deep.ipynb").write_text('{"cells": ' + "[" * 100_000),
        "deep.ipynb: the notebook cannot be read: it is not valid JSON",
    ),
    "a notebook whose cells are not cells": (
        lambda folder: (folder / "odd.ipynb").write_text(
            json.dumps({"cells": [None, 3, {"cell_type": [], "source": {"a": 1}}, {"source": [7]}]})
        ),
        None,
    ),
    "HTML in a name": (_named(f"{HTML.replace('/', '')}.py"), None),
    "a thousand-fold alias": (
        lambda folder: (folder / "answers.yaml").write_text(
            "a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: [*b, *b, *b]\n"
        ),
        "answers.yaml, line 2: *a refers to another place; write the answer out",
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "submission"
    made.mkdir()
    (made / "right.py").write_text(RIGHT)
    return made


def graded(arena: Arena, submission: Submission) -> Report:
    return grade(arena.session, submission, [PROBLEM])


@pytest.mark.parametrize("what", SMALL)
def test_the_right_answer_beside_it_counts(
    what: str, folder: Path, arena_of: Callable[[str], Arena]
) -> None:
    make, note = SMALL[what]
    make(folder)
    submission = read_submission(folder)  # raises if it blocks for longer than reading may take
    report = graded(arena_of("full"), submission)
    assert part_of(report, "attacked").score.earned == 4.0
    assert part_of(report, "beside").score.earned == 2.0
    assert list(report.notes) == ([note] if note else [])
    for form, text in rendered(report).items():
        assert CANARY not in text, form
        assert not [sign for sign in ACTS[form] if sign in text.replace("\\<", "")], form


def test_a_hard_link_is_its_file(folder: Path) -> None:
    """It has no sign of where else it is linked, and nobody can link what they cannot write to
    (fs.protected_hardlinks): it is read as the file that it is."""
    (folder / "hard.py").hardlink_to(_secret(folder))
    assert read_submission(folder).files["hard.py"] == CANARY.encode()


def test_five_thousand_files_are_five_hundred(folder: Path) -> None:
    for number in range(5000):
        (folder / f"f{number:04}.txt").touch()
    submission = read_submission(folder)
    assert len(submission.files) == BOUNDS.files
    assert "right.py" in submission.files
    assert submission.notes == (
        "only 500 files are read, source first and pictures last: 4,501 left out",
    )


def test_a_thousand_links_are_fifty_notes(folder: Path) -> None:
    for number in range(1000):
        (folder / f"l{number:04}").symlink_to("/etc/passwd")
    notes = read_submission(folder).notes
    assert len(notes) == BOUNDS.notes + 1
    assert notes[-1] == f"{1000 - BOUNDS.notes} more files or folders were left out"


def test_a_folder_of_more_entries_than_anybody_hands_in(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "BOUNDS", replace(BOUNDS, entries=100))
    for number in range(300):
        (folder / f"f{number:04}.txt").touch()
    submission = read_submission(folder)
    assert len(submission.files) == 100
    assert submission.notes == ("more than 100 files and folders: the rest was not read",)


def test_folders_of_the_course_are_left_out(folder: Path) -> None:
    (folder / "reference").mkdir()
    (folder / "reference" / "rows.py").write_text(CANARY)
    left = read_submission(folder, leave_out=[folder / "reference"])
    assert (set(left.files), left.notes) == ({"right.py"}, ())


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (_fifo, "no such folder or file; name the folder with your answers"),
        (lambda folder: (folder / "pipe.py").symlink_to("/etc/passwd"),
         "no such folder or file; name the folder with your answers"),
        (lambda folder: (folder / "pipe.py").write_bytes(b"#" * (9 << 20)),
         "left out, it is larger than 8 MB"),
    ],
    ids=["pipe", "link", "huge"],
)  # fmt: skip
def test_a_single_file_is_no_less_suspect(make: Make, message: str, folder: Path) -> None:
    make(folder)
    with pytest.raises(NoSubmission) as error:
        read_submission(folder / "pipe.py")
    assert str(error.value).endswith(message)


@pytest.mark.parametrize("text", TEXTS)
def test_whatever_a_student_writes_is_shown_escaped(
    text: str, arena_of: Callable[[str], Arena]
) -> None:
    """In an error that is quoted, in prints, in a failing top level, in the submission's name."""
    code = (
        f"TEXT = {text!a}\nraise ValueError(TEXT)\n"
        "def shown(x):\n    print(TEXT)\n    raise KeyError(TEXT)\n"
        f"def attacked(x):\n    return {{TEXT: TEXT}}\n# {HTML}\n"
    )
    arena = arena_of("full")
    name = text.encode("utf-8", "replace").decode()
    report = graded(arena, Submission(name, {"homework.py": code.encode()}))
    assert part_of(report, "shown").verdict.value == "crashed"
    assert len(report.notes) == 1
    assert report.notes[0].startswith("homework.py, line 2 failed and was skipped: ValueError")
    for form, shown in rendered(report).items():
        if form == "gradescope":
            told = json.loads(shown)
            shown = "\n".join([told["output"], *(one["output"] for one in told["tests"])])
        if form in ("markdown", "gradescope"):  # indented by four it is code: it means what it says
            lines = [line for line in shown.split("\n") if not line.startswith("    ")]
            shown = "\n".join(lines).replace("\\<", "").replace("\\]", "")
        assert not [sign for sign in ACTS[form] if sign in shown], form
