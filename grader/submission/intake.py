"""Reads a submission's files: regular ones only, within limits, never following a link.

Nothing is parsed here. A file that is left out is named in the notes, so that nobody wonders.
"""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.values.digest import digest_of

# A homework is a few files; these bound what one submission can cost the grader.
MAX_FILES = 500
MAX_FILE_BYTES = 8 << 20
MAX_TOTAL_BYTES = 48 << 20
MAX_DEPTH = 8
MAX_ENTRIES = 20_000  # looked at, in one folder or in all, before the rest is left alone
MAX_NOTES = 50

SKIPPED_FOLDERS = {
    ".git", ".hg", ".venv", "venv", "env", "__pycache__", ".ipynb_checkpoints", "node_modules",
    ".mypy_cache", ".pytest_cache", ".ruff_cache", ".idea", ".vscode", "__MACOSX",
}  # fmt: skip
SKIPPED_SUFFIXES = (".pyc", ".pyo", ".so", ".dll", ".DS_Store", ".pt", ".pth", ".ckpt", ".zip")


class NoSubmission(Exception):
    """There is nothing to grade at that path; the message says what was expected."""

    exit_code = 2


@dataclass(frozen=True)
class Submission:
    """Relative path -> content, and what was left out."""

    name: str
    files: Mapping[str, bytes]
    notes: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """Of the names and contents: the same files give the same digest anywhere."""
        return digest_of(self.files)

    def mentions(self, word: bytes) -> bool:
        """Whether a source file contains `word` anywhere: a hint for warming up, no more."""
        return any(
            word in data for path, data in self.files.items() if path.endswith((".py", ".ipynb"))
        )


def read_submission(path: Path, *, leave_out: Iterable[Path] = ()) -> Submission:
    """The submission at `path`: a folder, one file, or an archive. Raises NoSubmission.

    Folders in `leave_out` are not the student's: a course may lie around its submissions.
    """
    # Not at the top: archives are read into what is defined here.
    from grader.submission.archives import is_archive, read_archive

    if path.is_file() and not path.is_symlink():
        if is_archive(path.name):
            return read_archive(path)
        reader = Reader()
        reader.take(path, path.name)
        if not reader.files:
            raise NoSubmission(f"{path}: {reader.notes[0]}")
        return Submission(path.name, reader.files, tuple(reader.notes))
    if not path.is_dir():
        raise NoSubmission(f"{path}: no such folder or file; name the folder with your answers")
    reader = Reader()
    for file, name in _Walk(reader, leave_out).below(path, "", 0):
        reader.take(file, name)
    return Submission(path.resolve().name, reader.files, reader.all_notes())


class _Walk:
    """Goes through a folder, naming what it passes by."""

    def __init__(self, reader: Reader, leave_out: Iterable[Path]) -> None:
        self._note = reader.note
        self._leave_out = {path.resolve() for path in leave_out}
        self._left = MAX_ENTRIES

    def below(self, folder: Path, prefix: str, depth: int) -> Iterator[tuple[Path, str]]:
        if depth > MAX_DEPTH:
            self._note(f"{prefix}: folders deeper than {MAX_DEPTH} levels were not read")
            return
        try:
            entries = self._entries(folder)
        except OSError as error:
            self._note(f"{prefix or '.'}: could not be opened ({error.strerror})")
            return
        for entry in entries:
            name = f"{prefix}{entry.name}"
            if not plain_name(entry.name):
                self._note(f"{name!a}: left out, its name has unusual characters")
            elif entry.is_symlink():
                self._note(f"{name}: left out, it is a link")
            elif entry.is_dir(follow_symlinks=False):
                if not self._is_skipped(entry):
                    yield from self.below(Path(entry.path), f"{name}/", depth + 1)
            elif not entry.name.endswith(SKIPPED_SUFFIXES):
                yield Path(entry.path), name

    def _is_skipped(self, entry: os.DirEntry[str]) -> bool:
        return entry.name in SKIPPED_FOLDERS or (
            bool(self._leave_out) and Path(entry.path).resolve() in self._leave_out
        )

    def _entries(self, folder: Path) -> list[os.DirEntry[str]]:
        found = []
        with os.scandir(folder) as entries:
            for entry in entries:
                if self._left <= 0:
                    self._note(f"more than {MAX_ENTRIES} files and folders: the rest was not read")
                    break
                self._left -= 1
                found.append(entry)
        return sorted(found, key=lambda entry: entry.name)


def plain_name(name: str) -> bool:
    """No control, formatting (right-to-left, zero-width) or unpaired characters."""
    return "\\" not in name and not any(
        unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
        for character in name
    )


class Reader:
    """Files within the limits, and a note for each that is not."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.notes: list[str] = []
        self._more_notes = 0
        self._total = 0

    def note(self, text: str) -> None:
        """Said once; beyond `MAX_NOTES` only counted."""
        if text in self.notes:
            return
        if len(self.notes) < MAX_NOTES:
            self.notes.append(text)
        else:
            self._more_notes += 1

    def all_notes(self) -> tuple[str, ...]:
        if not self._more_notes:
            return tuple(self.notes)
        return (*self.notes, f"{self._more_notes} more files or folders were left out")

    def take(self, file: Path, name: str) -> None:
        """The regular file at `file`, as `name`."""
        if not self.has_room(name, 0):
            return
        try:
            # Not through open(): a FIFO would block, a link would be followed.
            descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            self.note(f"{name}: could not be opened ({error.strerror})")
            return
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                self.note(f"{name}: left out, it is not a regular file")
                return
            if not self.has_room(name, status.st_size):
                return
            with os.fdopen(os.dup(descriptor), "rb") as opened:
                data = opened.read(MAX_FILE_BYTES + 1)
        finally:
            os.close(descriptor)
        self.keep(name, data)

    def has_room(self, name: str, size: int) -> bool:
        """Whether a file of that size may still be read; if not, a note says why."""
        if len(self.files) >= MAX_FILES:
            self.note(f"only the first {MAX_FILES} files were read")
        elif size > MAX_FILE_BYTES:
            self.note(f"{name}: left out, it is larger than {MAX_FILE_BYTES >> 20} MB")
        elif self._total + size > MAX_TOTAL_BYTES:
            self.note(f"{name}: left out, the submission is too large already")
        else:
            return True
        return False

    def keep(self, name: str, data: bytes) -> None:
        """Keep what was read, if it is not more than was announced: a file may have grown."""
        if self.has_room(name, len(data)):
            self._total += len(data)
            self.files[name] = data
