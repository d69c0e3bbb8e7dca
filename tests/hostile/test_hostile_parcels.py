"""An archive with a whole class in it: what one student packed costs nobody else anything."""

from __future__ import annotations

import os
from pathlib import Path

from hostile_zips import relisted, zipped

from grader.reader.bounds import BOUNDS
from grader.reader.parcels import read_parcel
from grader.reader.room import Notes

RIGHT = b"def double(x):\n    return 2 * x\n"
SHARED = "left out, it shares its bytes with another file"


def read(file: Path, *wanted: str) -> tuple[dict[str, bytes], list[str]]:
    notes = Notes(BOUNDS.notes)
    descriptor = os.open(file, os.O_RDONLY)
    try:
        return read_parcel(descriptor, set(wanted), BOUNDS, notes), notes.all()
    finally:
        os.close(descriptor)


def test_a_member_that_shares_its_bytes_is_left_out(tmp_path: Path) -> None:
    """One bomb, listed under many names, would be unpacked as often."""
    honest = zipped({"ada/hw.py": RIGHT, "eve/b000.py": bytes(1_000_000)})
    file = tmp_path / "class.zip"
    file.write_bytes(
        relisted(
            honest,
            lambda two: [two[0], *(two[1].replace(b"b000", b"b%03d" % n) for n in range(3))],
        )
    )
    assert read(file, "ada") == ({"ada/hw.py": RIGHT}, [])
    files, notes = read(file, "eve")
    assert files == {}
    assert notes == [f"eve/b{number:03}.py: {SHARED}" for number in range(3)]


def test_what_a_student_packed_is_unpacked_for_them_alone(tmp_path: Path) -> None:
    file = tmp_path / "class.zip"
    packed = zipped({"hw.py": RIGHT})
    file.write_bytes(zipped({"ada/work.zip": packed, "bob/work.zip": b"PK no archive"}))
    assert read(file, "ada") == ({"ada/work.zip/hw.py": RIGHT}, [])
    assert read(file, "bob") == (
        {},
        ["bob/work.zip: it is not a zip archive, or is damaged"],
    )
