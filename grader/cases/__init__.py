"""Inputs for a part's checks: drawn from what the problem file declares, the same every time."""

from grader.cases.case import Case, CasePlan, Example
from grader.cases.drawing import draw_inputs
from grader.cases.edges import EDGES
from grader.cases.making import make_cases
from grader.cases.seeds import seed_for

__all__ = [
    "EDGES",
    "Case",
    "CasePlan",
    "Example",
    "draw_inputs",
    "make_cases",
    "seed_for",
]
