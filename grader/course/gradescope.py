"""`grader gradescope`: the course and grader itself as the archive that Gradescope unpacks.

Gradescope builds an image from it once and runs a new container for each submission. The grader
that packs it goes along, so that what was linted is what grades; other packages are pinned to the
versions that are installed beside it.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from grader.course.finding import REFERENCE, SETTINGS
from grader.course.given import GIVEN

_DISTRIBUTION = "grader-dl"
# The same bytes for the same course: the first time that an archive can tell.
_NO_TIME = (1980, 1, 1, 0, 0, 0)
_RUNS = 0o755
_READ = 0o644
_OWNERS = 0o600
# Of the package's own folder: what Python leaves there, and the course that comes with it.
_NOT_PACKED = {"__pycache__", "shipped"}


def requirements() -> str:
    """What grader needs, each package at the version that is installed here."""
    lines = []
    for requirement in requires(_DISTRIBUTION) or ():
        named = re.match(r"[\w.-]+", requirement)
        if named is None or "extra ==" in requirement:
            continue
        try:
            # Of a build such as 2.4.1+cpu the index has the version before the plus.
            lines.append(f"{named[0]}=={version(named[0]).partition('+')[0]}\n")
        except PackageNotFoundError:  # installed without it: what grades needs it no more than this
            continue
    return "".join(sorted(lines))


def pack(
    course: Path,
    templates: Path,
    assignment: str,
    problems: Sequence[str],
    *,
    needed: str,
    secret: str,
) -> bytes:
    """The archive, for staff alone: it holds the reference and the secret.

    `problems` are those of the assignment, `needed` the text of a requirements file or of a lock.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        put = _Putting(archive)
        put("setup.sh", (templates / "gradescope-setup.sh").read_bytes(), _RUNS)
        put("run_autograder", (templates / "gradescope-run.sh").read_bytes(), _RUNS)
        put("requirements.txt", needed.encode())
        settings = _environment(assignment, problems, secret)
        put("environment.sh", settings.encode(), _OWNERS)
        for file, name in _course_files(course):
            put(f"course/{name}", file.read_bytes())
        package = Path(__file__).resolve().parent.parent
        for file in _files_below(package):
            put(f"site/grader/{file.relative_to(package).as_posix()}", file.read_bytes())
    return buffer.getvalue()


class _Putting:
    """Puts files into an archive with a mode, and without the time at which they were written."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    def __call__(self, name: str, data: bytes, mode: int = _READ) -> None:
        member = zipfile.ZipInfo(name, _NO_TIME)
        member.external_attr = mode << 16
        member.compress_type = zipfile.ZIP_DEFLATED
        self._archive.writestr(member, data)


def _environment(assignment: str, problems: Sequence[str], secret: str) -> str:
    lines = [
        f"assignment={shlex.quote(assignment)}",
        f"problems=({' '.join(map(shlex.quote, problems))})",
        'export GRADER_CACHE="$source/cache"',
        *([f"export GRADER_SECRET={shlex.quote(secret)}"] if secret else ()),
    ]
    return "\n".join(lines) + "\n"


def _course_files(course: Path) -> Iterator[tuple[Path, str]]:
    for folder in ("problems", REFERENCE, GIVEN):
        for file in _files_below(course / folder):
            yield file, file.relative_to(course).as_posix()
    if (course / SETTINGS).is_file():
        yield course / SETTINGS, SETTINGS


def _files_below(folder: Path) -> Iterator[Path]:
    """In a fixed order. The folder may be absent."""
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(set(folders) - _NOT_PACKED)
        yield from (Path(root) / name for name in sorted(files))
