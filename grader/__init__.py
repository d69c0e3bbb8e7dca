"""Automated grading of deep-learning homework.

Nothing is imported here: `grader --help` must not pay for numpy, and a cell that runs student
code must not have the rest of the grader in its memory.
"""

__version__ = "0.1.0"
