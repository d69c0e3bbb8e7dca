"""The rows of a table, however it is written: Markdown, LaTeX, lists, lines."""

from __future__ import annotations

import re

from grader.kinds.marker import Unclear
from grader.kinds.snippets import plain
from grader.kinds.table.keys import TablePart
from grader.kinds.table.sentences import told_rows
from grader.values.counting import counted
from grader.writing.arithmetic import unmarked

_RULING = re.compile(r"[|:\-\s+=]+")
_LATEX = re.compile(
    r"\\begin\{(?P<name>\w*(?:matrix|array)|tabular)\}(?:\s*\{[clr|@{} ]*\})?"
    r"(?P<inner>(?:(?!\\begin).)*?)\\end\{(?P=name)\}", re.DOTALL
)  # fmt: skip
_RULES = re.compile(r"\\(?:hline|toprule|midrule|bottomrule)(?![A-Za-z])")
_LABEL = re.compile(r"^[^:=,(\[]*[A-Za-z][^:=,(\[]*[:=]\s*")


def rows_of(part: TablePart, text: str) -> list[list[str]]:
    """The student's rows, in the truth's shape; heads and columns of labels may stand before.

    Raises Unclear where there are more rows or fewer.
    """
    width = len(part.answer[0])
    head, body = _markdown(text)
    rows = _numbered(body or _latex(text), width)
    rows = rows or told_rows(text, width, len(part.answer))
    rows = rows or _numbered(_bracketed(text), width) or _numbered(_lines(text), width)
    first = [cell for row in head for cell in row]
    if len(rows) == len(part.answer) - len(head) and all(map(_is_number, first)):
        rows = [*_numbered(head, width), *rows]  # the first row was written as the head
    while len(rows) > len(part.answer) and _is_head(rows[0], rows[1:], width):
        rows = rows[1:]
    if len(rows) != len(part.answer):
        raise Unclear(
            f"found {counted(len(rows), 'row')} of {counted(width, 'number')}; write a table of "
            f"{counted(len(part.answer), 'row')}, one line each: | 0.84 | 0.54 |"
        )
    return [[plain(cell) for cell in row[-width:]] for row in _in_order(rows, width)]


def _numbered(rows: list[list[str]], width: int) -> list[list[str]]:
    """The rows that are long enough and have numbers in them."""
    rows = [row for row in rows if len(row) >= width]
    return [row for row in rows if any(re.search(r"\d", cell) for cell in row[-width:])]


def _is_number(cell: str) -> bool:
    return bool(re.fullmatch(r"[-−+]?\d+(?:[.,]\d+)?", plain(cell)))


def _in_order(rows: list[list[str]], width: int) -> list[list[str]]:
    """By the number of each row where their labels have one: `pos 1` comes after `pos 0`."""
    found = [re.findall(r"\d+", " ".join(row[:-width])) for row in rows]
    numbers = [int(them[-1]) for them in found if them]
    first = min(numbers, default=0)
    if sorted(numbers) != list(range(first, first + len(rows))):
        return rows
    return [row for _, row in sorted(zip(numbers, rows, strict=True), key=lambda it: it[0])]


def _is_head(row: list[str], others: list[list[str]], width: int) -> bool:
    """Whether a row before the others names columns: it has letters among its numbers, or no label
    where the others have one."""
    label, cells = row[:-width], row[-width:]
    unlabelled = bool(label) and not any(cell.strip() for cell in label)
    labelled = any(any(cell.strip() for cell in other[:-width]) for other in others)
    if unlabelled and labelled:
        return True
    with_letters = any(re.search(r"[^\W\d]", cell) for cell in cells)
    return with_letters and not all(re.search(r"\d\W*$", cell) and "=" in cell for cell in cells)


def _markdown(text: str) -> tuple[list[list[str]], list[list[str]]]:
    """The rows of a Markdown table above its ruling, and those below it."""
    lines = [line.strip() for line in text.split("\n") if "|" in line]
    ruled = [at for at, line in enumerate(lines) if _RULING.fullmatch(line)]
    at = ruled[0] if ruled and ruled[0] <= 2 else 0
    rows = [[_cells(one) for one in them if not _RULING.fullmatch(one)]
            for them in (lines[:at], lines[at:])]  # fmt: skip
    return rows[0], rows[1]


def _cells(line: str) -> list[str]:
    line = line.removeprefix("|").removesuffix("|").replace("\\|", "‖")
    return [cell.strip() for cell in line.split("|")]


def _latex(text: str) -> list[list[str]]:
    found = _LATEX.search(text)
    if found is None:
        return []
    rows = re.split(r"\\\\(?:\[[^\]]*\])?", _RULES.sub("", found["inner"]))
    return [[cell.strip() for cell in row.split("&")] for row in rows if row.strip()]


def _bracketed(text: str) -> list[list[str]]:
    return [_split(row) for row in re.findall(r"\[([^\[\]]+)\]", text)]


def _lines(text: str) -> list[list[str]]:
    """Lines of numbers, each with its label or its left side for a first cell where it has one."""
    rows = []
    for line in unmarked(text).split("\n"):
        line = line.strip(" $`\\")
        label = _LABEL.match(line)
        rest = line[label.end() :] if label else line
        if rest.strip():
            rows.append([*([label.group()] if label else []), *_split(rest.strip(" ()[]"))])
    return rows


def _split(row: str) -> list[str]:
    """Cells between semicolons, commas or, as arrays are printed, between spaces."""
    for mark in (";", ", ", ","):
        if mark in row:
            return [cell.strip() for cell in row.strip(" .,;").split(mark)]
    return row.split()
