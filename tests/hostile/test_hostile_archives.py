"""Archives: read like the folder that was packed, and no bomb, link or odd path gets through."""

from __future__ import annotations

import gzip
import io
import os
import random
import stat
import struct
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from grader.reader.archive import read_archive
from grader.reader.bounds import BOUNDS
from grader.reader.members import MAX_ARCHIVE_BYTES, MAX_UNPACKED_BYTES
from grader.reader.room import Notes, Nothing
from grader.submission import NoSubmission, Submission, intake, read_submission

RIGHT = b"def f(x):\n    return x\n"
Zip = zipfile.ZipFile
Tar = tarfile.TarFile


def zipped(path: Path, fill: Callable[[Zip], object]) -> Path:
    with Zip(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("right.py", RIGHT)
        fill(archive)
    return path


def tarred(path: Path, fill: Callable[[Tar], object]) -> Path:
    # Not packed hard: the bombs below are large, and this is not what is measured.
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        add(archive, "right.py", RIGHT)
        fill(archive)
    data = packed.getvalue()
    path.write_bytes(data if path.suffix == ".tar" else gzip.compress(data, compresslevel=1))
    return path


def add(archive: Tar, name: str, data: bytes = b"", **fields: object) -> None:
    info = tarfile.TarInfo(name)
    info.size = len(data)
    for field, value in fields.items():
        setattr(info, field, value)
    archive.addfile(info, io.BytesIO(data))


def entry(name: str, *, mode: int = 0, flags: int = 0, method: int = 8) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    info.flag_bits = flags
    info.compress_type = method
    return info


def many(archive: Tar, names: Iterable[str], data: bytes = b"") -> None:
    for name in names:
        add(archive, name, data)


def left_out(name: str, why: str) -> str:
    return f"{name}: left out, {why}"


OUTSIDE = "its path does not start in the submission"
UP = "its path leads out of the submission"
UNUSUAL = "its name has unusual characters"
IRREGULAR = "it is not a regular file"

# what -> (how to pack it, the one note that it must get)
ZIPS: dict[str, tuple[Callable[[Zip], object], str]] = {
    "an absolute path": (lambda z: z.writestr("/etc/x.py", b""), left_out("'/etc/x.py'", OUTSIDE)),
    "a drive": (lambda z: z.writestr("C:\\x.py", b""), left_out("'C:/x.py'", OUTSIDE)),
    "a path up": (lambda z: z.writestr("a/../../x.py", b""), left_out("'a/../../x.py'", UP)),
    "a path up, by backslashes": (
        lambda z: z.writestr("..\\..\\x.py", b""), left_out("'../../x.py'", UP)),
    "a link": (
        lambda z: z.writestr(entry("l.py", mode=stat.S_IFLNK | 0o777), b"/etc/passwd"),
        left_out("l.py", "it is a link")),
    "a device": (
        lambda z: z.writestr(entry("d.py", mode=stat.S_IFCHR | 0o666), b""),
        left_out("d.py", IRREGULAR)),
    "a pipe": (
        lambda z: z.writestr(entry("p.py", mode=stat.S_IFIFO | 0o666), b""),
        left_out("p.py", IRREGULAR)),
    "an unusual compression": (
        lambda z: z.writestr(entry("b.py", method=zipfile.ZIP_BZIP2), b"x"),
        left_out("b.py", "it is compressed in an unusual way")),
    "an archive in an archive": (
        lambda z: z.writestr("inner.zip", b"PK"), left_out("inner.zip", "it is an archive itself")),
    "a file below a file": (
        lambda z: z.writestr("right.py/x.py", b""),
        left_out("right.py/x.py", "a file and a folder have the same name")),
    "a name that acts": (
        lambda z: z.writestr("\x1b[31m.py", b""), left_out("'\\x1b[31m.py'", UNUSUAL)),
    "a name from right to left": (
        lambda z: z.writestr("a\u202eb.py", b""), left_out("'a\\u202eb.py'", UNUSUAL)),
    "a name of a thousand letters": (
        lambda z: z.writestr("x" * 1000, b""),
        left_out("'" + "x" * 200 + "'", "its name is too long")),
    "twenty folders deep": (
        lambda z: z.writestr("d/" * 20 + "x.py", b""),
        left_out("d/" * 20 + "x.py", "it lies deeper than 8 folders")),
    "a bomb": (
        lambda z: z.writestr("bomb.py", bytes(7 << 20)),
        left_out("bomb.py", "it unpacks to 1028 times its size")),
    "a larger bomb": (
        lambda z: z.writestr("bomb.py", bytes(BOUNDS.file_bytes + 1)),
        left_out("bomb.py", "it unpacks to 1028 times its size")),
    "too large, honestly": (
        lambda z: z.writestr(entry("big.py", method=0), bytes(BOUNDS.file_bytes + 1)),
        left_out("big.py", "it is larger than 8 MB")),
}  # fmt: skip

TARS: dict[str, tuple[Callable[[Tar], object], str]] = {
    "an absolute path": (lambda t: add(t, "/etc/x.py"), left_out("'/etc/x.py'", OUTSIDE)),
    "a path up": (lambda t: add(t, "../x.py"), left_out("'../x.py'", UP)),
    "a link": (
        lambda t: add(t, "l.py", type=tarfile.SYMTYPE, linkname="/etc/passwd"),
        left_out("l.py", "it is a link")),
    "a hard link": (
        lambda t: add(t, "h.py", type=tarfile.LNKTYPE, linkname="right.py"),
        left_out("h.py", "it is a link")),
    "a device": (lambda t: add(t, "d.py", type=tarfile.CHRTYPE), left_out("d.py", IRREGULAR)),
    "a block device": (lambda t: add(t, "d.py", type=tarfile.BLKTYPE), left_out("d.py", IRREGULAR)),
    "a pipe": (lambda t: add(t, "p.py", type=tarfile.FIFOTYPE), left_out("p.py", IRREGULAR)),
    "a file twice": (
        lambda t: add(t, "right.py", b"raise SystemExit"),
        left_out("right.py", "it is there twice; the first was read")),
    "a file twice, spelt otherwise": (
        lambda t: add(t, "./right.py", b"raise SystemExit"),
        left_out("right.py", "it is there twice; the first was read")),
    "an archive in an archive": (
        lambda t: add(t, "inner.tar.gz", b"x"),
        left_out("inner.tar.gz", "it is an archive itself")),
    "a name that acts": (lambda t: add(t, "\x1b[31m.py"), left_out("'\\x1b[31m.py'", UNUSUAL)),
    "too large": (
        lambda t: add(t, "big.py", bytes(BOUNDS.file_bytes + 1)),
        left_out("big.py", "it is larger than 8 MB")),
    "a file with holes": (
        lambda t: add(t, "holes.py", b"x" * 9, pax_headers={
            "GNU.sparse.major": "0", "GNU.sparse.minor": "1", "GNU.sparse.size": "10000000000",
            "GNU.sparse.map": "0,9"}),
        left_out("holes.py", "it is a file with holes")),
}  # fmt: skip


@pytest.mark.parametrize("what", ZIPS)
def test_zip(what: str, tmp_path: Path) -> None:
    fill, note = ZIPS[what]
    assert read_submission(zipped(tmp_path / "hw.zip", fill)) == Submission(
        "hw", {"right.py": RIGHT}, (note,)
    )


@pytest.mark.parametrize("ending", [".tar", ".tar.gz", ".tgz"])
@pytest.mark.parametrize("what", TARS)
def test_tar(what: str, ending: str, tmp_path: Path) -> None:
    fill, note = TARS[what]
    assert read_submission(tarred(tmp_path / f"hw{ending}", fill)) == Submission(
        "hw", {"right.py": RIGHT}, (note,)
    )


def test_zip_with_a_file_twice(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        path = zipped(tmp_path / "hw.zip", lambda z: z.writestr("right.py", b"raise SystemExit"))
    found = read_submission(path)
    assert found.files == {"right.py": RIGHT}
    assert found.notes == (left_out("right.py", "it is there twice; the first was read"),)


def test_an_encrypted_member(tmp_path: Path) -> None:
    path = zipped(tmp_path / "hw.zip", lambda z: z.writestr("secret.py", b"x"))
    data = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.rindex(signature) + offset] |= 1
    path.write_bytes(data)
    assert read_submission(path).notes == (left_out("secret.py", "it is encrypted"),)


def test_sizes_that_lie(tmp_path: Path) -> None:
    """Seven megabytes that are said to be ten bytes: the checksum of ten bytes is another."""
    path = zipped(tmp_path / "hw.zip", lambda z: z.writestr("lie.py", bytes(7 << 20)))
    data = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.rindex(signature) + offset
        data[at : at + 4] = struct.pack("<I", 10)
    path.write_bytes(data)
    found = read_submission(path)
    assert (set(found.files), found.notes) == ({"right.py"}, (left_out("lie.py", "it is damaged"),))


def processor_seconds() -> float:
    """Of this process and of those that it started and that ended."""
    return sum(os.times()[:4])


def measured(path: Path) -> tuple[Submission | str, float, int]:
    """What came of reading it, in how many seconds of a processor, with how many bytes at most."""
    tracemalloc.start()
    started = processor_seconds()
    try:
        found: Submission | str = read_submission(path)
    except NoSubmission as error:
        found = str(error)
    seconds, (_, peak) = processor_seconds() - started, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return found, seconds, peak


def test_a_gzip_of_nothing_but_zeros(tmp_path: Path) -> None:
    """To pass a member by, it must be unpacked: what comes out is what is limited."""
    path = tmp_path / "hw.tgz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        info = tarfile.TarInfo("bomb.bin")
        info.size = 256 << 20
        file.write(info.tobuf())
        for _ in range(64):
            file.write(bytes(4 << 20))
    assert path.stat().st_size < 2 << 20
    found, seconds, peak = measured(path)
    assert found == f"{path}: it unpacks to more than {MAX_UNPACKED_BYTES >> 20} MB"
    assert seconds < 10
    assert peak < 32 << 20


def test_many_bombs_are_one_total(tmp_path: Path) -> None:
    names = [f"n{number:02}.bin" for number in range(12)]
    noise = os.urandom(1 << 20) * 5  # so that no ratio gives them away

    def fill(archive: Zip) -> None:
        for name in names:
            archive.writestr(entry(name, method=0), noise)

    zipped(tmp_path / "hw.zip", fill)
    tarred(tmp_path / "hw.tgz", lambda t: many(t, names, bytes(5 << 20)))
    for ending in ("zip", "tgz"):
        found = read_submission(tmp_path / f"hw.{ending}")
        assert sorted(found.files) == [*names[:9], "right.py"], ending
        assert found.notes == tuple(
            left_out(name, "the submission is too large already") for name in names[9:]
        )


def test_an_archive_of_more_than_is_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "hw.zip"
    with path.open("wb") as file:
        file.truncate(MAX_ARCHIVE_BYTES + 1)
    assert measured(path)[0] == f"{path}: it is larger than 256 MB"


def test_a_zip_that_says_it_has_a_million_members(tmp_path: Path) -> None:
    """The list of members is refused before it is read, not after it filled the memory."""
    record = b"PK\x01\x02" + bytes(42)
    listing = record * 200_000
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFE, 0xFFFE, len(listing), 0, 0)
    path = tmp_path / "hw.zip"
    path.write_bytes(listing + end)
    found, seconds, peak = measured(path)
    assert found == f"{path}: its list of files is too long"
    assert seconds < 2
    assert peak < 4 << 20


