"""What was handed in: files read without trust, and what was found in them."""

from grader.submission.answer import Answer
from grader.submission.contents import Contents, Definition, Found, SourceFault
from grader.submission.intake import NoSubmission, Submission, read_submission

__all__ = [
    "Answer",
    "Contents",
    "Definition",
    "Found",
    "NoSubmission",
    "SourceFault",
    "Submission",
    "read_submission",
]
