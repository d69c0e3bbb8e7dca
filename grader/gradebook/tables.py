"""The tables. Texts, numbers and JSON as text alone: the same in SQLite and in PostgreSQL.

Times are ISO 8601 in UTC: SQLite has no type that remembers the zone.
"""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()


def _texts(*names: str) -> list[Column[str]]:
    """Columns of which each row has a text."""
    return [Column(name, Text, nullable=False) for name in names]


def _number() -> Column[int]:
    """Of a row of a table to which rows are only added."""
    return Column("id", Integer, primary_key=True, autoincrement=True)


SCHEMA_VERSION = Table("schema_version", METADATA, Column("version", Integer, primary_key=True))

# Which submission of a student counts, and what was noted when it was read.
HANDED_IN = Table(
    "handed_in",
    METADATA,
    Column("assignment", Text, primary_key=True),
    Column("student", Text, primary_key=True),
    *_texts("digest", "attempt"),
    Column("at", Text),  # unknown where nobody says when it was handed in
    Column("passed_over", Text, nullable=False),  # a list of the attempts that do not count
    Column("together_with", Text, nullable=False),  # a list of the students of one group
    Column("notes", Text, nullable=False),
    Column("fault", Text, nullable=False),  # why it could not be graded; empty if it was
)

# By content: who hands in the same files shares a result, and one that is there is never changed.
RESULT = Table(
    "result",
    METADATA,
    Column("key", Text, primary_key=True),
    *_texts("problem", "report", "answers", "environment"),
    Column("made_of", Text, nullable=False),  # what the key is the digest of, by name
    Column("seconds", Float, nullable=False),
    Column("created", Text, nullable=False),
)

GRADED = Table(
    "graded",
    METADATA,
    Column("assignment", Text, primary_key=True),
    Column("student", Text, primary_key=True),
    Column("problem", Text, primary_key=True),
    Column("key", Text, ForeignKey("result.key"), nullable=False, index=True),
)

# Only ever added to: how each result came to be what it is.
CHANGE = Table(
    "change",
    METADATA,
    _number(),
    *_texts("assignment", "student", "problem", "at", "by", "why"),
    Column("before", Text),  # keys of results that may be gone: only a name
    Column("after", Text),
    Column("earned_before", Float),
    Column("earned_after", Float),
    Index("change_of", "assignment", "student"),
)

# Only ever added to. The last revision of a part counts; the unique key is what two people who
# mark one answer at the same time meet at.
MARK = Table(
    "mark",
    METADATA,
    _number(),
    *_texts("assignment", "student", "problem", "part"),
    Column("revision", Integer, nullable=False),
    *_texts("at", "by", "why"),
    Column("points", Float),  # none: a comment alone, or a mark that was taken back
    *_texts("comment", "items", "basis"),
    UniqueConstraint("assignment", "student", "problem", "part", "revision"),
)

# Only ever added to. What a question's answers are marked by, once somebody has changed what the
# problem file says; the last revision holds.
RUBRIC = Table(
    "rubric",
    METADATA,
    _number(),
    *_texts("assignment", "problem", "part"),
    Column("revision", Integer, nullable=False),
    *_texts("at", "by", "why"),
    Column("lines", Text, nullable=False),  # a list of texts, each with its points
    UniqueConstraint("assignment", "problem", "part", "revision"),
)

# Only ever added to: who is to mark an answer. The last row of an answer holds.
SHARE = Table(
    "share",
    METADATA,
    _number(),
    *_texts("assignment", "student", "problem", "part", "at", "by", "marker"),
    Index("share_of", "assignment", "problem", "part"),
)

# Only ever added to: what students object to, and what they were answered.
APPEAL = Table(
    "appeal",
    METADATA,
    _number(),
    *_texts("assignment", "student", "problem", "part", "at", "by", "text"),
    Column("answers", Integer, unique=True),  # the appeal that this answers; none: it is one
    Index("appeal_of", "assignment", "student"),
)
