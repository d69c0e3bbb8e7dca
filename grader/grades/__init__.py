"""What a student gets: results and marks added up, and what being late costs.

`lateness` counts days, `totals` adds up, `explaining` says how it came about; `alike` finds answers
that one person can mark together; `tables` writes what platforms read, `feedback` what students do.
"""

from grader.grades.alike import Waiting, alike, waiting_in
from grader.grades.lateness import Lateness, late_days
from grader.grades.totals import Line, Total, totals

__all__ = ["Lateness", "Line", "Total", "Waiting", "alike", "late_days", "totals", "waiting_in"]
