"""What is kept of a submission where there is more than there is room for, and what is said of it.

What is graded comes first and what nothing reads comes last, so that a folder of pictures never
costs anybody their homework. Among equals the files of a folder come before those of its folders.
"""

from __future__ import annotations

from grader.reader.bounds import Bounds
from grader.values.endings import PICTURES, UNREAD_DOCUMENTS, is_answers, is_notebook, is_source

# What a part may ask for by name, and what code of the student's is likely to open.
_DATA = (
    ".md", ".markdown", ".txt", ".tex", ".rst", ".yaml", ".yml", ".toml", ".json", ".jsonl",
    ".csv", ".tsv", ".dat", ".npz", ".npy", ".xlsx", ".xls", ".ods", ".docx", *UNREAD_DOCUMENTS,
)  # fmt: skip
_PICTURES = (
    *PICTURES, ".mp4", ".mov", ".avi", ".mkv", ".webm", ".mp3", ".wav", ".flac", ".ogg",
    ".ttf", ".otf", ".woff", ".woff2",
)  # fmt: skip

SKIPPED_FOLDERS = {
    ".git", ".hg", ".venv", "venv", "env", "__pycache__", ".ipynb_checkpoints", "node_modules",
    ".mypy_cache", ".pytest_cache", ".ruff_cache", ".idea", ".vscode", "__MACOSX",
}  # fmt: skip
SKIPPED_SUFFIXES = (".pyc", ".pyo", ".so", ".dll", ".DS_Store", ".pt", ".pth", ".ckpt", ".zip")

MAX_NAME_SHOWN = 300


class Nothing(Exception):
    """There is nothing to grade; the message says why."""


def rank(path: str) -> int:
    """0 is graded, 1 is data, 2 anything else, 3 pictures and the like."""
    name = path.rpartition("/")[2].lower()
    if is_source(name) or is_answers(name):
        return 0
    if name.endswith(_DATA):
        return 1
    return 3 if name.endswith(_PICTURES) else 2


def place_in_line(path: str) -> tuple[int, int, str]:
    """Files are read in this order."""
    return rank(path), path.count("/"), path


class Notes:
    """What is said about files that were left out; what matters most comes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: dict[str, int] = {}  # in the order in which they were found

    def say(self, text: str) -> None:
        """About the submission as a whole."""
        self._found.setdefault(text, -1)

    def about(self, name: str, what: str, *, quoted: bool = False) -> None:
        """About one file or folder; `quoted` where its name could act on a terminal."""
        shown = ascii(name[:200]) if quoted else name
        if len(shown) > MAX_NAME_SHOWN:
            shown = f"{shown[:MAX_NAME_SHOWN]}…"
        self._found.setdefault(f"{shown}: {what}", rank(name))

    def all(self) -> list[str]:
        """Each once; beyond the most that is said they are only counted."""
        found = sorted(self._found, key=self._found.__getitem__)
        more = len(found) - self._most
        if more <= 0:
            return found
        return [*found[: self._most], f"{more:,} more files or folders were left out"]


class Room:
    """Files within the bounds, and a note for each that is not."""

    def __init__(self, bounds: Bounds, notes: Notes) -> None:
        self.files: dict[str, bytes] = {}
        self._bounds = bounds
        self._notes = notes
        self._count = 0
        self._total = 0
        self._turned_away = 0

    @property
    def full(self) -> bool:
        """Whether no file is read any more, whatever its size."""
        return self._count >= self._bounds.files

    def turn_away(self) -> None:
        """Count a file that is not even looked at, because the room is full."""
        self._turned_away += 1

    def fits(self, name: str, size: int) -> bool:
        """Whether a file of that size may still be read; if not, it is said or counted."""
        bounds = self._bounds
        if size > bounds.file_bytes:
            what = f"left out, it is larger than {bounds.file_bytes >> 20} MB"
            # Its pictures make it so: no student writes so much.
            advice = "; clear its outputs and save it again" if is_notebook(name) else ""
            self._notes.about(name, what + advice)
        elif self.full:
            self.turn_away()
        elif self._total + size > bounds.total_bytes:
            self._notes.about(name, "left out, the submission is too large already")
        else:
            return True
        return False

    def reserve(self, size: int) -> None:
        """Count a file that fits and is read later."""
        self._count += 1
        self._total += size

    def keep(self, name: str, data: bytes) -> None:
        """Keep what was read, if it is not more than was announced: a file may have grown."""
        if self.fits(name, len(data)):
            self.reserve(len(data))
            self.files[name] = data

    def close(self) -> None:
        """Say what was only counted."""
        if self._turned_away:
            self._notes.say(
                f"only {self._bounds.files} files are read, source first and pictures last: "
                f"{self._turned_away:,} left out"
            )
