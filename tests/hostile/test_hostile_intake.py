"""Archives and folders that are built byte by byte to lie about themselves.

Each is met with its own words, the right answer beside it is read, and the grader's own process
stays small.
"""

from __future__ import annotations

import gzip
import os
import struct
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hostile_zips import in_zip64, relisted, zipped

from grader.reader import folder as reader_folder
from grader.reader.bounds import BOUNDS
from grader.reader.folder import read_folder
from grader.reader.room import Notes
from grader.submission import NoSubmission, intake, read_submission

RIGHT = b"def f(x):\n    return x\n"
MAX_MEMORY = 300 << 20


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 512)


def header(name: str, size: int = 0, kind: bytes = b"0", **fields: bytes) -> bytes:
    """A tar header; `fields` are bytes written over it."""
    info = tarfile.TarInfo(name)
    info.size, info.type = size, kind
    made = bytearray(info.tobuf(tarfile.GNU_FORMAT))
    places = {"raw_name": 0, "raw_size": 124, "raw_holes": 386}
    for field, value in fields.items():
        made[places[field] : places[field] + len(value)] = value
    made[148:156] = b" " * 8
    made[148:156] = b"%06o\0 " % sum(made)
    return bytes(made)


def member(name: str, data: bytes = b"abc", **fields: bytes) -> bytes:
    return header(name, len(data), **fields) + padded(data)


def pax(record: bytes) -> bytes:
    """A header whose record speaks for the member after it."""
    return header("pax", len(record), b"x") + padded(record)


def pax_of(key: str, value: str) -> bytes:
    text = f" {key}={value}\n"
    length = len(text)
    while len(f"{length}{text}") != length:
        length = len(f"{length}{text}")
    return pax(f"{length}{text}".encode())


def long_name(name: bytes) -> bytes:
    return header("././@LongLink", len(name), b"L") + padded(name)


FIRST = member("right.py", RIGHT)
END = bytes(1024)
MORE = FIRST + member("more.py") + END
BROKEN_TAR = "it is not a tar archive, or is damaged; what came before was read"
TOO_LARGE = "left out, it is larger than 8 MB"
NO_SENSE = "left out, its size makes no sense"
UNUSUAL = "left out, its name has unusual characters"

# what -> (the tar, all of its notes; `hw` stands for the archive's own name)
TARS: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "a terabyte announced": (
        FIRST + header("b.bin", 1 << 40) + bytes(512),
        (f"b.bin: {TOO_LARGE}", f"hw: {BROKEN_TAR}")),
    "a terabyte announced by PAX": (
        FIRST + pax_of("size", str(10**12)) + member("b.py") + END,
        (f"b.py: {TOO_LARGE}", f"hw: {BROKEN_TAR}")),
    "seven megabytes announced, three bytes there": (
        FIRST + header("b.py", 7 << 20) + b"abc", (f"hw: {BROKEN_TAR}",)),
    "a negative size": (
        FIRST + member("n.py", raw_size=b"\xff" * 11 + b"\0") + END,
        (f"n.py: {NO_SENSE}", f"hw: {BROKEN_TAR}")),
    "a negative size by PAX": (
        FIRST + pax_of("size", "-512") + member("n.py") + END,
        (f"n.py: {NO_SENSE}", f"hw: {BROKEN_TAR}")),
    "a size in words": (FIRST + pax_of("size", "many") + member("right.py") + END,
        ("right.py: left out, it is there twice; the first was read", f"hw: {BROKEN_TAR}")),
    "a path up by PAX": (
        FIRST + pax_of("path", "../../x.py") + member("ok.py") + END,
        ("'../../x.py': left out, its path leads out of the submission",)),
    "an absolute path by PAX": (
        FIRST + pax_of("path", "/etc/x.py") + member("ok.py") + END,
        ("'/etc/x.py': left out, its path does not start in the submission",)),
    "a link by PAX": (
        FIRST + pax_of("linkpath", "/etc/passwd") + header("l.py", kind=b"2") + END,
        ("l.py: left out, it is a link",)),
    "a name of five megabytes": (
        FIRST + long_name(b"n" * (5 << 20)) + member("x.py") + END,
        (f"'{'n' * 200}': left out, its name is too long",)),
    "a name of nothing but NULs": (
        FIRST + pax_of("path", "a" + "\0" * 900) + member("x.py") + END,
        ("'a" + r"\x00" * 74 + "\\x…" + f": {UNUSUAL}",)),
    "twenty thousand headers for one member": (
        FIRST + long_name(b"n") * 20_000 + member("x.py") + END, (f"hw: {BROKEN_TAR}",)),
    "a file with holes": (
        FIRST + header("h.py", kind=b"S", raw_holes=b"%011o\0%011o\0" % (0, 0)) + END,
        ("h.py: left out, it is a file with holes",)),
    "a name in Latin-1": (
        FIRST + member("xbung.py", raw_name=b"\xdc") + END, (f"'\\udcdcbung.py': {UNUSUAL}",)),
    "cut in a header": (FIRST + header("x.py")[:100], (f"hw: {BROKEN_TAR}",)),
    "no end": (FIRST, ()),
    "garbage after the end": (FIRST + END + b"garbage" * 999, ()),
    "garbage for a member": (FIRST + b"garbage" * 999, (f"hw: {BROKEN_TAR}",)),
}  # fmt: skip

