"""Checks a course as a whole, up to running its reference through the grader it will serve."""

from grader.linting.lint import lint

__all__ = ["lint"]
