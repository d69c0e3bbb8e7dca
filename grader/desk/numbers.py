"""Numbers that people type."""

from __future__ import annotations

import math

from grader.grades import BadMark


def points_in(text: str) -> float | None:
    """None where nothing was typed; a comma is as good as a point. Raises BadMark."""
    if not text:
        return None
    try:
        found = float(text.replace(",", ".").replace("−", "-"))
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise BadMark(f"`{text}` is no number of points")
    return found
