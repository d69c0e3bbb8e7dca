"""Cells of a notebook that hold a question as it was handed out: no answer stands in them.

Each says in its metadata what its text was. One into which a student has written is no such cell
any more, and is read like any other.
"""

import hashlib

METADATA = "grader_question"


def mark_of(source: str) -> str:
    """What the metadata of a cell with this text says; blanks around it do not matter."""
    return hashlib.sha256(source.strip().encode("utf-8", "surrogatepass")).hexdigest()
