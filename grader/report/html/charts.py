"""Figures as SVG: inline, in the page's own colours, with every number as text to read aloud."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

from grader.checks.figures import Curves, HeatMap, Series
from grader.report.axes import Axis, axis

WIDTH, HEIGHT = 640, 300
LEFT, BOTTOM, TOP, RIGHT = 64, 44, 12, 12
CELL_WIDTH, CELL_HEIGHT = 46, 26
NARROW_CELL = 14  # of a map with more columns than numbers have room for
MOST_NUMBERED = 12
LETTER = 7.2  # width of a digit of the labels, at their size
LABELS = 18  # letters of a row's name; the rest is in its title
# Lines of one plot differ by dashes, too: not everybody sees colours.
DASHES = ("", "6 4", "2 3", "8 3 2 3", "12 4", "1 4", "10 2 2 2 2 2", "4 8")


def chart(figure: Curves | HeatMap) -> Markup:
    """The figure as one element."""
    drawn = _curves(figure) if isinstance(figure, Curves) else _heat_map(figure)
    title = Markup("<figcaption>{}</figcaption>").format(figure.title) if figure.title else ""
    return Markup('<figure><div class="wide" tabindex="0" role="group" aria-label="picture">{}'
                  "</div>{}</figure>").format(drawn, title)  # fmt: skip


def _svg(width: float, height: float, name: str, body: Iterable[str]) -> Markup:
    return Markup(
        '<svg viewBox="0 0 {:g} {:g}" width="{:g}" height="{:g}" role="img" aria-label="{}">{}'
        "</svg>"
    ).format(width, height, width, height, name, Markup("").join(body))


def _text(x: float, y: float, text: str, anchor: str = "middle", kind: str = "") -> Markup:
    return Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}"{}>{}</text>').format(
        x, y, anchor, Markup(' class="{}"').format(kind) if kind else "", text
    )


# Curves


def _curves(figure: Curves) -> Markup:
    points = [(x, y) for series in figure.series for x, y in series.points if y is not None]
    if not points:
        return escape("there is nothing to draw")
    down = axis([y for _, y in points], 6, widen=True)
    along = axis([x for x, _ in points], 9, widen=False)
    plot = _Plot(along, down)
    body = [*_ticks(plot), _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, figure.x)]
    for number, series in enumerate(figure.series):
        body.append(_line(plot, series, number))
    for mark in figure.marks:
        body.append(
            Markup(
                '<path class="mark" d="M{:.1f} {} V{}"><title>{}</title></path>'
            ).format(plot.x(mark.x), TOP, HEIGHT - BOTTOM, mark.label)
        )  # fmt: skip
    name = f"{', '.join(series.name for series in figure.series)} over {figure.x}"
    return _svg(WIDTH, HEIGHT, name, body) + _legend(figure)


class _Plot:
    def __init__(self, along: Axis, down: Axis) -> None:
        self.along, self.down = along, down

    def x(self, value: float) -> float:
        share = (value - self.along.low) / (self.along.high - self.along.low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        share = (value - self.down.low) / (self.down.high - self.down.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)


def _ticks(plot: _Plot) -> list[Markup]:
    found = []
    for tick in plot.down.ticks:
        y = plot.y(tick)
        found.append(
            Markup('<path class="grid" d="M{} {:.1f} H{}"/>').format(LEFT, y, WIDTH - RIGHT)
        )
        found.append(_text(LEFT - 8, y + 4, plot.down.text(tick), "end"))
    for tick in plot.along.ticks:
        found.append(_text(plot.x(tick), HEIGHT - BOTTOM + 18, plot.along.text(tick)))
    return found


def _line(plot: _Plot, series: Series, number: int) -> Markup:
    path, pen_down = [], False
    for x, y in series.points:
        if y is not None:
            path.append(f"{'L' if pen_down else 'M'}{plot.x(x):.1f} {plot.y(y):.1f}")
        pen_down = y is not None
    if len(path) == 1:
        path.append("h0.01")  # a single point: a round end makes a dot of it
    return Markup(
        '<path class="line s{}" stroke-dasharray="{}" d="{}"><title>{}</title></path>'
    ).format(number % len(DASHES), DASHES[number % len(DASHES)], " ".join(path), series.name)


def _legend(figure: Curves) -> Markup:
    sample = Markup(
        '<li><svg width="34" height="10" aria-hidden="true"><path class="line s{0}" '
        'stroke-dasharray="{1}" d="M2 5 H32"/></svg> {2}</li>'
    )
    lines = [
        sample.format(number % len(DASHES), DASHES[number % len(DASHES)], series.name)
        for number, series in enumerate(figure.series)
    ]
    lines += [Markup("<li>at {:g}: {}</li>").format(mark.x, mark.label) for mark in figure.marks]
    return Markup('<ul class="legend">{}</ul>').format(Markup("").join(lines))


# Heat maps


def _heat_map(figure: HeatMap) -> Markup:
    known = [value for row in figure.values for value in row if value is not None]
    low, high = min([0.0, *known]), max(known, default=0.0)
    numbered = len(figure.columns) <= MOST_NUMBERED
    width = CELL_WIDTH if numbered else NARROW_CELL
    left = 12 + LETTER * min(LABELS, max(map(len, (*figure.rows, figure.row_name))))
    beside = CELL_WIDTH + 10 if figure.beside else 0
    top = 40 if figure.column_name else 22
    body = [_text(left, top - 6, _short(figure.row_name), "end")]
    if figure.column_name:
        body.append(_text(left + beside + 8, 14, figure.column_name, "start"))
    for column, name in enumerate(figure.columns):
        if numbered or column == 0 or (column + 1) % 5 == 0:
            shown = _short(name, 6) if numbered else str(column + 1)
            body.append(_text(left + beside + 8 + (column + 0.5) * width, top - 6, shown))
    for row, (name, values) in enumerate(zip(figure.rows, figure.values, strict=True)):
        y = top + row * CELL_HEIGHT
        body.append(_text(left, y + 17, _short(name), "end"))
        if figure.beside:
            body.append(_text(left + beside, y + 17, _number(figure.beside[row]), "end"))
        for column, value in enumerate(values):
            x = left + beside + 8 + column * width
            where = f"{name}, {figure.columns[column]}: {_number(value)}"
            body.append(_cell(x, y, width, _share(value, low, high), where))
            if numbered:
                body.append(_text(x + width / 2, y + 17, _number(value), kind="in"))
    total = left + beside + 8 + len(figure.columns) * width + 4
    height = top + len(figure.rows) * CELL_HEIGHT + 4
    return _svg(total, height, figure.title or "a map of numbers", body)


def _cell(x: float, y: float, width: float, share: float | None, where: str) -> Markup:
    """Shaded by opacity, so that it shows on light and on dark; a gap has an outline alone."""
    look = (
        Markup('class="gap"')
        if share is None
        else Markup('class="c" fill-opacity="{:.2f}"').format(share)
    )
    return Markup(
        '<rect x="{:.1f}" y="{}" width="{}" height="{}" {}><title>{}</title></rect>'
    ).format(x, y, width - 1, CELL_HEIGHT - 1, look, where)


def _share(value: float | None, low: float, high: float) -> float | None:
    if value is None:
        return None
    return (value - low) / (high - low) if high > low else 0.0


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    if 0 < abs(value) < 0.005:  # an error is small, and not none
        return f"{value:.0e}"
    return f"{value:.2f}" if abs(value) < 10 else f"{value:.3g}"


def _short(text: str, most: int = LABELS) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
