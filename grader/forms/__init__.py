"""Written answers: one form a file, each reads a student's text and says what it is worth."""

from grader.forms.base import Form, Marked, Marking, Unclear
from grader.forms.registry import FORMS

__all__ = ["FORMS", "Form", "Marked", "Marking", "Unclear"]