GZIPS: dict[str, tuple[bytes, set[str], tuple[str, ...]]] = {
    "cut short": (gzip.compress(MORE, mtime=0)[:-40], {"right.py"}, (f"hw: {BROKEN_TAR}",)),
    "garbage after it": (gzip.compress(MORE) + b"garbage" * 99, {"right.py", "more.py"}, ()),
    "in two pieces": (
        gzip.compress(MORE[:1000]) + gzip.compress(MORE[1000:]), {"right.py", "more.py"}, ()),
    "a wrong checksum": (
        gzip.compress(MORE)[:-8] + bytes(8), {"right.py", "more.py"}, ()),
}  # fmt: skip


def seen(path: Path) -> tuple[set[str], tuple[str, ...]]:
    """The names of what was read, and the notes with `hw` for the archive's name."""
    tracemalloc.start()
    try:
        found = read_submission(path)
        assert tracemalloc.get_traced_memory()[1] < MAX_MEMORY
    finally:
        tracemalloc.stop()
    return set(found.files), tuple(note.replace(f"{path.name}: ", "hw: ") for note in found.notes)


@pytest.mark.parametrize("ending", ["tar", "tgz"])
@pytest.mark.parametrize("what", TARS)
def test_tar(what: str, ending: str, tmp_path: Path) -> None:
    data, notes = TARS[what]
    path = tmp_path / f"hw.{ending}"
    path.write_bytes(data if ending == "tar" else gzip.compress(data, 1))
    assert seen(path) == ({"right.py"}, notes)


@pytest.mark.parametrize("what", GZIPS)
def test_gzip(what: str, tmp_path: Path) -> None:
    data, names, notes = GZIPS[what]
    path = tmp_path / "hw.tgz"
    path.write_bytes(data)
    assert seen(path) == (names, notes)


def test_a_header_that_takes_more_memory_than_there_is(tmp_path: Path) -> None:
    """A name of 250 megabytes, which tarfile reads in one piece and then in another."""
    path = tmp_path / "hw.tgz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(FIRST + header("././@LongLink", 250 << 20, b"L"))
        for _ in range(250):
            file.write(b"n" * (1 << 20))
        file.write(member("x.py") + END)
    with pytest.raises(NoSubmission) as error:
        seen(path)
    assert str(error.value) == f"{path}: it could not be read within 512 MB of memory"


# zip


TWO = zipped({"right.py": RIGHT, "lie.py": b"x" * 100})
BOMB = zipped({"right.py": RIGHT, "b000.py": bytes(1_000_000)})
SHARED = "left out, it shares its bytes with another file"


def many_members() -> bytes:
    return zipped({**{f"p{n:05}.png": b"" for n in range(65_534)}, "right.py": RIGHT})


