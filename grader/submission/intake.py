"""Reads a submission's files: regular ones only, within limits, never following a link.

Nothing is parsed here. A file that is left out is named in the notes, so that nobody wonders.
"""

from __future__ import annotations

import hashlib
import os
import stat
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

# A homework is a few files; these bound what one submission can cost the grader.
MAX_FILES = 500
MAX_FILE_BYTES = 8 << 20
MAX_TOTAL_BYTES = 48 << 20
MAX_DEPTH = 8

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
        total = hashlib.sha256()
        for path in sorted(self.files):
            for part in (path.encode(), self.files[path]):
                total.update(len(part).to_bytes(8, "big") + part)
        return total.hexdigest()

    def mentions(self, word: bytes) -> bool:
        """Whether a source file contains `word` anywhere: a hint for warming up, no more."""
        return any(
            word in data for path, data in self.files.items() if path.endswith((".py", ".ipynb"))
        )


def read_submission(path: Path) -> Submission:
    """The submission at `path`, a folder or one file. Raises NoSubmission."""
    if path.is_file() and not path.is_symlink():
        reader = _Reader()
        reader.take(path, path.name)
        if not reader.files:
            raise NoSubmission(f"{path}: {reader.notes[0]}")
        return Submission(path.name, reader.files, tuple(reader.notes))
    if not path.is_dir():
        raise NoSubmission(f"{path}: no such folder or file; name the folder with your answers")
    reader = _Reader()
    for file, name in _walk(path, "", 0, reader.notes):
        reader.take(file, name)
    return Submission(path.resolve().name, reader.files, tuple(reader.notes))


def _walk(folder: Path, prefix: str, depth: int, notes: list[str]) -> Iterator[tuple[Path, str]]:
    if depth > MAX_DEPTH:
        notes.append(f"{prefix}: folders deeper than {MAX_DEPTH} levels were not read")
        return
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        notes.append(f"{prefix or '.'}: could not be opened ({error.strerror})")
        return
    for entry in entries:
        name = f"{prefix}{entry.name}"
        if not _plain_name(entry.name):
            notes.append(f"{name!a}: left out, its name has unusual characters")
        elif entry.is_symlink():
            notes.append(f"{name}: left out, it is a link")
        elif entry.is_dir(follow_symlinks=False):
            if entry.name not in SKIPPED_FOLDERS:
                yield from _walk(Path(entry.path), f"{name}/", depth + 1, notes)
        elif not entry.name.endswith(SKIPPED_SUFFIXES):
            yield Path(entry.path), name


def _plain_name(name: str) -> bool:
    """No control, formatting (right-to-left, zero-width) or unpaired characters."""
    return "\\" not in name and not any(
        unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
        for character in name
    )


class _Reader:
    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.notes: list[str] = []
        self._total = 0

    def take(self, file: Path, name: str) -> None:
        if len(self.files) >= MAX_FILES:
            if len(self.files) == MAX_FILES and not self._said_full():
                self.notes.append(f"only the first {MAX_FILES} files were read")
            return
        try:
            # Not through open(): a FIFO would block, a link would be followed.
            descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            self.notes.append(f"{name}: could not be opened ({error.strerror})")
            return
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                self.notes.append(f"{name}: left out, it is not a regular file")
                return
            if status.st_size > MAX_FILE_BYTES:
                self.notes.append(f"{name}: left out, it is larger than {MAX_FILE_BYTES >> 20} MB")
                return
            if self._total + status.st_size > MAX_TOTAL_BYTES:
                self.notes.append(f"{name}: left out, the submission is too large already")
                return
            with os.fdopen(os.dup(descriptor), "rb") as opened:
                data = opened.read(MAX_FILE_BYTES)
        finally:
            os.close(descriptor)
        self._total += len(data)
        self.files[name] = data

    def _said_full(self) -> bool:
        return any(note.startswith("only the first") for note in self.notes)
