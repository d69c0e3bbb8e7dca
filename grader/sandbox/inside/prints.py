"""Keeps the beginning of what a student's code prints, and drops the rest at no cost."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Printed(io.TextIOBase):
    """A text stream that remembers its first `limit` characters."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept: list[str] = []
        self._size = 0
        self.total = 0

    def writable(self) -> bool:
        return True

    def reconfigure(self, **settings: object) -> None:
        """Scripts ask the real one for UTF-8; text is text here."""

    def write(self, text: str, /) -> int:
        self.total += len(text)
        room = self._limit - self._size
        if room > 0:
            self._kept.append(text[:room])
            self._size += len(text[:room])
        return len(text)

    def text(self) -> str:
        kept = "".join(self._kept)
        if self.total > self._size:
            kept += f"\n… {self.total - self._size:,} more characters"
        return kept


@contextmanager
def captured(limit: int) -> Iterator[Printed]:
    printed = Printed(limit)
    before = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = printed
    try:
        yield printed
    finally:
        sys.stdout, sys.stderr = before
