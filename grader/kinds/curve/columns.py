"""Which column of a data file is which: by its header, whatever its order and spelling."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from grader.course.inputs import nearest
from grader.errors import StudentError
from grader.kinds.curve.cells import BadCell, read_cell
from grader.kinds.curve.keys import CurvePart
from grader.kinds.lines import folded
from grader.submission.tables import Row, Table


class Unfit(StudentError):
    """The file is not what the part asks for: what is wrong, in which line of it."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class Columns:
    x: int
    series: Mapping[str, int]
    width: int
    rows: tuple[Row, ...]  # those below the header
    notes: tuple[str, ...] = ()


def wanted_header(part: CurvePart) -> str:
    return ",".join([part.x[0], *part.series])


def find_columns(part: CurvePart, table: Table) -> Columns:
    """The columns of x and of every series. Raises Unfit."""
    wanted = wanted_header(part)
    rows = [row for row in table.rows if not _is_comment(row)]
    if not rows:
        below = f"and below it a row for each {part.x[0]}"
        raise Unfit(1, f"it is empty; write `{wanted}`, {below}")
    head, *rest = rows
    above = [row for row in table.rows if _is_comment(row) and row.line < head.line]
    if above and _is_numbers(head):
        head, rest = _without_sign(above[-1]), rows
    if not _names(part, head):
        begins = f"it begins with `{_quoted(head, table)}`"
        why = "it has no header" if _is_numbers(head) else begins
        raise Unfit(head.line, f"{why}; write `{wanted}` as the first line")
    names = {part.x[0]: part.x, **{name: (name, *more) for name, more in part.series.items()}}
    found, notes = _matched(names, head)
    if part.x[0] not in found and not head.cells[0] and 0 not in found.values():
        found[part.x[0]] = 0  # the index that pandas writes
        notes.append(f"the column without a name was read as {part.x[0]}")
    missing = [name for name in names if name not in found]
    if missing:
        raise Unfit(head.line, _missing(part, missing, found, head, rest))
    x = found.pop(part.x[0])
    width = max(at + 1 for at, cell in enumerate(head.cells) if cell)
    return Columns(x, found, width, tuple(rest), tuple(notes))


def _is_comment(row: Row) -> bool:
    return row.cells[0].startswith("#")


def _without_sign(row: Row) -> Row:
    """A header that follows a #, as numpy writes it."""
    first = row.cells[0].lstrip("# ")
    return Row(row.line, (first, *row.cells[1:]) if first else row.cells[1:])


def _quoted(row: Row, table: Table) -> str:
    text = table.separator.join(row.cells)
    return text if len(text) <= 60 else text[:59] + "…"


def _is_numbers(row: Row) -> bool:
    try:
        for cell in row.cells:
            read_cell(cell)
    except BadCell:
        return False
    return True


def _names(part: CurvePart, row: Row) -> bool:
    """Whether it is the header: some cell of it names x or a series."""
    known = [*part.x, *part.series, *(alias for more in part.series.values() for alias in more)]
    return any(_mentions(cell, name) for cell in row.cells for name in known)


def _mentions(cell: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(folded(name))}\b", folded(cell)) is not None


def _matched(names: Mapping[str, tuple[str, ...]], head: Row) -> tuple[dict[str, int], list[str]]:
    """Columns by exactly their name first; then those that have the name among other words."""
    found: dict[str, int] = {}
    notes = []
    for exactly in (True, False):
        for name, aliases in names.items():
            if name in found:
                continue
            free = [at for at in range(len(head.cells)) if at not in found.values()]
            fitting = [at for at in free if _fits(head.cells[at], aliases, exactly)]
            if len(fitting) > 1:
                both = ", ".join(f"`{head.cells[at]}`" for at in fitting[:2])
                raise Unfit(head.line, f"two columns can be read as {name} ({both}); keep one")
            if fitting:
                found[name] = fitting[0]
                if not exactly:
                    notes.append(f"the column `{head.cells[fitting[0]]}` was read as {name}")
    return found, notes


def _fits(cell: str, aliases: tuple[str, ...], exactly: bool) -> bool:
    if exactly:
        return folded(cell) in map(folded, aliases)
    return any(_mentions(cell, alias) for alias in aliases)


def _missing(
    part: CurvePart, missing: list[str], found: Mapping[str, int], head: Row, rows: list[Row]
) -> str:
    listed = " and ".join(f"`{name}`" for name in missing)
    series = {folded(alias) for name, more in part.series.items() for alias in (name, *more)}
    for column, title in enumerate(head.cells):
        cells = {folded(row.cells[column]) for row in rows if column < len(row.cells)}
        if len(cells) > 1 and cells <= series:
            return (
                f"there is a row for each run and {part.x[0]}, with the runs in `{title}`; write "
                f"one row for each {part.x[0]}, under `{wanted_header(part)}`"
            )
    free = [cell for at, cell in enumerate(head.cells) if cell and at not in found.values()]
    near = nearest(missing[0], free)
    if near:
        return f"there is no column {listed}; did you mean it by `{near[0]}`?"
    return f"there is no column {listed}; write `{wanted_header(part)}` as the header"
