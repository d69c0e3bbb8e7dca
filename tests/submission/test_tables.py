"""Data files as rows of cells: every layout, every bound, and replies that are none."""

from __future__ import annotations

from typing import Any

import pytest

from grader.sandbox.inside.definitions import scan
from grader.sandbox.inside.tables import (
    MAX_BYTES,
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_ROWS,
    other_data,
    read_table,
    read_tables,
)
from grader.submission.contents import Garbled, contents_from_scan
from grader.submission.tables import Row, Table, data_from_wire

ROWS = [[1, ["epoch", "loss"]], [2, ["1", "0.5"]]]
LAYOUTS = {
    "commas": (b"epoch,loss\n1,0.5\n", ","),
    "a byte order mark": (b"\xef\xbb\xbfepoch,loss\n1,0.5\n", ","),
    "UTF-16": ("epoch,loss\n1,0.5\n".encode("utf-16"), ","),
    "Windows": (b"epoch;loss\r\n1;0.5\r\n", ";"),
    "old Mac": (b"epoch;loss\r1;0.5", ";"),
    "tabs": (b"epoch\tloss\n1\t0.5\n", "\t"),
    "bars": (b"epoch|loss\n1|0.5\n", "|"),
    "spaces": (b"epoch   loss\n    1   0.5\n", " "),
    "spaces around": (b"epoch , loss\n1 , 0.5\n", ","),
    "quotes": (b'"epoch","loss"\n"1", "0.5"\n', ","),
    "empty lines": (b"epoch,loss\n1,0.5\n\n,\n\n", ","),
}


@pytest.mark.parametrize(("data", "separator"), LAYOUTS.values(), ids=LAYOUTS)
def test_layouts(data: bytes, separator: str) -> None:
    entry = read_table("a.csv", data)
    assert (entry["rows"], entry["separator"], entry["fault"]) == (ROWS, separator, "")


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    entry = read_table("a.csv", b'sep=;\n\nepoch;loss\n"1\n";2\n3;4\n')
    assert entry["rows"] == [[3, ["epoch", "loss"]], [4, ["1", "2"]], [6, ["3", "4"]]]


def test_an_older_encoding_is_read() -> None:
    entry = read_table("a.csv", "époque;perte\n1;0.5\n".encode("cp1252"))
    assert entry["rows"][0] == [1, ["époque", "perte"]]


NOT_TEXT = "it is not text; save the table as CSV (in a spreadsheet: Save As)"
QUOTE = 'a quote " is not closed, or stands inside a cell; write numbers without quotes'
LARGE = "it is larger than 1 MB; keep one row for each point"
UNREADABLE = {
    "a spreadsheet": (b"PK\x03\x04\x14\x00", 1, NOT_TEXT),
    "a zero byte": (b"epoch,loss\n1,\x000.5\n", 2, NOT_TEXT),
    "a control sequence": (b"epoch,\x1b[31mloss\n", 1, NOT_TEXT),
    "an open quote": (b'epoch,loss\n1,"0.5\n2,0.6\n', 2, QUOTE),
    "a quote inside": (b'epoch,loss\n1,0.5\n2,"0"6\n', 3, QUOTE),
    "an endless cell": (b"epoch," + b"x" * 200_000, 1, "a cell is too long"),
    "too large": (b"1,2\n" * (MAX_BYTES // 4 + 1), 1, LARGE),
    "too many rows": (b"1,2\n" * (MAX_ROWS + 1), MAX_ROWS + 1, "it has more than 2000 rows"),
    "too many columns": (b"a,b\n" + b"1," * MAX_COLUMNS + b"1\n", 2, "it has more than 30 columns"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "line", "fault"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read(data: bytes, line: int, fault: str) -> None:
    entry = read_table("a.csv", data)
    assert (entry["fault"], entry["line"], entry["rows"]) == (fault, line, [])


def test_only_files_that_are_asked_for_are_read() -> None:
    files = {"b/loss.csv": b"1", "LOSS.csv": b"2", "other.csv": b"3", "notes.md": b"4"}
    found = read_tables(files, ["loss.csv"])
    assert [entry["file"] for entry in found] == ["LOSS.csv", "b/loss.csv"]
    assert other_data(files, ["loss.csv"]) == ["other.csv"]
    assert (read_tables(files, []), other_data(files, [])) == ([], [])


def test_many_files_do_not_fill_the_reply() -> None:
    many = b"1,2,3,4,5,6,7,8,9,10\n" * MAX_ROWS
    found = read_tables({f"{n}/loss.csv": many for n in range(10)}, ["loss.csv"])
    faults = [entry["fault"] for entry in found]
    assert faults[:5] == [""] * 5
    assert faults[5:] == [f"your data files have more than {MAX_CELLS} cells together"] * 5


def test_a_scan_tells_of_them() -> None:
    contents = contents_from_scan(scan({"a.csv": b"x,y\n", "b.csv": b""}, ["a.csv"]))
    assert contents.data.tables == (Table("a.csv", (Row(1, ("x", "y")),), ","),)
    assert contents.data.others == ("b.csv",)


SOUND = {"file": "a.csv", "rows": [[1, ["x"]]], "separator": ",", "fault": "", "line": 1}


@pytest.mark.parametrize(
    "change",
    [{"file": 3}, {"rows": 3}, {"rows": [1]}, {"rows": [[1, [2]]]}, {"line": "x"}, {"fault": None}],
)
def test_a_reply_that_is_none_is_garbled(change: dict[str, Any]) -> None:
    data_from_wire({"tables": [SOUND], "others": []})
    data = {"tables": [{**SOUND, **change}], "others": []}
    with pytest.raises(Garbled):
        contents_from_scan({"sources": [], "answers": [], "data": data})
