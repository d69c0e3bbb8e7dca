"""A source file as top-level statements, with whatever does not parse taken out and named.

One bad line costs the function it stands in, not the file. A line is never dropped from inside
a function: what would remain is not what the student wrote.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from dataclasses import dataclass
from typing import Any

from grader.sandbox.inside.notebooks import (
    MAX_CODE_CHARS,
    NotANotebook,
    TooLong,
    check_length,
    read_cells,
)
from grader.values.endings import is_notebook

MAX_REPAIRS = 25
# In all attempts at one piece of source: it is parsed anew after each repair.
MAX_PARSED_CHARS = 4 * MAX_CODE_CHARS
# Nobody reads more; each is a note in the report.
MAX_FAULTS = 100

_DEFINITION = re.compile(r"(?:async\s+def|def|class)\s+(\w+)")
_TYPE_PARAMETERS = re.compile(r"\s*(?:async\s+def|def|class|type)\s+\w+\s*\[")
_BLAMED_LINE = re.compile(r"on line (\d+)")
# Lines at the margin that still belong to the statement above them.
_CONTINUES = re.compile(r"[)\]}]|(?:else|elif|except|finally)\b")


@dataclass(frozen=True)
class Statement:
    node: ast.stmt
    cell: int | None


@dataclass(frozen=True)
class Fault:
    """Source that could not be used: where, why, and which definitions went with it."""

    line: int
    cell: int | None
    message: str
    names: tuple[str, ...] = ()
    syntax: bool = False  # a syntax error at that line, not something about the whole file

    def to_wire(self) -> dict[str, Any]:
        return {
            "line": self.line,
            "cell": self.cell,
            "message": self.message,
            "names": list(self.names),
            "syntax": self.syntax,
        }


def read_statements(path: str, data: bytes) -> tuple[list[Statement], list[Fault]]:
    """All top-level statements of a `.py` or `.ipynb` file, in order, and the faults."""
    statements, faults = _statements(path, data)
    if len(faults) > MAX_FAULTS:
        message = f"it has {len(faults):,} faults; the first {MAX_FAULTS} are named"
        faults = [Fault(1, None, message), *faults[:MAX_FAULTS]]
    return statements, faults


def _statements(path: str, data: bytes) -> tuple[list[Statement], list[Fault]]:
    try:
        return _notebook(data) if is_notebook(path) else _python(data)
    except TooLong as error:
        return [], [Fault(1, None, str(error))]


def _python(data: bytes) -> tuple[list[Statement], list[Fault]]:
    notes: list[Fault] = []
    try:
        source = importlib.util.decode_source(data)
    except (LookupError, UnicodeError, SyntaxError):  # the first for a codec that is not of text
        if b"\0" in data:
            return [], [Fault(1, None, "it is not a text file")]
        try:
            source = data.decode("utf-8-sig")
            notes = [Fault(1, None, "it names an encoding that it is not in; it was read as UTF-8")]
        except UnicodeDecodeError:
            # Usually an accent in a comment, from an editor that does not write UTF-8.
            source = data.decode("latin-1")
            notes = [Fault(1, None, "it is not UTF-8 text; it was read as Latin-1")]
        source = source.replace("\r\n", "\n")
    check_length(len(source))
    statements, faults = _parse(source, None)
    return statements, [*notes, *faults]


def filename_for(path: str, cell: int | None) -> str:
    """The name a compiled statement carries, from which a traceback is mapped back."""
    return path if cell is None else f"{path}#{cell}"


def split_filename(filename: str) -> tuple[str, int | None]:
    path, separator, cell = filename.rpartition("#")
    return (path, int(cell)) if separator and cell.isdigit() else (filename, None)


def _notebook(data: bytes) -> tuple[list[Statement], list[Fault]]:
    statements: list[Statement] = []
    faults: list[Fault] = []
    try:
        cells = read_cells(data)
    except TooLong:
        raise
    except NotANotebook as error:
        return [], [Fault(1, None, f"the notebook cannot be read: {error}")]
    for cell in cells:
        found, bad = _parse(cell.source, cell.number)
        statements += found
        faults += bad
    return statements, faults


def _parse(source: str, cell: int | None) -> tuple[list[Statement], list[Fault]]:
    lines = source.split("\n")
    faults: list[Fault] = []
    for _ in range(min(MAX_REPAIRS, MAX_PARSED_CHARS // max(len(source), 1))):
        try:
            tree = ast.parse("\n".join(lines))
        except SyntaxError as error:
            fault, start, end = _blame(error, lines, cell)
            faults.append(fault)
            lines[start:end] = [""] * (end - start)
        except (ValueError, RecursionError, MemoryError) as error:
            return [], [*faults, Fault(1, cell, f"it cannot be parsed: {error or 'too much'}")]
        else:
            return [Statement(node, cell) for node in tree.body], faults
    return [], faults


def _blame(error: SyntaxError, lines: list[str], cell: int | None) -> tuple[Fault, int, int]:
    """The fault, and the range of lines (from 0, end excluded) of the statement it stands in."""
    message = error.msg or "invalid syntax"
    line = min(max(error.lineno or 1, 1), len(lines))
    blamed = _BLAMED_LINE.search(message)
    if blamed:  # "expected an indented block after … on line 3" is reported one statement late
        line = min(int(blamed[1]), len(lines))
    start = line - 1
    while start > 0 and not _starts_statement(lines[start]):
        start -= 1
    while start > 0 and lines[start - 1].startswith("@"):
        start -= 1
    end = line
    while end < len(lines) and not _starts_statement(lines[end]):
        end += 1
    if sys.version_info < (3, 12) and _TYPE_PARAMETERS.match(lines[line - 1]):
        here = ".".join(map(str, sys.version_info[:2]))
        message = f"type parameters need Python 3.12 or later; this is Python {here}"
    names = []
    for text in lines[start:end]:
        definition = _DEFINITION.match(text)
        if definition:
            names.append(definition[1])
    return Fault(line, cell, message, tuple(names), syntax=True), start, end


def _starts_statement(line: str) -> bool:
    return bool(line) and not line[0].isspace() and line[0] != "#" and not _CONTINUES.match(line)
