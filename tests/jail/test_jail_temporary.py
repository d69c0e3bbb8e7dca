"""Temporary folders: whose owner has ended they are removed at the next start, and no others."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.jail import temporary
from grader.jail.temporary import TemporaryFolder, sweep

OWNER = """
import sys
from grader.jail.temporary import TemporaryFolder
made = TemporaryFolder()
(made.path / "cell1" / "deep").mkdir(parents=True)
(made.path / "cell1" / "deep" / "file").write_text("x")
print(made.name, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.fixture
def owner(top: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has a folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", OWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    yield process
    process.kill()
    process.communicate()


def folder_of(owner: subprocess.Popen[str]) -> Path:
    assert owner.stdout is not None
    return Path(owner.stdout.readline().strip())


def left(top: Path, name: str = "grader-left") -> Path:
    """What a killed run leaves."""
    folder = top / name
    (folder / "cell1").mkdir(parents=True)
    (folder / "cell1" / "homework.py").write_text("x")
    (folder / ".lock").touch()
    return folder


def test_it_is_for_its_owner_alone_and_goes_with_remove(top: Path) -> None:
    made = TemporaryFolder()
    assert made.path.parent == top
    assert made.path.name.startswith("grader-")
    assert made.path.stat().st_mode & 0o777 == 0o700
    (made.path / "cell1").mkdir()
    made.remove()
    made.remove()
    assert list(top.iterdir()) == []


def test_it_goes_with_the_process(top: Path, owner: subprocess.Popen[str]) -> None:
    folder = folder_of(owner)
    assert folder.is_dir()
    owner.communicate()  # it ends by itself
    assert list(top.iterdir()) == []


def test_that_of_a_killed_process_goes_at_the_next_start(
    top: Path, owner: subprocess.Popen[str]
) -> None:
    folder = folder_of(owner)
    sweep()
    assert (folder / "cell1" / "deep" / "file").exists(), "its owner lives"
    owner.kill()
    owner.wait()
    made = TemporaryFolder()
    assert list(top.iterdir()) == [made.path]
    made.remove()


def test_others_are_left_alone(top: Path, tmp_path: Path) -> None:
    """Files of that name, links to folders, folders without a lock, or with one that is none."""
    elsewhere = left(tmp_path, "elsewhere")
    (top / "grader-file").touch()
    (top / "grader-link").symlink_to(elsewhere)
    (top / "grader-of-somebody").mkdir()
    (top / "grader-of-somebody" / "file").touch()
    (top / "grader-linked-lock").mkdir()
    (top / "grader-linked-lock" / ".lock").symlink_to(elsewhere / ".lock")
    (top / "grader-fifo").mkdir()
    os.mkfifo(top / "grader-fifo" / ".lock")
    (top / "other").mkdir()
    (top / "other" / ".lock").touch()
    before = sorted(top.rglob("*"))
    sweep()
    assert sorted(top.rglob("*")) == before
    assert sorted(one.name for one in elsewhere.rglob("*")) == [".lock", "cell1", "homework.py"]


def test_links_inside_are_removed_and_not_followed(top: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").touch()
    folder = left(top)
    (folder / "link").symlink_to(kept)
    (folder / "cell1" / "link").symlink_to(kept)
    sweep()
    assert list(top.iterdir()) == []
    assert (kept / "file").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
@pytest.mark.parametrize("what", ["", ".lock"])
def test_another_users_is_left_alone(what: str, top: Path) -> None:
    folder = left(top)
    os.chown(folder / what, 65534, 65534)
    sweep()
    assert (folder / "cell1" / "homework.py").exists()


def test_an_empty_one_goes_when_it_is_old(top: Path) -> None:
    young, old = top / "grader-young", top / "grader-old"
    for folder in (young, old):
        folder.mkdir()
    os.utime(old, (time.time() - 7200,) * 2)
    sweep()
    assert list(top.iterdir()) == [young]


def test_one_start_removes_only_so_many(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(temporary, "_MOST_FOLDERS", 2)
    for number in range(5):
        left(top, f"grader-{number}")
    counts = []
    for _ in range(3):
        sweep()
        counts.append(len(list(top.iterdir())))
    assert counts == [3, 1, 0]


def test_a_temporary_folder_that_is_not_there_is_no_error(
    top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(top / "gone"))
    sweep()


def test_one_that_is_swept_as_it_is_made_is_made_again(
    top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another start may come between making the lock and holding it."""
    taken: list[Path] = []
    lock = fcntl.flock

    def late(descriptor: int, how: int) -> None:
        if not taken:
            taken.extend(top.iterdir())
            sweep()
        lock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", late)
    made = TemporaryFolder()
    assert taken
    assert list(top.iterdir()) == [made.path]
    assert made.path not in taken
    made.remove()
