"""Checks a course as a whole, up to running its reference through the grader it will serve."""

from grader.linting.lint import LintResult, lint

__all__ = ["LintResult", "lint"]
