"""Curves as lines of text: braille, axes with round numbers, a legend."""

from __future__ import annotations

from grader.checks.figures import Curves, Series
from grader.report.axes import Axis, axis
from grader.report.braille import Canvas, Dot, sample
from grader.report.spans import Line, Span, cut, text_line

HEIGHT = 12  # of the plot itself, in lines
WIDEST = 72  # beyond it a curve of some ten epochs only gets flatter
STYLES = ("cyan", "yellow", "magenta", "green", "blue", "red", "white", "bright_black")


def draw_curves(figure: Curves, width: int) -> list[Line]:
    """The picture in lines of at most `width` characters; a sentence where there is no number."""
    points = [(x, y) for series in figure.series for x, y in series.points if y is not None]
    if not points:
        return [text_line("there is nothing to draw")]
    down = axis([y for _, y in points], 6, widen=True)
    margin = max(len(down.text(tick)) for tick in down.ticks)
    columns = max(10, min(WIDEST, width) - margin - 2)
    along = axis([x for x, _ in points], max(2, columns // 6), widen=False)
    canvas = Canvas(columns, HEIGHT)
    for number, series in enumerate(figure.series):
        for piece in _pieces(series, along, down, canvas):
            canvas.line(number, piece)
    lines = [text_line(cut(figure.title, width), "bold")] if figure.title else []
    lines += _plot(canvas, down, margin)
    lines += _below(figure, along, columns, margin)
    lines += _legend(figure, margin, width)
    marks = sorted(figure.marks, key=lambda mark: mark.x)
    return lines + [text_line(cut(f"{' ' * margin}  ▲ {mark.label}", width)) for mark in marks]


def _pieces(series: Series, along: Axis, down: Axis, canvas: Canvas) -> list[list[Dot]]:
    """The dots of the series, cut at its gaps."""
    pieces: list[list[Dot]] = [[]]
    for x, y in series.points:
        if y is None:
            pieces.append([])
        else:
            dot = along.dot(x, 2 * canvas.width), down.dot(y, 4 * canvas.height)
            pieces[-1].append(dot)
    return [piece for piece in pieces if piece]


def _plot(canvas: Canvas, down: Axis, margin: int) -> list[Line]:
    at = {HEIGHT - 1 - down.dot(tick, 4 * HEIGHT) // 4: down.text(tick) for tick in down.ticks}
    lines = []
    for row, pieces in enumerate(canvas.rows()):
        edge = f"{at.get(row, ''):>{margin}} {'┤' if row in at else '│'}"
        drawn = [
            Span(text, "" if number is None else STYLES[number % len(STYLES)])
            for text, number in pieces
        ]
        lines.append((Span(edge, "dim"), *drawn))
    return lines


def _below(figure: Curves, along: Axis, columns: int, margin: int) -> list[Line]:
    """The x-axis, arrows at the marks, round numbers and what they are."""
    rule, arrows, numbers = ["─"] * columns, [" "] * columns, [" "] * columns
    free = 0  # the first column that no number has taken
    for tick in along.ticks:
        column = along.dot(tick, 2 * columns) // 2
        rule[column] = "┬"
        text = along.text(tick)
        start = min(max(column - (len(text) - 1) // 2, 0), columns - len(text))
        if start >= free:
            numbers[start : start + len(text)] = text
            free = start + len(text) + 1
    for mark in figure.marks:
        arrows[along.dot(mark.x, 2 * columns) // 2] = "▲"
    before = " " * (margin + 2)
    lines = [text_line(" " * margin + " └" + "".join(rule), "dim")]
    if figure.marks:
        lines.append(text_line(before + "".join(arrows).rstrip()))
    lines.append(text_line(before + "".join(numbers).rstrip(), "dim"))
    lines.append(text_line(before + cut(figure.x, columns).center(columns).rstrip(), "dim"))
    return lines


def _legend(figure: Curves, margin: int, width: int) -> list[Line]:
    """As many names to a line as fit."""
    lines: list[list[Span]] = []
    used = 0
    for number, series in enumerate(figure.series):
        piece = sample(number)
        name = cut(series.name, max(8, width - margin - len(piece) - 3))
        if not lines or used + len(piece) + len(name) + 4 > width:
            lines.append([Span(" " * (margin + 2))])
            used = margin + 2
        else:
            lines[-1].append(Span("   "))
            used += 3
        lines[-1] += [Span(piece, STYLES[number % len(STYLES)]), Span(f" {name}")]
        used += len(piece) + 1 + len(name)
    return [tuple(line) for line in lines]
