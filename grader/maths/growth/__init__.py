"""Growth classes in several variables: read, compared with proof, and explained.

student = read_growth("O(n d)", ["n", "d"])
truth = read_growth("n d^2", ["n", "d"])
explain(compare_growth(student, truth))
# Your O(n d) grows too slowly: it is too small by a factor d.
"""

from grader.maths.growth.assumptions import AtMost, Constant, Equal, read_assumption
from grader.maths.growth.compare import GrowthVerdict, Relation, compare_growth
from grader.maths.growth.errors import BadAssumptionError
from grader.maths.growth.explain import explain
from grader.maths.growth.growth import Growth, render_growth
from grader.maths.growth.paths import Path
from grader.maths.growth.reader import read_growth

__all__ = [
    "AtMost",
    "BadAssumptionError",
    "Constant",
    "Equal",
    "Growth",
    "GrowthVerdict",
    "Path",
    "Relation",
    "compare_growth",
    "explain",
    "read_assumption",
    "read_growth",
    "render_growth",
]
