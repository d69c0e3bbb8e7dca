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

SCHEMA_VERSION = Table("schema_version", METADATA, Column("version", Integer, primary_key=True))

# Which submission of a student counts, and what was noted when it was read.
HANDED_IN = Table(
    "handed_in",
    METADATA,
    Column("assignment", Text, primary_key=True),
    Column("student", Text, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("attempt", Text, nullable=False),
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
    Column("problem", Text, nullable=False),
    Column("report", Text, nullable=False),
    Column("answers", Text, nullable=False),
    Column("environment", Text, nullable=False),
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
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("assignment", Text, nullable=False),
    Column("student", Text, nullable=False),
    Column("problem", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("why", Text, nullable=False),
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
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("assignment", Text, nullable=False),
    Column("student", Text, nullable=False),
    Column("problem", Text, nullable=False),
    Column("part", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("at", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("points", Float),  # none: a comment alone, or a mark that was taken back
    Column("comment", Text, nullable=False),
    Column("items", Text, nullable=False),
    Column("basis", Text, nullable=False),
    UniqueConstraint("assignment", "student", "problem", "part", "revision"),
)

# Only ever added to. What a question's answers are marked by, once somebody has changed what the
# problem file says; the last revision holds.
RUBRIC = Table(
    "rubric",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("assignment", Text, nullable=False),
    Column("problem", Text, nullable=False),
    Column("part", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("at", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("lines", Text, nullable=False),  # a list of texts, each with its points
    UniqueConstraint("assignment", "problem", "part", "revision"),
)

# Only ever added to: who is to mark an answer. The last row of an answer holds.
SHARE = Table(
    "share",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("assignment", Text, nullable=False),
    Column("student", Text, nullable=False),
    Column("problem", Text, nullable=False),
    Column("part", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("marker", Text, nullable=False),
    Index("share_of", "assignment", "problem", "part"),
)

# Only ever added to: what students object to, and what they were answered.
APPEAL = Table(
    "appeal",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("assignment", Text, nullable=False),
    Column("student", Text, nullable=False),
    Column("problem", Text, nullable=False),
    Column("part", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("answers", Integer, unique=True),  # the appeal that this answers; none: it is one
    Index("appeal_of", "assignment", "student"),
)
