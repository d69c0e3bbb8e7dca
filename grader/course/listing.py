"""What a course is about, in so few words that they can be kept: `grader list` needs no more.

A listing is kept of a course in which no fault was found, under the digest of all its files. That
there is one also says that the course is sound.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import EntryPoints, entry_points
from pathlib import Path

from grader.course.finding import course_digest
from grader.course.remembered import Remembered

# Entry points of other packages: kinds of check, and kinds of answer.
CHECKS_GROUP = "grader.checks"
KINDS_GROUP = "grader.kinds"


@dataclass(frozen=True)
class Listed:
    """One problem: its title and points, and what its parts ask for."""

    title: str
    points: float
    asks: tuple[str, ...]


@dataclass(frozen=True)
class Listing:
    name: str  # as the settings say; may be empty
    threads: bool  # whether any part may use more than one
    problems: Mapping[str, Listed]  # by id, in the order of the ids
    assignments: Mapping[str, tuple[str, ...]]  # ids of the problems of each


def known_listing(digest: str) -> Listing | None:
    """Of the course with this `course_digest`, if it was found sound before."""
    kept = Remembered("listing").get(digest)
    if kept is None:
        return None
    return Listing(
        kept["name"],
        kept["threads"],
        {
            name: Listed(one["title"], one["points"], tuple(one["asks"]))
            for name, one in kept["problems"].items()
        },
        {name: tuple(problems) for name, problems in kept["assignments"].items()},
    )


def listing_at(root: Path) -> Listing | None:
    """Of the course that lies there now, if it was found sound before and nothing has changed."""
    try:
        return known_listing(course_digest(root)) if nothing_added() else None
    except OSError:  # loading the course says which file cannot be read
        return None


def keep_listing(digest: str, listing: Listing) -> None:
    Remembered("listing").put(digest, asdict(listing))


def name_of(root: Path, name: str) -> str:
    """What a course is called: as its settings say, else as its folder."""
    return name or root.resolve().name


def added(group: str) -> EntryPoints:
    """What other packages add to a group."""
    return entry_points(group=group)


def nothing_added() -> bool:
    """What other packages add accepts what they like, and is theirs to change: with any of it
    nobody can know from a course's files alone that it is sound."""
    return not added(CHECKS_GROUP) and not added(KINDS_GROUP)
