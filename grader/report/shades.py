"""A heat map as lines of text: shaded cells, with their numbers where there is room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from grader.checks.figures import HeatMap
from grader.report.spans import Line, Span, cut, padded, text_line
from grader.values.counting import counted

SHADES = ("·", "░", "▒", "▓", "█")
MAX_LABEL = 18  # columns for the name of a row
EVERY = 5  # cells without numbers have every so many of them numbered


def draw_heat_map(figure: HeatMap, width: int) -> list[Line]:
    """The picture in lines of at most `width` characters."""
    beside = _Scale(figure.beside)
    margin = min(MAX_LABEL, max(map(cell_len, (*figure.rows, figure.row_name))))
    left = margin + 2 + (beside.width + 5 if figure.beside else 0)
    cells = _Cells(figure, width - left)
    lines = [text_line(cut(figure.title, width), "bold")] if figure.title else []
    if figure.column_name:
        lines.append(text_line(" " * left + cut(figure.column_name, width - left), "dim"))
    head = padded(cut(figure.row_name, margin), margin)
    lines.append(text_line(head + " " * (left - margin) + cells.header(), "dim"))
    for index, (name, values) in enumerate(zip(figure.rows, figure.values, strict=True)):
        row = [Span(padded(cut(name, margin), margin) + "  ", "dim")]
        if figure.beside:
            row += beside.spans(figure.beside[index], beside.width + 2, "yellow")
            row.append(Span(" │ ", "dim"))
        lines.append((*row, *cells.row(values)))
    return [*lines, *(text_line(" " * left + text, "dim") for text in cells.footer())]


class _Scale:
    """Shades from zero, or from what is smaller than it, to the largest value."""

    def __init__(self, values: Iterable[float | None]) -> None:
        known = [value for value in values if value is not None]
        self.low, self.high = min([0.0, *known]), max(known, default=0.0)
        self.small = self.low > -1 and self.high <= 1
        self.width = max([1, *(len(self.text(value)) for value in known)])

    def shade(self, value: float | None) -> str:
        if value is None:
            return " "
        span = self.high - self.low
        share = (value - self.low) / span if span > 0 else 0.0
        return SHADES[min(len(SHADES) - 1, int(share * len(SHADES)))]

    def text(self, value: float | None) -> str:
        """Weights without their zero, .52: cells are narrow, and most of them are weights."""
        if value is None:
            return "–"
        if not self.small:
            return f"{value:.3g}"
        text = f"{value:.2f}"
        return text.replace("0.", ".", 1) if abs(value) < 0.995 else text

    def spans(self, value: float | None, width: int, style: str) -> list[Span]:
        """A shade and the number after it, moved to the right of a cell."""
        text = padded(self.text(value), self.width)
        blank = " " * (width - 2 - self.width)
        return [Span(blank), Span(2 * self.shade(value), style), Span(text)]


class _Cells:
    """How wide a cell is, and what of it is written: its number, if all of them fit."""

    def __init__(self, figure: HeatMap, room: int) -> None:
        self.columns = figure.columns
        self.scale = _Scale(value for row in figure.values for value in row)
        self.has_gaps = any(value is None for row in figure.values for value in row)
        self.room = room
        count = len(figure.columns)
        least = 2 + self.scale.width
        self.numbers = count * (least + 1) <= room + 1
        if self.numbers:
            self.gap = 2 if count * (least + 2) <= room + 2 else 1
            names = max(map(cell_len, figure.columns))
            self.width = min(max(least, names), (room + self.gap) // count - self.gap)
        else:
            self.gap = 0
            self.width = 2 if 2 * count <= room else 1
        self.shown = min(count, max(1, (room + self.gap) // (self.width + self.gap)))

    def header(self) -> str:
        if self.numbers:
            names = [padded(cut(name, self.width), self.width) for name in self.columns]
            return (" " * self.gap).join(names)
        text = ""
        for column in range(1, self.shown + 1):
            if column == 1 or column % EVERY == 0:
                text = text.ljust((column - 1) * self.width) + str(column)
        return text

    def row(self, values: Sequence[float | None]) -> list[Span]:
        spans: list[Span] = []
        for index, value in enumerate(values[: self.shown]):
            if self.numbers:
                spans.append(Span(" " * self.gap if index else ""))
                spans += self.scale.spans(value, self.width, "cyan")
            else:
                spans.append(Span(self.scale.shade(value) * self.width, "cyan"))
        return spans

    def footer(self) -> list[str]:
        """What the shades and the numbers of columns stand for, where the cells do not say it."""
        if self.numbers:
            return []
        low, high = self.scale.text(self.scale.low), self.scale.text(self.scale.high)
        blank = ", blank: no number" if self.has_gaps else ""
        lines = [f"{SHADES[0]} {low}  {' '.join(SHADES[1:])} {high}{blank}"]
        if any(not name.isdecimal() for name in self.columns):
            lines += _wrapped([f"{n} {name}" for n, name in enumerate(self.columns, 1)], self.room)
        if more := len(self.columns) - self.shown:
            lines.append(f"{counted(more, 'more column does', 'more columns do')} not fit")
        return lines


def _wrapped(words: list[str], width: int) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and cell_len(lines[-1]) + cell_len(word) + 3 > width:
            lines.append("")
        lines[-1] += f" · {word}" if lines[-1] else cut(word, width)
    return lines
