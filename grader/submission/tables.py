"""The data files of a submission, as the sandbox cut them into cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """Rows of cells; or a `fault` in a `line`, and no rows."""

    file: str
    rows: tuple[Row, ...] = ()
    separator: str = ","
    fault: str = ""
    line: int = 1

    @property
    def name(self) -> str:
        """Without folders and case."""
        return self.file.rpartition("/")[2].casefold()


@dataclass(frozen=True)
class DataFiles:
    """The tables under names that a part asks for, and the names of other files of data."""

    tables: tuple[Table, ...] = ()
    others: tuple[str, ...] = ()


NO_DATA = DataFiles()


def data_from_wire(entry: Mapping[str, Any]) -> DataFiles:
    """Raises KeyError, TypeError, ValueError or AttributeError where the entry is none."""
    return DataFiles(
        tuple(table_from_wire(table) for table in entry["tables"]),
        tuple(map(_text, entry["others"])),
    )


def table_from_wire(entry: Mapping[str, Any]) -> Table:
    """Raises KeyError, TypeError, ValueError or AttributeError where the entry is none."""
    rows = tuple(Row(int(line), tuple(map(_text, cells))) for line, cells in entry["rows"])
    return Table(
        _text(entry["file"]), rows, _text(entry["separator"]), _text(entry["fault"]),
        int(entry["line"]),
    )  # fmt: skip


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("text was expected")
    return value[:1000]