ZIPS: dict[str, tuple[bytes | Callable[[], bytes], set[str], tuple[str, ...]]] = {
    "exabytes announced by zip64": (
        relisted(TWO, lambda two: [two[0], in_zip64(two[1], 20, 1 << 62, 50)]),
        {"right.py"}, ("lie.py: left out, it unpacks to 92233720368547760 times its size",)),
    "an offset beyond the end by zip64": (
        relisted(TWO, lambda two: [two[0], in_zip64(two[1], 42, 1 << 62)]),
        {"right.py"}, ("lie.py: left out, it is damaged",)),
    "forty members that share their bytes": (
        relisted(BOMB, lambda two: [two[0], *(
            two[1].replace(b"b000", b"b%03d" % number) for number in range(40))]),
        {"right.py"}, tuple(f"b{number:03}.py: {SHARED}" for number in range(40))),
    "a member in the middle of another": (
        relisted(BOMB, lambda two: [
            two[0], two[1],
            two[1].replace(b"b000", b"b001")[:42] + struct.pack("<I", len(RIGHT) + 120)
            + two[1][46:].replace(b"b000", b"b001")]),
        {"right.py"}, (f"b000.py: {SHARED}", f"b001.py: {SHARED}")),
    "a member that is not there": (
        relisted(TWO, lambda two: [*two, two[0].replace(b"right", b"wrong")]),
        {"lie.py"}, (f"right.py: {SHARED}", f"wrong.py: {SHARED}")),
    "a program before it": (b"#!/bin/sh\n" * 99 + TWO, {"right.py", "lie.py"}, ()),
    "a long comment": (
        TWO[:-2] + struct.pack("<H", 65535) + b"c" * 65535, {"right.py", "lie.py"}, ()),
    "65,535 members, the homework last": (
        many_members,
        {"right.py", *(f"p{n:05}.png" for n in range(499))},
        ("only 500 files are read, source first and pictures last: 65,035 left out",)),
}  # fmt: skip


@pytest.mark.parametrize("what", ZIPS)
def test_zip(what: str, tmp_path: Path) -> None:
    data, names, notes = ZIPS[what]
    path = tmp_path / "hw.zip"
    path.write_bytes(data if isinstance(data, bytes) else data())
    assert seen(path) == (names, notes)


@pytest.mark.parametrize("cut", [1, 30, 100, 200])
def test_a_zip_that_is_cut(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "hw.zip"
    path.write_bytes(TWO[:-cut])
    with pytest.raises(NoSubmission) as error:
        read_submission(path)
    assert str(error.value) == f"{path}: it is not a zip archive, or is damaged"


# What nothing reads costs nobody their homework


def pictures(count: int) -> Iterator[str]:
    return (f"a{number:05}.png" for number in range(count))


PICTURES_LAST = "only 500 files are read, source first and pictures last: {} left out"


def test_six_hundred_pictures_beside_the_homework(tmp_path: Path) -> None:
    folder = tmp_path / "hw"
    folder.mkdir()
    for name in pictures(600):
        (folder / name).touch()
    for name in ("solution.py", "z.ipynb", "answers.md", "curve.csv", "z.xyz"):
        (folder / name).write_text("x")
    with tarfile.open(tmp_path / "hw.tar", "w") as tar:
        for file in sorted(folder.iterdir()):  # the pictures first
            tar.add(file, file.name)
    with zipfile.ZipFile(tmp_path / "hw.zip", "w") as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, file.name)
    for name in ("hw", "hw.tar", "hw.zip"):
        found = read_submission(tmp_path / name)
        ours = {name for name in found.files if not name.endswith(".png")}
        assert ours == {"solution.py", "z.ipynb", "answers.md", "curve.csv", "z.xyz"}, name
        assert len(found.files) == BOUNDS.files, "and as many pictures as there is room for"
        assert found.notes == (PICTURES_LAST.format(105),), name


def test_sixty_megabytes_of_pictures_before_the_homework(tmp_path: Path) -> None:
    names = [f"a{number}.png" for number in range(10)]
    path = tmp_path / "hw.tar"
    path.write_bytes(b"".join(member(name, bytes(6 << 20)) for name in names) + MORE)
    assert seen(path) == (
        {"right.py", "more.py", *names[:7]},
        tuple(f"{name}: left out, the submission is too large already" for name in names[7:]),
    )


def test_what_is_said_of_the_homework_is_said_first(tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"a{number:02}.png").symlink_to("/etc/passwd")
    (tmp_path / "solution.py").write_bytes(b"#" * ((8 << 20) + 1))
    notes = read_submission(tmp_path).notes
    assert (notes[0], notes[-1]) == (
        f"solution.py: {TOO_LARGE}",
        "11 more files or folders were left out",
    )


