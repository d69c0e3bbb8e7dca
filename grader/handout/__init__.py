"""What a student is given: each problem with how to answer it, never the answer itself."""

from grader.handout.given import Handout, handout

__all__ = ["Handout", "handout"]
