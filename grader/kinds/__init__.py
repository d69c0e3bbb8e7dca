"""Kinds of answer, a folder each: its keys in a problem file (`keys`), how a student is told to
write it (`handout`), how it is read and marked, and what lint tries of it (`marking`).

The rest of the grader knows them by `grader.course.parts.Part` and `grader.kinds.base` alone.
"""

from grader.kinds.registry import BadKind, all_kinds, language

__all__ = ["BadKind", "all_kinds", "language"]
