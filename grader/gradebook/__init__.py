"""What a class got: results of the grader, marks of people, and how both have changed.

It knows nothing of submissions or of grading. `opening` finds and opens one, by a file's name or a
server's address; `tables` and `versions` say what is in it; `results` holds what the grader found,
`marks` what people gave; `forgetting` takes one student out of it.
"""

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

__all__ = [
    "DEFAULT_FILE",
    "BadGradebook",
    "Change",
    "Gradebook",
    "HandedIn",
    "Mark",
    "MarkConflict",
    "Marked",
    "Result",
    "Standing",
    "add_mark",
    "assignments_in",
    "changes_of",
    "forget",
    "known_keys",
    "marks_of",
    "open_gradebook",
    "record",
    "standings",
    "undo_mark",
]
