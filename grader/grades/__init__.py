"""What a student gets: results and marks added up, and what being late costs.

`lateness` counts days, `totals` adds up, `explaining` says how it came about; `alike` finds answers
that one person can mark together, `questions` has all answers to one question, `rubrics` makes
points of what was found, `marking` gives marks, `readings` judges what a person reads in an answer;
`tables` writes what platforms read, `feedback` what students do.
"""

from grader.grades.alike import Waiting, alike, waiting_in
from grader.grades.lateness import Lateness, late_days
from grader.grades.marking import BadMark, Marking, by_rubric
from grader.grades.totals import Line, Total, totals

__all__ = [
    "BadMark",
    "Lateness",
    "Line",
    "Marking",
    "Total",
    "Waiting",
    "alike",
    "by_rubric",
    "late_days",
    "totals",
    "waiting_in",
]
