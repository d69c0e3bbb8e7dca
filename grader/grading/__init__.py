"""Grades one submission: a function of a course, a submission and a place to run code."""

from grader.grading.grade import grade
from grader.grading.session import Session

__all__ = ["Session", "grade"]
