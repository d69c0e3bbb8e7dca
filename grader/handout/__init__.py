"""What a student is given: each problem with how to answer it, never the answer itself."""

from grader.handout.sheet import sheet

__all__ = ["sheet"]
