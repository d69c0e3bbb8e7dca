"""A box: a rectangle of text with a line that its neighbours are lined up on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len

Align = Literal["left", "center", "right"]


def padded(text: str, width: int, align: Align = "left") -> str:
    """`text` filled up with spaces to so many columns of a terminal."""
    missing = max(width - cell_len(text), 0)
    left = {"left": 0, "center": missing // 2, "right": missing}[align]
    return " " * left + text + " " * (missing - left)


@dataclass(frozen=True)
class Box:
    """Lines of equal width. `baseline` counts lines from the top."""

    lines: tuple[str, ...]
    baseline: int = 0

    @property
    def height(self) -> int:
        return len(self.lines)

    @property
    def width(self) -> int:
        return cell_len(self.lines[0])

    @property
    def below(self) -> int:
        """How many lines stand below the baseline."""
        return self.height - self.baseline - 1

    def between(self, above: int, below: int) -> Box:
        """With empty lines, so that so many stand above and below the baseline."""
        empty = " " * self.width
        top, bottom = above - self.baseline, below - self.below
        return Box((*(empty,) * top, *self.lines, *(empty,) * bottom), above)


def text_box(text: str) -> Box:
    return Box((text,))


def beside(boxes: Sequence[Box]) -> Box:
    """From left to right, lined up on their baselines."""
    if not boxes:
        return text_box("")
    above = max(box.baseline for box in boxes)
    below = max(box.below for box in boxes)
    tall = [box.between(above, below) for box in boxes]
    return Box(tuple(map("".join, zip(*(box.lines for box in tall), strict=True))), above)


def stacked(boxes: Sequence[Box], baseline: int, align: Align = "center") -> Box:
    """From top to bottom; `baseline` is a line of the whole."""
    width = max(box.width for box in boxes)
    lines = [padded(line, width, align) for box in boxes for line in box.lines]
    return Box(tuple(lines), baseline)


def grid(rows: Sequence[Sequence[Box]], aligns: Sequence[Align], spacing: Sequence[int]) -> Box:
    """Rows of cells in columns, centred on the baseline; tall rows have an empty line between."""
    count = max(map(len, rows))
    full = [[*row, *[text_box("")] * (count - len(row))] for row in rows]
    widths = [max(row[column].width for row in full) for column in range(count)]
    lines: list[str] = []
    for number, row in enumerate(full):
        if number and any(
            cell.height > 1 for other in full[number - 1 : number + 1] for cell in other
        ):
            lines.append("")
        cells = [
            stacked([cell, text_box(" " * width)], cell.baseline, align)
            for cell, width, align in zip(row, widths, aligns, strict=True)
        ]
        cells = [Box(cell.lines[:-1], cell.baseline) for cell in cells]  # without the widening line
        pieces = [cells[0]]
        for cell, space in zip(cells[1:], spacing, strict=True):
            pieces += [text_box(" " * space), cell]
        lines += beside(pieces).lines
    width = max(map(cell_len, lines))
    return Box(tuple(padded(line, width) for line in lines), (len(lines) - 1) // 2)
