"""The two files that make a folder a kit: what is asked as JSON, public cases as arrays of bytes.

Both are plain data. The cases stand in an `.npz` archive, a frame of `grader.values` for each
check, which is decoded under the same bounds as what a student's process sends.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from grader.course.finding import KIT
from grader.errors import CallerError
from grader.values import Value, WireError, decode, encode

FORMAT = 1
CASES = "grader-kit.npz"


class BadKit(CallerError):
    """The folder's kit cannot be used; the message says what to do."""


def to_files(asked: Mapping[str, Any], values: Mapping[str, Value]) -> dict[str, bytes]:
    """The files of a kit, by their names."""
    frames = {name: np.frombuffer(encode(value), np.uint8) for name, value in values.items()}
    packed = io.BytesIO()
    np.savez_compressed(packed, allow_pickle=False, **frames)
    text = json.dumps({"format": FORMAT, **asked}, ensure_ascii=False, indent=1)
    return {KIT: f"{text}\n".encode(), CASES: packed.getvalue()}


def from_folder(root: Path) -> tuple[dict[str, Any], dict[str, Value]]:
    """What `to_files` was given. Raises BadKit."""
    try:
        asked = json.loads((root / KIT).read_bytes())
        with np.load(io.BytesIO((root / CASES).read_bytes()), allow_pickle=False) as packed:
            values = {name: decode(packed[name].tobytes()) for name in packed.files}
    except (OSError, ValueError, zipfile.BadZipFile, WireError) as error:
        raise BadKit(f"{root}: the kit is damaged ({error}); unpack it again") from error
    if not isinstance(asked, dict) or asked.get("format") != FORMAT:
        raise BadKit(f"{root / KIT} was made for another version of grader; ask for a new kit")
    return asked, values
