"""What is kept on disk comes back exactly, or not at all."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest

from grader.values.kept import LEFT_OVER_SECONDS, WRITING, Kept, cache_folder

KEY, DATA = "truth of softmax", bytes(range(256)) * 3


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    found = Kept(tmp_path / "kept")
    found.write(KEY, DATA)
    return found


def entry(kept: Kept) -> Path:
    (found,) = [file for file in kept.folder.rglob("*") if file.is_file()]
    return found


def test_it_comes_back(kept: Kept) -> None:
    assert kept.read(KEY) == DATA
    assert kept.read("another key") is None


def test_any_flipped_bit_makes_it_absent(kept: Kept) -> None:
    file = entry(kept)
    whole = file.read_bytes()
    for place in range(len(whole)):
        for bit in (0, 7):
            spoilt = bytearray(whole)
            spoilt[place] ^= 1 << bit
            file.write_bytes(spoilt)
            assert kept.read(KEY) is None, (place, bit)


@pytest.mark.parametrize("length", [0, 1, 13, 14, 45, 46, 50, 100, -1])
def test_cut_short_it_is_absent(kept: Kept, length: int) -> None:
    file = entry(kept)
    file.write_bytes(file.read_bytes()[:length])
    assert kept.read(KEY) is None


@pytest.mark.parametrize("more", [b"\0", b"grader kept 1\n"])
def test_with_more_behind_it_is_absent(kept: Kept, more: bytes) -> None:
    file = entry(kept)
    file.write_bytes(file.read_bytes() + more)
    assert kept.read(KEY) is None


def test_a_sound_entry_in_the_place_of_another_is_absent(kept: Kept) -> None:
    """Two files exchanged: each is whole, and is not what was asked for."""
    sound = entry(kept).read_bytes()
    kept.write("another key", b"other data")
    (other,) = [file for file in kept.folder.rglob("??/*") if file.read_bytes() != sound]
    other.write_bytes(sound)
    assert kept.read("another key") is None
    assert kept.read(KEY) == DATA


def test_a_folder_in_its_place_is_absent_and_costs_no_run(kept: Kept) -> None:
    file = entry(kept)
    file.unlink()
    file.mkdir()
    assert kept.read(KEY) is None
    kept.write(KEY, DATA)
    assert kept.read(KEY) is None


def test_a_pipe_in_its_place_is_absent_and_is_replaced(kept: Kept) -> None:
    file = entry(kept)
    file.unlink()
    os.mkfifo(file)
    assert kept.read(KEY) is None
    kept.write(KEY, DATA)
    assert kept.read(KEY) == DATA


def test_a_link_in_its_place_is_absent_and_is_replaced(kept: Kept, tmp_path: Path) -> None:
    file = entry(kept)
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    assert kept.read(KEY) is None
    kept.write(KEY, DATA)
    assert kept.read(KEY) == DATA
    assert not file.is_symlink()


def test_nobody_else_may_read_it(kept: Kept) -> None:
    file = entry(kept)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_what_a_killed_run_began_to_write_is_removed_in_time(kept: Kept) -> None:
    old, new = (kept.folder / f"{WRITING}{name}" for name in ("old", "new"))
    for file in (old, new):
        file.write_bytes(b"half")
    past = time.time() - 2 * LEFT_OVER_SECONDS
    os.utime(old, (past, past))
    Kept(kept.folder).write("another key", b"")
    assert (old.exists(), new.exists()) == (False, True)


def test_a_place_that_cannot_be_written_is_a_slower_run(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    kept = Kept(blocked / "kept")
    kept.write(KEY, DATA)
    assert kept.read(KEY) is None


@pytest.mark.parametrize(
    ("given", "folder"),
    [
        ({"GRADER_CACHE": "/a/b", "XDG_CACHE_HOME": "/c", "HOME": "/d"}, "/a/b"),
        ({"XDG_CACHE_HOME": "/c", "HOME": "/d"}, "/c/grader"),
        ({"HOME": "/d"}, "/d/.cache/grader"),
    ],
)
def test_where_things_are_kept(
    given: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GRADER_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert cache_folder() == Kept().folder == Path(folder)


def test_a_user_without_a_home_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("GRADER_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    kept = Kept()
    kept.write(KEY, DATA)
    assert kept.read(KEY) is None
