"""How much of a submission is read, and under which names: what both sides hold to."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True)
class Bounds:
    """A homework is a few files; these bound what one submission can cost the grader."""

    files: int = 500
    file_bytes: int = 8 << 20
    total_bytes: int = 48 << 20
    depth: int = 8
    # Looked at by name. A data set of pictures beside the homework has some ten thousand; to look
    # at so many in a tar takes seconds.
    entries: int = 50_000
    notes: int = 50


BOUNDS = Bounds()
MAX_NAME_BYTES = 255  # of one component, as file systems have it

# The most that an honest reading takes is a few seconds, for an archive packed to be slow.
CPU_SECONDS = 20
# On a machine with more to do than processors, or a file system far away.
WALL_SECONDS = 60
# All files twice, once as they are sent, and what an archive's list of members takes.
MEMORY_MB = 512
# The exit code of a reader that needed more than that.
OUT_OF_MEMORY = 3


def plain_text(text: str) -> bool:
    """No control, formatting (right-to-left, zero-width) or unpaired characters."""
    if text.isascii():  # as most are, and there may be many
        return text.isprintable()
    return not any(
        unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
        for character in text
    )


def plain_name(name: str) -> bool:
    """Whether it may be the name of a file or folder anywhere, and is shown as it is."""
    return "\\" not in name and plain_text(name)


def name_fault(parts: list[str]) -> str:
    """What is wrong with a path of these components, or nothing."""
    if ".." in parts:
        return "its path leads out of the submission"
    if not all(map(plain_name, parts)):
        return "its name has unusual characters"
    if any(len(part.encode()) > MAX_NAME_BYTES for part in parts):
        return "its name is too long"
    return ""
