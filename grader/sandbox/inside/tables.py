"""Data files that a part asks for, cut into rows of cells. What the cells mean is for the forms.

Whatever the bytes are, reading them takes time in proportion to the bounds below.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from typing import Any

# A run of a thousand epochs with ten columns has some 100 kB; these stop what is no curve.
MAX_BYTES = 1 << 20
MAX_ROWS = 2_000
MAX_COLUMNS = 30
MAX_CELL = 100
MAX_CELLS = 100_000  # of all tables together: they travel in one reply with everything else
MAX_OTHERS = 100

SEPARATORS = "\t;,|"
DATA_ENDINGS = (".csv", ".tsv", ".txt", ".dat", ".xlsx", ".xls", ".ods", ".json", ".npy", ".npz")
_EXCEL_SEPARATOR = re.compile(r'^"?sep=(.)"?$')
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1f]")

Entry = dict[str, Any]


class _Unreadable(Exception):
    """What is wrong with the file, and in which line, counted from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


def read_tables(files: dict[str, bytes], wanted: Iterable[str]) -> list[Entry]:
    """[{file, rows: [[line, cells], …], separator, fault, line}] of the files so named.

    Those in fewer folders come first. `fault` says what is wrong, at that `line`.
    """
    names = {name.casefold() for name in wanted}
    found = [path for path in files if _name(path) in names]
    found.sort(key=lambda path: (path.count("/"), path))
    tables = []
    left = MAX_CELLS
    for path in found:
        entry = read_table(path, files[path])
        cells = sum(len(row) for _, row in entry["rows"])
        if cells > left:
            message = f"your data files have more than {MAX_CELLS} cells together"
            entry = faulty(path, 1, message)
        else:
            left -= cells
        tables.append(entry)
    return tables


def other_data(files: dict[str, bytes], wanted: Iterable[str]) -> list[str]:
    """Files that hold data by their ending, under names that are not asked for."""
    names = {name.casefold() for name in wanted}
    found = [
        path
        for path in sorted(files)
        if names and _name(path).endswith(DATA_ENDINGS) and _name(path) not in names
    ]
    return found[:MAX_OTHERS]


def read_table(path: str, data: bytes) -> Entry:
    """One file; rows without any text in them are left out."""
    try:
        text = _text(data)
        separator, lines = _separated(text)
        rows = list(_rows(separator, lines))
    except _Unreadable as why:
        return faulty(path, why.line, why.message)
    return {"file": path, "rows": rows, "separator": separator, "fault": "", "line": 1}


def faulty(path: str, line: int, message: str) -> Entry:
    """What stands for a file that cannot be read."""
    return {"file": path, "rows": [], "separator": "", "fault": message, "line": line}


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1].casefold()


def _text(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        raise _Unreadable(1, f"it is larger than {MAX_BYTES >> 20} MB; keep one row for each point")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):  # as some programs save "Unicode"
        text = data.decode("utf-16", "replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")  # an older spreadsheet; numbers are the same
    binary = _BINARY.search(text)
    if binary:
        line = text.count("\n", 0, binary.start()) + 1
        raise _Unreadable(line, "it is not text; save the table as CSV (in a spreadsheet: Save As)")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _separated(text: str) -> tuple[str, list[str]]:
    """The separator, " " for spaces, and the lines; one that only names it is made empty."""
    lines = text.split("\n")
    named = _EXCEL_SEPARATOR.match(lines[0].strip())
    if named and named[1] in SEPARATORS:
        return named[1], ["", *lines[1:]]
    told = [line for line in lines if line.strip()]
    first = next((line for line in told if not line.lstrip().startswith("#")), "".join(told[:1]))
    bare = re.sub(r'"[^"]*"', "", first)
    return next((mark for mark in SEPARATORS if mark in bare), " "), lines


def _rows(separator: str, lines: list[str]) -> Iterator[list[Any]]:
    split = _spaced_rows(lines) if separator == " " else _separated_rows(separator, lines)
    count = 0
    for line, cells in split:
        cells = [cell.strip() for cell in cells]
        if not any(cells):
            continue
        count += 1
        if count > MAX_ROWS:
            raise _Unreadable(line, f"it has more than {MAX_ROWS} rows")
        if len(cells) > MAX_COLUMNS:
            raise _Unreadable(line, f"it has more than {MAX_COLUMNS} columns")
        yield [line, [cell[:MAX_CELL] for cell in cells]]


def _spaced_rows(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(lines, start=1):
        yield number, line.split()


def _separated_rows(separator: str, lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(
        io.StringIO("\n".join(lines), newline=""),
        delimiter=separator,
        skipinitialspace=True,
        strict=True,
    )
    line = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            quote = 'a quote " is not closed, or stands inside a cell; write numbers without quotes'
            message = "a cell is too long" if "larger than" in str(error) else quote
            raise _Unreadable(line, message) from error
        yield line, cells
        line = reader.line_num + 1
