"""What people write around a formula: which pieces of a text are mathematics, and what they state.

Text only: nothing here knows what a formula means. A piece keeps its place in the answer, so that a
refusal can point at it.
"""

from grader.writing.concluding import Role, role_of
from grader.writing.spans import Span, spans
from grader.writing.statements import Statement, statements

__all__ = ["Role", "Span", "Statement", "role_of", "spans", "statements"]