def test_a_folder_of_junk_does_not_hide_what_lies_above_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Breadth first: the files of a folder come before its folders, whatever these are called."""
    (tmp_path / "aaa" / "aaa").mkdir(parents=True)
    for number in range(60):
        (tmp_path / "aaa" / "aaa" / f"{number}.py").touch()
    (tmp_path / "zzz").mkdir()
    (tmp_path / "zzz" / "helper.py").touch()
    (tmp_path / "solution.py").touch()
    monkeypatch.setattr(intake, "BOUNDS", replace(BOUNDS, entries=40))
    found = read_submission(tmp_path)
    assert {"solution.py", "zzz/helper.py"} <= set(found.files)
    assert found.notes == ("more than 40 files and folders: the rest was not read",)
    monkeypatch.setattr(intake, "BOUNDS", replace(BOUNDS, files=2))
    found = read_submission(tmp_path)
    assert set(found.files) == {"solution.py", "zzz/helper.py"}


# Folders


def test_a_folder_that_is_a_link_is_read(tmp_path: Path) -> None:
    """Whoever grades named it: `latest` may lead to the submission. What is in it may not."""
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.py").write_bytes(RIGHT)
    (tmp_path / "latest").symlink_to("real")
    found = read_submission(tmp_path / "latest")
    assert (found.name, dict(found.files)) == ("real", {"a.py": RIGHT})


def changed_after_the_walk(monkeypatch: pytest.MonkeyPatch, change: Callable[[], object]) -> None:
    """Have the folder change between the moment when it is listed and when it is read."""
    honest = reader_folder._Walk.files

    def files(walk: reader_folder._Walk) -> Iterator[str]:
        yield from honest(walk)
        reads = os.geteuid()
        os.seteuid(os.getuid())
        try:
            change()
        finally:
            os.seteuid(reads)

    monkeypatch.setattr(reader_folder._Walk, "files", files)


def replaced(file: Path, make: Callable[[Path], None]) -> None:
    file.unlink()
    make(file)


CHANGES: dict[str, tuple[Callable[[Path], object], dict[str, bytes], tuple[str, ...]]] = {
    "a file is gone": (
        lambda folder: (folder / "d" / "a.py").unlink(), {"right.py": RIGHT},
        ("d/a.py: could not be opened (No such file or directory)",)),
    "a file became a link": (
        lambda folder: replaced(folder / "d" / "a.py", lambda file: file.symlink_to("/etc/passwd")),
        {"right.py": RIGHT},
        ("d/a.py: could not be opened (Too many levels of symbolic links)",)),
    "a file became a pipe": (
        lambda folder: replaced(folder / "d" / "a.py", os.mkfifo),
        {"right.py": RIGHT}, ("d/a.py: left out, it is not a regular file",)),
    "a folder became a link": (
        lambda folder: (folder / "d").symlink_to((folder / "d").rename(folder.parent / "gone")),
        {"right.py": RIGHT}, ("d/a.py: could not be opened (Not a directory)",)),
    "a file has grown": (
        lambda folder: (folder / "d" / "a.py").write_bytes(b"#" * ((8 << 20) + 1)),
        {"right.py": RIGHT}, (f"d/a.py: {TOO_LARGE}",)),
    "a file may not be read": (
        lambda folder: (folder / "d" / "a.py").chmod(0),
        {"right.py": RIGHT}, ("d/a.py: could not be opened (Permission denied)",)),
    "a folder may not be read": (
        lambda folder: (folder / "d").chmod(0),
        {"right.py": RIGHT}, ("d/a.py: could not be opened (Permission denied)",)),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGES)
def test_a_folder_that_changes_while_it_is_read(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change, files, notes = CHANGES[what]
    folder = tmp_path / "hw"
    (folder / "d").mkdir(parents=True)
    (folder / "right.py").write_bytes(RIGHT)
    (folder / "d" / "a.py").write_bytes(b"1")
    changed_after_the_walk(monkeypatch, lambda: change(folder))
    assert read_here(folder) == (files, notes)


def test_a_folder_that_may_not_be_listed(tmp_path: Path) -> None:
    folder = tmp_path / "hw"
    (folder / "d").mkdir(parents=True)
    (folder / "right.py").write_bytes(RIGHT)
    (folder / "d").chmod(0)
    assert read_here(folder) == (
        {"right.py": RIGHT},
        ("d/: could not be opened (Permission denied)",),
    )


def read_here(folder: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Read in this process, which may be changed, as a user whom permissions hold."""
    root = os.open(folder, os.O_RDONLY)
    notes = Notes(BOUNDS.notes)
    mine = os.geteuid()
    try:
        if mine == 0:
            folder.chmod(0o755)
            os.seteuid(65534)
        try:
            files = read_folder(root, BOUNDS, notes)
        finally:
            os.seteuid(mine)
    finally:
        os.close(root)
    return files, tuple(notes.all())
