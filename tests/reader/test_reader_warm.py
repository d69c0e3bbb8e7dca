"""The process that reads the submissions of a class, and forks where something is parsed."""

from __future__ import annotations

import os
import signal
import socket
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from grader.reader.program import read_as_bytes
from grader.reader.serving import FORK, READ
from grader.submission import NoSubmission, Submission, read_submission, reading
from grader.submission.warm_reader import WarmReader
from grader.values import encode


@pytest.fixture
def warm() -> Iterator[WarmReader]:
    with WarmReader() as reader:
        yield reader


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in" / "sub").mkdir(parents=True)
    (tmp_path / "in" / "a.py").write_text("1")
    (tmp_path / "in" / "sub" / "b.py").write_text("2")
    (tmp_path / "in" / "link.py").symlink_to("/etc/passwd")
    return tmp_path / "in"


def read(path: Path, warm: WarmReader) -> Submission:
    return read_submission(path, of_a_class=True, start=warm.started)


def process(warm: WarmReader) -> int:
    found = warm._process
    assert found is not None
    return found.pid


@pytest.fixture
def packed(folder: Path) -> Path:
    with zipfile.ZipFile(folder.parent / "packed.zip", "w") as archive:
        archive.writestr("a.py", "3")
        archive.writestr("../up.py", "4")
    return folder.parent / "packed.zip"


def test_what_is_read_is_what_a_fresh_process_reads(
    folder: Path, packed: Path, warm: WarmReader
) -> None:
    for path in (folder, packed, folder / "a.py", folder / "sub"):
        assert read(path, warm) == read_submission(path)


def test_an_archive_has_a_process_of_its_own(
    folder: Path, packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is gone when the reading is over; what it was forked from stays, and forks for nothing
    that is only bytes."""
    asked = []

    def noted(asking: socket.socket, words: list[bytes], handed_over: Sequence[int]) -> int:
        asked.extend(words)
        return send(asking, words, handed_over)

    send = socket.send_fds
    monkeypatch.setattr(socket, "send_fds", noted)
    with WarmReader() as warm:
        read(folder, warm)
        first = process(warm)
        for path in (packed, folder / "a.py"):
            read(path, warm)
            (children,) = Path(f"/proc/{first}/task").glob("*/children")
            assert children.read_text() == ""
        assert process(warm) == first
    assert asked == [READ, FORK, READ]


def test_an_archive_is_never_read_without_walls(packed: Path) -> None:
    """Whatever the word was that it came with."""
    request, ours = os.pipe()
    theirs, reply = os.pipe()
    os.write(ours, encode({"kind": "archive", "name": "packed.zip", "wanted": None}))
    os.close(ours)
    with packed.open("rb") as file, pytest.raises(AssertionError, match="behind walls"):
        read_as_bytes(request, reply, file.fileno())
    os.close(reply)
    assert os.read(theirs, 1) == b""
    os.close(theirs)


def test_what_cannot_be_read_is_said_and_the_next_is_read(folder: Path, warm: WarmReader) -> None:
    broken = folder.parent / "broken.zip"
    broken.write_bytes(b"PK\x03\x04" + bytes(40))
    with pytest.raises(NoSubmission) as fresh:
        read_submission(broken)
    with pytest.raises(NoSubmission) as error:
        read(broken, warm)
    assert str(error.value) == str(fresh.value)
    assert sorted(read(folder, warm).files) == ["a.py", "sub/b.py"]


def test_one_that_was_killed_is_replaced(folder: Path, warm: WarmReader) -> None:
    read(folder, warm)
    killed = process(warm)
    os.kill(killed, signal.SIGKILL)
    os.waitid(os.P_PID, killed, os.WEXITED | os.WNOWAIT)
    assert sorted(read(folder, warm).files) == ["a.py", "sub/b.py"]
    assert process(warm) != killed


def test_one_that_is_late_is_ended(
    folder: Path, warm: WarmReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    read(folder, warm)
    late = process(warm)
    os.kill(late, signal.SIGSTOP)
    with monkeypatch.context() as patched:
        patched.setattr(reading, "WALL_SECONDS", 0)
        with pytest.raises(NoSubmission) as error:
            read(folder, warm)
    assert str(error.value) == f"{folder}: it could not be read within 0 s"
    with pytest.raises(ProcessLookupError):
        os.kill(late, 0)
    assert sorted(read(folder, warm).files) == ["a.py", "sub/b.py"]
