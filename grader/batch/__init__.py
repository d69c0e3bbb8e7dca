"""A whole class, graded at once.

`handings` says what lies in a folder or in the archive of a learning platform, `roster` whose it
is; `keys` says what a result depends on, so that nothing is graded twice; `worker` grades, in
processes that `pool` keeps; `running` puts it together and is the only one that writes the
gradebook; `summary` says how the class did.
"""

from grader.batch.handings import Handing, Source, handings_in
from grader.batch.people import Attempt, Sorted, sort_out
from grader.batch.roster import Roster, Student, read_roster
from grader.batch.running import Batch, Told
from grader.batch.summary import Summary, summarise

__all__ = [
    "Attempt",
    "Batch",
    "Handing",
    "Roster",
    "Sorted",
    "Source",
    "Student",
    "Summary",
    "Told",
    "handings_in",
    "read_roster",
    "sort_out",
    "summarise",
]
