"""A canvas of dots, two by four to a character, on which lines can be told apart without colour."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

EMPTY = 0x2800  # not a space: where braille has a width of its own, empty cells must have it too
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # by row and column of a cell

# Dots drawn and dots left out, over and over: solid, dashed, dotted, dash and gap.
TEXTURES = ((1, 0), (5, 3), (1, 3), (9, 3))

Dot = tuple[int, int]  # column and row, from the lower left


class Canvas:
    """`width` by `height` characters; each remembers which line drew most of it."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells = [[EMPTY] * width for _ in range(height)]
        self._counts: list[list[dict[int, int]]] = [
            [{} for _ in range(width)] for _ in range(height)
        ]

    def line(self, number: int, dots: list[Dot]) -> None:
        """Join the dots, in the texture that belongs to the number of the line."""
        drawn, left_out = TEXTURES[number % len(TEXTURES)]
        path = [dots[0]]
        for start, end in pairwise(dots):
            path += _between(start, end)
        for step, dot in enumerate(path):
            if step % (drawn + left_out) < drawn:
                self._set(number, *dot)

    def rows(self) -> Iterator[list[tuple[str, int | None]]]:
        """From the top: each row as pieces of text that one line drew; None for no line."""
        for cells, counts in zip(self._cells, self._counts, strict=True):
            pieces: list[tuple[str, int | None]] = []
            for cell, count in zip(cells, counts, strict=True):
                owner = max(count, key=lambda number: count[number], default=None)
                if pieces and pieces[-1][1] == owner:
                    pieces[-1] = (pieces[-1][0] + chr(cell), owner)
                else:
                    pieces.append((chr(cell), owner))
            yield pieces

    def _set(self, number: int, column: int, row: int) -> None:
        down = 4 * self.height - 1 - row
        self._cells[down // 4][column // 2] |= _DOTS[down % 4][column % 2]
        count = self._counts[down // 4][column // 2]
        count[number] = count.get(number, 0) + 1


def sample(number: int, width: int = 6) -> str:
    """A short piece of a line, for a legend."""
    canvas = Canvas(width, 1)
    canvas.line(number, [(0, 1), (2 * width - 1, 1)])
    return "".join(text for text, _ in next(canvas.rows()))


def _between(start: Dot, end: Dot) -> Iterator[Dot]:
    """The dots on the straight way, without the first."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    for step in range(1, steps + 1):
        yield (
            start[0] + round(step * (end[0] - start[0]) / steps),
            start[1] + round(step * (end[1] - start[1]) / steps),
        )