def test_too_many_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert BOUNDS.entries == 50_000
    monkeypatch.setattr(intake, "BOUNDS", replace(BOUNDS, entries=1000))
    path = tarred(tmp_path / "hw.tgz", lambda t: many(t, (f"f{n:05}" for n in range(1005))))
    found = read_submission(path)
    assert len(found.files) == BOUNDS.files
    assert found.notes == (
        "only 500 files are read, source first and pictures last: 500 left out",
        "hw.tgz: more than 1,000 files and folders: the rest was not read; "
        "what came before was read",
    )


def test_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = zipped(tmp_path / "hw.zip", lambda z: z.writestr("../evil.py", b"x"))
    monkeypatch.chdir(tmp_path)
    read_submission(path)
    assert [file.name for file in tmp_path.rglob("*")] == ["hw.zip"]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["hw/a.py", "hw/b/c.py"], ["a.py", "b/c.py"]),
        (["hw\\a.py", "hw\\b\\c.py"], ["a.py", "b/c.py"]),
        (["hw/", "hw/a.py", "__MACOSX/hw/._a.py", "hw/.DS_Store"], ["a.py"]),
        (["hw/a.py", "hw/._a.py", "hw/Thumbs.db", "hw/__pycache__/a.pyc"], ["a.py"]),
        (["a.py", "hw/b.py"], ["a.py", "hw/b.py"]),
        (["a.py", "hw/.git/config", "hw/x.pyc"], ["a.py"]),
        (["./hw/./a.py"], ["a.py"]),
        (["Übung 1/a.py"], ["a.py"]),
        (["Übung.py"], ["Übung.py"]),
    ],
)
def test_names_as_systems_pack_them(names: list[str], expected: list[str], tmp_path: Path) -> None:
    with Zip(tmp_path / "hw.zip", "w") as archive:
        for name in names:
            archive.writestr(name, b"")
    with tarfile.open(tmp_path / "hw.tar.gz", "w:gz") as tar:
        for name in names:
            add(tar, name, type=tarfile.DIRTYPE if name.endswith("/") else tarfile.REGTYPE)
    for ending in ("zip", "tar.gz"):
        found = read_submission(tmp_path / f"hw.{ending}")
        assert (found.name, sorted(found.files), found.notes) == ("hw", expected, ()), ending


