"""A notebook's code cells as Python source, without the parts that only IPython understands."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass
from typing import Any

from grader.values.question_cells import METADATA, mark_of

# The longest honest notebooks have some hundred cells; each is parsed by itself, twice.
MAX_CELLS = 2_000
# Of a whole file, a notebook or not. Twelve thousand lines; the densest code of that length takes
# seconds to parse, and a thousand times its size in memory.
MAX_CODE_CHARS = 500_000

# `%%time` and friends time or capture ordinary Python; every other cell magic is another language.
PYTHON_CELL_MAGICS = {"time", "timeit", "capture", "prun", "matplotlib"}
_LINE_MAGIC = re.compile(r"^\s*(?:[%!?]|[^#'\"]*\?{1,2}\s*$)")
_ASSIGNED_MAGIC = re.compile(r"^\s*[\w, ]+=\s*[%!]")
_CELL_MAGIC = re.compile(r"^\s*%%(\w+)")


@dataclass(frozen=True)
class CodeCell:
    number: int  # counted over all cells, from 1, as a reader scrolls through them
    source: str


class NotANotebook(Exception):
    """The file is not JSON, or not a notebook; the message says which."""


class TooLong(NotANotebook):
    """More than is read; the message says of what."""


def read_cells(data: bytes) -> list[CodeCell]:
    """Code cells in order, magics blanked so that line numbers stay what the student sees."""
    found = [(number, source) for number, kind, source in _cells(data) if kind == "code"]
    check_length(sum(len(source) for _, source in found))
    return [
        CodeCell(number, source if _is_python(source) else without_magics(source))
        for number, source in found
    ]


def check_length(code: int) -> None:
    """Raises TooLong for a file with so many characters of code, before any of it is parsed."""
    if code > MAX_CODE_CHARS:
        most = f"{MAX_CODE_CHARS:,}"
        raise TooLong(f"it has {code:,} characters of code; only files of up to {most} are read")


def _is_python(source: str) -> bool:
    # A line may begin with % inside brackets; only what fails to parse is looked at for magics.
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _cells(data: bytes) -> list[tuple[int, str, str]]:
    try:
        notebook = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise NotANotebook("it is not valid JSON") from error
    if not isinstance(notebook, dict):
        raise NotANotebook("it has no cells")
    cells = notebook.get("cells")
    if cells is None:  # format 3 kept them one level down, and called the source "input"
        worksheets = notebook.get("worksheets")
        first = worksheets[0] if isinstance(worksheets, list) and worksheets else {}
        cells = first.get("cells") if isinstance(first, dict) else None
    if not isinstance(cells, list):
        raise NotANotebook("it has no cells")
    if len(cells) > MAX_CELLS:
        raise TooLong(
            f"it has {len(cells):,} cells; only notebooks of up to {MAX_CELLS:,} are read"
        )
    found = []
    for number, cell in enumerate(cells, start=1):
        if not isinstance(cell, dict):
            continue
        source = cell.get("source", cell.get("input", ""))
        if isinstance(source, list):
            source = "".join(line for line in source if isinstance(line, str))
        if isinstance(source, str):
            kind = "question" if _is_question(cell, source) else str(cell.get("cell_type"))
            found.append((number, kind, source))
    return found


def _is_question(cell: dict[str, Any], source: str) -> bool:
    metadata = cell.get("metadata")
    return isinstance(metadata, dict) and metadata.get(METADATA) == mark_of(source)


def without_magics(source: str) -> str:
    """`source` with lines for IPython or the shell turned into blank lines."""
    lines = source.split("\n")
    for index, line in enumerate(lines):
        magic = _CELL_MAGIC.match(line)
        if magic:
            if magic[1] not in PYTHON_CELL_MAGICS:
                return "\n" * (len(lines) - 1)
            lines[index] = ""
            break
        if line.strip() and not line.lstrip().startswith("#"):
            break
    for index, line in enumerate(lines):
        if _LINE_MAGIC.match(line) or _ASSIGNED_MAGIC.match(line):
            indent = line[: len(line) - len(line.lstrip())]
            lines[index] = f"{indent}pass" if indent else ""
    return "\n".join(lines)
