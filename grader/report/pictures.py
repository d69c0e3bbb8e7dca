"""A figure as lines of text, for renderers that have nothing better."""

from __future__ import annotations

from grader.checks.figures import Curves, HeatMap
from grader.report.plots import draw_curves
from grader.report.shades import draw_heat_map
from grader.report.spans import Line

NARROWEST = 40  # a terminal that is narrower breaks the lines


def picture(figure: Curves | HeatMap, width: int) -> list[Line]:
    """At most `width` characters wide, unless that is too narrow for any picture."""
    width = max(NARROWEST, width)
    if isinstance(figure, Curves):
        return draw_curves(figure, width)
    return draw_heat_map(figure, width)
