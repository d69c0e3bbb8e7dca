"""Code that is alike across students: something for a person to read, and never a verdict.

`tokens` sees through names, comments and layout; `winnowing` finds who may have what in common
without comparing everybody with everybody; `pairs` says which passages two have in common.
"""

from grader.likeness.pairs import Pair, Passage, Shared, groups_of, pairs_in
from grader.likeness.tokens import Work, work_of

__all__ = ["Pair", "Passage", "Shared", "Work", "groups_of", "pairs_in", "work_of"]