def test_a_name_in_utf8_that_does_not_say_so(tmp_path: Path) -> None:
    """As macOS packs it."""
    path = zipped(tmp_path / "hw.zip", lambda z: z.writestr("Übung.py", b""))
    data = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 7), (b"PK\x01\x02", 9)):
        data[data.rindex(signature) + offset] &= 0xF7
    path.write_bytes(data)
    assert sorted(read_submission(path).files) == ["right.py", "Übung.py"]


def test_an_archive_is_its_folder(tmp_path: Path) -> None:
    """The same files have the same digest, packed or not."""
    folder = tmp_path / "hw"
    (folder / "deep").mkdir(parents=True)
    (folder / "right.py").write_bytes(RIGHT)
    (folder / "deep" / "other.py").write_bytes(b"x = 1\n")
    with Zip(tmp_path / "hw.zip", "w") as archive, tarfile.open(tmp_path / "hw.tgz", "w:gz") as tar:
        for file in sorted(folder.rglob("*")):
            archive.write(file, file.relative_to(tmp_path))
        tar.add(folder, "hw")
    found = [read_submission(tmp_path / name) for name in ("hw", "hw.zip", "hw.tgz")]
    assert len({(one.name, one.digest, one.notes) for one in found}) == 1


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("hw.zip", b"", "it is not a zip archive, or is damaged"),
        ("hw.zip", b"not a zip", "it is not a zip archive, or is damaged"),
        ("hw.tgz", b"not gzip", "it is not a tar archive, or is damaged"),
        (
            "hw.tar.gz",
            gzip.compress(b"not a tar" * 99, mtime=0),
            "it is not a tar archive, or is damaged",
        ),
        ("hw.tar", b"not a tar" * 99, "it is not a tar archive, or is damaged"),
    ],
    ids=["empty", "text as zip", "text as tgz", "text in gzip", "text as tar"],
)
def test_what_is_no_archive(name: str, data: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(NoSubmission) as error:
        read_submission(tmp_path / name)
    assert str(error.value) == f"{tmp_path / name}: {message}"


@pytest.mark.parametrize("ending", ["zip", "tar", "tgz"])
def test_damage_is_said_and_never_a_crash(ending: str, tmp_path: Path) -> None:
    """Six hundred archives with a few bytes changed, cut or repeated."""
    whole = tmp_path / f"whole.{ending}"
    names = [f"d/{number}.py" for number in range(6)]
    if ending == "zip":
        zipped(whole, lambda z: list(map(z.writestr, names, [RIGHT * 9] * 6)))
    else:
        tarred(whole, lambda t: many(t, names, RIGHT * 9))
    data, path, dice = whole.read_bytes(), tmp_path / f"hw.{ending}", random.Random(7)
    outcomes = set()
    for _ in range(200):
        broken = bytearray(data)
        for _ in range(dice.randint(1, 6)):
            at = dice.randrange(len(broken))
            match dice.randrange(3):
                case 0:
                    broken[at] = dice.randrange(256)
                case 1:
                    del broken[at : at + dice.randrange(1, 40)]
                case 2:
                    broken[at:at] = broken[at : at + dice.randrange(1, 40)]
        path.write_bytes(broken)
        try:
            # Here and not in a process of its own, where a crash would be told like a refusal.
            with path.open("rb") as file:
                found = read_archive(file.fileno(), path.name, BOUNDS, Notes(BOUNDS.notes))
        except Nothing:
            outcomes.add("refused")
        else:
            assert all(not name.startswith("/") and ".." not in name for name in found)
            outcomes.add("read")
    assert outcomes == {"refused", "read"}
