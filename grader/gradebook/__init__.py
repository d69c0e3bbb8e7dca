"""What a class got: results of the grader, marks of people, and how both have changed.

It knows nothing of submissions or of grading. `opening` finds and opens one, by a file's name or a
server's address; `tables` and `versions` say what is in it; `results` holds what the grader found,
`marks` what people gave, `rubrics` by what, `shares` who is to, `appeals` what students object to;
`forgetting` takes one student out of it.
"""

from grader.gradebook.appeals import Appeal, answer_appeal, appeals_in, note_appeal
from grader.gradebook.book import BadGradebook, Gradebook
from grader.gradebook.forgetting import forget
from grader.gradebook.marks import Mark, MarkConflict, Marked, add_mark, marks_of, undo_mark
from grader.gradebook.opening import DEFAULT_FILE, open_gradebook
from grader.gradebook.results import (
    Change,
    HandedIn,
    Result,
    Standing,
    assignments_in,
    changes_of,
    known_keys,
    record,
    standings,
)
from grader.gradebook.rubrics import Rubric, RubricConflict, RubricLine, change_rubric, rubric_in
from grader.gradebook.shares import share_out, shares_of

__all__ = [
    "DEFAULT_FILE",
    "Appeal",
    "BadGradebook",
    "Change",
    "Gradebook",
    "HandedIn",
    "Mark",
    "MarkConflict",
    "Marked",
    "Result",
    "Rubric",
    "RubricConflict",
    "RubricLine",
    "Standing",
    "add_mark",
    "answer_appeal",
    "appeals_in",
    "assignments_in",
    "change_rubric",
    "changes_of",
    "forget",
    "known_keys",
    "marks_of",
    "note_appeal",
    "open_gradebook",
    "record",
    "rubric_in",
    "share_out",
    "shares_of",
    "standings",
    "undo_mark",
]
