"""Where a course lies, which files it is, and whether they are the same as before."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from grader.course.faults import NoCourse
from grader.values.digest import digest_of
from grader.values.kept import cache_folder

COURSE_VARIABLE = "GRADER_COURSE"
SETTINGS = "grader.toml"
REFERENCE = "reference"
KIT = "grader-kit.json"  # makes a folder a student's kit


def find_course(given: str | None, start: Path, submission: Path | None = None) -> Path:
    """The course's folder: as given, from the environment, around `start`, or as shipped. It may be
    a student's kit; one in which the `submission` lies comes before the shipped course, and after
    every course of whoever grades."""
    wanted = given or os.environ.get(COURSE_VARIABLE)
    if wanted:
        root = Path(wanted)
        if not _is_course(root):
            origin = "--course" if given else COURSE_VARIABLE
            raise NoCourse(f"{origin}: {root} has no problems/ folder; name a course's top folder")
        return root
    for folder in (start.resolve(), *start.resolve().parents):
        if _is_course(folder):
            return folder
    if submission is not None:
        inside = submission.resolve()
        kit = next((one for one in (inside, *inside.parents) if is_kit(one)), None)
        if kit is not None:
            return kit
    return shipped_course()


def is_kit(root: Path) -> bool:
    """Whether the folder is what a student was given: public cases, and no reference."""
    return (root / KIT).is_file()


def refuse_kit(root: Path) -> None:
    """Raises NoCourse where a course with its reference is needed and a kit was found."""
    if is_kit(root):
        raise NoCourse(
            f"{root} is a student's kit, which holds no reference: it can be checked, watched and "
            "listed; name a course by --course"
        )


def _is_course(folder: Path) -> bool:
    return (folder / "problems").is_dir() or is_kit(folder)


def shipped_course() -> Path:
    """The course that comes with the package: in the wheel, or beside it in a checkout."""
    found = _shipped("problems")
    if found is None:
        raise NoCourse("no course was found; pass --course FOLDER with a problems/ folder in it")
    return found.parent


def shipped_templates() -> Path:
    """The folder of templates for course repositories and platforms. Raises NoCourse."""
    found = _shipped("templates")
    if found is None:
        raise NoCourse("this installation of grader has no templates; install it whole again")
    return found


def _shipped(name: str) -> Path | None:
    package = Path(__file__).resolve().parent.parent
    places = (root / name for root in (package / "shipped", package.parent))
    return next((place for place in places if place.is_dir()), None)


def problem_files(root: Path) -> list[Path]:
    """Every problem file of the course, in a fixed order."""
    return sorted(
        file for ending in ("*.yaml", "*.yml") for file in (root / "problems").rglob(ending)
    )


def hidden_paths(root: Path) -> list[Path]:
    """What no process that runs a student's code may read: the course, and what is kept of it."""
    return [*(root / name for name in ("problems", REFERENCE, SETTINGS)), cache_folder()]


def reference_files(folder: Path) -> list[Path]:
    """Every module of the reference, in a fixed order. The folder may be absent."""
    return sorted(folder.rglob("*.py"))


def course_digest(root: Path) -> str:
    """Of all that a course is read from. Raises OSError."""
    files = [*problem_files(root), *reference_files(root / REFERENCE)]
    if (root / SETTINGS).is_file():
        files.append(root / SETTINGS)
    return digest_of_course(
        {file.relative_to(root).as_posix(): _digest(file.read_bytes()) for file in files}
    )


def digest_of_course(digests: Mapping[str, str]) -> str:
    """The same from the digest of each file, by its path in the course."""
    return digest_of({path: digest.encode() for path, digest in digests.items()})


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
