"""Zip archives that lie about their members."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable


def zipped(names: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in names.items():
            archive.writestr(name, data)
    return packed.getvalue()


def relisted(data: bytes, change: Callable[[list[bytes]], list[bytes]]) -> bytes:
    """The zip with other records in its list of members."""
    start, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    records = [b"PK\x01\x02" + one for one in data[start:end].split(b"PK\x01\x02")[1:]]
    changed = change(records)
    listing = b"".join(changed)
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, *[len(changed)] * 2, len(listing), start, 0)
    return data[:start] + listing + tail


def in_zip64(record: bytes, field: int, *values: int) -> bytes:
    """The record with the fields from `field` on said to stand in an extra field, as `values`."""
    extra = struct.pack(f"<HH{len(values)}Q", 1, 8 * len(values), *values)
    made = bytearray(record)
    made[field : field + 4 * len(values)] = b"\xff" * 4 * len(values)
    made[30:32] = struct.pack("<H", len(extra))
    return bytes(made) + extra
